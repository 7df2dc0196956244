"""Numbers as text and back."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pytest_rubric.scoring.figures import beside_limit, exact


@pytest.mark.parametrize(
    ("value", "found"),
    [(0.7, Fraction(7, 10)), (66.67, Fraction(6667, 100)), (-3, Fraction(-3)), (1e-7, Fraction(1, 10**7))],
)
def test_a_number_is_what_is_written(value: float, found: Fraction) -> None:
    assert exact(value) == found


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan")])
def test_what_is_not_finite_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="Invalid literal"):
        exact(value)


@pytest.mark.parametrize(
    ("value", "limit", "places", "shown"),
    [
        ("84.96", "85", 0, "84.96"),
        ("84.96", "85", 1, "84.96"),
        ("84.94", "85", 1, "84.9"),
        ("85.0004", "85", 1, "85.0004"),
        ("85", "85", 1, "85"),
        ("0.666", "0.6", 2, "0.67"),
        ("84.99999999", "85", 1, "84.99999999"),
    ],
)
def test_no_rounding_puts_a_value_on_the_other_side_of_its_limit(
    value: str, limit: str, places: int, shown: str
) -> None:
    assert beside_limit(Fraction(value), Fraction(limit), places) == shown
