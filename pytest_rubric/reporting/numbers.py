"""Numbers as JSON and as people read them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import overload

from pytest_rubric.scoring.figures import figure, rounded

Number = int | float


@overload
def plain(value: Fraction) -> Number: ...


@overload
def plain(value: Fraction | float | None) -> Number | None: ...


def plain(value: Fraction | float | None) -> Number | None:
    """A JSON number: an int where the value is whole, ``None`` where it is missing or not finite."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return None
    if isinstance(value, Fraction):
        whole, rest = value.as_integer_ratio()
        if rest == 1:
            return whole
    elif value == int(value):
        return int(value)
    try:
        return float(value)
    except OverflowError:
        return int(value)


def signed(value: Fraction) -> str:
    """With its sign: ``+15``, ``-20``."""
    return figure(value) if value.numerator < 0 else f"+{figure(value)}"


def short(value: float | None) -> str:
    """A number of a record or a point, with two decimals at most; ``?`` where there is none."""
    if value is None or not math.isfinite(value):
        return "?"
    return figure(rounded(Fraction(value), 2))


def out_of(score: float, maximum: float | None) -> str:
    """A score beside the highest one there is: ``3/5``; by itself where there is no such thing."""
    return short(score) if maximum is None else f"{short(score)}/{short(maximum)}"


def percent(share: Fraction, places: int = 1) -> str:
    """A share of 0 to 1: ``85.4 %``."""
    return f"{figure(rounded(100 * share, places))} %"


def grouped(value: int) -> str:
    """With thousands set off: ``12,345``."""
    return f"{value:,}"


def plural(number: int, one: str, many: str | None = None) -> str:
    """A number and its noun: ``1 call``, ``2 calls``; ``many`` where an ``s`` doesn't make the plural."""
    return f"{grouped(number)} {one if number == 1 else many or one + 's'}"
