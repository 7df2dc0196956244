"""The formulas of the text family, on plain numbers and exact."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

_PLACES = 6


def max_plus_share(deductions: Sequence[Fraction]) -> Fraction:
    """100 less the largest deduction, and less the others divided by the number of all; not rounded."""
    largest = max(deductions)
    return 100 - (largest + (sum(deductions) - largest) / len(deductions))


def product(factors: Sequence[Fraction]) -> Fraction:
    """100 times all factors: every further problem costs a share of what is left; not rounded."""
    return 100 * math.prod(factors, start=Fraction(1))


def geometric_mean(scores: Sequence[Fraction], weights: Sequence[Fraction]) -> Fraction:
    """The weighted geometric mean of scores from 0 to 100, to six decimals, half up.

    The weights add up to 1. A score of 0 makes the mean 0. The root is taken in whole numbers, so that
    no binary fraction decides how a half is rounded.
    """
    degree = math.lcm(*(weight.denominator for weight in weights))
    power = math.prod(
        ((score / 100) ** int(weight * degree) for score, weight in zip(scores, weights, strict=True)),
        start=Fraction(1),
    )
    return 100 * root(power, degree, _PLACES + 2)


def root(value: Fraction, degree: int, places: int) -> Fraction:
    """The root of a value from 0 to 1, to that many decimals, half up."""
    scale = 10**places
    target = value * (2 * scale) ** degree
    low, high = 0, scale
    while low < high:
        middle = (low + high + 1) // 2
        if (2 * middle - 1) ** degree <= target:
            low = middle
        else:
            high = middle - 1
    return Fraction(low, scale)
