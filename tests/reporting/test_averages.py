"""Averages of named evaluators: by category and together, with what they cover."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pytest_rubric.model import HumanLabels
from pytest_rubric.reporting import averages, suite, summary
from pytest_rubric.reporting.record import Record, make_record
from tests.reporting.samples import ROOT, case_of, judged_points, not_judged


def record(
    score: str | None, category: str | None = "res", human: int | None = None, id: str = "case"
) -> Record:
    evaluation = (
        not_judged("no usable reply", state="broken")
        if score is None
        else replace(judged_points(), score=Fraction(score))
    )
    return make_record(
        case_of((), case_id=id),
        evaluation,
        nodeid=f"a.rubric.yaml::{id}/{category}",
        root=ROOT,
        outcome="passed" if score is not None else "error",
        seconds=0.1,
        category=category,
        human=None if human is None else HumanLabels(Fraction(human), "read it"),
    )


def test_only_named_evaluators_have_averages() -> None:
    assert averages.averages([record("50", None), record("70", None)]) == []
    assert averages.line([record("50", None)]) is None
    assert averages.markdown([record("50", None)]) == []


def test_one_category_needs_no_sum() -> None:
    assert averages.line([record("50"), record("66.7"), record("0"), record("90", None)]) == (
        "averages of evaluators: on outputs (res) 38.9"
    )


def test_what_has_no_score_is_not_counted_and_is_told() -> None:
    records = [record("50"), record(None), record("100", "traj"), record(None, "traj"), record("80", "traj")]
    assert averages.line(records) == (
        "averages of evaluators: on outputs (res) 50 over 1 of 2; on run logs (traj) 90 over 2 of 3; "
        "together 76.7 over 3 of 5"
    )


def test_of_one_category_none_has_a_score() -> None:
    assert averages.line([record("50"), record(None, "traj"), record(None, "traj")]) == (
        "averages of evaluators: on outputs (res) 50; on run logs (traj) none of 2 scored; together 50 over 1 of 3"
    )


@pytest.mark.parametrize("records", [[record(None)], [record(None), record(None, "traj")]])
def test_without_any_score_there_is_no_line_of_averages(records: list[Record]) -> None:
    assert averages.line(records) is None
    assert not any("averages" in line for line in summary.lines(records, width=200))


def test_a_persons_score_counts_in_place_of_the_machines() -> None:
    records = [record("50", human=100), record("50"), record(None, human=0)]
    assert averages.line(records) == ("averages of evaluators: on outputs (res) 50; 2 by a person's score")
    assert [(each["score"], each["human"], each["effective_score"]) for each in records] == [
        (50, {"score": 100, "reason": "read it"}, 100),
        (50, None, 50),
        (None, {"score": 0, "reason": "read it"}, 0),
    ]


def test_rounding_is_half_up() -> None:
    assert averages.averages([record("0.1"), record("0")])[0].mean == Fraction("0.1")


def test_the_faces_show_them() -> None:
    records = [record("50", human=60), record("100", "traj", id="other")]
    told = summary.lines(records, width=200)
    assert (
        "averages of evaluators: on outputs (res) 60; on run logs (traj) 100; together 80; "
        "1 by a person's score"
    ) in told
    assert (
        "| Evaluators | Average | Over | By a person's score |\n|---|---:|---|---:|\n"
        "| on outputs (res) | 60 | 1 of 1 | 1 |\n| on run logs (traj) | 100 | 1 of 1 | 0 |\n"
        "| together | 80 | 2 of 2 | 1 |\n"
    ) in suite.markdown(records)
    assert any(line.startswith("2 cases, mean 75,") for line in told), told
