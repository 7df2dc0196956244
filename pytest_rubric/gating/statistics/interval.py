"""Confidence intervals: of a mean, by resampling; of a share, by a formula."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.scoring.figures import figure, rounded

LEVEL = 0.95

FEWEST_TOLD = 10
"""From how many values on the interval of a mean is told. Of fewer it is much too narrow: of the scores of
simulated suites it holds the mean 93 times of 100 with twenty, 85 to 90 with ten, 75 to 85 with five."""

RESAMPLES = 9999
"""How often a sample is drawn anew. One less than a round number, as the observed sample counts too."""

SEED = 20_250_101
"""Fixed, so that the same results always give the same interval."""

_BATCH = 1_000_000  # numbers held at once while resampling: 8 MB


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval, ends included. ``level`` is 0 to 1; the ends have the unit of the values."""

    low: float
    high: float
    level: float

    def told(self, places: int = 1, *, times: int = 1) -> tuple[str, str]:
        """Both ends as people read them: ``times`` as much, with so many decimals, half up."""
        low, high = (figure(rounded(times * Fraction(end), places)) for end in (self.low, self.high))
        return low, high


def mean_interval(scores: Sequence[Fraction | int | float], *, level: float = LEVEL) -> Interval | None:
    """Where the mean of all such values may lie, given this sample of them.

    The bootstrap, bias-corrected and accelerated (BCa; Efron 1987, "Better bootstrap confidence
    intervals"), which suits scores: bounded and often heaped at 100. ``None`` below two values, which say
    nothing about spread; values that are all the same give an interval without width.
    """
    values = sorted(float(score) for score in scores)
    if len(values) < 2:
        return None
    if values[0] == values[-1]:
        return Interval(values[0], values[0], level)

    import numpy
    from scipy import stats

    found = stats.bootstrap(
        (values,),
        numpy.mean,
        confidence_level=level,
        n_resamples=RESAMPLES,
        batch=max(1, _BATCH // len(values)),
        method="BCa",
        random_state=numpy.random.default_rng(SEED),
    ).confidence_interval
    return Interval(float(found.low), float(found.high), level)


def proportion_interval(successes: int, n: int, *, level: float = LEVEL) -> Interval | None:
    """Where the share of successes among all such trials may lie, as a number 0 to 1.

    The score interval of Wilson (1927, "Probable inference, the law of succession, and statistical
    inference"), which keeps a width where all or none succeeded. ``None`` without trials.
    """
    if n == 0:
        return None

    from scipy import stats

    found = stats.binomtest(successes, n).proportion_ci(confidence_level=level, method="wilson")
    return Interval(float(found.low), float(found.high), level)
