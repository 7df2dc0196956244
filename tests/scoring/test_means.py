"""The means that all formulas take."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pytest_rubric.scoring.means import mean, weighted_mean


def test_a_mean_is_exact() -> None:
    assert mean([1, 2, Fraction(1, 3)]) == Fraction(10, 9)
    assert mean(iter([Fraction(7)])) == Fraction(7)
    with pytest.raises(ZeroDivisionError):
        mean([])


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([(1, Fraction(0)), (3, Fraction(1))], Fraction(3, 4)),
        ([(Fraction(1, 3), Fraction(90)), (Fraction(2, 3), Fraction(60))], Fraction(70)),
        ([(0, Fraction(100)), (5, Fraction(7))], Fraction(7)),
    ],
)
def test_a_value_counts_by_its_weight(pairs: list[tuple[Fraction, Fraction]], expected: Fraction) -> None:
    assert weighted_mean(pairs) == expected
    assert weighted_mean(iter(pairs)) == expected


@pytest.mark.parametrize("pairs", [[], [(0, Fraction(1))]])
def test_nothing_has_no_mean(pairs: list[tuple[int, Fraction]]) -> None:
    with pytest.raises(ZeroDivisionError):
        weighted_mean(pairs)
