"""The arithmetic as text: the worked examples word for word, and what else can come up."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from pytest_rubric.model import CriterionResult
from pytest_rubric.scoring.calculation import calculation, empty_calculation, id_list
from pytest_rubric.scoring.points import tally
from tests.scoring.results import FULL_MARKS, OFF_TASK, ONE_OF_FIVE, rubric


@pytest.mark.parametrize(
    ("results", "lines"),
    [
        (
            FULL_MARKS,
            (
                "achieved_points = 15 + 10 + 10 + 10 + 15 + 15 + 10 + 0（无负向条目被触犯）= 85",
                "total_positive = 15 + 10 + 10 + 10 + 15 + 15 + 10 = 85",
                "原始分数 = (85 / 85) × 100 = 100",
                "总分 = max(0, min(100, round(100))) = 100 ✓",
            ),
        ),
        (
            ONE_OF_FIVE,
            (
                "achieved_points = 15（仅 #1 满足）+ 0（无负向条目被触犯）= 15",
                "total_positive = 15 + 20 + 15 + 10 + 10 = 70",
                "原始分数 = (15 / 70) × 100 = 21.4",
                "总分 = max(0, min(100, round(21.4))) = 21 ✓",
            ),
        ),
        (
            OFF_TASK,
            (
                "achieved_points = 0（无正向条目满足）+ (-40) + (-15)（两条负向条目被触犯）= -55",
                "total_positive = 30 + 15 + 10 = 55",
                "原始分数 = (-55 / 55) × 100 = -100",
                "总分 = max(0, min(100, round(-100))) = 0 ✓",
            ),
        ),
    ],
    ids=["full marks", "one of five", "off task"],
)
def test_the_worked_examples_in_chinese(results: tuple[CriterionResult, ...], lines: tuple[str, ...]) -> None:
    assert calculation(results, "zh") == lines


def test_the_same_in_english() -> None:
    assert calculation(ONE_OF_FIVE, "en") == (
        "achieved_points = 15 (only #1 met) + 0 (no negative criterion violated) = 15",
        "total_positive = 15 + 20 + 15 + 10 + 10 = 70",
        "raw score = (15 / 70) × 100 = 21.4",
        "score = max(0, min(100, round(21.4))) = 21 ✓",
    )
    assert calculation(OFF_TASK, "en")[0] == (
        "achieved_points = 0 (no positive criterion met) + (-40) + (-15) (2 negative criteria violated) = -55"
    )
    assert calculation(FULL_MARKS, "en")[0] == (
        "achieved_points = 15 + 10 + 10 + 10 + 15 + 15 + 10 + 0 (no negative criterion violated) = 85"
    )


def test_some_met_and_one_violated() -> None:
    results = rubric((10, True), ("2.5", True), (20, False), (-5, True))
    assert calculation(results, "zh")[0] == (
        "achieved_points = 10 + 2.5（仅 #1、#2 满足）+ (-5)（一条负向条目被触犯）= 7.5"
    )
    assert calculation(results, "en")[0] == (
        "achieved_points = 10 + 2.5 (only #1, #2 met) + (-5) (1 negative criterion violated) = 7.5"
    )


def test_eleven_violations_are_counted_in_digits() -> None:
    line = calculation(rubric((10, True), *[(-1, True)] * 11), "zh")[0]
    assert line.endswith("（11 条负向条目被触犯）= -1")


def test_deduction_starts_from_a_hundred() -> None:
    results = rubric((-5, True), (-10, False))
    assert calculation(results, "zh") == (
        "achieved_points = (-5)（一条负向条目被触犯）= -5",
        "total_positive = 0（无正向条目，从 100 分起扣）",
        "原始分数 = 100 + (-5) = 95",
        "总分 = max(0, min(100, round(95))) = 95 ✓",
    )
    assert calculation(results, "en")[1:3] == (
        "total_positive = 0 (no positive criterion, so deducted from 100)",
        "raw score = 100 + (-5) = 95",
    )


def test_undecided_criteria_show_both_ends() -> None:
    results = rubric((10, True), (20, None), (-5, None), (-5, True))
    assert calculation(results, "zh") == (
        "achieved_points（下限）= 10（仅 #1 满足）+ (-5)（一条负向条目被触犯）+ (-5)（#3 未定，按触犯计）= 0",
        "achieved_points（上限）= 10（仅 #1 满足）+ 20（#2 未定，按满足计）+ (-5)（一条负向条目被触犯）= 25",
        "total_positive = 10 + 20 = 30",
        "原始分数（下限）= (0 / 30) × 100 = 0",
        "原始分数（上限）= (25 / 30) × 100 = 83.3",
        "总分（下限）= max(0, min(100, round(0))) = 0 ✓",
        "总分（上限）= max(0, min(100, round(83.3))) = 83 ✓",
        "总分 ∈ [0, 83]（#2、#3 未定）",
    )
    english = calculation(results, "en")
    assert english[0] == (
        "achieved_points (low end) = 10 (only #1 met) + (-5) (1 negative criterion violated) "
        "+ (-5) (#3 undecided, counted as violated) = 0"
    )
    assert english[-1] == "score ∈ [0, 83] (#2, #3 undecided)"


@pytest.mark.parametrize(
    ("met", "shown", "score"),
    [("79.46", "79.46", 79), ("79.4996", "79.4996", 79), ("79.54", "79.5", 80), ("21.44", "21.4", 21)],
)
def test_the_raw_score_never_shows_a_figure_that_rounds_to_another_score(
    met: str, shown: str, score: int
) -> None:
    lines = calculation(rubric((met, True), (100 - Fraction(met), False)), "en")
    assert lines[2].endswith(f" = {shown}")
    assert lines[3] == f"score = max(0, min(100, round({shown}))) = {score} ✓"


def test_an_empty_output_is_zero_without_the_formula() -> None:
    results = rubric((10, False), (5, False), (-5, False))
    assert empty_calculation(results, "zh") == (
        "total_positive = 10 + 5 = 15",
        "总分 = 0（输出为空，不套用公式）",
    )
    assert empty_calculation(results, "en")[1] == "score = 0 (the output is empty: 0 without the formula)"


def test_many_terms_are_grouped_by_equal_points() -> None:
    results = rubric(*[(15, True)] * 3, *[(10, True)] * 10, (7, False), (-5, False))
    lines = calculation(results, "zh")
    assert lines[0] == (
        "achieved_points = 15 × 3 + 10 × 10（14 条正向条目中 13 条满足）+ 0（无负向条目被触犯）= 145"
    )
    assert lines[1] == "total_positive = 15 × 3 + 10 × 10 + 7 = 152"


def test_a_dozen_terms_are_still_written_out() -> None:
    assert (
        calculation(rubric(*[(5, True)] * 12), "en")[1] == f"total_positive = {' + '.join(['5'] * 12)} = 60"
    )


def test_no_line_of_a_rubric_of_two_thousand_criteria_is_long() -> None:
    answers = [True, False, None]
    results = rubric(*[(n if n % 4 else -n, answers[n % 3]) for n in range(1, 2001)])
    for lang in ("zh", "en"):
        lines = calculation(results, lang)
        assert max(map(len, lines)) < 600
        assert lines[0].endswith(f"= {tally(results).achieved_points}")
    # 1,500 different figures: the first dozen stand there, the others as their sum.
    assert lines[2] == (
        "total_positive = 1 + 2 + 3 + 5 + 6 + 7 + 9 + 10 + 11 + 13 + 14 + 15 + 1499904 (1488 further terms) "
        "= 1500000"
    )


def test_every_sum_can_be_checked_with_a_calculator() -> None:
    results = rubric(
        ("2.5", True), (10, True), (10, False), (-3, True), ("-0.5", True), (4, None), (-6, None)
    )
    for line in calculation(results, "en")[:3]:
        _, terms, total = (part.strip() for part in line.split(" = "))
        plain = re.sub(r" \([^()]*[a-z][^()]*\)", "", terms)
        summed = sum(Fraction(term.strip("() ")) for term in plain.split(" + "))
        assert summed == Fraction(total)


def test_long_lists_of_ids_are_cut() -> None:
    results = rubric(*[(1, True)] * 9)
    assert id_list(results[:3], "en") == "#1, #2, #3"
    assert id_list(results, "en") == "#1, #2, #3, #4, #5, #6 and others, 9 in all"
    assert id_list(results, "zh") == "#1、#2、#3、#4、#5、#6 等 9 条"
