"""Numbers as text: exact where that can be, rounded half up where it can't."""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction

_MOST_PLACES = 12
_MOST_PLACES_AT_LIMIT = 6
_LONGEST = 24  # digits; beyond that a figure is written with an exponent
_PLAIN = 10**15  # whole numbers below this, which almost all are, need no look at their length


def half_up(value: Fraction) -> int:
    """The nearest integer; a half goes up, also below zero (-0.5 gives 0)."""
    # whole numbers throughout: adding fractions takes ten times as long
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def rounded(value: Fraction, places: int) -> Fraction:
    """``value`` to that many decimals, half up."""
    scale = 10**places
    return Fraction(half_up(value * scale), scale)


def exact(value: float) -> Fraction:
    """A number of JSON as it is written there: 0.7 is 7/10, and not the binary fraction beside it.

    Raises ``ValueError`` where it is not finite.
    """
    return Fraction(str(value))


def figure(value: Fraction | int) -> str:
    """A number as people write it: ``15``, ``0.25``, ``-40``; ``1/3`` where no decimal is exact."""
    whole, rest = value.as_integer_ratio()
    if rest == 1 and abs(whole) < _PLAIN:
        return str(whole)
    places = 0
    while rest != 1 and places <= _LONGEST:
        if (10**places) % rest == 0:
            break
        places += 1
    if (10**places) % rest:
        text = f"{whole}/{rest}"
    else:
        digits = str(abs(whole) * 10**places // rest).zfill(places + 1)
        text = digits if places == 0 else f"{digits[:-places]}.{digits[-places:]}"
        text = f"-{text}" if value < 0 else text
    return text if len(text) <= _LONGEST else _with_exponent(Fraction(value))


def before_rounding(value: Fraction) -> str:
    """A value to one decimal, to more where one would round to another integer (79.46, not 79.5)."""
    if value.denominator == 1:
        return figure(value)
    for places in range(1, _MOST_PLACES + 1):
        shown = rounded(value, places)
        if half_up(shown) == half_up(value):
            return figure(shown)
    return figure(value)


def beside_limit(value: Fraction, limit: Fraction, places: int) -> str:
    """A value with so many decimals, with more where those would put it on the other side of its limit."""
    for shown_places in range(places, _MOST_PLACES_AT_LIMIT + 1):
        shown = rounded(value, shown_places)
        if (shown < limit) == (value < limit) and (shown > limit) == (value > limit):
            return figure(shown)
    return figure(value)


def _with_exponent(value: Fraction) -> str:
    context = Context(prec=6, Emax=999_999_999, Emin=-999_999_999)
    return str(context.divide(Decimal(value.numerator), Decimal(value.denominator)))
