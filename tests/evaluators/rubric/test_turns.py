"""Conversations: each criterion is asked about its own turn, and the whole about all of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pytest_rubric import ScriptedJudge
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.rubric.evaluator import RubricEvaluator
from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.model import (
    Case,
    Check,
    CriteriaRubric,
    Criterion,
    InputMessage,
    Output,
    ScriptedTurn,
    TurnOutput,
)
from tests.evaluators.rubric.building import SETTINGS, entry, judged_by, reply, statuses

TURNS = (
    TurnOutput("A table for two.", "For which day?", "tool: calendar"),
    TurnOutput("Tomorrow at seven.", "Booked: two people, seven o'clock."),
)
CRITERIA = (
    Criterion(1, "Asks for the day", Fraction(5), turn=1),
    Criterion(2, "Says seven", Fraction(5), turn=2, check=Check("contains", "seven")),
    Criterion(3, "Confirms two people", Fraction(5), turn=2),
    Criterion(4, "Asks twice", Fraction(-5)),
)


def conversation(
    turns: tuple[TurnOutput, ...] = TURNS, criteria: tuple[Criterion, ...] = CRITERIA
) -> Subject:
    case = Case(
        "table",
        "table",
        input=(InputMessage("system", "You take bookings."),),
        expected_output="A booking for two at seven.",
        rubric=CriteriaRubric(criteria),
        turns=tuple(ScriptedTurn(turn.user) for turn in turns),
    )
    output = Output("\n\n".join(turn.reply for turn in turns), run_log="all logs", turns=turns)
    return Subject(case, output, SETTINGS)


def quoting(**quotes: str) -> ScriptedJudge:
    """Says yes to the criteria with a quote, by id, and no to the others."""

    def answer(request: JudgeRequest) -> dict[str, object]:
        entries = []
        for id_ in request.ids:
            quote = quotes.get(f"q{id_}")
            quoted = [{"from": "output", "text": quote}] if quote else []
            entries.append(entry(id_, quote is not None, quotes=quoted))
        return reply(*entries)

    return ScriptedJudge(answer)


def texts(judge: ScriptedJudge) -> list[str]:
    return [request.messages[1].content for request in judge.requests]


def test_one_request_for_each_turn_and_one_for_the_whole() -> None:
    judge = quoting(q1="which day", q3="two people")
    evaluation = judged_by(conversation(), judge)
    assert statuses(evaluation) == ["met", "met", "met", "clean"]
    assert (evaluation.score, evaluation.usage.calls) == (100, 3)
    assert [request.ids for request in judge.requests] == [(1,), (3,), (4,)]
    first, second, whole = texts(judge)
    assert "You take bookings." in first
    assert "A table for two." in first
    assert "tool: calendar" in first
    assert "Tomorrow" not in first
    assert "Booked" not in first
    assert "A booking for two" not in first
    assert "For which day?" in second
    assert "Booked: two people" in second
    assert "tool: calendar" not in second
    for shown in (
        "You take bookings.",
        "A table for two.",
        "Booked: two people",
        "A booking for two",
        "all logs",
    ):
        assert shown in whole
    note = "The OUTPUT is a conversation."
    assert [note in text for text in (first, second, whole)] == [False, False, True]


def test_feedback_is_asked_for_with_the_whole_or_else_with_the_last_turn() -> None:
    judge = quoting()
    judged_by(conversation(), judge)
    assert [request.feedback for request in judge.requests] == ["none", "none", "full"]
    judge = quoting()
    judged_by(conversation(criteria=CRITERIA[:3]), judge)
    assert [request.feedback for request in judge.requests] == ["none", "full"]


@pytest.mark.parametrize(
    ("quote", "status"),
    [
        ("Booked: two people", "violated"),
        ("Tomorrow at seven.", "undecided"),
        ("You take bookings", "undecided"),
    ],
)
def test_only_what_the_assistant_said_proves_anything(quote: str, status: str) -> None:
    evaluation = judged_by(conversation(), quoting(q1="which day", q3="two people", q4=quote))
    assert evaluation.criteria[3].status == status


def test_a_quote_from_another_turn_proves_nothing() -> None:
    evaluation = judged_by(conversation(), quoting(q1="two people"))
    assert evaluation.criteria[0].status == "undecided"


def test_an_empty_reply_decides_its_turn_without_a_call() -> None:
    turns = (TURNS[0], replace(TURNS[1], reply="  "))
    judge = quoting(q1="which day")
    evaluation = judged_by(conversation(turns), judge)
    assert statuses(evaluation) == ["met", "not_met", "not_met", "clean"]
    assert [request.ids for request in judge.requests] == [(1,), (4,)]
    assert evaluation.criteria[2].reason == "empty output"


def test_empty_replies_throughout_are_an_empty_output() -> None:
    judge = quoting()
    evaluation = judged_by(conversation(tuple(replace(turn, reply="") for turn in TURNS)), judge)
    assert (evaluation.score, evaluation.raw_score, judge.requests) == (0, None, [])


def test_the_estimate_counts_turns() -> None:
    subject = conversation()
    assert RubricEvaluator().most_calls(subject.case, replace(SETTINGS, extra_samples=0)) == 3
    assert [request.ids for request in RubricEvaluator().requests(subject)] == [(1,), (3,), (4,)]
