"""What is said about evaluators that are Python classes, in Chinese and English."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Texts:
    """``{}`` stands for names, figures and texts that are already shortened."""

    raised: str
    timed_out: str
    wrong_return: str
    no_score: str
    scaled: str
    cut_points: str
    no_such_steps: str
    passed_verdict: str


EN = Texts(
    raised="evaluator {} raised {}",
    timed_out="evaluator {} took longer than {} s; raise `timeout`, or make it faster",
    wrong_return=(
        "evaluator {} returned {}; it must return a mapping with any of score, verdict, summary, points, "
        "evidence"
    ),
    no_score="evaluator {} gave neither a score nor a verdict",
    scaled="numbers up to 1 are read as shares of 100",
    cut_points="{} further points are not read",
    no_such_steps="anchors that are no steps of the run log are left out: {}",
    passed_verdict="passed with the verdict {} ({})",
)

ZH = Texts(
    raised="评估器 {} 抛出 {}",
    timed_out="评估器 {} 用时超过 {} 秒；请增大 `timeout`，或使其更快",
    wrong_return="评估器 {} 返回了 {}；应返回含有 score、verdict、summary、points、evidence 中任意几项的映射",
    no_score="评估器 {} 既没有给出分数，也没有给出结论",
    scaled="不大于 1 的数按百分之一的份额换算",
    cut_points="另有 {} 个评分点没有读取",
    no_such_steps="不是运行日志步骤的锚点已略去：{}",
    passed_verdict="通过，但评定是 {}（{}）",
)


def texts(lang: str) -> Texts:
    """The texts of one language: ``zh``, else English."""
    return ZH if lang == "zh" else EN
