"""The lint of ``repeat``: what can't be run again, and a rule that hides failures."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pytest_rubric.model import (
    Case,
    CaseSettings,
    CompareSpec,
    HumanLabels,
    Location,
    PassRule,
    ScriptedTurn,
    TargetSpec,
)
from pytest_rubric.model.comparison import FileSource, InlineSource, OwnSource, PreviousSource, TargetSource
from pytest_rubric.scoring import lint
from pytest_rubric.scoring.lint import Note

SETTINGS = CaseSettings(threshold=Fraction(60))
TARGET = TargetSpec(function="agent:answer")
CASE = Case("c", "c", input="x", expected_output="y", target=TARGET, repeat=3)
MADE = TargetSource(TARGET)
SAME_OUTPUTS = (
    "`repeat` runs a target again, and `compare` has the same two outputs each time: give it one that a "
    "`target` makes, or leave `repeat` out"
)


def test_a_target_can_run_again_wherever_it_comes_from() -> None:
    assert lint.faults(CASE, SETTINGS) == ()
    assert lint.faults(replace(CASE, target=None), SETTINGS) == ()  # a fixture, a hook, --rubric-target


def test_a_hook_that_leaves_no_run_is_told() -> None:
    assert lint.faults(replace(CASE, repeat=0), SETTINGS) == ("`repeat` must be at least 1, found 0",)


@pytest.mark.parametrize(
    ("field", "key"), [("actual_output", "ActualOutput"), ("actual_output_file", "ActualOutputFile")]
)
def test_an_output_that_is_given_is_the_same_each_time(field: str, key: str) -> None:
    given = replace(CASE, target=None, **{field: "y"})  # type: ignore[arg-type]  # either field
    assert lint.faults(given, SETTINGS) == (
        f"`repeat` runs the target again, and `{key}` is the same each time: give the case a `target` instead, "
        "or leave `repeat` out",
    )
    assert lint.faults(replace(given, repeat=1), SETTINGS) == ()


def test_recorded_turns_are_the_same_each_time() -> None:
    recorded = replace(CASE, turns=(ScriptedTurn("hi", "hello"),))
    assert lint.faults(recorded, SETTINGS) == (
        "every reply of `turns` is recorded, so there is nothing that `repeat` could run again",
    )
    assert lint.faults(replace(recorded, turns=(ScriptedTurn("hi"),)), SETTINGS) == ()


def test_a_persons_score_is_about_one_output() -> None:
    human = HumanLabels(Fraction(80), "fine")
    told = "`human` is about one output, and `repeat` makes several: leave it out, or run the case once"
    assert lint.faults(replace(CASE, human=human), SETTINGS) == (told,)
    assert lint.faults(replace(CASE, evaluator_humans={"toxicity": human}), SETTINGS) == (told,)


@pytest.mark.parametrize(
    ("spec", "own", "told"),
    [
        (CompareSpec(InlineSource("a"), FileSource("b.txt")), None, (SAME_OUTPUTS,)),
        (CompareSpec(OwnSource(), PreviousSource()), "given", (SAME_OUTPUTS,)),
        (CompareSpec(OwnSource(), PreviousSource()), None, ()),
        (CompareSpec(InlineSource("a"), MADE), None, ()),
        (CompareSpec(OwnSource(), MADE), "given", ()),
    ],
)
def test_a_comparison_needs_one_output_that_is_made(
    spec: CompareSpec, own: str | None, told: tuple[str, ...]
) -> None:
    assert lint.faults(replace(CASE, compare=spec, actual_output=own), SETTINGS) == told


@pytest.mark.parametrize(
    ("rule", "repeat", "told"),
    [
        (PassRule("any"), 3, "`pass_rule: any` of 3 runs passes when one of them does"),
        (
            PassRule("rate", Fraction(1, 4)),
            4,
            "`pass_rule: rate:0.25` of 4 runs needs 1, so it passes, as with `any`, when one of them does",
        ),
    ],
)
def test_a_rule_that_one_run_fulfils_is_a_note(rule: PassRule, repeat: int, told: str) -> None:
    located = replace(CASE, pass_rule=rule, repeat=repeat, location=Location(Path("a.rubric.yaml"), 7))
    assert lint.notes(located, SETTINGS) == (
        Note(
            "any-run-passes",
            f"{told}: the case says what the target can do and not what it does; use `majority`, a higher `rate:` "
            "or `all` where it stops a change",
            7,
        ),
    )


@pytest.mark.parametrize(
    ("rule", "repeat", "named"),
    [(PassRule("majority"), 2, "majority"), (PassRule("rate", Fraction(9, 10)), 5, "rate:0.9")],
)
def test_a_rule_that_lets_no_run_fail_is_a_note(rule: PassRule, repeat: int, named: str) -> None:
    (note,) = lint.notes(replace(CASE, pass_rule=rule, repeat=repeat), SETTINGS)
    assert note == Note(
        "rule-needs-all",
        f"`pass_rule: {named}` of {repeat} runs needs {repeat}, so every run must pass, as with `all`; raise "
        "`repeat`, or write `all` if that is meant",
    )


@pytest.mark.parametrize(
    ("rule", "repeat"),
    [
        (None, 3),
        (PassRule("all"), 3),
        (PassRule("majority"), 3),
        (PassRule("rate", Fraction(4, 5)), 5),
        (PassRule("rate", Fraction(1)), 5),
        (PassRule("any"), 1),
        (PassRule("majority"), 1),
    ],
)
def test_other_rules_have_no_note(rule: PassRule | None, repeat: int) -> None:
    assert lint.notes(replace(CASE, pass_rule=rule, repeat=repeat), SETTINGS) == ()
