"""Digests of cases and outputs: what counts in them, and what does not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pytest_rubric.model import (
    Case,
    Check,
    CriteriaRubric,
    Criterion,
    Location,
    Output,
    Overrides,
)
from pytest_rubric.model.case import FreeTextRubric, InputMessage, ScriptedTurn
from pytest_rubric.model.subject import OutputFile, TurnOutput
from pytest_rubric.reporting.fingerprints import case_hash, output_hash

CRITERION = Criterion(1, "Names the limit", Fraction(10), line=4)
CASE = Case(
    "a",
    "A",
    location=Location(Path("/p/a.rubric.yaml"), 3),
    input="How long?",
    rubric=CriteriaRubric((CRITERION,)),
)


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "b"},
        {"title": "B"},
        {"index": 7},
        {"location": Location(Path("/q/b.rubric.yaml"), 30)},
        {"rubric": CriteriaRubric((replace(CRITERION, line=99, tags=("axis:accuracy",)),))},
        {"tags": ("smoke",)},
        {"overrides": Overrides(threshold=Fraction(90))},
        {"actual_output": "30 days"},
        {"metadata": {"author": "x"}},
    ],
)
def test_names_places_and_outputs_do_not_count(changes: dict[str, Any]) -> None:
    assert case_hash(replace(CASE, **changes), "rubric") == case_hash(CASE, "rubric")


@pytest.mark.parametrize(
    "changes",
    [
        {"input": "How long exactly?"},
        {"input": (InputMessage("user", "How long?"),)},
        {"context": "30 days"},
        {"expected_output": "30 days"},
        {"target_name": "terse"},
        {"turns": (ScriptedTurn("How long?"),)},
        {"rubric": None},
        {"rubric": FreeTextRubric("Names the limit")},
        {"rubric": CriteriaRubric((replace(CRITERION, text="Names a limit"),))},
        {"rubric": CriteriaRubric((replace(CRITERION, points=Fraction(1, 3)),))},
        {"rubric": CriteriaRubric((replace(CRITERION, required=True),))},
        {"rubric": CriteriaRubric((replace(CRITERION, check=Check("contains", "30")),))},
        {"rubric": CriteriaRubric((CRITERION, replace(CRITERION, id=2)))},
    ],
)
def test_what_is_asked_and_judged_counts(changes: dict[str, Any]) -> None:
    assert case_hash(replace(CASE, **changes), "rubric") != case_hash(CASE, "rubric")


def test_the_evaluator_counts_and_the_digest_is_short_and_lasts() -> None:
    assert case_hash(CASE, "text-tone") != case_hash(CASE, "rubric")
    # kept in files: it may change only with the version of those
    assert case_hash(CASE, "rubric") == "818b9de75a765e47"
    assert output_hash(Output("30 days")) == "2987f6f12d2f2310"


OUTPUTS = [
    Output("30 days"),
    Output("30 days "),
    Output("30 days", run_log=[{"role": "assistant", "content": "30 days"}]),
    Output("30 days", turns=(TurnOutput("How long?", "30 days"),)),
    Output("30 days", turns=(TurnOutput("How long?", "30 days", run_log="log"),)),
    Output("30 days", files=(OutputFile("a.md", "30 days", 7, "digest"),)),
]


def test_all_that_a_judge_may_see_of_an_output_counts() -> None:
    assert len({output_hash(each) for each in OUTPUTS}) == len(OUTPUTS)
    same = Output("30 days", usage={"input": 3}, notes=("stderr",))
    assert output_hash(same) == output_hash(OUTPUTS[0])
    assert output_hash(None) is None


def test_both_outputs_of_a_comparison_count() -> None:
    a, b = OUTPUTS[:2]
    assert len({output_hash(a), output_hash(a, b), output_hash(b, a), output_hash(a, a)}) == 4


def nested(depth: int) -> list[Any]:
    made: list[Any] = []
    for _ in range(depth):
        made = [made]
    return made


class Step:
    def __str__(self) -> str:
        return "step 1"


def test_logs_of_any_kind_cost_no_result() -> None:
    circular: list[Any] = []
    circular.append(circular)
    assert output_hash(Output("x", run_log=Step())) == output_hash(Output("x", run_log=Step()))
    assert output_hash(Output("x", run_log={("a", 1): "tuple keys"})) is not None
    assert output_hash(Output("x", run_log=circular)) is not None
    assert output_hash(Output("x", run_log=nested(100_000))) is None
