"""The formulas of these presets, over decisions. Every part is rounded before the total is made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pytest_rubric.evaluators.presets.protocol import r1
from pytest_rubric.scoring.means import mean, weighted_mean

HALF = Fraction(1, 2)

RELEVANCE: Mapping[str, Fraction] = {"relevant": Fraction(1), "supporting": HALF, "irrelevant": Fraction(0)}
COVERAGE: Mapping[str, Fraction] = {"covered": Fraction(1), "partial": HALF, "missing": Fraction(0)}
DEPTH: Mapping[str, Fraction] = {"met": Fraction(100), "partial": Fraction(50), "missing": Fraction(0)}

RELEVANCE_SHARE = Fraction(3, 10)
COMPLETENESS_SHARE = Fraction(5, 10)
COHERENCE_SHARE = Fraction(2, 10)

HIGHEST_RATING = 4


def relevance(levels: Sequence[str], noncommittal: bool) -> Fraction:
    """The mean over all statements; 0 where the answer avoids the question and none of it is relevant.

    Raises ``ValueError`` without any statement.
    """
    if not levels:
        raise ValueError("relevance needs a statement")
    if noncommittal and "relevant" not in levels:
        return Fraction(0)
    return r1(100 * mean(RELEVANCE[level] for level in levels))


def completeness(needs: Sequence[tuple[int, str]]) -> Fraction:
    """The mean over all needs, each an importance and a level, weighed by importance.

    Raises ``ValueError`` without any need.
    """
    if not any(importance for importance, _ in needs):
        raise ValueError("completeness needs a need")
    return r1(100 * weighted_mean((importance, COVERAGE[level]) for importance, level in needs))


def coherence(rating: int) -> Fraction:
    """A rating of 0 to 4 as points."""
    return Fraction(100 * rating, HIGHEST_RATING)


def answer_score(relevance_: Fraction, completeness_: Fraction, coherence_: Fraction) -> Fraction:
    """The whole of the three parts."""
    return r1(
        RELEVANCE_SHARE * relevance_ + COMPLETENESS_SHARE * completeness_ + COHERENCE_SHARE * coherence_
    )


def kept_share(met: int, not_met: int) -> Fraction | None:
    """The share of the applicable constraints that are kept; ``None`` where none is applicable."""
    return r1(Fraction(100 * met, met + not_met)) if met + not_met else None


def depth_score(levels: Sequence[tuple[Fraction, str]]) -> Fraction | None:
    """The weighed mean of the dimensions that the question calls for, each a weight and a level;
    ``None`` where it calls for none."""
    if not any(weight for weight, _ in levels):
        return None
    return r1(weighted_mean((weight, DEPTH[level]) for weight, level in levels))
