"""Labels of people and weaknesses in a record and in the Markdown report."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pytest_rubric.model import CriterionResult, Evaluation, Feedback, FeedbackItem, HumanLabels, Output
from pytest_rubric.reporting import markdown
from pytest_rubric.reporting.record import Record, make_record
from tests.reporting.samples import ROOT, case_of, criterion, decided, evaluated

RESULTS = (
    decided(criterion(1, "Names the limit", 15), "met", "It does."),
    decided(criterion(2, "Blames the customer", -5), "violated", "It does."),
    CriterionResult(criterion(3, "Is kind", 10), "undecided", note="no reply"),
)


def recorded(evaluation: Evaluation, human: HumanLabels | None) -> Record:
    return make_record(
        case_of(RESULTS), evaluation, nodeid="a", root=ROOT, outcome="passed", seconds=0, human=human
    )


def test_labels_stand_at_their_criteria_and_together() -> None:
    record = recorded(evaluated(RESULTS), HumanLabels(criteria={1: False, 2: True}))
    assert [each.get("human") for each in record["criteria"]] == ["not_met", "violated", None]
    assert record["human"] == {"score": None, "reason": None, "criteria": {"1": "not_met", "2": "violated"}}
    assert record["effective_score"] == record["score"]


def test_labels_of_an_item_that_was_never_judged_are_kept() -> None:
    evaluation = Evaluation("rubric", "blocked", Fraction(60), error="the output is missing")
    record = recorded(evaluation, HumanLabels(Fraction(50), "read it", {3: True}))
    assert (record["criteria"], record["effective_score"]) == ([], 50)
    assert record["human"] == {"score": 50, "reason": "read it", "criteria": {"3": "met"}}


def test_without_labels_a_criterion_has_no_field_for_them() -> None:
    record = recorded(evaluated(RESULTS), None)
    assert record["human"] is None
    assert not any("human" in each or "check" in each for each in record["criteria"])


@pytest.mark.parametrize(
    ("feedback", "weaknesses"),
    [
        (Feedback("not_asked"), None),
        (Feedback("missing"), None),
        (Feedback("given"), []),
        (
            Feedback("given", weaknesses=(FeedbackItem("vague", "rubric", "of course"), FeedbackItem("x"))),
            [
                {"cause": "rubric", "text": "vague", "quote": "of course"},
                {"cause": None, "text": "x", "quote": None},
            ],
        ),
    ],
)
def test_weaknesses_keep_their_causes(feedback: Feedback, weaknesses: object) -> None:
    assert recorded(replace(evaluated(RESULTS), feedback=feedback), None)["weaknesses"] == weaknesses


@pytest.mark.parametrize(
    ("labels", "lang", "line"),
    [
        ({1: True, 2: True}, "en", "- Labels of people: the same as 2 of 2 decisions"),
        (
            {1: False, 2: True, 3: True},
            "en",
            "- Labels of people: the same as 1 of 2 decisions; #1 met, people say not met",
        ),
        (
            {1: False, 2: False},
            "zh",
            "- 人工标注：2 条判定中有 0 条一致；第 1 条判定为满足，人工标注为未满足、第 2 条判定为触犯，人工标注为未触犯",
        ),
    ],
)
def test_the_report_tells_where_people_decide_otherwise(
    labels: dict[int, bool], lang: str, line: str
) -> None:
    evaluation = replace(evaluated(RESULTS), lang=lang)
    report = markdown.render(case_of(RESULTS), Output("x"), evaluation, human=HumanLabels(criteria=labels))
    assert line in report.splitlines()


def test_a_label_of_what_is_undecided_is_no_line() -> None:
    report = markdown.render(
        case_of(RESULTS), Output("x"), evaluated(RESULTS), human=HumanLabels(criteria={3: True})
    )
    assert "Labels of people" not in report
