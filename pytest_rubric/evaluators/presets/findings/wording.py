"""What the presets that list findings tell people, in Chinese and English."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """``{}`` stands for figures, labels and texts that are already shortened."""

    clean: str
    issue: str
    times: str
    tier: str
    tiers: tuple[str, str, str, str]
    fluent: str
    none_made_up: str
    deducted: str
    total: str
    share: str
    share_evidence: str
    catastrophic: str
    confidence: str
    twice: str
    cleared: str
    windows: str
    or_no_finding: str
    unknown_is_light: str
    catastrophic_needs_finding: str


EN = Wording(
    clean="nothing found",
    issue="{severity} (-{points}): “{quote}”: {reason}",
    times=" × {}",
    tier="reads {}",
    tiers=("fluently", "mostly fluently", "unevenly", "badly"),
    fluent="It reads fluently; nothing was found.",
    none_made_up="No made-up content was found.",
    deducted="{label}: {terms} = {sum}",
    total="score: max(0, 100 - {sum}) = {score}",
    share="share of the text: {covered} of {length} characters = {share} %: {points}",
    share_evidence="{share} % of the text lies in findings",
    catastrophic="the core of the answer is made up: score 0",
    confidence="the judge's confidence: {}",
    twice="found twice under one type and counted once: “{}”",
    cleared="passages that the judge looked at and cleared: {}",
    windows="the text was judged in {} parts",
    or_no_finding="; copy words of the OUTPUT letter for letter, or leave this finding out",
    unknown_is_light="{} is severe, but its reason begins with unknown: what can't be checked is light",
    catastrophic_needs_finding="`catastrophic` is true without a finding: list what is made up, or say false",
)

ZH = Wording(
    clean="没有发现问题",
    issue="{severity}（-{points}）：“{quote}”：{reason}",
    times=" × {}",
    tier="读来{}",
    tiers=("流畅", "基本流畅", "不够流畅", "很不流畅"),
    fluent="读来流畅，没有发现问题。",
    none_made_up="没有发现编造的内容。",
    deducted="{label}：{terms} = {sum}",
    total="得分：max(0, 100 - {sum}) = {score}",
    share="所占篇幅：{length} 个字符中的 {covered} 个 = {share} %：{points}",
    share_evidence="有问题的内容占全文的 {share} %",
    catastrophic="回答的核心是编造的：得分 0",
    confidence="评审的把握：{}",
    twice="同一类型下列了两次，只计一次：“{}”",
    cleared="评审看过并认为属实的段落：{} 处",
    windows="全文分 {} 段评判",
    or_no_finding="；请从输出中一字不差地抄，否则不要列这一处",
    unknown_is_light="{} 是 severe，但理由以 unknown: 开头：无法核实的只能是 light",
    catastrophic_needs_finding="`catastrophic` 为 true 却没有列出任何一处：请列出编造的内容，或写 false",
)


def wording(lang: str) -> Wording:
    """The words of one language: ``zh``, else English."""
    return ZH if lang == "zh" else EN
