"""From decisions to an outcome: the gate, the verdict, and the band that names a score in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from pytest_rubric.model import CriterionResult, Verdict
from pytest_rubric.scoring.points import LOST, interval

Gate = Literal["passed", "failed", "open"]

# The lowest score of each band, its name in Chinese and in English.
BANDS: tuple[tuple[int, str, str], ...] = (
    (95, "完美/超越", "perfect or beyond"),
    (85, "优秀", "excellent"),
    (70, "合格", "adequate"),
    (50, "不合格", "inadequate"),
    (20, "严重不足", "seriously lacking"),
    (0, "完全失败", "complete failure"),
)


def gate(results: Sequence[CriterionResult], threshold: Fraction) -> Gate:
    """Whether the case passes, fails, or is open because of undecided criteria.

    It fails where even the high end of the score stays below the threshold, or a required
    criterion is decided against the output. It passes where even the low end reaches the
    threshold and no required criterion is undecided. Else undecided criteria can still tip it.
    """
    return gate_of(interval(results), results, threshold)


def gate_of(ends: tuple[int, int], results: Sequence[CriterionResult], threshold: Fraction) -> Gate:
    """:func:`gate` where the interval of these results is known."""
    low, high = ends
    if high < threshold or required_lost(results):
        return "failed"
    waits = any(result.criterion.required and result.status == "undecided" for result in results)
    return "passed" if low >= threshold and not waits else "open"


def required_lost(results: Sequence[CriterionResult]) -> tuple[CriterionResult, ...]:
    """The required criteria that are decided against the output."""
    return tuple(result for result in results if result.criterion.required and result.status in LOST)


def verdict(score: int | Fraction, pass_floor: Fraction, warn_floor: Fraction) -> Verdict:
    """The verdict on a score: ``pass`` and ``warn`` from their floors on, else ``fail``."""
    if score >= pass_floor:
        return "pass"
    return "warn" if score >= warn_floor else "fail"


def band(score: int | Fraction, lang: str) -> str:
    """The quality band of a score (0 to 100) in words; ``lang`` is ``zh`` or ``en``."""
    for floor, chinese, english in BANDS:
        if score >= floor:
            return chinese if lang == "zh" else english
    raise ValueError(f"a score is 0 to 100, not {score}")
