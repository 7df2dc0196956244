"""The formula of the content family: the mean over all dimensions, and a verdict of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pytest_rubric.evaluators.presets.graded.model import Level, Total, worst
from pytest_rubric.evaluators.presets.protocol import r0
from pytest_rubric.model import Verdict
from pytest_rubric.scoring.figures import before_rounding, figure

NONE = Level("none", Fraction(100), "covered", {"en": "none", "zh": "无"})
LOW = Level("low", Fraction(80), "partial", {"en": "low", "zh": "轻"})
MEDIUM = Level("medium", Fraction(40), "partial", {"en": "medium", "zh": "中"})
HIGH = Level("high", Fraction(5), "missing", {"en": "high", "zh": "重"})
LEVELS = (NONE, LOW, MEDIUM, HIGH)

_MEAN = {"en": "score = mean of the dimensions = {} / {} = {}", "zh": "得分 = 各维度的平均 = {} / {} = {}"}
_VERDICT = {
    "en": "verdict = {}: it follows from the worst level ({}), because a mean hides a single bad one",
    "zh": "评定 = {}：由最严重的一档（{}）决定，因为平均会掩盖单独一处严重问题",
}
_ROUNDED = {"en": "{}, rounded {}", "zh": "{}，取整 {}"}


def mean(scores: Sequence[Fraction]) -> Fraction:
    """The mean of the scores of all dimensions, clean ones included; not rounded."""
    return sum(scores, Fraction(0)) / len(scores)


def verdict(level: Level) -> Verdict:
    """The verdict that the worst level brings, whatever the score."""
    if level is HIGH:
        return "fail"
    return "warn" if level is MEDIUM else "pass"


def total(levels: Mapping[str, Level], lang: str) -> Total:
    """The mean, whole and half up, and the verdict of the worst level."""
    scores = [level.score for level in levels.values()]
    exact, bad = mean(scores), worst(LEVELS, levels.values())
    score = r0(exact)
    shown = figure(score) if exact == score else _ROUNDED[lang].format(before_rounding(exact), figure(score))
    terms = " + ".join(map(figure, scores))
    return Total(
        score,
        (
            _MEAN[lang].format(f"({terms})", len(scores), shown),
            _VERDICT[lang].format(verdict(bad), bad.label[lang]),
        ),
        effects={},
        verdict=verdict(bad),
    )
