"""Paired comparisons, against exact enumeration and closed forms."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb, sqrt
from statistics import NormalDist, stdev

import pytest

from pytest_rubric.gating.statistics import (
    Interval,
    PassComparison,
    ScoreComparison,
    cases_needed,
    compare_passes,
    compare_scores,
    conclusion,
    mean_interval,
)
from pytest_rubric.gating.statistics.paired import sign_flip_p_value


def enumerated(differences: Sequence[int]) -> float:
    """The share of all 2**n sign patterns whose sum is as far from 0 as the one seen."""
    seen = abs(sum(differences))
    patterns = list(itertools.product((1, -1), repeat=len(differences)))
    sums = [sum(sign * d for sign, d in zip(pattern, differences, strict=True)) for pattern in patterns]
    return sum(abs(each) >= seen for each in sums) / len(sums)


def convolved(differences: Sequence[int]) -> float:
    """The same for any number of differences: the distribution of the sum, one difference at a time."""
    ways: Counter[int] = Counter({0: 1})
    for difference in differences:
        following: Counter[int] = Counter()
        for total, count in ways.items():
            following[total + difference] += count
            following[total - difference] += count
        ways = following
    seen = abs(sum(differences))
    return float(
        Fraction(sum(count for total, count in ways.items() if abs(total) >= seen), 2 ** len(differences))
    )


@pytest.mark.parametrize(
    "differences",
    [
        [-5],
        [-5, 3],
        [-5, -5, -5, -5, -5, -5],
        [-20, 0, 0, -10, 5, 0, -15, 30, -8],
        [1, 2, 4, 8, -16, 32, 64, -1],
    ],
)
def test_few_differences_are_enumerated(differences: list[int]) -> None:
    assert sign_flip_p_value(differences) == pytest.approx(enumerated(differences), abs=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_many_differences_are_drawn_at_random_near_the_exact_value(seed: int) -> None:
    source = random.Random(seed)
    differences = [source.randint(-30, 22) for _ in range(40)]
    exact = convolved(differences)
    assert sign_flip_p_value(differences) == pytest.approx(exact, abs=4 * sqrt(exact / 9999) + 2e-4)


def test_both_ways_to_the_exact_value_agree() -> None:
    differences = [-20, 4, -10, 5, -15, 30, -8, -8, 2]
    assert convolved(differences) == enumerated(differences)


def test_differences_of_nothing_change_no_p_value() -> None:
    assert sign_flip_p_value([-5, 3, -9, -2] + [0] * 500) == sign_flip_p_value([-5, 3, -9, -2])


def test_the_order_of_the_cases_changes_nothing() -> None:
    before = [80, 70, 65, 90, 85, 40, 75, 95, 60, 77, 88, 59, 91, 33, 68, 72]
    after = [70, 72, 60, 81, 80, 47, 60, 90, 62, 70, 80, 55, 95, 20, 66, 71]
    assert compare_scores(before, after) == compare_scores(before[::-1], after[::-1])


def test_scores_that_fell() -> None:
    before, after = [80, 90, 70, 60, 80, 90, 100, 50], [70, 80, 71, 60, 60, 80, 90, 30]
    differences = [-10, -10, 1, 0, -20, -10, -10, -20]
    compared = compare_scores(before, after)
    assert (compared.n, compared.difference) == (8, Fraction(-79, 8))
    assert compared.spread == pytest.approx(stdev(differences))
    assert compared.interval == mean_interval(differences)
    assert compared.p_value == enumerated(differences)
    assert conclusion(compared) == "worse"
    assert conclusion(compare_scores(after, before)) == "better"


def test_exact_scores_stay_exact() -> None:
    thirds = [Fraction(200, 3), Fraction(100, 3)]
    assert compare_scores(thirds, [Fraction(100), Fraction(100, 3)]).difference == Fraction(50, 3)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ([], [], ScoreComparison(0, None, None, None, None)),
        ([80], [20], ScoreComparison(1, Fraction(-60), None, None, 1.0)),
        ([80], [80], ScoreComparison(1, Fraction(0), None, None, 1.0)),
        ([80, 70], [80, 70], ScoreComparison(2, Fraction(0), 0.0, Interval(0, 0, 0.95), 1.0)),
        ([80] * 5, [70] * 5, ScoreComparison(5, Fraction(-10), 0.0, Interval(-10, -10, 0.95), 0.0625)),
    ],
)
def test_too_few_scores_tell_nothing(before: list[int], after: list[int], expected: ScoreComparison) -> None:
    compared = compare_scores(before, after)
    assert compared == expected
    assert conclusion(compared) == "can't tell"


def test_six_cases_that_all_fell_are_the_fewest_that_tell() -> None:
    assert conclusion(compare_scores([80] * 5, [10] * 5)) == "can't tell"
    assert conclusion(compare_scores([80] * 6, [79] * 6)) == "worse"
    assert cases_needed(compare_scores([80] * 5, [70] * 5)) == 6
    assert cases_needed(compare_passes([True] * 6, [False] * 6)) == 6


def test_a_p_value_at_the_level_is_enough() -> None:
    compared = ScoreComparison(9, Fraction(-3), 4.0, None, 0.05)
    assert conclusion(compared) == "worse"
    assert conclusion(compared, significance=0.049) == "can't tell"


def passes(fell: int, rose: int, stayed: int) -> tuple[list[bool], list[bool]]:
    before = [True] * fell + [False] * rose + [True, False] * stayed
    return before, [not old for old in before[: fell + rose]] + [True, False] * stayed


@pytest.mark.parametrize(
    ("fell", "rose", "said"),
    [
        (0, 0, "can't tell"),
        (5, 0, "can't tell"),
        (6, 0, "worse"),
        (0, 6, "better"),
        (9, 2, "can't tell"),
        (9, 1, "worse"),
        (40, 17, "worse"),
    ],
)
def test_outcomes_by_the_sign_test(fell: int, rose: int, said: str) -> None:
    changed = fell + rose
    tail = sum(comb(changed, k) for k in range(min(fell, rose) + 1)) / 2**changed
    compared = compare_passes(*passes(fell, rose, 7))
    assert (compared.n, compared.fell, compared.rose) == (changed + 14, fell, rose)
    assert compared.p_value == pytest.approx(min(1.0, 2 * tail))
    assert conclusion(compared) == said


def test_no_outcomes_tell_nothing() -> None:
    compared = compare_passes([], [])
    assert compared == PassComparison(0, 0, 0, None)
    assert (conclusion(compared), cases_needed(compared, drop=5)) == ("can't tell", None)


def test_runs_of_different_length_are_no_pairs() -> None:
    with pytest.raises(ValueError, match="shorter"):
        compare_scores([80, 90], [80])
    with pytest.raises(ValueError, match="longer"):
        compare_passes([True], [True, False])


@pytest.mark.parametrize(
    ("drop", "needed"), [(20, 8), (10, 32), (5, 126), (Fraction(5, 2), 503), (None, 126)]
)
def test_cases_needed_for_scores_by_the_textbook(drop: int | None, needed: int) -> None:
    # z(0.975) + z(0.8) = 2.8016; spread 20
    compared = ScoreComparison(30, Fraction(5), 20.0, None, 0.18)
    assert cases_needed(compared, drop=drop) == needed


@pytest.mark.parametrize(
    "compared",
    [
        compare_scores([], []),
        compare_scores([80], [70]),
        compare_scores([80, 70], [80, 70]),
        compare_scores([80, 70], [70, 80]),
        compare_passes([True, False], [True, False]),
        compare_passes([True, False], [False, True]),
    ],
)
def test_without_a_change_nobody_knows_how_many_it_takes(compared: ScoreComparison | PassComparison) -> None:
    assert cases_needed(compared) is None


def test_a_change_that_cancels_out_says_how_many_a_drop_takes() -> None:
    assert cases_needed(compare_scores([80, 70, 75], [70, 80, 75]), drop=10) == 8
    assert cases_needed(compare_scores([80, 70], [80, 70]), drop=10) is None


@pytest.mark.parametrize(("significance", "power"), [(0.05, 0.8), (0.01, 0.9)])
@pytest.mark.parametrize(("fell", "rose"), [(12, 4), (30, 15), (9, 0)])
def test_as_many_cases_as_needed_have_about_the_power_asked_for(
    fell: int, rose: int, significance: float, power: float
) -> None:
    """With that many cases, the share of all possible outcomes in which the exact test tells."""
    needed = cases_needed(compare_passes(*passes(fell, rose, 20)), significance=significance, power=power)
    assert needed is not None
    changing, falling = (fell + rose) / (fell + rose + 40), fell / (fell + rose)
    tells = 0.0
    for changed in range(1, needed + 1):
        chance = comb(needed, changed) * changing**changed * (1 - changing) ** (needed - changed)
        if chance < 1e-9:
            continue
        for down in range(changed + 1):
            tail = sum(comb(changed, k) for k in range(min(down, changed - down) + 1)) / 2**changed
            if 2 * tail <= significance:
                tells += chance * comb(changed, down) * falling**down * (1 - falling) ** (changed - down)
    assert tells == pytest.approx(power, abs=0.1)


def test_a_drop_in_the_pass_rate_is_in_percentage_points() -> None:
    seen = PassComparison(100, 12, 8, 0.5)
    z = NormalDist().inv_cdf
    root = z(0.975) * sqrt(0.2) + z(0.8) * sqrt(0.2 - 0.1**2)
    assert cases_needed(seen, drop=10) == int((root / 0.1) ** 2) + 1
    assert cases_needed(seen) == cases_needed(seen, drop=4)
    # a drop beyond what changed so far takes as many changes
    assert cases_needed(PassComparison(100, 1, 1, 1.0), drop=50) == 14
