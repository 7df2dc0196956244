"""Intervals, against the definitions worked out in full."""

from __future__ import annotations

import itertools
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist, mean

import pytest

from pytest_rubric.gating.statistics import Interval, mean_interval, proportion_interval

ROOT = Path(__file__).parents[3]
NORMAL = NormalDist()


def bca_of_all_resamples(values: list[float], level: float) -> tuple[float, float]:
    """The definition of BCa, over every one of the n**n resamples instead of a random choice."""
    n = len(values)
    seen = mean(values)
    means = sorted(mean(drawn) for drawn in itertools.product(values, repeat=n))
    below = sum(each < seen for each in means) + sum(each == seen for each in means) / 2
    bias = NORMAL.inv_cdf(below / len(means))
    left_out = [mean(values[:i] + values[i + 1 :]) for i in range(n)]
    around = [mean(left_out) - each for each in left_out]
    acceleration = sum(d**3 for d in around) / (6 * sum(d**2 for d in around) ** 1.5)
    ends = []
    for quantile in ((1 - level) / 2, (1 + level) / 2):
        shifted = bias + NORMAL.inv_cdf(quantile)
        share = NORMAL.cdf(bias + shifted / (1 - acceleration * shifted))
        ends.append(means[min(len(means) - 1, round(share * (len(means) - 1)))])
    return ends[0], ends[1]


@pytest.mark.parametrize(
    "scores",
    [
        [31.0, 87.0, 64.0, 90.0, 72.0],
        [100.0, 96.0, 83.0, 40.0, 99.0],
        [12.0, 3.0, 55.0, 21.0, 8.0, 30.0],
    ],
)
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_the_interval_of_a_mean_is_that_of_all_resamples(scores: list[float], level: float) -> None:
    interval = mean_interval(scores, level=level)
    assert interval is not None
    low, high = bca_of_all_resamples(scores, level)
    assert interval.low == pytest.approx(low, abs=1.5)
    assert interval.high == pytest.approx(high, abs=1.5)
    assert interval.level == level


@pytest.mark.parametrize("scores", [[], [50], [Fraction(1, 3)]])
def test_below_two_values_there_is_no_interval(scores: list[Fraction]) -> None:
    assert mean_interval(scores) is None


@pytest.mark.parametrize("scores", [[80, 80], [Fraction(80)] * 30, [0.1 + 0.2, 0.1 + 0.2]])
def test_values_that_are_all_the_same_give_no_width(scores: list[Fraction]) -> None:
    value = float(scores[0])
    assert mean_interval(scores) == Interval(value, value, 0.95)


@pytest.mark.parametrize(
    "scores", [[0, 100], [100] * 99 + [0], [100] * 99 + [99], [0] * 999 + [1], [0, 1e-9], list(range(101))]
)
def test_the_interval_holds_the_mean_and_stays_within_the_values(scores: list[float]) -> None:
    interval = mean_interval(scores)
    assert interval is not None
    assert min(scores) <= interval.low <= mean(scores) <= interval.high <= max(scores)
    assert interval.low < interval.high


def test_the_order_of_the_cases_and_the_kind_of_number_change_nothing() -> None:
    scores = [71, 15, 90, 88, 88, 40]
    same = mean_interval(scores)
    assert mean_interval(scores[::-1]) == same
    assert mean_interval([Fraction(score) for score in scores]) == same
    assert mean_interval([float(score) for score in scores]) == same


def test_more_cases_narrow_the_interval() -> None:
    scores = [60, 70, 80, 90, 100]
    few, many = mean_interval(scores), mean_interval(scores * 16)
    assert few is not None
    assert many is not None
    assert many.high - many.low == pytest.approx((few.high - few.low) / 4, rel=0.15)


@pytest.mark.parametrize(("successes", "n"), [(0, 1), (1, 1), (0, 12), (12, 12), (5, 9), (880, 1000)])
def test_the_interval_of_a_share_is_wilsons(successes: int, n: int) -> None:
    z = NORMAL.inv_cdf(0.975)
    share = successes / n
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z / (1 + z**2 / n) * math.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    interval = proportion_interval(successes, n)
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((middle - reach, middle + reach), abs=1e-9)


def test_a_share_of_nothing_has_no_interval() -> None:
    assert proportion_interval(0, 0) is None


def test_what_computes_is_loaded_only_when_something_is_computed() -> None:
    code = (
        "import sys\n"
        "from pytest_rubric.gating import statistics\n"
        "statistics.mean_interval([50]), statistics.compare_scores([], []), statistics.agreement([])\n"
        "statistics.compare_passes([True], [True]), statistics.compare_scores([50, 60], [50, 60])\n"
        "print(sorted({'numpy', 'scipy'} & set(sys.modules)))\n"
        "statistics.mean_interval([50, 60])\n"
        "print(sorted({'numpy', 'scipy'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "[]\n['numpy', 'scipy']\n"


def test_an_interval_is_told_half_up() -> None:
    assert Interval(0.125, 12.0, 0.95).told() == ("0.1", "12")
    assert Interval(0.125, 0.5, 0.95).told(2) == ("0.13", "0.5")
    assert Interval(0.125, 0.5, 0.95).told(0, times=100) == ("13", "50")
