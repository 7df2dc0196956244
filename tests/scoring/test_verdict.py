"""The gate over decided and undecided criteria, the verdict, and the bands."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

from pytest_rubric.model import CriterionResult
from pytest_rubric.scoring.points import tally
from pytest_rubric.scoring.verdict import BANDS, band, gate, required_lost, verdict
from tests.scoring.results import FULL_MARKS, OFF_TASK, ONE_OF_FIVE, decided, rubric


@pytest.mark.parametrize(
    ("results", "threshold", "outcome"),
    [
        (FULL_MARKS, 100, "passed"),
        (ONE_OF_FIVE, 21, "passed"),
        (ONE_OF_FIVE, 22, "failed"),
        (OFF_TASK, 1, "failed"),
        (OFF_TASK, 0, "passed"),
    ],
)
def test_a_decided_case_is_never_open(
    results: tuple[CriterionResult, ...], threshold: int, outcome: str
) -> None:
    assert gate(results, Fraction(threshold)) == outcome


@pytest.mark.parametrize(
    ("threshold", "outcome"),
    [
        ("0", "passed"),
        ("50", "passed"),
        ("50.5", "open"),
        ("70", "open"),
        ("70.1", "failed"),
        ("100", "failed"),
    ],
)
def test_undecided_criteria_leave_open_only_what_they_can_tip(threshold: str, outcome: str) -> None:
    # 50 to 70, both ends included.
    results = rubric((50, True), (20, None), (30, False))
    assert gate(results, Fraction(threshold)) == outcome


def test_both_ends_are_rounded_before_they_meet_the_threshold() -> None:
    # 79.5 to 80 is 80 to 80.
    assert gate(rubric(("79.5", True), ("0.5", None), (20, False)), Fraction(80)) == "passed"
    # 79.2 to 79.4 is 79 to 79.
    assert gate(rubric(("79.2", True), ("0.2", None), ("20.6", False)), Fraction(80)) == "failed"


@pytest.mark.parametrize("points", [10, -10], ids=["not met", "violated"])
def test_a_required_criterion_against_the_output_fails_whatever_the_score(points: int) -> None:
    lost = decided(points, points < 0, 2, required=True)
    results = (decided(900, True, 1), lost)
    assert required_lost(results) == (lost,)
    assert gate(results, Fraction(0)) == "failed"


def test_a_required_criterion_that_is_fulfilled_changes_nothing() -> None:
    results = (decided(90, True, 1, required=True), decided(-10, False, 2, required=True))
    assert required_lost(results) == ()
    assert gate(results, Fraction(100)) == "passed"


def test_an_undecided_required_criterion_keeps_the_case_open_above_the_threshold() -> None:
    results = (decided(95, True, 1), decided(5, None, 2, required=True))
    assert gate(results, Fraction(60)) == "open"
    assert gate((decided(95, True, 1), decided(5, None, 2)), Fraction(60)) == "passed"


def test_it_fails_below_the_threshold_even_if_a_required_criterion_is_undecided() -> None:
    results = (decided(95, False, 1), decided(5, None, 2, required=True))
    assert gate(results, Fraction(60)) == "failed"


def test_a_decided_gate_holds_however_the_open_answers_turn_out() -> None:
    choose = random.Random(22)
    outcomes: set[str] = set()
    for _ in range(200):
        points = [choose.choice([5, 10, -5, -20]) for _ in range(choose.randint(2, 5))]
        answers = [choose.choice([True, False, None]) for _ in points]
        required = [choose.random() < 0.2 for _ in points]
        threshold = Fraction(choose.choice([0, 20, 50, 80]))

        def made(filled: list[bool | None]) -> tuple[CriterionResult, ...]:
            rows = zip(points, filled, required, strict=True)  # noqa: B023 - called at once
            return tuple(decided(p, yes, i, required=must) for i, (p, yes, must) in enumerate(rows, 1))

        outcome = gate(made(answers), threshold)
        outcomes.add(outcome)
        finals = set()
        for filled in itertools.product(*[(True, False) if a is None else (a,) for a in answers]):
            final = made(list(filled))
            passes = tally(final).score >= threshold and not required_lost(final)
            finals.add("passed" if passes else "failed")
        assert finals == {outcome} if outcome != "open" else finals == {"passed", "failed"}
    assert outcomes == {"passed", "failed", "open"}


@pytest.mark.parametrize(
    ("score", "expected"),
    [(100, "pass"), (80, "pass"), (79, "warn"), (60, "warn"), (59, "fail"), (0, "fail")],
)
def test_verdicts_by_the_usual_floors(score: int, expected: str) -> None:
    assert verdict(score, Fraction(80), Fraction(60)) == expected


def test_verdicts_by_other_floors() -> None:
    assert [verdict(score, Fraction("90.5"), Fraction(50)) for score in (91, 90, 50, 49)] == [
        "pass",
        "warn",
        "warn",
        "fail",
    ]


@pytest.mark.parametrize(
    ("score", "chinese", "english"),
    [
        (100, "完美/超越", "perfect or beyond"),
        (95, "完美/超越", "perfect or beyond"),
        (94, "优秀", "excellent"),
        (85, "优秀", "excellent"),
        (84, "合格", "adequate"),
        (70, "合格", "adequate"),
        (69, "不合格", "inadequate"),
        (50, "不合格", "inadequate"),
        (49, "严重不足", "seriously lacking"),
        (20, "严重不足", "seriously lacking"),
        (19, "完全失败", "complete failure"),
        (0, "完全失败", "complete failure"),
    ],
)
def test_every_score_has_a_band(score: int, chinese: str, english: str) -> None:
    assert (band(score, "zh"), band(score, "en")) == (chinese, english)


def test_the_bands_are_six_and_a_score_below_zero_has_none() -> None:
    assert len(BANDS) == 6
    with pytest.raises(ValueError, match=r"^a score is 0 to 100, not -1$"):
        band(-1, "en")
