"""`turns`: scripted conversations."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pytest_rubric.model import InputMessage, ScriptedTurn
from tests.loading.support import faults_of, load_case, load_file

TALK = """\
Input:
- {role: system, content: Be brief.}
turns:
- user: A table for two.
  Judge:
  - {criterion: Asks for the date, points: 5, tags: [axis:care]}
  - Is polite
- Tomorrow at seven.
- Input: Make it four.
  reply: Four it is.
  rubric: [{check: {contains: four}}]
Judge:
- {criterion: Asks twice for one thing, points: -10, required: true}
target: shop:chat
"""


def test_turns_and_their_criteria_come_before_those_of_the_whole(tmp_path: Path) -> None:
    case = load_case(tmp_path, TALK)
    assert case.faults == ()
    assert case.input == (InputMessage("system", "Be brief."),)
    assert case.turns == (
        ScriptedTurn("A table for two."),
        ScriptedTurn("Tomorrow at seven."),
        ScriptedTurn("Make it four.", "Four it is."),
    )
    assert [(each.id, each.turn, each.points, each.tags, each.line) for each in case.criteria] == [
        (1, 1, Fraction(5), ("axis:care", "turn:1"), 7),
        (2, 1, Fraction(10), ("turn:1",), 8),
        (3, 3, Fraction(10), ("turn:3",), 12),
        (4, None, Fraction(-10), (), 14),
    ]
    assert case.criteria[3].required


@pytest.mark.parametrize("recorded", ['""', "''"])
def test_an_empty_reply_is_a_reply(tmp_path: Path, recorded: str) -> None:
    case = load_case(tmp_path, f"turns: [{{user: a, ActualOutput: {recorded}}}]\nJudge: [b]")
    assert case.turns == (ScriptedTurn("a", ""),)


@pytest.mark.parametrize("key", ["ActualOutput", "reply", "assistant"])
def test_ways_to_name_a_recorded_reply(tmp_path: Path, key: str) -> None:
    case = load_case(tmp_path, f"turns: [{{user: a, {key}: b}}]\nJudge: [c]")
    assert (case.faults, case.turns) == ((), (ScriptedTurn("a", "b"),))


def test_criteria_of_turns_alone_are_enough(tmp_path: Path) -> None:
    case = load_case(tmp_path, "turns: [{user: a, Judge: [Is polite]}]")
    assert case.faults == ()
    assert [each.turn for each in case.criteria] == [1]


@pytest.mark.parametrize(
    ("keys", "faults"),
    [
        (
            "turns: hello\nJudge: [a]",
            [
                '2:10: `turns` must be a list of what the user says: texts, or mappings with `user` and `Judge`, '
                'found "hello"'
            ],
        ),
        (
            "Judge: [a]\nturns: []",
            ["3:10: `turns` is an empty list; give it at least one turn, or leave it out"],
        ),
        (
            "Judge: [a]\nturns:\n- {user: a}\n- {usr: b}",
            [
                "5:6: turn 2: unknown key `usr` in a turn; did you mean `user`?",
                "5:5: turn 2: `user` is missing: what the user says in this turn",
            ],
        ),
        (
            'Judge: [a]\nturns: [""]',
            ['3:11: turn 1: `user` must be a text that is not empty, found ""'],
        ),
        (
            "Judge: [a]\nturns: [[a]]",
            ["3:11: turn 1: must be a text or a mapping with `user` and `Judge`, found a list"],
        ),
        (
            "turns:\n- user: a\n  Judge: [{criterion: b, points: 0}]",
            ['4:36: turn 1: criterion 1: `points` must be a number other than 0, found "0"'],
        ),
        (
            "turns:\n- user: a\n  Judge: The reply should be polite.",
            ["4:12: turn 1: `Judge` of a turn must be a list of criteria"],
        ),
        (
            "turns: [a]\nJudge: The answers should be polite.",
            ["2:3: with `turns`, `Judge` must be a list of criteria for the whole conversation"],
        ),
        (
            "turns: [a]\nInput: b\nJudge: [c]",
            [
                "2:3: with `turns`, `Input` must be a list of the messages before the first turn: what the user "
                "says stands in `turns`"
            ],
        ),
        (
            "turns: [a]\nActualOutput: b\nJudge: [c]",
            ["3:3: `turns` and `ActualOutput` exclude each other: give one of them"],
        ),
        (
            "turns: [a]\nActualOutputFile: b.txt\nJudge: [c]",
            ["3:3: `turns` and `ActualOutputFile` exclude each other: give one of them"],
        ),
        (
            "turns: [a]",
            [
                "2:3: there is nothing to judge by: give the case a `Judge`, an `ExpectedOutput`, `evaluators` or "
                "`compare`"
            ],
        ),
    ],
)  # fmt: skip
def test_what_can_be_wrong(tmp_path: Path, keys: str, faults: list[str]) -> None:
    assert faults_of(tmp_path, keys) == faults


def test_defaults_give_way_to_the_turns_of_a_case(tmp_path: Path) -> None:
    file = load_file(
        tmp_path,
        """\
        defaults: {ActualOutput: fixed, Judge: [Is polite]}
        cases:
        - turns: [a]
        - Input: b
        """,
    )
    assert [case.faults for case in file.cases] == [(), ()]
    assert [case.actual_output for case in file.cases] == [None, "fixed"]
    assert [len(case.criteria) for case in file.cases] == [1, 1]
