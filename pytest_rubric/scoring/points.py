"""Points and scores: what the decisions about the criteria add up to.

All arithmetic is on exact fractions; rounding happens once, at the end, half up. The formula:

* ``achieved_points`` is the sum of the points of the criteria that are met or violated,
* ``total_positive`` is the sum of the points above 0,
* ``raw = achieved_points / total_positive * 100``, or ``100 + achieved_points`` where no
  criterion has points above 0,
* ``score = max(0, min(100, round(raw)))``.

An undecided criterion makes the score an interval. Its low end counts the criterion against
the output, its high end for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pytest_rubric.model import CriterionResult, Status
from pytest_rubric.scoring.figures import half_up

UndecidedCounts = Literal["against", "for"]

LOST: tuple[Status, ...] = ("not_met", "violated")
"""The statuses that cost points."""

# What a no quotes never mattered.
_WITHOUT_QUOTES: tuple[Status, ...] = ("not_met", "clean")


@dataclass(frozen=True, slots=True)
class Tally:
    """What a set of decisions adds up to. ``raw`` is unclamped and exact, ``score`` 0 to 100."""

    achieved_points: Fraction
    total_positive: Fraction
    raw: Fraction
    score: int

    @property
    def is_deduction(self) -> bool:
        """Whether points are taken off 100, because no criterion earns any."""
        return self.total_positive == 0


@dataclass(frozen=True, slots=True)
class Loss:
    """Points that one criterion cost: not met (positive) or violated (negative). ``points`` is above 0."""

    result: CriterionResult
    points: Fraction


def status_for(points: Fraction, holds: bool) -> Status:
    """The status of a criterion whose statement holds of the output, or doesn't."""
    if points > 0:
        return "met" if holds else "not_met"
    return "violated" if holds else "clean"


def rests_on_quotes(status: Status) -> bool:
    """Whether the quotes of a decision matter: a yes needs one, a no does without."""
    return status not in _WITHOUT_QUOTES


def is_type_tag(tag: str) -> bool:
    """Whether a tag is a ``type:`` tag, which only checks the sign of the points."""
    return tag.casefold().startswith("type:")


def is_positive(result: CriterionResult) -> bool:
    """Whether the criterion earns points, rather than losing them."""
    # several times faster than comparing the fraction itself
    return result.criterion.points.numerator > 0


def counts(result: CriterionResult, undecided: UndecidedCounts = "against") -> bool:
    """Whether the criterion's points are part of ``achieved_points``."""
    status = result.status
    if status == "undecided":
        return is_positive(result) == (undecided == "for")
    return status == "met" or status == "violated"


def tally(results: Iterable[CriterionResult], undecided: UndecidedCounts = "against") -> Tally:
    """Add up. ``undecided`` says which end of the interval is meant."""
    every = list(results)
    achieved = total([result.criterion.points for result in every if counts(result, undecided)])
    positive = total([result.criterion.points for result in every if is_positive(result)])
    if positive:
        # achieved / positive * 100, in one step instead of two
        upper, lower = achieved.as_integer_ratio(), positive.as_integer_ratio()
        raw = Fraction(100 * upper[0] * lower[1], upper[1] * lower[0])
    else:
        raw = 100 + achieved
    return Tally(achieved, positive, raw, max(0, min(100, half_up(raw))))


def total(points: Iterable[Fraction]) -> Fraction:
    """The exact sum. Whole numbers are added as such, which is many times faster."""
    whole, rest = 0, None
    for value in points:
        numerator, denominator = value.as_integer_ratio()
        if denominator == 1:
            whole += numerator
        else:
            rest = value if rest is None else rest + value
    return Fraction(whole) if rest is None else rest + whole


def interval(results: Sequence[CriterionResult]) -> tuple[int, int]:
    """The lowest and the highest score that the undecided criteria leave possible."""
    return interval_from(tally(results, "against"), results)


def interval_from(low: Tally, results: Sequence[CriterionResult]) -> tuple[int, int]:
    """:func:`interval` where the low end of these results is added up already."""
    return low.score, tally(results, "for").score if undecided(results) else low.score


def score_tags(results: Iterable[CriterionResult]) -> tuple[str, ...]:
    """The tags that get a sub-score, in order of appearance: all but ``type:`` tags."""
    tags = dict.fromkeys(tag for result in results for tag in result.criterion.tags)
    return tuple(tag for tag in tags if not is_type_tag(tag))


def sub_scores(results: Sequence[CriterionResult]) -> dict[str, int]:
    """The score of each tag: the same formula over the criteria that carry it.

    A tag that only stands on criteria with negative points is scored by deduction, as a
    rubric without positive criteria is. Undecided criteria count against the output.
    """
    return {
        tag: tally(result for result in results if tag in result.criterion.tags).score
        for tag in score_tags(results)
    }


def losses(results: Iterable[CriterionResult]) -> tuple[Loss, ...]:
    """What cost points, the dearest first; among equals in the order of the rubric.

    Undecided criteria are no losses.
    """
    lost = [Loss(result, abs(result.criterion.points)) for result in results if result.status in LOST]
    return tuple(sorted(lost, key=lambda loss: -loss.points))


def undecided(results: Iterable[CriterionResult]) -> tuple[CriterionResult, ...]:
    """The undecided ones, in the order of the rubric."""
    return tuple(result for result in results if result.status == "undecided")
