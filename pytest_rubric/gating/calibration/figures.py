"""Shares, measures and their intervals as people read them."""

from __future__ import annotations

from fractions import Fraction

from pytest_rubric.gating.statistics import Estimate, Interval
from pytest_rubric.scoring.figures import figure, rounded


def percents(interval: Interval) -> str:
    """An interval of shares: ``73-93 %``."""
    low, high = interval.told(0, times=100)
    return f"{low}-{high} %"


def measure(value: Fraction) -> str:
    """Kappa and the like, two decimals: ``0.66``."""
    return figure(rounded(value, 2))


def measures(interval: Interval, to: str = " to ") -> str:
    """An interval of those: ``0.43 to 0.85``."""
    return to.join(interval.told(2))


def estimated(estimate: Estimate, to: str = " to ") -> str:
    """A measure that is defined, with its interval where there is one: ``0.66 (0.43 to 0.85)``."""
    assert estimate.value is not None
    told = measure(estimate.value)
    return told if estimate.interval is None else f"{told} ({measures(estimate.interval, to)})"
