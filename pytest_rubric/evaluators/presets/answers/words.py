"""What these presets say, to the judge and to people, in Chinese and English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Complaints:
    """What can be wrong with an answer beyond what all presets share."""

    no_statements: str
    flawless_with_issues: str


@dataclass(frozen=True, slots=True)
class Quality:
    """What ``result-answer`` says. ``{}`` stands for figures and texts."""

    relevance: str
    completeness: str
    coherence: str
    levels: Mapping[str, str]
    importance: Mapping[int, str]
    issues: Mapping[str, str]
    rated: str
    noncommittal: str
    leave_out: str
    commit: str
    cut: str
    no_needs: str
    all_well: str
    relevance_sum: str
    relevance_avoided: str
    completeness_sum: str
    coherence_sum: str
    total: str


@dataclass(frozen=True, slots=True)
class Instruction:
    """What ``result-instruction`` says."""

    statuses: Mapping[str, str]
    types: Mapping[str, str]
    counted: str
    items: str
    exactly: str
    not_counted: str
    conditional_on_empty: str
    keep_to: str
    none: str
    none_applicable: str
    empty: str
    all_kept: str
    asked_but: str
    system_left: str
    system_cut: str
    total: str


@dataclass(frozen=True, slots=True)
class Depth:
    """What ``depth-result`` says."""

    labels: Mapping[str, str]
    required: Mapping[str, str]
    levels: Mapping[str, str]
    not_called_for: str
    none: str
    all_well: str
    empty: str
    develop: str
    total: str


@dataclass(frozen=True, slots=True)
class Words:
    quality: Quality
    instruction: Instruction
    depth: Depth
    listing: str
    colon: str
    quoted: str
    brackets: str


_COMPLAINTS: Mapping[str, Complaints] = {
    "en": Complaints(
        no_statements="`statements` is empty: the OUTPUT has text, so list what it says or does",
        flawless_with_issues="`rating` 4 means that nothing disturbs, but there are `issues`",
    ),
    "zh": Complaints(
        no_statements="`statements` 是空的：输出里有文字，请列出它说了什么、做了什么",
        flawless_with_issues="`rating` 为 4 表示没有任何干扰，但列出了 `issues`",
    ),
}

EN = Words(
    quality=Quality(
        relevance="Relevance",
        completeness="Completeness",
        coherence="Coherence",
        levels={
            "relevant": "relevant",
            "supporting": "supporting",
            "irrelevant": "irrelevant",
            "covered": "covered",
            "partial": "partly covered",
            "missing": "missing",
        },
        importance={3: "core", 2: "further question", 1: "side wish"},
        issues={"contradiction": "contradiction", "repetition": "repetition", "jump": "jump"},
        rated="rated {} of 4",
        noncommittal="the answer avoids the question",
        leave_out="Leave out what the question does not ask for: {}",
        commit="Commit to an answer to the question.",
        cut="{} further statements of the answer were not judged",
        no_needs="the input asks for nothing that could be answered: {}",
        all_well="it answers all that was asked, to the point and in order",
        relevance_sum="relevance = 100 × ({}) / {} = {}",
        relevance_avoided="relevance = 0: the answer avoids the question, and no statement is relevant",
        completeness_sum="completeness = 100 × ({}) / {} = {}",
        coherence_sum="coherence = 25 × {} = {}",
        total="score = 0.3 × {} + 0.5 × {} + 0.2 × {} = {}",
    ),
    instruction=Instruction(
        statuses={"met": "kept", "not_met": "not kept", "not_applicable": "not applicable"},
        types={
            "format": "format",
            "language": "language",
            "length": "length",
            "required_field": "required field",
            "required_keyword": "required keyword",
            "required_section": "required section",
            "exact_item_count": "number of items",
            "prohibited_content": "prohibited content",
            "scope": "scope",
            "style": "style",
        },
        counted="checked by code",
        items="{} list items, wanted {}",
        exactly="exactly {}",
        not_counted="not applicable here, so it is not counted",
        conditional_on_empty="whether its condition holds can't be told of an empty output: not counted",
        keep_to="Keep to “{}”.",
        none="no constraint on the output is asked for: {}",
        none_applicable="none of the {} constraints applies to this output",
        empty="the output is empty, so it keeps none of what was asked for",
        all_kept="it keeps to everything that was explicitly asked for",
        asked_but="asked for “{}”: {}",
        system_left="{} further system texts were not read for constraints",
        system_cut="{} system texts were read up to {} characters only",
        total="score = 100 × {} / ({} + {}) = {}",
    ),
    depth=Depth(
        labels={
            "causal_depth": "Causal depth",
            "structured_reasoning": "Structured reasoning",
            "multi_perspective_tradeoff": "Perspectives and trade-offs",
            "context_provision": "Background and context",
            "insight_synthesis": "Insight and synthesis",
        },
        required={"none": "not called for", "light": "lightly called for", "full": "fully called for"},
        levels={"met": "met", "partial": "partly met", "missing": "missing"},
        not_called_for="the question does not call for it, so it is not counted",
        none="the question calls for no analysis of any kind",
        all_well="it goes as deep as the question calls for",
        empty="the output is empty",
        develop="Say something about this: {}",
        total="score = ({}) / ({}) = {}",
    ),
    listing="; ",
    colon=": ",
    quoted="“{}”",
    brackets=" ({})",
)

ZH = Words(
    quality=Quality(
        relevance="相关性",
        completeness="完整性",
        coherence="连贯性",
        levels={
            "relevant": "相关",
            "supporting": "辅助",
            "irrelevant": "无关",
            "covered": "已回答",
            "partial": "部分回答",
            "missing": "未回答",
        },
        importance={3: "核心", 2: "其他问题", 1: "顺带的愿望"},
        issues={"contradiction": "矛盾", "repetition": "重复", "jump": "跳跃"},
        rated="评为 {}（满分 4）",
        noncommittal="回答回避了问题",
        leave_out="删去问题没有要的内容：{}",
        commit="对问题给出明确的回答。",
        cut="另有 {} 条陈述没有评判",
        no_needs="输入没有提出可以回答的要求：{}",
        all_well="问到的都答了，切题而有条理",
        relevance_sum="相关性 = 100 × ({}) / {} = {}",
        relevance_avoided="相关性 = 0：回答回避了问题，没有一条陈述相关",
        completeness_sum="完整性 = 100 × ({}) / {} = {}",
        coherence_sum="连贯性 = 25 × {} = {}",
        total="得分 = 0.3 × {} + 0.5 × {} + 0.2 × {} = {}",
    ),
    instruction=Instruction(
        statuses={"met": "已遵守", "not_met": "未遵守", "not_applicable": "不适用"},
        types={
            "format": "格式",
            "language": "语言",
            "length": "长度",
            "required_field": "必需字段",
            "required_keyword": "必需关键词",
            "required_section": "必需章节",
            "exact_item_count": "条目数",
            "prohibited_content": "禁止内容",
            "scope": "范围",
            "style": "文风",
        },
        counted="由代码检查",
        items="列出 {} 项，要求{}",
        exactly="正好 {}",
        not_counted="在此不适用，不计分",
        conditional_on_empty="输出为空，无法判断其条件是否成立，不计分",
        keep_to="遵守“{}”。",
        none="输入没有对输出提出约束：{}",
        none_applicable="{} 条约束都不适用于这份输出",
        empty="输出为空，要求一条也没有做到",
        all_kept="明确要求的都做到了",
        asked_but="要求“{}”：{}",
        system_left="另有 {} 段系统指令没有读取约束",
        system_cut="{} 段系统指令只读取了前 {} 个字符",
        total="得分 = 100 × {} / ({} + {}) = {}",
    ),
    depth=Depth(
        labels={
            "causal_depth": "原因分析深度",
            "structured_reasoning": "结构化推理",
            "multi_perspective_tradeoff": "多视角权衡",
            "context_provision": "背景与语境",
            "insight_synthesis": "洞察与升华",
        },
        required={"none": "不需要", "light": "稍需", "full": "充分需要"},
        levels={"met": "达到", "partial": "部分达到", "missing": "缺失"},
        not_called_for="问题不需要，不计分",
        none="这个问题不需要任何展开分析",
        all_well="问题需要的分析都展开了",
        empty="输出为空",
        develop="补充这一点：{}",
        total="得分 = ({}) / ({}) = {}",
    ),
    listing="；",
    colon="：",
    quoted="“{}”",
    brackets="（{}）",
)


def words(lang: str) -> Words:
    """What people are told in one language: ``zh``, else English."""
    return ZH if lang == "zh" else EN


def complaints(lang: str) -> Complaints:
    """What the judge is told in one language."""
    return _COMPLAINTS["zh" if lang == "zh" else "en"]
