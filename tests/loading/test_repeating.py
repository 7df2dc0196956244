"""``repeat`` and ``pass_rule`` in case files, and in defaults."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pytest_rubric.model import PassRule
from tests.loading.support import faults_of, load_case, load_file

CASE = "Input: x\nJudge: [Says y]\ntarget: agent:answer\n"
RULE = "`pass_rule` must be one of all, majority, any, or rate:N with N above 0 and at most 1 (rate:0.8)"


def test_a_case_runs_once_and_names_no_rule(tmp_path: Path) -> None:
    case = load_case(tmp_path, CASE)
    assert (case.repeat, case.pass_rule, case.faults) == (1, None, ())


@pytest.mark.parametrize(
    ("written", "rule"),
    [
        ("all", PassRule("all")),
        ("majority", PassRule("majority")),
        ("any", PassRule("any")),
        ("rate:0.8", PassRule("rate", Fraction(4, 5))),
        ("rate:.3", PassRule("rate", Fraction(3, 10))),
        ("'rate: 1'", PassRule("rate", Fraction(1))),
        ("~", None),
    ],
)
def test_rules(tmp_path: Path, written: str, rule: PassRule | None) -> None:
    case = load_case(tmp_path, f"{CASE}repeat: 5\npass_rule: {written}")
    assert (case.repeat, case.pass_rule, case.faults) == (5, rule, ())


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("most", '"most"'),
        ("majorty", '"majorty"; did you mean majority?'),
        ("ALL", '"ALL"; did you mean all?'),
        ("0.8", '"0.8"; write rate:0.8'),
        ("80%", '"80%"; write rate:0.8'),
        ("rate:80", '"rate:80"; write rate:0.8'),
        ("rate:80%", '"rate:80%"; write rate:0.8'),
        ("rate:1.5", '"rate:1.5"'),
        ("rate:0", '"rate:0"'),
        ("rate:-0.5", '"rate:-0.5"'),
        ("'rate:'", '"rate:"'),
        ("rate:4/5", '"rate:4/5"'),
        ("{rate: 0.8}", "a mapping; write rate:0.8"),
        ("[all]", "a list"),
    ],
)
def test_what_is_no_rule(tmp_path: Path, written: str, found: str) -> None:
    assert faults_of(tmp_path, f"{CASE}repeat: 5\npass_rule: {written}") == [f"6:14: {RULE}, found {found}"]


@pytest.mark.parametrize("written", ["0", "-1", "2.5", "many", "true", "1001", "'3'"])
def test_what_is_no_number_of_runs(tmp_path: Path, written: str) -> None:
    (fault,) = faults_of(tmp_path, f"{CASE}repeat: {written}")
    assert fault.startswith("5:11: `repeat` must be a whole number from 1 to 1,000, found ")


def test_a_rule_of_its_own_needs_runs(tmp_path: Path) -> None:
    told = "`pass_rule` says how many runs must pass, and this case runs once: add `repeat`, or leave it out"
    assert faults_of(tmp_path, f"{CASE}pass_rule: any") == [f"2:3: {told}"]
    assert faults_of(tmp_path, f"{CASE}pass_rule: any\nrepeat: 1") == []


def test_defaults_hold_for_the_cases_that_have_something_to_run_again(tmp_path: Path) -> None:
    file = load_file(
        tmp_path,
        """
        defaults: {repeat: 5, pass_rule: majority, target: 'agent:answer', Judge: [Says y]}
        cases:
        - {id: usual, Input: x}
        - {id: once, Input: x, repeat: 1}
        - {id: own, Input: x, repeat: 3, pass_rule: any}
        - {id: inline, Input: x, ActualOutput: y}
        - {id: file, Input: x, ActualOutputFile: y.txt}
        - {id: recorded, turns: [{user: x, ActualOutput: y}]}
        - {id: talk, turns: [{user: x, ActualOutput: y}, z]}
        - {id: files, Input: x, compare: {A: {file: a.txt}, B: {file: b.txt}}}
        - {id: made, Input: x, compare: {A: {file: a.txt}, B: {target: 'agent:answer'}}}
        """,
    )
    assert {case.id: case.repeat for case in file.cases} == {
        "usual": 5,
        "once": 1,
        "own": 3,
        "inline": 1,
        "file": 1,
        "recorded": 1,
        "talk": 5,
        "files": 1,
        "made": 5,
    }
    assert [case.faults for case in file.cases] == [()] * 9
    assert file.cases[2].pass_rule == PassRule("any")
