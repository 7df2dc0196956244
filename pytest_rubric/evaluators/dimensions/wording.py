"""What the evaluator of dimensions tells people, in Chinese and English, as templates."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """``{}`` stands for figures, names, and texts that are already shortened."""

    # why an answer about a dimension did not stand
    missing: str
    repeated: str
    unknown_ids: str
    unknown_level: str
    no_evidence: str
    evidence_not_from_output: str
    quote_not_found: str
    whole_without_reason: str
    # other notes about a dimension
    kept_without_evidence: str
    no_majority: str
    votes: str
    on_the_whole: str
    empty_output: str
    # why there is no outcome
    none_decided: str
    stayed_open: str
    because: str
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
    # punctuation between parts of one remark
    then: str


ZH = Wording(
    missing="回复中没有这一维度",
    repeated="回复中这一维度不止一项",
    unknown_ids="回复中还有没问过的编号（{}），不能确定哪一项说的是这一维度",
    unknown_level="不是可选的档位：{}（可选 {}）",
    no_evidence="选了档位却没有引文",
    evidence_not_from_output="引文都不是来自输出或运行日志",
    quote_not_found="引文在原文中找不到：“{}”",
    whole_without_reason="判断针对整个输出，却没有理由",
    kept_without_evidence="没有找到证据，仍采用（--rubric-evidence warn）：{}",
    no_majority="各次评价没有多数：{}",
    votes="各次评价：{}",
    on_the_whole="依据：整个输出",
    empty_output="输出为空",
    none_decided="评审没有对任何维度作出评价：{}",
    stayed_open="结果未定：得分在 {} 到 {} 之间，及格线 {}；未定的是 {}",
    because="{}（{}）",
    undecided="未定：{}",
    rewording="写明这些维度的档位",
    passed_undecided="通过，但 {} 未定（得分 {} 到 {}）",
    passed_verdict="通过，但 {} 分的评定是 {}（及格线 {}）",
    quotes_not_found="{} 处引文在原文中找不到（共 {} 处）",
    kept_count="{} 个维度的评价没有证据，仍予采用（--rubric-evidence warn）",
    whole_count="{} 个维度的评价针对整个输出，没有引文",
    repaired="{} 个回复经修复后才能读取",
    unused_fields="回复中的这些字段不予采用：{}",
    then="；",
)

EN = Wording(
    missing="the reply has no entry for it",
    repeated="the reply has more than one entry for it",
    unknown_ids="the reply has entries with ids that were not asked about ({}), so none can be relied on",
    unknown_level="no level that may be given: {} (allowed: {})",
    no_evidence="a level without a quote",
    evidence_not_from_output="a level without a quote from the output or the run log",
    quote_not_found="a level whose quote does not stand in the text: “{}”",
    whole_without_reason="a level for the whole output without a reason",
    kept_without_evidence="kept without evidence (--rubric-evidence warn): {}",
    no_majority="no majority: {}",
    votes="votes: {}",
    on_the_whole="basis: whole output",
    empty_output="empty output",
    none_decided="the judge rated no dimension: {}",
    stayed_open="the outcome stayed open: score {} to {}, threshold {}; undecided: {}",
    because="{} ({})",
    undecided="undecided: {}",
    rewording="describe the levels of these dimensions",
    passed_undecided="passed with {} undecided (score {} to {})",
    passed_verdict="passed with {} points and the verdict {} (threshold {})",
    quotes_not_found="quotes that do not stand in the text they name: {} of {}",
    kept_count="levels kept without evidence (--rubric-evidence warn): {}",
    whole_count="levels for the output as a whole, without a quote: {}",
    repaired="replies that had to be repaired before they could be read: {}",
    unused_fields="fields of a reply that count for nothing: {}",
    then="; ",
)


def wording(lang: str) -> Wording:
    """The templates of one language: ``zh``, else English."""
    return ZH if lang == "zh" else EN
