"""The words of what a case was in the baseline, in Chinese and English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pytest_rubric.reporting.compared import Cause, Changed


@dataclass(frozen=True, slots=True)
class BaselineWords:
    """Templates for ``str.format``; what is filled in is never read as a template."""

    title: str
    fell: str
    known: str
    score: str
    no_score: str
    changed: str
    then: str
    now: str
    more: str
    causes: Mapping[Cause, str]
    case_changed: Mapping[Changed, str]
    threshold: str


_ENGLISH = BaselineWords(
    title="Baseline: {before} then, {now} now{about}",
    fell="the test fails: it fell by {fell}, allowed {allowed}",
    known="the test is expected to fail: it failed in the baseline, and did not fall since",
    score="{score} ({verdict})",
    no_score="{verdict}",
    changed="#{id} {before}, now {now}",
    then="then: ",
    now="now: ",
    more="... and {n} more that changed: see --rubric-json",
    causes={
        "agent": "the output is another one, so the agent changed",
        "judge": "the output is the same, so the judge decided otherwise",
        "judge_changed": "judged by {now}, then by {before}, so this may be the judge's doing",
    },
    case_changed={
        "rubric": "the rubric changed since, so the scores measure different things",
        "case": "the case changed since (its input, context or reference)",
    },
    threshold="the threshold was {threshold}",
)

_CHINESE = BaselineWords(
    title="基线：当时 {before}，现在 {now}{about}",
    fell="测试失败：下降 {fell} 分，允许 {allowed} 分",
    known="测试的失败在预期之中：基线中已失败，此后没有下降",
    score="{score}（{verdict}）",
    no_score="{verdict}",
    changed="#{id} 当时{before}，现在{now}",
    then="当时：",
    now="现在：",
    more="... 另有 {n} 条判定有变化：见 --rubric-json",
    causes={
        "agent": "输出已不同，变化来自被测智能体",
        "judge": "输出相同，是评审的判定变了",
        "judge_changed": "现在由 {now} 评审，当时由 {before} 评审，变化可能来自评审",
    },
    case_changed={
        "rubric": "评分标准在此之后有改动，两次分数衡量的内容不同",
        "case": "用例（输入、上下文或参考答案）在此之后有改动",
    },
    threshold="当时的阈值为 {threshold}",
)


def words_of(lang: str) -> BaselineWords:
    """The words of ``zh``; English for anything else."""
    return _CHINESE if lang == "zh" else _ENGLISH
