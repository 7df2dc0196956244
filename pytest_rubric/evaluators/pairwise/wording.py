"""What the pairwise evaluator tells people, in Chinese and English, as templates.

What it tells the judge stands in ``texts_en`` and ``texts_zh``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pytest_rubric.model.comparison import Winner


@dataclass(frozen=True, slots=True)
class Wording:
    """``{}`` stands for figures, names, and texts that are already shortened."""

    # why an answer did not stand
    missing: str
    repeated: str
    no_reason: str
    no_evidence: str
    bad_level: str
    unknown_ids: str
    bad_answer: str
    bad_winner: str
    quote_not_found: str
    # the calculation
    order: str
    sample: str
    scores_of: str
    rates_of: str
    open_scores_of: str
    by: Mapping[str, str]
    stated: Mapping[Winner, str]
    nothing_stated: str
    unusable: str
    colon: str
    then: str
    stop: str
    result: str
    earned: str
    # points
    overall_point: str
    criterion_point: str
    expectation_point: str
    parts: Mapping[str, str]
    holds: str
    does_not_hold: str
    shown_first: str
    # why there is no outcome
    none_usable: str
    stayed_open: str
    possible: str
    any_winner: str
    # what a passing case still says
    passed_open: str
    passed_empty: str
    # notes
    contradictions: str
    quotes_not_found: str
    kept_count: str
    repaired: str
    unused_fields: str
    names_hidden: str
    nothing_to_compare: str


EN = Wording(
    missing="the reply has no answer",
    repeated="the reply has more than one entry for it",
    no_reason="no reason is given",
    no_evidence="a yes without a quote from this output",
    unknown_ids="the reply counts what was not asked about: {}",
    bad_level="no level from 1 to 5: {}",
    bad_answer="neither yes nor no: {}",
    bad_winner='neither "first", "second" nor "tie": {}',
    quote_not_found="the quote does not stand in this output: “{}”",
    order="{} shown first",
    sample=", reply {}",
    scores_of="{} {} + {} = {}",
    open_scores_of="{} {}",
    rates_of="expectations {} of {} and {} of {}",
    by={
        "overall": "by overall score",
        "expectations": "by expectations",
        "preference": "by the judge's preference",
    },
    stated={"A": "the judge says A", "B": "the judge says B", "TIE": "the judge says tie"},
    nothing_stated="the judge names no winner",
    unusable="no usable reply: {}",
    colon=": ",
    then="; ",
    stop=". ",
    result="over both orders: {}",
    earned="{} of 100 points (win 100, tie 50, loss 0), {} needed",
    overall_point="{} overall",
    criterion_point="{} {}: {}",
    expectation_point="{} expectation: {}",
    parts={"content": "content", "structure": "structure"},
    holds="holds",
    does_not_hold="does not hold",
    shown_first="{} first: {}",
    none_usable="the judge gave no usable reply in either order: {}",
    stayed_open="the outcome stayed open: possible are {}; expected {}",
    possible="open: {}",
    any_winner="any winner",
    passed_open="passed although the winner is open: possible are {}",
    passed_empty="passed although both outputs are empty: there was nothing to compare",
    contradictions="replies whose stated winner is not the one that their own scores make: {} of {}",
    quotes_not_found="quotes that do not stand in the output they name: {} of {}",
    kept_count="answers kept without evidence (--rubric-evidence warn): {}",
    repaired="replies that had to be repaired before they could be read: {}",
    unused_fields="fields of a reply that count for nothing: {}",
    names_hidden="names of files that only one output has were not shown to the judge",
    nothing_to_compare="this evaluator compares two outputs; give the case `compare`",
)

ZH = Wording(
    missing="回复中没有回答",
    repeated="回复中这一条不止一项",
    no_reason="没有写理由",
    no_evidence="判断为“是”却没有来自该输出的引文",
    unknown_ids="回复中有没有问过的编号：{}",
    bad_level="不是 1 到 5 的等级：{}",
    bad_answer="既不是“是”也不是“否”：{}",
    bad_winner="不是 first、second 或 tie：{}",
    quote_not_found="引文在该输出中找不到：“{}”",
    order="{} 在前",
    sample="，第 {} 次回复",
    scores_of="{} {} + {} = {}",
    open_scores_of="{} {}",
    rates_of="期望 {}/{} 与 {}/{}",
    by={"overall": "依据总分", "expectations": "依据期望通过数", "preference": "依据评审的偏好"},
    stated={"A": "评审认为 A 更好", "B": "评审认为 B 更好", "TIE": "评审认为不分高下"},
    nothing_stated="评审没有说明哪个更好",
    unusable="没有可用的回复：{}",
    colon="：",
    then="；",
    stop="。",
    result="综合两种顺序：{}",
    earned="得 {} 分（胜 100，平 50，负 0），需要 {} 分",
    overall_point="{} 总分",
    criterion_point="{} {}：{}",
    expectation_point="{} 期望：{}",
    parts={"content": "内容", "structure": "结构"},
    holds="成立",
    does_not_hold="不成立",
    shown_first="{} 在前：{}",
    none_usable="评审在两种顺序中都没有给出可用的回复：{}",
    stayed_open="结果未定：可能是{}；期望{}",
    possible="未定：{}",
    any_winner="任一胜者",
    passed_open="通过，但胜负未定：可能是{}",
    passed_empty="通过，但两个输出都为空，没有可比较的内容",
    contradictions="所说胜者与自身评分不符的回复：{} 个（共 {} 个）",
    quotes_not_found="{} 处引文在所说的输出中找不到（共 {} 处）",
    kept_count="{} 处回答没有证据，仍予采用（--rubric-evidence warn）",
    repaired="{} 个回复经修复后才能读取",
    unused_fields="回复中的这些字段不予采用：{}",
    names_hidden="只有一个输出才有的文件名没有展示给评审",
    nothing_to_compare="此评估器比较两个输出；请为用例写 `compare`",
)


def wording(lang: str) -> Wording:
    """The templates of one language: ``zh``, else English."""
    return ZH if lang == "zh" else EN
