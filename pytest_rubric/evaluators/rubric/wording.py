"""What the rubric evaluator tells people, in Chinese and English, as templates.

What it tells the judge stands in ``texts_en`` and ``texts_zh``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """``{}`` stands for figures, ids, and texts that are already shortened."""

    # why an answer about a criterion did not stand
    missing: str
    repeated: str
    unknown_ids: str
    unknown_answer: str
    yes_without_evidence: str
    evidence_not_from_output: str
    quote_not_found: str
    whole_without_reason: str
    # other notes about a criterion
    kept_without_evidence: str
    no_majority: str
    empty_output: str
    # why there is no outcome
    none_decided: str
    stayed_open: str
    undecided: str
    rewording: str
    # what a passing case still says
    passed_undecided: str
    passed_verdict: str
    # notes about the whole evaluation
    quotes_not_found: str
    kept_count: str
    whole_count: str
    repaired: str
    unused_fields: str


ZH = Wording(
    missing="回复中没有这一条",
    repeated="回复中这一条不止一项",
    unknown_ids="回复中还有没问过的编号（{}），不能确定哪一项说的是这一条",
    unknown_answer="既不是“是”也不是“否”：{}",
    yes_without_evidence="判断为“是”却没有引文",
    evidence_not_from_output="判断为“是”，但引文都不是来自输出或运行日志",
    quote_not_found="判断为“是”，但引文在原文中找不到：“{}”",
    whole_without_reason="判断针对整个输出，却没有理由",
    kept_without_evidence="没有找到证据，仍采用判断（--rubric-evidence warn）：{}",
    no_majority="各次判断没有多数：{} 次是，{} 次否",
    empty_output="输出为空",
    none_decided="评审没有对任何一条作出判断：{}",
    stayed_open="结果未定：得分在 {} 到 {} 之间，及格线 {}；未定的是 {}",
    undecided="未定：{}",
    rewording="把未定条目改写为能以是否回答的判定句",
    passed_undecided="通过，但 {} 未定（得分 {} 到 {}）",
    passed_verdict="通过，但 {} 分的评定是 {}（及格线 {}）",
    quotes_not_found="{} 处引文在原文中找不到（共 {} 处）",
    kept_count="{} 条判断没有证据，仍予采用（--rubric-evidence warn）",
    whole_count="{} 条判断针对整个输出，没有引文",
    repaired="{} 个回复经修复后才能读取",
    unused_fields="回复中的这些字段不予采用：{}",
)

EN = Wording(
    missing="the reply has no entry for it",
    repeated="the reply has more than one entry for it",
    unknown_ids="the reply has entries with ids that were not asked about ({}), so none can be relied on",
    unknown_answer="neither yes nor no: {}",
    yes_without_evidence="a yes without a quote",
    evidence_not_from_output="a yes without a quote from the output or the run log",
    quote_not_found="a yes whose quote does not stand in the text: “{}”",
    whole_without_reason="a yes about the whole output without a reason",
    kept_without_evidence="kept without evidence (--rubric-evidence warn): {}",
    no_majority="no majority: {} yes, {} no",
    empty_output="empty output",
    none_decided="the judge decided no criterion: {}",
    stayed_open="the outcome stayed open: score {} to {}, threshold {}; undecided: {}",
    undecided="undecided: {}",
    rewording="word the undecided criteria so that they can be answered yes or no",
    passed_undecided="passed with {} undecided (score {} to {})",
    passed_verdict="passed with {} points and the verdict {} (threshold {})",
    quotes_not_found="quotes that do not stand in the text they name: {} of {}",
    kept_count="decisions kept without evidence (--rubric-evidence warn): {}",
    whole_count="decisions about the output as a whole, without a quote: {}",
    repaired="replies that had to be repaired before they could be read: {}",
    unused_fields="fields of a reply that count for nothing: {}",
)


def wording(lang: str) -> Wording:
    """The templates of one language: ``zh``, else English."""
    return ZH if lang == "zh" else EN
