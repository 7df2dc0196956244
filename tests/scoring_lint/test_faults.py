"""What can't work is a fault, in words that say what to do; whatever can work is none."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pytest_rubric.model import Case, CaseSettings, Check, CriteriaRubric, Criterion
from pytest_rubric.scoring import lint
from tests.scoring_lint.rubrics import case_of, checked, judged


def faults(case: Case, threshold: Fraction | int | str = 60) -> tuple[str, ...]:
    return lint.faults(case, CaseSettings(threshold=Fraction(threshold)))


@pytest.mark.parametrize("threshold", ["0", "60", "99.5", "100"])
@pytest.mark.parametrize(
    "case",
    [
        case_of(judged("Names the price", 10), judged("Insults the reader", -40)),
        case_of(judged("Insults the reader", -5), judged("Reveals a secret", -5)),
        case_of(judged("Names the price", "0.1"), judged("Names the date", "0.2")),
        case_of(judged("Names the price", 10), judged("Names the price", 10)),
        case_of(judged("Names the price", 10, required=True), judged("Insults", -5, required=True)),
        case_of(checked(Check("contains", "a"), 10), checked(Check("not_contains", "b"), 10)),
        Case("c", "c", expected_output="Paris"),
        Case("c", "c", evaluators=("fluency",)),
    ],
    ids=["mixed", "penalties", "fractions", "twice", "required", "checks", "reference", "evaluators"],
)
def test_whatever_can_work_has_no_fault(case: Case, threshold: str) -> None:
    assert faults(case, threshold) == ()


@pytest.mark.parametrize("threshold", ["100.5", "120", "-1"])
def test_a_threshold_beyond_the_scale(threshold: str) -> None:
    assert faults(case_of(judged("Names the price", 10)), threshold) == (
        f"threshold {threshold} can't be reached: scores run from 0 to 100; write a threshold in that range",
    )


@pytest.mark.parametrize(("threshold", "meant"), [("0.8", "80"), ("1", "100"), ("0.005", "0.5")])
def test_a_threshold_that_looks_like_a_share(threshold: str, meant: str) -> None:
    assert faults(case_of(judged("Names the price", 10)), threshold) == (
        f"threshold {threshold} looks like a share of 1, and nearly every output reaches it: scores run from "
        f"0 to 100; write {meant}",
    )


def test_a_threshold_that_opposite_points_for_one_statement_keep_out_of_reach() -> None:
    case = case_of(
        judged("Names the price", 50),
        judged("Names the date", 50),
        judged("names the PRICE.", -30),
    )
    assert faults(case, 70) == ()
    assert faults(case, 71) == (
        "threshold 71 can't be reached: the best score is 70, because no output gets the full points of "
        "#1 and #3, which the same answer decides; remove one of them or lower the threshold",
    )


def test_the_best_score_is_rounded_as_scores_are() -> None:
    case = case_of(judged("A", 66), judged("B", "33.5"), judged("a", "-0.5"))
    # 99 of 99.5 points are 99.497..., which rounds to 99
    assert faults(case, 99) == ()
    assert len(faults(case, "99.2")) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Check("contains", "yes"), Check("not_contains", "yes")),
        (Check("not_regex", "a+"), Check("regex", "a+")),
    ],
)
def test_a_threshold_that_opposite_checks_keep_out_of_reach(first: Check, second: Check) -> None:
    case = case_of(checked(first, 20), judged("Names the price", 20), checked(second, 10))
    (fault,) = faults(case, 81)
    assert "the best score is 80" in fault
    assert "#1 and #3" in fault
    assert faults(case, 80) == ()


def test_checks_of_different_texts_do_not_hinder_each_other() -> None:
    case = case_of(checked(Check("contains", "yes"), 20), checked(Check("not_contains", "no"), 20))
    assert faults(case, 100) == ()


def test_a_check_is_not_the_same_as_a_judged_statement_with_its_text() -> None:
    check = Criterion(1, "contains: yes", Fraction(10), check=Check("contains", "yes"))
    assert faults(case_of(check, judged("contains: yes", -10)), 100) == ()


@pytest.mark.parametrize("threshold", [0, 60])
def test_required_criteria_that_exclude_each_other(threshold: int) -> None:
    case = case_of(
        judged("Names the price", 10, required=True),
        judged("Names the date", 90),
        judged("Names the price", -5, required=True),
    )
    assert faults(case, threshold) == (
        "required criteria #1 and #3 can't all be fulfilled: they are decided by the same answer and ask for "
        "opposite ones; remove `required` from one of them",
    )


def test_a_required_criterion_takes_the_better_answer_away() -> None:
    case = case_of(
        judged("Names the price", 10, required=True),
        judged("Names the date", 10),
        judged("Names the price", -15),
    )
    assert faults(case, 25) == ()
    (fault,) = faults(case, 26)
    assert "the best score is 25" in fault


def test_a_rubric_without_criteria() -> None:
    case = Case("c", "c", rubric=CriteriaRubric(()))
    assert faults(case) == (
        "the rubric has no criterion: add one, or leave `Judge` out to compare with `ExpectedOutput`",
    )


def test_all_faults_are_told_together() -> None:
    case = case_of(judged("A", 10, required=True), judged("a", -10, required=True))
    assert [fault.split(" ")[0] for fault in faults(case, 101)] == ["threshold", "required"]


def test_a_case_that_did_not_load_is_left_alone() -> None:
    case = replace(case_of(judged("A", 10)), faults=("cases.rubric.yaml:3:5: case c: unknown key",))
    assert faults(case, 500) == ()
    assert lint.notes(case, CaseSettings(threshold=Fraction(1))) == ()
