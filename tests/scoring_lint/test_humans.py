"""The lint of ``human``."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pytest_rubric.model import Case, CaseSettings, HumanLabels, Location, TargetSpec
from pytest_rubric.scoring import lint

LABELLED = Case(
    "c",
    "c",
    target=TargetSpec(function="m:f"),
    human=HumanLabels(criteria={1: True}),
    location=Location(Path("a.rubric.yaml"), 7),
)


def notes(case: Case) -> tuple[lint.Note, ...]:
    return lint.notes(case, CaseSettings(threshold=Fraction(60)))


def test_labels_of_an_output_that_each_run_makes_anew() -> None:
    assert notes(LABELLED) == (
        lint.Note(
            "label-of-new-output",
            "`human` is about one output, and the `target` makes a new one in each run: what people said goes on to be "
            "held against outputs that they never saw; store the output that they read, and judge that "
            "(`ActualOutputFile`)",
            7,
        ),
    )


@pytest.mark.parametrize(
    "case",
    [
        replace(LABELLED, human=None),
        replace(LABELLED, target=None, actual_output="a"),
        # a command line option picks one of them
        replace(LABELLED, actual_output="a"),
        replace(LABELLED, actual_output_file="a.md"),
    ],
)
def test_without_labels_or_with_an_output_that_is_given_there_is_no_note(case: Case) -> None:
    assert notes(case) == ()


def test_a_score_of_an_item_from_evaluators_is_about_the_output_too() -> None:
    case = replace(LABELLED, human=None, evaluator_humans={"a": HumanLabels(Fraction(5), "b")})
    assert [note.code for note in notes(case)] == ["label-of-new-output"]
