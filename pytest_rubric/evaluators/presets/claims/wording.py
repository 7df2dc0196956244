"""What this family says to people, in Chinese and English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pytest_rubric.evaluators.quoting import read_text
from pytest_rubric.model import Quote
from pytest_rubric.model.lines import shortened

_TEXT = 40
_REASON = 80


@dataclass(frozen=True, slots=True)
class Wording:
    """``{}`` stands for figures, and for texts that are already shortened."""

    empty_output: str
    no_claims: str
    more_claims: str
    output: str
    reference: str
    said: str
    worst: str
    status: Mapping[str, str]
    """By coverage, correctness or support."""
    # accuracy
    all_correct: str
    none_comparable: str
    not_counted: str
    accuracy: str
    excluded: str
    # faithfulness
    all_supported: str
    no_evidence: str
    cited: str
    faithfulness: str
    # completion
    all_covered: str
    no_key_points: str
    values: str
    weighted: str
    stage: Mapping[str, str]
    lost_at: str
    issue: str
    invented_issues: str
    severity: Mapping[str, str]
    score: str


EN = Wording(
    empty_output="the output is empty: it claims nothing",
    no_claims="the output states nothing that could be checked",
    more_claims="claims beyond the first {1} are not judged: {0}",
    output='output: "{}"',
    reference='reference: "{}"',
    said="{}; {}",
    worst="{}: {} - {}",
    status={
        "covered": "covered",
        "partial": "only partly said",
        "missing": "missing",
        "correct": "correct",
        "partially_correct": "not quite right",
        "wrong": "wrong",
        "not_in_reference": "not in the reference",
        "supported": "backed",
        "contradicted": "contradicts what the run saw",
        "not_covered": "backed by nothing the run saw",
    },
    all_correct="every claim that the reference speaks of is right ({} of {})",
    none_comparable="the reference says nothing about any claim of the output",
    not_counted="the reference says nothing about it: it is not counted",
    accuracy="{} correct × 1 + {} partially correct × 0.5 + {} wrong × 0 = {}, of {} judged",
    excluded="not counted, since the reference says nothing about them: {} of {} claims",
    all_supported="every claim is backed by what the run saw",
    no_evidence="the agent that wrote the answer saw no result of a tool before it, and there is no context",
    cited='{}: "{}"',
    faithfulness="{} supported, {} contradicted, {} not covered: {} of {} backed",
    all_covered="every key point of the reference is there",
    no_key_points="key points of the reference",
    values="covered 1, partial 0.5, missing and wrong 0, each times its weight",
    weighted="({}) / {} = {} / {}",
    stage={
        "evidence_collection": "looking up what was needed",
        "tool_usage": "the use of tools",
        "reasoning": "reasoning",
        "final_answer": "writing the answer",
        "model_or_environment": "the model or its environment",
        "unknown": "",
    },
    lost_at="lost at: {}",
    issue="not scored, {} ({}): {}",
    invented_issues="remarks of the judge left out, since they quote what the output does not say: {}",
    severity={"low": "slight", "medium": "clear", "high": "grave"},
    score="100 × {} / {} = {}",
)

ZH = Wording(
    empty_output="输出为空：没有任何主张",
    no_claims="输出中没有可以核对的主张",
    more_claims="另有 {} 条主张没有评判：只评判前 {} 条",
    output="输出：“{}”",
    reference="参考：“{}”",
    said="{}；{}",
    worst="{}：{}——{}",
    status={
        "covered": "说到了",
        "partial": "只说到一部分",
        "missing": "没有说到",
        "correct": "正确",
        "partially_correct": "不够准确",
        "wrong": "说错了",
        "not_in_reference": "参考答案未涉及",
        "supported": "有依据",
        "contradicted": "与运行中看到的不符",
        "not_covered": "运行中看到的内容里没有依据",
    },
    all_correct="参考答案涉及的主张都正确（{} / {}）",
    none_comparable="参考答案没有涉及输出的任何主张",
    not_counted="参考答案没有涉及这条主张，不计入分母",
    accuracy="{} 条正确 × 1 + {} 条部分正确 × 0.5 + {} 条错误 × 0 = {}，共判定 {} 条",
    excluded="{1} 条主张中有 {0} 条参考答案没有涉及，不计入分母",
    all_supported="每条主张都有运行中看到的内容作依据",
    no_evidence="写出答案的 agent 此前没有看到任何工具结果，也没有给出 Context",
    cited="{}：“{}”",
    faithfulness="{} 条有依据，{} 条相矛盾，{} 条未覆盖：{} / {} 条主张有依据",
    all_covered="参考答案的要点都说到了",
    no_key_points="参考答案的要点",
    values="说到 1、部分说到 0.5、没有说到和说错 0，各乘权重",
    weighted="({}) / {} = {} / {}",
    stage={
        "evidence_collection": "查找所需内容",
        "tool_usage": "使用工具",
        "reasoning": "推理",
        "final_answer": "写出答案",
        "model_or_environment": "模型或环境",
        "unknown": "",
    },
    lost_at="问题出在：{}",
    issue="不计分，{}（{}）：{}",
    invented_issues="评审有 {} 条意见引用了输出中没有的话，已略去",
    severity={"low": "轻微", "medium": "明显", "high": "严重"},
    score="100 × {} / {} = {}",
)


def wording(lang: str) -> Wording:
    """The words of one language: ``zh``, else English."""
    return ZH if lang == "zh" else EN


def worst(words: Wording, status: str, text: str, reason: str) -> str:
    """The summary that names the worst thing."""
    return words.worst.format(words.status[status], shortened(text, _TEXT), shortened(reason, _REASON))


def sentences(words: Wording, *parts: str) -> str:
    """Parts of the evidence of a point, those that are blank left out."""
    said = [part.rstrip(" .。;；") for part in parts if part.strip()]
    made = ""
    for part in said:
        made = words.said.format(made, part) if made else part
    return made


def passage_of(quote: Quote) -> str:
    """The words that a quote was found as, on one line."""
    return shortened(" ".join(read_text(quote.passage or quote.text).split()), 200)
