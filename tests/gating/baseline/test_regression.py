"""Whether a run as a whole is worse than its baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from pytest_rubric.gating.baseline.comparing import compare
from pytest_rubric.gating.baseline.regression import evaluate
from pytest_rubric.gating.baseline.runs import RunComparison
from pytest_rubric.gating.baseline.states import CaseState, JudgeState
from pytest_rubric.gating.gates import GateResult
from tests.gating.baseline.building import decision, state

OTHER = JudgeState(model="large", base_url="http://localhost:8080/v1", prompts={"rubric": "1"})
NOTHING = "--rubric-fail-if-worse: not evaluated: no case has a score in both with the same content and judge"


def not_looked_at(told: str, items: int) -> GateResult:
    return GateResult("fail_if_worse", None, None, None, 0, items, told)


def run(*pairs: tuple[CaseState, CaseState]) -> RunComparison:
    return RunComparison(
        tuple(compare(f"case-{at}", now, f"case-{at}", before) for at, (before, now) in enumerate(pairs))
    )


def scores(*pairs: tuple[int, int]) -> list[tuple[CaseState, CaseState]]:
    return [(state(str(before)), state(str(now))) for before, now in pairs]


def test_a_run_that_fell_by_more_than_chance_explains_fails() -> None:
    found = evaluate(run(*scores(*[(90, 80)] * 3, *[(90, 79)] * 3)))
    assert found == GateResult(
        "fail_if_worse",
        False,
        None,
        Fraction("-10.5"),
        6,
        6,
        "the run fails (--rubric-fail-if-worse): its mean changed (-10.5) over 6 comparable cases by more than "
        "chance explains (p = 0.031)",
    )


def test_a_very_small_p_value_is_not_told_as_nothing() -> None:
    found = evaluate(run(*scores(*[(90, 80)] * 40)))
    assert found.told.endswith(
        "changed (-10) over 40 comparable cases by more than chance explains (p < 0.001)"
    )


def test_from_ten_cases_on_the_interval_is_told() -> None:
    found = evaluate(run(*scores(*[(90, 80)] * 5, *[(90, 79)] * 5)))
    assert "its mean changed (-10.5, 95% interval -10.8 to -10.2) over 10 comparable cases" in found.told


@pytest.mark.parametrize(
    "pairs",
    [
        [(90, 10)] * 5,
        [(80, 90)] * 9,
        [(80, 80)] * 9,
        [(80, 70), (70, 80)] * 9,
    ],
)
def test_a_run_that_may_be_as_good_or_is_better_does_not(pairs: Sequence[tuple[int, int]]) -> None:
    found = evaluate(run(*scores(*pairs)))
    change = Fraction(sum(now - before for before, now in pairs), len(pairs))
    assert (found.held, found.value, found.counted) == (True, change, len(pairs))


def test_a_partial_run_is_not_looked_at() -> None:
    found = evaluate(run(*scores(*[(90, 10)] * 9)), not_evaluated="-k lamp left out 4 of 13 tests")
    assert found == not_looked_at("--rubric-fail-if-worse: not evaluated: -k lamp left out 4 of 13 tests", 9)


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        ([(80, 90)] * 9, "its mean changed (+10) over 9 comparable cases: better"),
        ([(90, 10)] * 5, "its mean changed (-80) over 5 comparable cases: can't tell"),
    ],
)
def test_that_it_holds_is_told_with_what_can_be_said(pairs: Sequence[tuple[int, int]], told: str) -> None:
    assert evaluate(run(*scores(*pairs))).told == f"--rubric-fail-if-worse: {told}"


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (state("90"), state("10", judge=OTHER)),
        (state("90"), state("10", case_hash="c2")),
        (
            state("90", decision("Greets", "met")),
            state("10", decision("Greets you", "not_met"), case_hash="c2"),
        ),
        (state("90"), replace(state("10"), score=None)),
        (replace(state("90"), score=None), state("10")),
    ],
)
def test_cases_that_measure_something_else_are_left_out(before: CaseState, now: CaseState) -> None:
    assert evaluate(run(*[(before, now)] * 9)) == not_looked_at(NOTHING, 9)
    some = evaluate(run(*[(before, now)] * 9, *scores(*[(90, 80)] * 6)))
    assert (some.held, some.value, some.counted, some.items) == (False, Fraction(-10), 6, 15)
    assert "its mean changed (-10) over 6 comparable cases" in some.told


def test_nothing_to_compare() -> None:
    assert evaluate(run()) == not_looked_at(NOTHING, 0)
