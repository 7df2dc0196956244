"""How the decisions of this family become a score. Pure, and exact until the last rounding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pytest_rubric.evaluators.presets.protocol import r1
from pytest_rubric.scoring.means import weighted_mean

COVERAGE: Mapping[str, Fraction] = {
    "covered": Fraction(1),
    "partial": Fraction(1, 2),
    "missing": Fraction(0),
    "wrong": Fraction(0),
}
"""What a key point counts by its coverage."""

CORRECTNESS: Mapping[str, Fraction | None] = {
    "correct": Fraction(1),
    "partially_correct": Fraction(1, 2),
    "wrong": Fraction(0),
    "not_in_reference": None,
}
"""What a claim counts against the reference; ``None`` is left out: it can't be decided."""

SUPPORT: Mapping[str, Fraction] = {
    "supported": Fraction(1),
    "contradicted": Fraction(0),
    "not_covered": Fraction(0),
}
"""What a claim counts against the evidence: what nothing backs stays in the denominator."""


def weighted(decided: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    """Weights and values (0 to 1) to a score, 0 to 100 with one decimal. There must be one at least."""
    return r1(100 * weighted_mean(decided))


def share(values: Sequence[Fraction]) -> Fraction:
    """The mean of values (0 to 1), 0 to 100 with one decimal. There must be one at least."""
    return weighted([(Fraction(1), value) for value in values])
