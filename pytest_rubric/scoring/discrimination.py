"""Does a score tell good outputs from bad ones? Four signs that it may not, found by code.

They are remarks for people. A score is what the formula makes of the decisions, and stays that,
whatever stands here.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from pytest_rubric.model import Evaluation
from pytest_rubric.scoring.figures import exact

Sign = Literal["safe_zone", "all_dimensions_high", "beyond_reference_below_90", "severe_penalty_70_or_more"]

SAFE_ZONE = (75, 85)
"""Where scores gather that nobody had to think about; both ends belong to it."""

HIGH = 80
"""Percent of what a dimension can reach; above it the dimension is high."""

BEYOND_REFERENCE = 90
"""What an output that is better than the reference should reach."""

SEVERE = Fraction(1, 5)
"""The share of all that can be earned from which on a penalty is severe."""

STILL_GOOD = 70
"""What an output with a severe penalty should not reach."""


def signs(evaluation: Evaluation) -> tuple[Sign, ...]:
    """The signs that a judged evaluation shows, in a fixed order; none where its score is open.

    The dimensions are the points of an evaluator that has a highest score for each of them, or the
    tags of the criteria; less than two of them are no pattern.
    """
    if evaluation.state != "judged" or evaluation.score is None:
        return ()
    if evaluation.interval is not None and evaluation.interval[0] != evaluation.interval[1]:
        return ()
    return tuple(_signs(evaluation, Fraction(evaluation.score)))


def _signs(evaluation: Evaluation, score: Fraction) -> Iterator[Sign]:
    if SAFE_ZONE[0] <= score <= SAFE_ZONE[1]:
        yield "safe_zone"
    shares = _shares(evaluation)
    if len(shares) > 1 and all(share is not None and share > HIGH for share in shares):
        yield "all_dimensions_high"
    beyond = any(strength.label == "beyond_reference" for strength in evaluation.feedback.strengths)
    if beyond and score < BEYOND_REFERENCE:
        yield "beyond_reference_below_90"
    if score >= STILL_GOOD and _severely_penalised(evaluation):
        yield "severe_penalty_70_or_more"


def _shares(evaluation: Evaluation) -> list[Fraction | None]:
    """What each dimension reached, in percent; ``None`` where that is not known."""
    if evaluation.points:
        counted = [point for point in evaluation.points if not point.set_aside]
        return [
            # as people write them: 0.7 and not the binary fraction beside it
            exact(point.score) / exact(point.maximum) * 100
            if point.score is not None and point.maximum
            else None
            for point in counted
        ]
    return [None if value is None else Fraction(value) for value in evaluation.tags.values()]


def _severely_penalised(evaluation: Evaluation) -> bool:
    # without a criterion that earns points they are taken off 100
    whole = evaluation.total_positive or Fraction(100)
    penalties = [-each.criterion.points for each in evaluation.criteria if each.status == "violated"]
    return any(penalty >= SEVERE * whole for penalty in penalties)
