"""Scores of weighed dimensions: what the levels that a judge picked add up to.

All arithmetic is on exact fractions; rounding happens once, at the end, half up. The formula, with
``M`` as the highest maximum of all scales, which is that of every dimension where they share one:

* ``weighted_score = sum(level / maximum * M * weight) / sum(weight)``,
* ``overall_score = sum(level / maximum * M) / number of dimensions``,
* ``raw = 100 * weighted_score / M``, from the exact ``weighted_score``,
* ``score = max(0, min(100, round(raw)))``.

An undecided dimension makes the score an interval: its low end has the lowest level that a judge
may give it, its high end the highest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.model import Dimension
from pytest_rubric.scoring.figures import half_up, rounded
from pytest_rubric.scoring.means import mean, weighted_mean
from pytest_rubric.scoring.points import UndecidedCounts
from pytest_rubric.scoring.verdict import Gate

PLACES = 2
"""Decimals of ``weighted_score`` and ``overall_score``."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The level that a dimension got, ``None`` where it is undecided."""

    dimension: Dimension
    level: int | None


@dataclass(frozen=True, slots=True)
class Averages:
    """What ratings come to, exact. ``weighted`` and ``overall`` are on a scale up to ``maximum``."""

    weighted: Fraction
    overall: Fraction
    maximum: int

    @property
    def raw(self) -> Fraction:
        """The share of the highest that can be had, times 100."""
        return 100 * self.weighted / self.maximum

    @property
    def score(self) -> int:
        """0 to 100."""
        return max(0, min(100, half_up(self.raw)))

    @property
    def figures(self) -> dict[str, Fraction]:
        """``weighted_score`` and ``overall_score``, to two decimals."""
        return {
            "weighted_score": rounded(self.weighted, PLACES),
            "overall_score": rounded(self.overall, PLACES),
        }


def averages(ratings: Sequence[Rating], undecided: UndecidedCounts = "against") -> Averages:
    """Add up. ``undecided`` says which end of the interval is meant. The weights must not sum to 0."""
    maximum = common_maximum(ratings)
    levels = [Fraction(counted(rating, undecided) * maximum, rating.dimension.maximum) for rating in ratings]
    weights = [rating.dimension.weight for rating in ratings]
    weighted = weighted_mean(zip(weights, levels, strict=True))
    return Averages(weighted, mean(levels), maximum)


def counted(rating: Rating, undecided: UndecidedCounts) -> int:
    """The level that a rating counts with at one end of the interval."""
    if rating.level is not None:
        return rating.level
    allowed = rating.dimension.allowed
    return allowed[0] if undecided == "against" else allowed[-1]


def common_maximum(ratings: Iterable[Rating]) -> int:
    """The highest maximum of all scales."""
    return max(rating.dimension.maximum for rating in ratings)


def share_a_scale(ratings: Iterable[Rating]) -> bool:
    """Whether all dimensions are rated on the same scale."""
    return len({rating.dimension.maximum for rating in ratings}) == 1


def interval(ratings: Sequence[Rating]) -> tuple[int, int]:
    """The lowest and the highest score that the undecided dimensions leave possible."""
    return averages(ratings, "against").score, averages(ratings, "for").score


def gate(ratings: Sequence[Rating], threshold: Fraction) -> Gate:
    """Whether the case passes, fails, or is open because of undecided dimensions."""
    low, high = interval(ratings)
    if high < threshold:
        return "failed"
    return "passed" if low >= threshold else "open"


def undecided(ratings: Iterable[Rating]) -> tuple[Rating, ...]:
    """The undecided ones, in the order of the rubric."""
    return tuple(rating for rating in ratings if rating.level is None)


def reach(dimensions: Sequence[Dimension]) -> tuple[int, int]:
    """The lowest and the highest score that any judge can give."""
    return interval([Rating(dimension, None) for dimension in dimensions])
