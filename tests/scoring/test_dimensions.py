"""Levels to scores: exact, rounded once."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pytest_rubric.model import Dimension, Level
from pytest_rubric.scoring.dimension_texts import calculation, empty_calculation, names, summary
from pytest_rubric.scoring.dimensions import Rating, averages, gate, interval, reach, undecided


def rated(id_: int, level: int | None, weight: int | str = 1, maximum: int = 5) -> Rating:
    return Rating(Dimension(id_, f"d{id_}", weight=Fraction(weight), maximum=maximum), level)


def ratings(*levels: tuple[int | None, int | str] | tuple[int | None, int | str, int]) -> list[Rating]:
    return [rated(id_, *each) for id_, each in enumerate(levels, 1)]


@pytest.mark.parametrize(
    ("given", "weighted", "overall", "score"),
    [
        (ratings((3, "0.4"), (4, "0.3"), (5, "0.3")), "3.9", "4", 78),
        (ratings((5, 1), (5, 1)), "5", "5", 100),
        (ratings((1, 1), (1, 1)), "1", "1", 20),
        (ratings((3, 1), (3, 1), (4, 1)), "3.33", "3.33", 67),
        # weights count by their share, whatever they sum to
        (ratings((2, 40), (4, 60)), "3.2", "3", 64),
        # a weight of 0 is 0 and no default, and the mean still counts the dimension
        (ratings((1, 0), (5, 2)), "5", "3", 100),
        (ratings((7, 1, 10), (8, 1, 10)), "7.5", "7.5", 75),
        (ratings((1, 1, 3)), "1", "1", 33),
        # half up, once, at the end: 3.125 and 62.5
        (ratings((3, 7), (4, 1)), "3.13", "3.5", 63),
        # binary floats would make 0.1 + 0.7 less than 0.8
        (ratings((5, "0.1"), (5, "0.7"), (1, "0.2")), "4.2", "3.67", 84),
        # scales of different length count by their share, on the longest of them
        (ratings((3, 1, 3), (5, 1, 10)), "7.5", "7.5", 75),
        (ratings((5, 3, 5), (1, 1, 10)), "7.75", "5.5", 78),
    ],
)  # fmt: skip
def test_both_averages_and_the_score(given: list[Rating], weighted: str, overall: str, score: int) -> None:
    found = averages(given)
    assert found.figures == {"weighted_score": Fraction(weighted), "overall_score": Fraction(overall)}
    assert (found.score, interval(given)) == (score, (score, score))


def test_the_score_comes_from_exact_averages_and_not_from_rounded_ones() -> None:
    # 10/3 of 5 is 66.67; 3.33 of 5 would be 66.6, and 4.495 of 5 is 89.9, not 90
    assert averages(ratings((3, 1), (3, 1), (4, 1))).raw == Fraction(200, 3)
    assert averages(ratings((4, 101), (5, 99))).raw == Fraction(899, 10)


def test_undecided_dimensions_make_an_interval() -> None:
    given = ratings((5, 1), (None, 1))
    assert interval(given) == (60, 100)
    assert [rating.dimension.id for rating in undecided(given)] == [2]
    assert averages(given, "for").figures["overall_score"] == 5


def test_the_ends_are_the_levels_that_may_be_given() -> None:
    levels = (Level(2, "x"), Level(4, "y"))
    given = [Rating(Dimension(1, "a", levels=levels), None)]
    assert interval(given) == (40, 80)
    assert reach([given[0].dimension]) == (40, 80)


@pytest.mark.parametrize(
    ("threshold", "outcome"), [("60", "passed"), ("60.1", "open"), ("100", "open"), ("100.1", "failed")]
)
def test_the_gate(threshold: str, outcome: str) -> None:
    assert gate(ratings((5, 1), (None, 1)), Fraction(threshold)) == outcome


def test_an_undecided_dimension_without_weight_leaves_nothing_open() -> None:
    given = ratings((4, 1), (None, 0))
    assert (interval(given), gate(given, Fraction(80))) == ((80, 80), "passed")


def test_the_arithmetic_is_written_out() -> None:
    assert calculation(ratings((3, "0.4"), (4, "0.3"), (5, "0.3")), "en") == (
        "d1: 3/5, weight 0.4",
        "d2: 4/5, weight 0.3",
        "d3: 5/5, weight 0.3",
        "weighted_score = (3 × 0.4 + 4 × 0.3 + 5 × 0.3) / (0.4 + 0.3 + 0.3) = 3.9 / 1 = 3.9",
        "overall_score = (3 + 4 + 5) / 3 = 4",
        "raw score = 100 × 3.9 / (1 × 5) = 78",
        "score = round(78) = 78 ✓",
    )


def test_the_arithmetic_in_the_docs_is_what_the_code_writes() -> None:
    given = [
        Rating(Dimension(1, "accuracy", weight=Fraction("0.4")), 3),
        Rating(Dimension(2, "accessibility", weight=Fraction("0.3")), 4),
        Rating(Dimension(3, "engagement", weight=Fraction("0.3")), 5),
    ]
    page = Path(__file__).parents[2].joinpath("docs", "scoring.md").read_text(encoding="utf-8")
    assert "\n```\n" + "\n".join(calculation(given, "en")) + "\n```\n" in page


def test_the_arithmetic_of_mixed_scales_in_chinese() -> None:
    assert calculation(ratings((3, 1, 3), (5, 2, 10)), "zh") == (
        "d1：3/3，权重 1",
        "d2：5/10，权重 2",
        "weighted_score = (3/3 × 1 + 5/10 × 2) / (1 + 2) × 10 = 20 / 3 = 6.67",
        "overall_score = (3/3 + 5/10) / 2 × 10 = 7.5",
        "原始分数 = 100 × 20 / (3 × 10) = 66.7",
        "总分 = round(66.7) = 67 ✓",
    )


def test_the_arithmetic_of_both_ends() -> None:
    assert calculation(ratings((4, 1), (None, 1)), "en") == (
        "d1: 4/5, weight 1",
        "d2: undecided, weight 1",
        "weighted_score (low end) = (4 × 1 + 1 × 1) / (1 + 1) = 5 / 2 = 2.5",
        "overall_score (low end) = (4 + 1) / 2 = 2.5",
        "raw score (low end) = 100 × 5 / (2 × 5) = 50",
        "score (low end) = round(50) = 50 ✓",
        "weighted_score (high end) = (4 × 1 + 5 × 1) / (1 + 1) = 9 / 2 = 4.5",
        "overall_score (high end) = (4 + 5) / 2 = 4.5",
        "raw score (high end) = 100 × 9 / (2 × 5) = 90",
        "score (high end) = round(90) = 90 ✓",
        "score ∈ [50, 90]",
    )


def test_no_line_grows_with_the_rubric() -> None:
    lines = calculation(ratings(*[(3, 1)] * 200), "en")
    assert max(map(len, lines)) < 200
    assert "3 × 1 + …) / (1 + 1" in lines[200]
    assert lines[200].endswith(" = 600 / 200 = 3")


def test_an_empty_output_has_no_formula() -> None:
    assert empty_calculation(ratings((None, 2), (None, 3)), "en") == (
        "sum(weight) = 2 + 3",
        "score = 0 (the output is empty: 0 without the formula)",
    )


@pytest.mark.parametrize(
    ("given", "lang", "sentence"),
    [
        (ratings((5, 1), (3, 1), (1, 1), (4, 1)), "en", "weighted 3.25 of 5, mean 3.25; lowest: “d3” 1/5, “d2” 3/5"),
        (ratings((5, 1), (5, 2)), "en", "weighted 5 of 5, mean 5; every dimension at its highest level"),
        (ratings((5, 1), (None, 1)), "en", "weighted 3 of 5, mean 3; “d2” undecided"),
        (ratings((2, 1), (5, 3)), "zh", "加权得分 4.25/5，平均 3.5；最低的是「d1」 2/5"),
    ],
)  # fmt: skip
def test_the_summary(given: list[Rating], lang: str, sentence: str) -> None:
    assert summary(given, lang) == sentence


def test_a_long_name_is_shortened_and_put_on_one_line() -> None:
    long = Rating(Dimension(1, "tone\nof " + "voice " * 20), 1)
    assert names([long], "en") == "“tone of voice voice voice voice voice v…”"
    assert summary([long], "en", empty=True) == "the output is empty: 0 points"
