"""The words of reports in Chinese and English: one structure, two vocabularies.

The Chinese headings and the lines around the total are a format that other programs read.
Templates are filled with ``str.format``; what is filled in is never read as a template.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pytest_rubric.model import Point, Status


@dataclass(frozen=True, slots=True)
class Headings:
    """The fixed frame of the Markdown report, in its order."""

    result: str
    total: str
    rubric: str
    table: str
    dimensions: str
    math: str
    strengths: str
    weaknesses: str
    suggestions: str


@dataclass(frozen=True, slots=True)
class Marks:
    """Punctuation between parts of one line."""

    colon: str
    comma: str
    semicolon: str
    listing: str
    dash: str
    brackets: str


@dataclass(frozen=True, slots=True)
class Words:
    """Everything that reports say in one language."""

    headings: Headings
    marks: Marks
    statuses: Mapping[Status, str]
    point_statuses: Mapping[str, str]
    sources: Mapping[str, str]
    aims: Mapping[str, str]
    beyond_reference: str
    more_characters: str
    more_lines: str
    no_score: str
    open_score: str
    required: str
    turn: str
    whole: str
    not_found: str
    quotes_whole: str
    votes: str
    votes_unusable: str
    not_judged: str
    quality: str
    verdict: str
    threshold: str
    against: str
    interval: str
    tags: str
    note: str
    about: str
    origin: str
    origin_a: str
    origin_b: str
    counters: str
    reasks: str
    repaired: str
    happened: str
    next_step: str
    details: str
    compiled_rubric: str
    none_named: str
    feedback_not_asked: str
    feedback_without_judge: str
    feedback_without_criteria: str
    feedback_missing: str
    no_feedback: str
    nothing_lost: str
    empty_output: str
    do_when_blocked: str
    do_when_broken: str
    do_when_open: str
    do_when_points_open: str
    do_when_checks_open: str
    skipped: str
    human: str
    labels: str
    label_against: str
    # The text under a failed test.
    lost_title: str
    lost_title_without_total: str
    lost_more: str
    more_in_reports: str
    undecided_title: str
    points_title: str
    output_title: str
    output_head_title: str
    output_a: str
    output_b: str
    output_cut: str
    output_empty: str
    why: str
    order: str
    quote: str
    # The runs of a repeated case.
    runs_title: str
    runs_shown: str
    runs_columns: tuple[str, str, str, str]
    runs_average: str
    runs_interval: str
    run_passed: str
    run_failed: str
    run_open: str
    do_when_runs_open: str

    def point_status(self, point: Point) -> str:
        """The status of a point in this language; an evaluator's own word as it is."""
        return self.point_statuses.get(point.status or "", point.status or "")

    def brackets(self, text: str) -> str:
        """``text`` in this language's brackets, to be put right behind other text."""
        return self.marks.brackets.format(text)


ENGLISH = Words(
    headings=Headings(
        result="Evaluation result",
        total="**Total: {}**",
        rubric="Rubric, criterion by criterion",
        table="| # | Criterion | Points | Type | Decision | Evidence |",
        dimensions="Scores by dimension",
        math="Calculation",
        strengths="Strengths",
        weaknesses="Weaknesses",
        suggestions="Suggestions",
    ),
    marks=Marks(colon=": ", comma=", ", semicolon="; ", listing=", ", dash=" — ", brackets=" ({})"),
    statuses={
        "met": "met",
        "not_met": "not met",
        "violated": "violated",
        "clean": "clean",
        "undecided": "undecided",
    },
    point_statuses={},
    sources={
        "output": "output",
        "run_log": "run log",
        "reference": "reference",
        "input": "input",
        "context": "context",
    },
    aims={
        "reasoning_steps": "reasoning steps",
        "output_structure": "output structure",
        "edge_cases": "edge cases",
        "knowledge": "knowledge",
        "tool_use": "tool use",
    },
    beyond_reference="[beyond reference]",
    more_characters="({left} more characters)",
    more_lines="(and {n} more)",
    no_score="not scored",
    open_score="open, {low} to {high}",
    required="required",
    turn="turn {n}",
    whole="basis: whole output",
    not_found="not found in the {source}",
    quotes_whole="quotes the whole output",
    votes="votes: {yes} yes, {no} no",
    votes_unusable=", {unusable} unusable",
    not_judged="not judged",
    quality="Quality: {band}",
    verdict="Verdict: {verdict}, {comparison}",
    threshold="threshold {threshold}",
    against="required {ids} decided against the output",
    interval="Between {low} and {high}: with undecided criteria counted against the output, and for it",
    tags="Tags: {tags}",
    note="Note: {note}",
    about="Case: {case}",
    origin="Output from: {origin}",
    origin_a="Output A from: {origin}",
    origin_b="Output B from: {origin}",
    counters="judge calls {calls}, replies from the store {stored}, tokens {tokens}",
    reasks=", re-asked {n}",
    repaired=", replies repaired {n}",
    happened="No score: {error}",
    next_step="What to do: {step}",
    details="Details, as they came:",
    compiled_rubric="What the text of `Judge` was made; `pytest-rubric compile` prints it to be kept:",
    none_named="none named",
    feedback_not_asked="feedback was not asked for (`--rubric-feedback none`, or one call a criterion)",
    feedback_without_judge="no feedback: no judge was asked",
    feedback_without_criteria="this evaluator gives no feedback besides its scores",
    feedback_missing="feedback is missing (the reply holds none)",
    no_feedback="no feedback",
    nothing_lost="no criterion lost points",
    empty_output="The output is empty.",
    do_when_blocked="nothing was sent to the judge; mend the cause and run this test again.",
    do_when_broken="nothing was decided; mend the cause and run this test again (usable replies are stored).",
    do_when_open=(
        "run this test again (undecided criteria are asked anew), raise --rubric-extra-samples, or word the "
        "undecided criteria so that they can be answered yes or no."
    ),
    do_when_points_open=(
        "run this test again (what is undecided is asked anew), or raise --rubric-extra-samples."
    ),
    do_when_checks_open=(
        "mend what keeps the undecided checks from deciding, and run this test again; no judge decides them."
    ),
    skipped="skipped",
    human="A person's score: {score}, {reason} (the machine's: {machine}; only averages count the person's)",
    labels="Labels of people: the same as {agreeing} of {labels} decisions",
    label_against="#{id} {found}, people say {said}",
    lost_title="Lost {lost} points (of {total} to earn), worst first:",
    lost_title_without_total="Lost {lost} points, worst first:",
    lost_more="... and {n} more, {points} points: see --rubric-report-dir",
    more_in_reports="... and {n} more: see --rubric-report-dir",
    undecided_title="Undecided (the score lies between {low} and {high}, the threshold is {threshold}):",
    points_title="Points, lowest first:",
    output_title="Output:",
    output_head_title="Output (its beginning):",
    output_a="Output A:",
    output_b="Output B:",
    output_cut="... cut here; {lines} lines, {characters} characters in all",
    output_empty="(empty)",
    why="why: ",
    order="{side} shown first",
    quote="quote: ",
    runs_title="All runs; below is {run}:",
    runs_shown="The rest of this report is about {run}; score and tags are averages of all runs.",
    runs_columns=("run", "outcome", "score", "summary"),
    runs_average="{score} on average, threshold of each run {threshold}",
    runs_interval=(
        "Between {low} and {high} on average: with what is open counted against the outputs, and for them"
    ),
    run_passed="passed",
    run_failed="failed",
    run_open="open",
    do_when_runs_open=(
        "mend what kept these runs from an outcome and run this test again; its target then runs anew."
    ),
)

CHINESE = Words(
    headings=Headings(
        result="评估结果",
        total="**总分：{}**",
        rubric="Rubric 逐条判定",
        table="| # | Criterion | Points | Type | 判定 | 证据摘要 |",
        dimensions="各维度评分",
        math="数学验证",
        strengths="优点",
        weaknesses="不足",
        suggestions="改进建议",
    ),
    marks=Marks(colon="：", comma="，", semicolon="；", listing="、", dash=" —— ", brackets="（{}）"),
    statuses={
        "met": "满足",
        "not_met": "未满足",
        "violated": "触犯",
        "clean": "未触犯",
        "undecided": "未定",
    },
    point_statuses={"covered": "已覆盖", "partial": "部分覆盖", "missing": "未覆盖"},
    sources={
        "output": "输出",
        "run_log": "运行日志",
        "reference": "参考答案",
        "input": "输入",
        "context": "上下文",
    },
    aims={
        "reasoning_steps": "推理步骤",
        "output_structure": "输出结构",
        "edge_cases": "边界处理",
        "knowledge": "知识覆盖",
        "tool_use": "工具使用",
    },
    beyond_reference="[超越参考]",
    more_characters="（另有 {left} 个字符）",
    more_lines="（另有 {n} 条）",
    no_score="未评分",
    open_score="未定，{low} 至 {high}",
    required="必需",
    turn="第 {n} 轮",
    whole="依据：整个输出",
    not_found="{source}中未找到",
    quotes_whole="引用了整个输出",
    votes="投票：{yes} 是，{no} 否",
    votes_unusable="，{unusable} 无效",
    not_judged="未评审",
    quality="质量水平：{band}",
    verdict="结论：{verdict}，{comparison}",
    threshold="阈值 {threshold}",
    against="必需条目 {ids} 的判定不利于输出",
    interval="分数在 {low} 与 {high} 之间：未定条目分别按不利和有利于输出计算",
    tags="标签得分：{tags}",
    note="说明：{note}",
    about="用例：{case}",
    origin="输出来源：{origin}",
    origin_a="输出 A 的来源：{origin}",
    origin_b="输出 B 的来源：{origin}",
    counters="评审调用 {calls} 次，取自存储的回复 {stored} 条，词元 {tokens}",
    reasks="，追问 {n} 次",
    repaired="，修复回复 {n} 条",
    happened="未能评分：{error}",
    next_step="下一步：{step}",
    details="原始细节：",
    compiled_rubric="由 `Judge` 的文字整理出的评分标准（`pytest-rubric compile` 可打印出来保存）：",
    none_named="未列出",
    feedback_not_asked="本次未请求反馈（`--rubric-feedback none`，或逐条评审）",
    feedback_without_judge="没有反馈：本用例未调用评审",
    feedback_without_criteria="此评估器除得分外不提供反馈",
    feedback_missing="反馈缺失（回复中没有反馈）",
    no_feedback="没有反馈",
    nothing_lost="没有条目失分",
    empty_output="输出为空",
    do_when_blocked="没有向评审发送任何内容；排除上述原因后重新运行此测试。",
    do_when_broken="没有任何条目得到判定；排除上述原因后重新运行此测试（可用的回复已存储）。",
    do_when_open=(
        "重新运行此测试（未定条目会重新询问），或增大 --rubric-extra-samples，"
        "或把未定条目改写为能以是否回答的判定句。"
    ),
    do_when_points_open="重新运行此测试（未定的部分会重新询问），或增大 --rubric-extra-samples。",
    do_when_checks_open="排除使检查无法判定的原因后重新运行此测试；检查不由评审判定。",
    skipped="已跳过",
    human="人工评分：{score}，{reason}（机器评分：{machine}；人工评分只用于平均分）",
    labels="人工标注：{labels} 条判定中有 {agreeing} 条一致",
    label_against="第 {id} 条判定为{found}，人工标注为{said}",
    lost_title="失分 {lost}（可得 {total}），失分多的在前：",
    lost_title_without_total="失分 {lost}，失分多的在前：",
    lost_more="... 另有 {n} 条，共 {points} 分：见 --rubric-report-dir",
    more_in_reports="... 另有 {n} 条：见 --rubric-report-dir",
    undecided_title="未定（分数在 {low} 与 {high} 之间，阈值 {threshold}）：",
    points_title="各项得分，由低到高：",
    output_title="输出：",
    output_head_title="输出（开头部分）：",
    output_a="输出 A：",
    output_b="输出 B：",
    output_cut="... 在此截断；共 {lines} 行，{characters} 个字符",
    output_empty="（空）",
    why="理由：",
    order="{side} 在前",
    quote="原文：",
    runs_title="全部运行；以下为{run}：",
    runs_shown="以下内容为{run}；总分与标签得分是全部运行的平均值。",
    runs_columns=("运行", "结果", "得分", "小结"),
    runs_average="平均 {score}，每次运行的阈值 {threshold}",
    runs_interval="平均分在 {low} 与 {high} 之间：未定部分分别按不利和有利于输出计算",
    run_passed="通过",
    run_failed="未通过",
    run_open="未定",
    do_when_runs_open="排除使这些运行没有结果的原因后重新运行此测试；目标会重新运行。",
)


def words_for(lang: str) -> Words:
    """The words of ``zh``; English for anything else."""
    return CHINESE if lang == "zh" else ENGLISH
