"""What all presets say, to the judge and to people, in Chinese and English."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_rubric.judging.chinese import Phrasebook


@dataclass(frozen=True, slots=True)
class Wording:
    """``{}`` stands for figures, names and texts that are already shortened."""

    # to the judge: what is wrong with an answer
    wrong: str
    unreadable: str
    and_more: str
    no_list: str
    no_object: str
    missing: str
    repeated: str
    unknown: str
    not_one_of: str
    no_text: str
    no_quote: str
    quote_not_found: str
    no_step: str
    not_a_call: str
    # to people
    needs: str
    needed: dict[str, str]
    as_well: str
    unknown_log: str
    unusable: str
    empty_output: str
    cut_points: str
    passed_verdict: str


EN = Wording(
    wrong="Your reply can't be used:\n{}\nWrite the whole reply once more, with this put right.",
    unreadable="Your reply could not be read: {}. Write it once more.",
    and_more="and {} more of this kind",
    no_list="`{}` must be a list",
    no_object="every entry of `{}` must be an object",
    missing="`{}` is missing from `{}`: every one is answered exactly once",
    repeated="`{}` stands more than once in `{}`: every one is answered exactly once",
    unknown="`{}` in `{}` is none of those asked about",
    not_one_of="`{}` of {} is {}; it must be one of {}",
    no_text="`{}` of {} is empty",
    no_quote="{} needs a quote, copied letter for letter",
    quote_not_found="the quote of {} does not stand in the text: {}",
    no_step="{} names {}, which is no step of the log",
    not_a_call="{} names {}, which is no call of a tool",
    needs="{} needs {}; nothing was asked",
    needed={
        "reference": "a reference answer: give the case an ExpectedOutput",
        "query": "the question: give the case an Input",
        "context": "a context: give the case a Context",
        "log": "a run log: give the case a RunLog or RunLogFile, or return one from its target",
        "evidence": "what the run saw: a run log with results of tools, or a Context",
        "catalog": "the list of tools that were on offer: give the case a `catalog` (it may be empty)",
    },
    as_well="; and ",
    unknown_log="a run log of a known shape, and this one has none",
    unusable="the judge's reply can't be used: {}",
    empty_output="the output is empty",
    cut_points="{} further points are not shown",
    passed_verdict="passed with {} points and the verdict {} (threshold {})",
)

ZH = Wording(
    wrong="你的回复不能用：\n{}\n请改正后重新写出完整的回复。",
    unreadable="你的回复无法读取：{}。请重新写一遍。",
    and_more="同类问题还有 {} 处",
    no_list="`{}` 必须是列表",
    no_object="`{}` 的每一项必须是对象",
    missing="`{1}` 中缺少 `{0}`：每一项都要回答，且只回答一次",
    repeated="`{1}` 中 `{0}` 不止一次：每一项只回答一次",
    unknown="`{1}` 中的 `{0}` 不在所问之列",
    not_one_of="{1}的 `{0}` 是 {2}，只能是 {3} 之一",
    no_text="{1}的 `{0}` 是空的",
    no_quote="{} 需要一段一字不差的引文",
    quote_not_found="{} 的引文在原文中找不到：{}",
    no_step="{} 写的 {} 不是日志中的步骤",
    not_a_call="{} 写的 {} 不是工具调用",
    needs="{} 需要{}；没有向评审提问",
    needed={
        "reference": "参考答案：请给用例写 ExpectedOutput",
        "query": "问题：请给用例写 Input",
        "context": "背景资料：请给用例写 Context",
        "log": "运行日志：请给用例写 RunLog 或 RunLogFile，或让 target 返回",
        "evidence": "运行中看到的内容：带工具结果的运行日志，或 Context",
        "catalog": "可用工具的清单：请给用例写 `catalog`（可以为空）",
    },
    as_well="；以及",
    unknown_log="格式可识别的运行日志，而这份日志无法识别",
    unusable="评审的回复不能用：{}",
    empty_output="输出为空",
    cut_points="另有 {} 个评分点没有列出",
    passed_verdict="通过，但 {} 分的评定是 {}（及格线 {}）",
)


_COMPLAINTS = (
    "and_more",
    "no_list",
    "no_object",
    "missing",
    "repeated",
    "unknown",
    "not_one_of",
    "no_text",
    "no_quote",
    "quote_not_found",
    "no_step",
    "not_a_call",
)
"""What is wrong with an answer: said to the judge, and to people where no answer stands."""


def complaint_in(lang: str, prompt_lang: str, complaint: str) -> str:
    """A complaint to the judge in the language of the report, where that is another than the prompt's."""
    if lang != "zh" or prompt_lang == "zh":
        return complaint
    return _in_chinese().translated(complaint)


@cache
def _in_chinese() -> Phrasebook:
    from pytest_rubric.judging.chinese import Phrasebook  # reports are seldom in another language

    return Phrasebook({getattr(EN, name): getattr(ZH, name) for name in _COMPLAINTS})


def wording(lang: str) -> Wording:
    """The words of one language: ``zh``, else English."""
    return ZH if lang == "zh" else EN
