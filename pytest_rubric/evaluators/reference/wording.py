"""What the reference evaluator tells people, in Chinese and English, as templates.

What it tells the judge stands in ``texts_en`` and ``texts_zh``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wording:
    """``{}`` stands for figures, numbers of entries, and texts that are already shortened."""

    # the dimensions
    agreement: str
    completeness: str
    form: str
    # words for decisions
    statuses: Mapping[str, str]
    kinds: Mapping[str, str]
    grades: Mapping[str, str]
    core: str
    detail: str
    undecided: str
    # what did not stand
    parts: Mapping[str, str]
    missing_part: str
    no_facts: str
    no_facts_stand: str
    bad_list: str
    too_many: str
    repeated: str
    wrong_ids: str
    fact_not_in_reference: str
    unknown_word: str
    no_quote: str
    quote_not_found: str
    two_decisions: str
    unrelated_without_reason: str
    unrelated_but_covered: str
    no_majority: str
    related: str
    unrelated_answer: str
    kept_without_evidence: str
    # why there is no outcome
    no_reference: str
    placeholder: str
    not_decided: str
    stayed_open: str
    named_fact: str
    named_claim: str
    # the calculation
    fact_line: str
    claim_line: str
    shown: str
    counted_with: str
    stands_in_reference: str
    left_out: str
    score: str
    low: str
    high: str
    remark: str
    unrelated: str
    without_content: str
    unknown_claims: str
    empty_output: str
    identical: str
    # the dimensions' evidence and the summary
    covered_of: str
    status_count: str
    claim_count: str
    claim_names: Mapping[str, str]
    shown_fact: str
    shown_quote: str
    unrelated_output: str
    points_of: str
    between: str
    then: str
    # strengths and weaknesses
    says_fact: str
    beyond: str
    contradicts: str
    misses: str
    half_says: str
    wrong_claim: str
    unsupported_claim: str
    off_topic: str
    because: str
    # what a passing case still says
    passed_undecided: str
    passed_verdict: str
    # notes
    facts_left_out: str
    dropped_claims: str
    kept_count: str
    samples: str
    no_feedback: str
    feedback_missing: str
    repaired: str
    unused_fields: str


ZH = Wording(
    agreement="语义一致性",
    completeness="内容完整性",
    form="格式与体验",
    statuses={
        "covered": "覆盖",
        "partial": "部分覆盖",
        "missing": "缺失",
        "contradicted": "矛盾",
        "undecided": "未定",
    },
    kinds={
        "wrong": "错误",
        "unsupported": "无依据",
        "harmless": "无害",
        "useful": "超越参考",
        "undecided": "未定",
    },
    grades={"good": "良好", "fair": "有瑕疵", "poor": "差"},
    core="核心",
    detail="细节",
    undecided="未定",
    parts={"facts": "要点", "claims": "超出参考的内容", "format": "格式", "relevance": "相关性"},
    missing_part="回复中没有这一项",
    no_facts="没有从参考答案中列出任何要点",
    no_facts_stand="列出的要点都不能用：{}",
    bad_list="不是所要求的列表",
    too_many="超过 {} 项",
    repeated="回复中这一项不止一个",
    wrong_ids="回复中的编号不对",
    fact_not_in_reference="要点在参考答案里找不到：“{}”",
    unknown_word="“{}”不是可用的值",
    no_quote="判断没有引文",
    quote_not_found="引文在输出里找不到：“{}”",
    two_decisions="同样的文字有两个不同的判断",
    unrelated_without_reason="判断为与输入无关，却没有理由",
    unrelated_but_covered="判断为与输入无关，但有要点被覆盖",
    no_majority="各次判断没有多数：{}",
    related="有关",
    unrelated_answer="无关",
    kept_without_evidence="没有找到证据，仍采用判断（--rubric-evidence warn）：{}",
    no_reference="没有参考答案可比：请写 `ExpectedOutput`，或给用例写 `Judge`",
    placeholder="`ExpectedOutput` 仍是占位文字（{}）：请写出参考答案，或给用例写 `Judge`",
    not_decided="评审没有作出可用的判断：{}",
    stayed_open="结果未定：得分在 {} 到 {} 之间，及格线 {}；未定的是 {}",
    named_fact="要点 {}",
    named_claim="说法 {}",
    fact_line="要点 {}（{}，权重 {}）「{}」：{}",
    claim_line="说法 {}「{}」：{}",
    shown=" ← 「{}」",
    counted_with="，已计入要点 {}",
    stands_in_reference="，参考答案里也有，不计",
    left_out="未覆盖比例",
    score="总分",
    low="下限",
    high="上限",
    remark="（{}）",
    unrelated="与输入无关，不计内容分",
    without_content="没有内容支撑，减半",
    unknown_claims="超出参考的内容未定，按全部失去计",
    empty_output="输出为空，不套用公式",
    identical="输出与参考答案相同，不调用评审",
    covered_of="{} 个要点中覆盖 {} 个",
    status_count="{} {}",
    claim_count="{} {} 处",
    claim_names={"wrong": "参考之外的错误", "unsupported": "无依据的内容", "undecided": "未定的内容"},
    shown_fact="「{}」",
    shown_quote="输出写的是「{}」",
    unrelated_output="输出与输入无关",
    points_of="{} {}/{}",
    between="、",
    then="；",
    says_fact="说出了参考的要点“{}”",
    beyond="参考之外的有用内容",
    contradicts="与参考矛盾，参考写的是“{}”",
    misses="缺少参考的要点“{}”",
    half_says="参考的要点“{}”只说了一部分",
    wrong_claim="参考之外的错误内容",
    unsupported_claim="参考之外没有依据的内容",
    off_topic="跑题，与输入无关",
    because="{}：{}",
    passed_undecided="通过，但 {} 未定（得分 {} 到 {}）",
    passed_verdict="通过，但 {} 分的评定是 {}（及格线 {}）",
    facts_left_out="{} 个要点不予采用：{}",
    dropped_claims="{} 处无害或有用的内容在输出里找不到，不予采用",
    kept_count="{} 条判断没有证据，仍予采用（--rubric-evidence warn）",
    samples="{} 次评审各自的得分：{}",
    no_feedback="未请求改进建议（--rubric-feedback none，或逐项评审）",
    feedback_missing="回复中没有改进建议",
    repaired="{} 个回复经修复后才能读取",
    unused_fields="回复中的这些字段不予采用：{}",
)

EN = Wording(
    agreement="Semantic agreement",
    completeness="Completeness",
    form="Format and experience",
    statuses={
        "covered": "covered",
        "partial": "partial",
        "missing": "missing",
        "contradicted": "contradicted",
        "undecided": "undecided",
    },
    kinds={
        "wrong": "wrong",
        "unsupported": "unsupported",
        "harmless": "harmless",
        "useful": "beyond the reference",
        "undecided": "undecided",
    },
    grades={"good": "good", "fair": "flawed", "poor": "poor"},
    core="core",
    detail="detail",
    undecided="undecided",
    parts={"facts": "facts", "claims": "claims", "format": "format", "relevance": "relevance"},
    missing_part="the reply does not hold it",
    no_facts="no key facts of the reference were listed",
    no_facts_stand="none of the listed facts can be used: {}",
    bad_list="not the list that was asked for",
    too_many="more than {} entries",
    repeated="the reply has more than one entry for it",
    wrong_ids="the reply uses other ids",
    fact_not_in_reference="a fact that does not stand in the reference: “{}”",
    unknown_word="not one of the words to choose from: “{}”",
    no_quote="a decision without a quote",
    quote_not_found="a quote that does not stand in the output: “{}”",
    two_decisions="two different decisions about the same words",
    unrelated_without_reason="called unrelated to the input without a reason",
    unrelated_but_covered="called unrelated to the input, although facts are covered",
    no_majority="no majority: {}",
    related="related",
    unrelated_answer="unrelated",
    kept_without_evidence="kept without evidence (--rubric-evidence warn): {}",
    no_reference="there is no reference to judge against: write `ExpectedOutput`, or give the case a `Judge`",
    placeholder=(
        "`ExpectedOutput` is still a placeholder ({}): write the reference, or give the case a `Judge`"
    ),
    not_decided="the judge made no usable decision: {}",
    stayed_open="the outcome stayed open: score {} to {}, threshold {}; undecided: {}",
    named_fact="fact {}",
    named_claim="claim {}",
    fact_line="fact {} ({}, weight {}) “{}”: {}",
    claim_line="claim {} “{}”: {}",
    shown=" ← “{}”",
    counted_with=", counted with fact {}",
    stands_in_reference=", stands in the reference and is not counted",
    left_out="left out",
    score="score",
    low="low end",
    high="high end",
    remark=" ({})",
    unrelated="unrelated to the input: no points for content",
    without_content="half, without content",
    unknown_claims="claims undecided: counted as lost",
    empty_output="the output is empty: 0 without the formula",
    identical="the output is the reference: no judge was asked",
    covered_of="{1} of {0} key facts covered",
    status_count="{1} {0}",
    claim_count="{0}: {1}",
    claim_names={
        "wrong": "wrong claims",
        "unsupported": "unsupported claims",
        "undecided": "undecided claims",
    },
    shown_fact="“{}”",
    shown_quote="the output says “{}”",
    unrelated_output="unrelated to the input",
    points_of="{} {} of {}",
    between=", ",
    then="; ",
    says_fact="says what the reference says: “{}”",
    beyond="useful, and beyond the reference",
    contradicts="contradicts the reference, which says “{}”",
    misses="leaves out what the reference says: “{}”",
    half_says="says only a part of “{}”",
    wrong_claim="wrong, and not from the reference",
    unsupported_claim="nothing supports this, and it is not from the reference",
    off_topic="off the subject: unrelated to the input",
    because="{}: {}",
    passed_undecided="passed with {} undecided (score {} to {})",
    passed_verdict="passed with {} points and the verdict {} (threshold {})",
    facts_left_out="entries of the list of key facts that count for nothing: {} ({})",
    dropped_claims="harmless or useful claims that do not stand in the output and count for nothing: {}",
    kept_count="decisions kept without evidence (--rubric-evidence warn): {}",
    samples="scores of {} samples by themselves: {}",
    no_feedback="suggestions were not asked for (--rubric-feedback none, or one call a part)",
    feedback_missing="the reply holds no suggestions",
    repaired="replies that had to be repaired before they could be read: {}",
    unused_fields="fields of a reply that count for nothing: {}",
)


def wording(lang: str) -> Wording:
    """The templates of one language: ``zh``, else English."""
    return ZH if lang == "zh" else EN
