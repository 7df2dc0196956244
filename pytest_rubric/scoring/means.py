"""Means, exact."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction


def mean(values: Iterable[Fraction | int]) -> Fraction:
    """The mean of values. Raises ``ZeroDivisionError`` where there is none."""
    known = list(values)
    return Fraction(sum(known, Fraction(0))) / len(known)


def weighted_mean(pairs: Iterable[tuple[Fraction | int, Fraction]]) -> Fraction:
    """The mean of values by their weights; ``pairs`` are weights with values.

    Raises ``ZeroDivisionError`` where the weights sum to 0, as those of nothing do.
    """
    known = list(pairs)
    reached = sum((weight * value for weight, value in known), Fraction(0))
    return reached / sum((Fraction(weight) for weight, _ in known), Fraction(0))
