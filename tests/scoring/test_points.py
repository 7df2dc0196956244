"""The formula, its rounding, the interval and the sub-scores."""

from __future__ import annotations

import itertools
import random
from decimal import ROUND_FLOOR, Decimal
from fractions import Fraction

import pytest

from pytest_rubric.model import CriterionResult, Status
from pytest_rubric.scoring.figures import figure, half_up, rounded
from pytest_rubric.scoring.points import (
    Tally,
    interval,
    losses,
    rests_on_quotes,
    score_tags,
    status_for,
    sub_scores,
    tally,
    undecided,
)
from tests.scoring.results import FULL_MARKS, OFF_TASK, ONE_OF_FIVE, decided, rubric


@pytest.mark.parametrize(
    ("results", "achieved", "positive", "score"),
    [(FULL_MARKS, 85, 85, 100), (ONE_OF_FIVE, 15, 70, 21), (OFF_TASK, -55, 55, 0)],
    ids=["full marks", "one of five", "off task"],
)
def test_the_worked_examples(
    results: tuple[CriterionResult, ...], achieved: int, positive: int, score: int
) -> None:
    total = tally(results)
    assert total == Tally(Fraction(achieved), Fraction(positive), Fraction(achieved * 100, positive), score)


@pytest.mark.parametrize(
    ("points", "holds", "status"),
    [(5, True, "met"), (5, False, "not_met"), (-5, True, "violated"), (-5, False, "clean")],
)
def test_the_sign_turns_an_answer_into_a_status(points: int, holds: bool, status: str) -> None:
    assert status_for(Fraction(points), holds) == status


def _expected_score(points: list[Decimal], answers: tuple[bool, ...]) -> int:
    """The formula once more, in decimal arithmetic with digits to spare."""
    got = sum((p for p, yes in zip(points, answers, strict=True) if yes), Decimal(0))
    positive = sum((p for p in points if p > 0), Decimal(0))
    raw = got / positive * 100 if positive else 100 + got
    # Quotients of these figures are either exact halves or far from them.
    nearest = int((raw.quantize(Decimal("1e-12")) + Decimal("0.5")).to_integral_value(ROUND_FLOOR))
    return min(100, max(0, nearest))


def test_every_answer_of_many_small_rubrics_scores_as_the_formula_says() -> None:
    choose = random.Random(20)
    figures = ["1", "2", "3", "7", "10", "0.1", "0.25", "33.3", "-1", "-2.5", "-10", "-40"]
    seen: set[int] = set()
    for _ in range(120):
        written = [choose.choice(figures) for _ in range(choose.randint(1, 6))]
        for answers in itertools.product((True, False), repeat=len(written)):
            results = rubric(*zip(written, answers, strict=True))
            expected = _expected_score([Decimal(text) for text in written], answers)
            assert tally(results).score == expected, (written, answers)
            seen.add(expected)
    assert len(seen) > 50


def test_the_interval_spans_exactly_what_the_open_answers_can_make() -> None:
    choose = random.Random(21)
    for _ in range(150):
        points = [choose.choice(["5", "10", "2.5", "-3", "-20"]) for _ in range(choose.randint(1, 6))]
        answers = [choose.choice([True, False, None]) for _ in points]
        reachable = [
            tally(rubric(*zip(points, filled, strict=True))).score
            for filled in itertools.product(*[(True, False) if a is None else (a,) for a in answers])
        ]
        assert interval(rubric(*zip(points, answers, strict=True))) == (min(reachable), max(reachable))


@pytest.mark.parametrize(
    ("met", "lost", "score"),
    [
        ("79.5", "20.5", 80),
        ("79.4999", "20.5001", 79),
        ("0.5", "99.5", 1),
        ("0.4", "99.6", 0),
        ("99.5", "0.5", 100),
    ],
)
def test_a_half_is_rounded_up(met: str, lost: str, score: int) -> None:
    assert tally(rubric((met, True), (lost, False))).score == score


def test_decimal_points_add_up_exactly() -> None:
    results = rubric(("0.1", True), ("0.7", True), ("0.2", False))
    assert tally(results).raw == 80
    assert tally(rubric(*[("0.1", True)] * 3, *[("0.1", False)] * 7)).raw == 30


def test_a_score_is_clamped_and_its_raw_value_is_kept() -> None:
    assert tally(OFF_TASK).raw == -100
    assert tally(OFF_TASK).score == 0


def test_without_positive_points_the_score_is_a_hundred_less_the_penalties() -> None:
    total = tally(rubric((-5, True), (-10, False), (-2, True)))
    assert total.is_deduction
    assert total == Tally(Fraction(-7), Fraction(0), Fraction(93), 93)
    assert tally(rubric((-5, False))).score == 100
    assert tally(rubric((-70, True), (-50, True))).score == 0


@pytest.mark.parametrize(
    ("points", "against", "for_it"), [(7, 0, 7), (-7, -7, 0)], ids=["positive", "negative"]
)
def test_an_undecided_criterion_counts_both_ways(points: int, against: int, for_it: int) -> None:
    results = [decided(points, None)]
    assert tally(results, "against").achieved_points == against
    assert tally(results, "for").achieved_points == for_it


def test_each_tag_is_scored_over_its_own_criteria() -> None:
    results = [
        decided(10, True, 1, tags=["axis:accuracy", "type:positive"]),
        decided(20, False, 2, tags=["axis:accuracy"]),
        decided(5, True, 3, tags=["axis:style", "TYPE:positive"]),
        decided(-40, True, 4, tags=["axis:safety", "axis:style"]),
        decided(-15, False, 5, tags=["axis:safety"]),
    ]
    assert score_tags(results) == ("axis:accuracy", "axis:style", "axis:safety")
    # 10 of 30; 5 - 40 of 5; and 100 - 40, since no criterion of that tag earns points.
    assert sub_scores(results) == {"axis:accuracy": 33, "axis:style": 0, "axis:safety": 60}


def test_a_tag_counts_its_undecided_criteria_against_the_output() -> None:
    results = [decided(10, True, 1, tags=["a"]), decided(10, None, 2, tags=["a"])]
    assert sub_scores(results) == {"a": 50}


def test_losses_are_the_dearest_first_and_leave_out_what_is_undecided() -> None:
    results = rubric((5, False), (-20, True), (20, False), (50, None), (30, True), (-1, False))
    assert [(loss.result.criterion.id, loss.points) for loss in losses(results)] == [
        (2, Fraction(20)),
        (3, Fraction(20)),
        (1, Fraction(5)),
    ]
    assert [result.criterion.id for result in undecided(results)] == [4]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("15", "15"),
        ("-40", "-40"),
        ("100", "100"),
        ("0.25", "0.25"),
        ("-0.05", "-0.05"),
        ("100.10", "100.1"),
        ("0", "0"),
        ("1/3", "1/3"),
        ("1e40", "1.00000E+40"),
        ("-1e-30", "-1E-30"),
    ],
)
def test_figures_are_written_as_people_write_them(value: str, text: str) -> None:
    assert figure(Fraction(value)) == text


@pytest.mark.parametrize(
    ("value", "whole"), [("0.5", 1), ("-0.5", 0), ("-1.5", -1), ("-1.51", -2), ("2.4999", 2), ("2.5", 3)]
)
def test_halves_go_up(value: str, whole: int) -> None:
    assert half_up(Fraction(value)) == whole


def test_rounding_to_decimals() -> None:
    assert rounded(Fraction(15, 70) * 100, 2) == Fraction("21.43")
    assert rounded(Fraction("-0.125"), 2) == Fraction("-0.12")


@pytest.mark.parametrize(
    ("status", "rests"),
    [("met", True), ("violated", True), ("undecided", True), ("not_met", False), ("clean", False)],
)
def test_a_yes_rests_on_quotes_and_a_no_does_not(status: Status, rests: bool) -> None:
    assert rests_on_quotes(status) is rests
