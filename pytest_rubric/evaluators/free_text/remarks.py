"""What can be wrong with a compiled text: told to the judge in a re-ask, and then to people.

The same sentences in Chinese and English, as templates: ``{}`` stands for words of the text,
already shortened, and for figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_rubric.model.lines import shortened

_WIDEST = 60
_MOST_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Remarks:
    """Faults first, then notes about what was made of the text."""

    no_part: str
    unknown_kind: str
    no_words: str
    not_found: str
    repeated: str
    no_number: str
    wrong_number: str
    counts_another: str
    not_a_number: str
    takes_off: str
    takes_nothing_off: str
    zero: str
    new_number: str
    no_statement: str
    stray_level: str
    left_out: str
    no_level: str
    several: str
    both_kinds: str
    no_weight: str
    same_name: str
    no_weights_at_all: str
    nothing: str
    unreadable: str
    # why there is no rubric
    not_compiled: str
    what_to_do: str
    empty_output: str
    # notes
    criteria: str
    dimensions: str
    default_points: str
    equal_weights: str
    not_judged: str
    bonus: str
    level_range: str
    level_not_used: str
    levels_not_used: str
    level_deducted: str
    full_level: str
    between: str
    then: str
    quote: str


EN = Remarks(
    no_part="part {} is no object of the form asked for",
    unknown_kind="part {}: kind is {}; it must be criterion, dimension, level or other",
    no_words="part {} quotes no words of the text",
    not_found="these words do not stand in the text: {}",
    repeated="{} is quoted by two parts of one kind",
    no_number="{} counts {}, but its part has no number",
    wrong_number="the number {} does not stand in {}",
    counts_another="{} counts {}, not {}",
    not_a_number="the number of {} is {}, which is no number",
    takes_off="{} takes points off, so its number must be below 0",
    takes_nothing_off="nothing in {} takes points off, so its number must not be below 0",
    zero="{} counts 0 points, which decides nothing",
    new_number="the statement {} has the number {}, which does not stand in {}",
    no_statement="{} counts points, but says nothing that could be true of an output",
    stray_level="{} is a level, but stands behind no dimension",
    left_out="no part quotes {}, which counts {}",
    no_level="no level quotes {} alone, which counts {}",
    several="{} counts in {} places, each of which belongs to a part of its own: {}",
    both_kinds="the text weighs qualities ({}) and also counts points for single statements ({}); one "
    "rubric can't do both",
    no_weight="{} has no weight, while {} has one",
    same_name="two dimensions have the name {}",
    no_weights_at_all="the weights of the dimensions sum to 0",
    nothing="the text names nothing that could be judged: no statement about an output and no quality of one",
    unreadable="the judge's reply: {}",
    not_compiled="the text of `Judge` could not be made a rubric: {}",
    what_to_do="reword these words, or write `Judge` as a list of criteria or dimensions.",
    empty_output="empty output",
    criteria="criteria compiled from the text of `Judge`: {}",
    dimensions="dimensions compiled from the text of `Judge`: {}",
    default_points="the text counts no points for {}: 10 each, as for every criterion without points",
    equal_weights="the text gives no weights: all dimensions weigh the same",
    not_judged="of the text these words are not judged: {}",
    bonus="points on top of others count like any others: {}",
    level_range="a range of points counts as its upper end: {}",
    level_not_used="{} is no level of {}, and stands in its description",
    levels_not_used=(
        "the levels of {} could not be used, since fewer than two count points: it is rated from 1 to 5"
    ),
    level_deducted="{} is the level {} of {}: {} less {}",
    full_level="the highest level of {} is {}, its weight {}: that level counts as all of it",
    between=", ",
    then="; ",
    quote="“{}”",
)

ZH = Remarks(
    no_part="第 {} 部分不是所要求的对象",
    unknown_kind="第 {} 部分：kind 是 {}，只能是 criterion、dimension、level 或 other",
    no_words="第 {} 部分没有引用原文",
    not_found="原文中没有这些字：{}",
    repeated="{}被同类的两个部分引用",
    no_number="{}计了 {}，但它的部分没有 number",
    wrong_number="{1}中没有数字 {0}",
    counts_another="{}计的是 {}，不是 {}",
    not_a_number="{}的 number 是 {}，不是数字",
    takes_off="{}是扣分，number 应小于 0",
    takes_nothing_off="{}没有扣分，number 不应小于 0",
    zero="{}计 0 分，不起作用",
    new_number="陈述{}里有数字 {}，而{}中没有",
    no_statement="{}计了分，却没有说输出怎样才算",
    stray_level="{}是档位，但前面没有维度",
    left_out="没有哪个部分引用{}，而它计了 {}",
    no_level="没有哪个档位单独引用{}，而它计了 {}",
    several="{}有 {} 处计数，应各成一个部分：{}",
    both_kinds="原文既给维度定权重（{}），又给单条陈述计分（{}），一份评分标准不能两者兼有",
    no_weight="{}没有权重，而{}有",
    same_name="两个维度同名：{}",
    no_weights_at_all="各维度的权重之和为 0",
    nothing="原文没有可以评判的内容：既没有关于输出的陈述，也没有输出的某个维度",
    unreadable="评审的回复：{}",
    not_compiled="`Judge` 的文字无法整理成评分标准：{}",
    what_to_do="请改写这些文字，或把 `Judge` 写成条目或维度的列表。",
    empty_output="输出为空",
    criteria="由 `Judge` 的文字整理而来：{} 条",
    dimensions="由 `Judge` 的文字整理而来：{} 个维度",
    default_points="原文没有为 {} 计分：各按 10 分计，与没有写分数的条目一样",
    equal_weights="原文没有定义权重：各维度等权",
    not_judged="原文中这些内容不参与评判：{}",
    bonus="附加的分数与其他分数同样计入：{}",
    level_range="分数是一个范围的，按上限计：{}",
    level_not_used="{}不能作为{}的档位，写入其说明",
    levels_not_used="{}的档位无法采用（计分的不足两档），按 1 到 5 评价",
    level_deducted="{0}作为{2}的 {1} 分档：{3} 减 {4}",
    full_level="{}的最高档是 {}，权重是 {}：该档按满分计",
    between="、",
    then="；",
    quote="「{}」",
)


def remarks(lang: str) -> Remarks:
    """The sentences of one language: ``zh``, else English."""
    return ZH if lang == "zh" else EN


@dataclass(frozen=True, slots=True)
class Words:
    """Words of the text, to be quoted in a remark."""

    text: str


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark, in whichever language it is asked for.

    ``key`` is the name of its template in :class:`Remarks`; ``values`` fill it: words of the text,
    several of them, or figures.
    """

    key: str
    values: tuple[Words | tuple[Words, ...] | str | int, ...] = ()

    def text(self, lang: str) -> str:
        """The sentence."""
        words = remarks(lang)
        template: str = getattr(words, self.key)
        return template.format(*[_shown(value, words) for value in self.values])


def remark(key: str, *values: Words | tuple[Words, ...] | str | int) -> Remark:
    """Make a remark."""
    return Remark(key, values)


def all_words(texts: Sequence[str]) -> tuple[Words, ...]:
    """Several quoted texts in one remark."""
    return tuple(Words(text) for text in texts)


def _shown(value: Words | tuple[Words, ...] | str | int, words: Remarks) -> str:
    if isinstance(value, Words):
        return words.quote.format(shortened(value.text, _WIDEST))
    if isinstance(value, tuple):
        more = f" (+{len(value) - _MOST_SHOWN})" if len(value) > _MOST_SHOWN else ""
        return words.between.join(_shown(each, words) for each in value[:_MOST_SHOWN]) + more
    return str(value)
