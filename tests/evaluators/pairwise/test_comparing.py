"""Both orders, what they come to together, and what is decided without a judge."""

from __future__ import annotations

import re

import pytest

from pytest_rubric.errors import JudgeCallFailed, JudgeUnavailable
from pytest_rubric.evaluators.pairwise.evaluator import PairwiseEvaluator
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.model import Case, Output
from pytest_rubric.model.comparison import Expect
from tests.evaluators.pairwise.building import (
    BAD,
    GOOD,
    SETTINGS,
    by_order,
    consistent,
    first_wins,
    judged_by,
    pair,
    reply,
    settings,
    shown_first,
)
from tests.evaluators.pairwise.comparing import document, winner


@pytest.mark.parametrize(
    ("expect", "passed", "score", "threshold"),
    [("A", True, 100, 100), ("B", False, 0, 100), ("not_worse", True, 100, 50), (None, True, 100, 0)],
)
def test_a_consistent_winner(expect: Expect | None, passed: bool, score: int, threshold: int) -> None:
    evaluation, judge = judged_by(pair(expect=expect), consistent)
    assert (evaluation.state, evaluation.passed, evaluation.score) == ("judged", passed, score)
    assert evaluation.threshold == threshold
    assert evaluation.verdict == ("pass" if passed else "fail")
    assert winner(evaluation) == "A"
    assert [shown_first(request) for request in judge.requests] == ["A", "B"]
    assert evaluation.usage.calls == 2


def test_a_winner_that_changes_with_the_order_is_a_tie() -> None:
    evaluation, judge = judged_by(pair(expect="not_worse"), first_wins)
    assert judge.calls == 2
    assert (winner(evaluation), evaluation.passed, evaluation.score) == ("TIE", True, 50)
    assert evaluation.summary == (
        "a tie, as expected (A or a tie): the winner changes with the order; overall scores A 8, B 8"
    )
    assert judged_by(pair(expect="A"), first_wins)[0].passed is False


def test_a_win_in_one_order_only_is_a_tie() -> None:
    evaluation, _ = judged_by(pair(), by_order(reply(5, 3), reply(4, 4, winner="tie")))
    assert (winner(evaluation), evaluation.passed) == ("TIE", False)
    assert evaluation.summary.startswith("a tie, expected A: one of them wins in one order only")


def test_the_requests_differ_in_nothing_but_the_places() -> None:
    _, judge = judged_by(pair(expect="not_worse"), consistent)
    one, other = (re.sub("#[0-9a-f]{8}", "#", request.messages[1].content) for request in judge.requests)
    assert judge.requests[0].messages[0] == judge.requests[1].messages[0]
    assert one != other
    assert one.replace(GOOD, "one").replace(BAD, "other") == other.replace(BAD, "one").replace(GOOD, "other")
    assert "not_worse" not in one, "what is expected is nobody's business"


@pytest.mark.parametrize(
    ("scores", "stated", "expected"),
    [((5, 3), "second", "A"), ((4, 4), "first", "A"), ((4, 4), "tie", "TIE")],
)
def test_scores_decide_and_the_judges_word_breaks_a_tie(
    scores: tuple[int, int], stated: str, expected: str
) -> None:
    swapped = {"first": "second", "second": "first", "tie": "tie"}[stated]
    evaluation, _ = judged_by(
        pair(), by_order(reply(*scores, winner=stated), reply(*reversed(scores), winner=swapped))
    )
    assert winner(evaluation) == expected
    contradicts = "replies whose stated winner is not the one that their own scores make: 2 of 2"
    assert (contradicts in evaluation.notes) == (stated == "second")


def test_expectations_decide_between_equal_scores() -> None:
    def answer(request: JudgeRequest) -> dict[str, object]:
        holds = shown_first(request) == "A"
        entry = {"id": 1, "reason": "r", "basis": "whole", "quotes": [], "first": holds, "second": not holds}
        return reply(4, 4, winner="tie", expectations=[entry])

    evaluation, _ = judged_by(pair(spec={"expectations": ("Says until when",)}), answer)
    assert winner(evaluation) == "A"
    assert document(evaluation)["expectation_results"] == {
        "A": {
            "passed": 1,
            "total": 1,
            "pass_rate": 1.0,
            "details": [{"text": "Says until when", "passed": True}],
        },
        "B": {
            "passed": 0,
            "total": 1,
            "pass_rate": 0.0,
            "details": [{"text": "Says until when", "passed": False}],
        },
    }
    assert "A wins by expectations" in evaluation.calculation[0]


@pytest.mark.parametrize(
    ("a", "b", "expected", "told"),
    [
        (GOOD, GOOD, "TIE", "the outputs are identical"),
        (GOOD, f"\n{GOOD}  \n", "TIE", "the outputs are identical"),
        ("caf\u00e9", "cafe\u0301", "TIE", "the outputs are identical"),
        ("", " \n", "TIE", "both outputs are empty"),
        ("", GOOD, "B", "the other output is empty"),
        (GOOD, " ", "A", "the other output is empty"),
    ],
)
def test_what_code_can_decide_asks_nobody(a: str, b: str, expected: str, told: str) -> None:
    evaluation, judge = judged_by(pair(a=a, b=b, expect="not_worse"), [])
    assert judge.calls == 0
    assert winner(evaluation) == expected
    assert told in evaluation.summary
    assert evaluation.passed is (expected != "B")
    rubric = document(evaluation)["rubric"]["A"]
    assert rubric["content"] == {"correctness": None, "completeness": None, "accuracy": None}
    assert rubric["overall_score"] is None
    assert PairwiseEvaluator().requests(pair(a=a, b=b)) == ()


def test_two_empty_outputs_pass_with_a_warning() -> None:
    evaluation, _ = judged_by(pair(a="", b="", expect="not_worse"), [])
    assert evaluation.warnings == ("passed although both outputs are empty: there was nothing to compare",)


def test_outputs_that_differ_in_case_or_punctuation_are_judged() -> None:
    _, judge = judged_by(pair(a="Yes.", b="yes"), first_wins)
    assert judge.calls == 2


def test_without_a_comparison_there_is_nothing_to_do() -> None:
    evaluation, judge = judged_by(Subject(Case("a", "a"), Output("x"), SETTINGS), [])
    assert (evaluation.state, judge.calls) == ("blocked", 0)
    assert evaluation.error == "this evaluator compares two outputs; give the case `compare`"


LOST = JudgeCallFailed("time limit of 5 s reached")


@pytest.mark.parametrize(
    ("expect", "left", "passed", "calls"),
    [
        # A wins in the order that is left: not worse whatever the other says
        ("not_worse", reply(5, 3), True, 2),
        # B wins there: A can't win any more
        ("A", reply(3, 5, winner="second"), False, 2),
        # no winner there: a tie whatever the other says
        ("A", reply(4, 4, winner="tie"), False, 2),
        ("not_worse", reply(4, 4, winner="tie"), True, 2),
    ],
)
def test_one_order_suffices_where_the_other_can_change_nothing(
    expect: Expect, left: dict[str, object], passed: bool, calls: int
) -> None:
    evaluation, judge = judged_by(pair(expect=expect), by_order(left, LOST))
    assert (evaluation.state, evaluation.passed) == ("judged", passed)
    assert judge.calls == calls
    assert evaluation.comparison is not None
    if evaluation.comparison.winner is None:
        assert evaluation.comparison.document is None, "a winner is never made up"
        if passed:
            assert evaluation.warnings == (
                "passed although the winner is open: possible are A wins or a tie",
            )


@pytest.mark.parametrize(
    ("expect", "left"),
    [("A", reply(5, 3)), ("not_worse", reply(3, 5, winner="second")), (None, reply(5, 3))],
)
def test_an_open_outcome_is_asked_again_and_then_an_error(
    expect: Expect | None, left: dict[str, object]
) -> None:
    evaluation, judge = judged_by(pair(expect=expect), by_order(left, LOST))
    assert judge.calls == 4, "two, and two extra samples of the order in question"
    assert [shown_first(request) for request in judge.requests] == ["A", "B", "B", "B"]
    assert (evaluation.state, evaluation.passed, evaluation.score) == ("broken", None, None)
    assert evaluation.interval is not None
    assert evaluation.error is not None
    assert evaluation.error.startswith("the outcome stayed open: possible are ")
    assert "time limit of 5 s reached" in evaluation.error
    assert evaluation.remedy == (
        "run this test again; where it stays so, raise --rubric-timeout or lower --rubric-concurrency."
    )
    assert winner(evaluation) is None


def test_extra_samples_can_decide() -> None:
    def answer(request: JudgeRequest) -> object:
        lost = shown_first(request) == "B" and request.sample == 0
        return LOST if lost else consistent(request)

    evaluation, judge = judged_by(pair(), answer)
    assert judge.calls == 4
    assert (winner(evaluation), evaluation.passed) == ("A", True)


def test_no_usable_reply_in_either_order_is_an_error_without_extra_samples() -> None:
    evaluation, judge = judged_by(pair(), lambda request: LOST)
    assert judge.calls == 2
    assert evaluation.state == "broken"
    assert evaluation.error == "the judge gave no usable reply in either order: time limit of 5 s reached"
    assert evaluation.interval is None


def test_a_judge_that_is_not_there_ends_the_case_whatever_else_was_decided() -> None:
    evaluation, judge = judged_by(
        pair(expect="not_worse"), by_order(reply(5, 3), JudgeUnavailable("no model is set"))
    )
    assert judge.calls == 2
    assert (evaluation.state, evaluation.unavailable, evaluation.error) == ("broken", True, "no model is set")


def test_samples_ask_both_orders_again_and_vote_in_each() -> None:
    count = {"A": 0, "B": 0}

    def answer(request: JudgeRequest) -> dict[str, object]:
        side = shown_first(request)
        count[side] += 1
        return reply(3, 5, winner="second") if side == "A" and request.sample == 1 else consistent(request)

    evaluation, judge = judged_by(pair(settings=settings(samples=3)), answer)
    assert judge.calls == 6
    assert count == {"A": 3, "B": 3}
    assert winner(evaluation) == "A"
    assert evaluation.comparison is not None
    assert [(each.first, each.sample, each.winner) for each in evaluation.comparison.orders] == [
        ("A", 0, "A"),
        ("B", 0, "A"),
        ("A", 1, "B"),
        ("B", 1, "A"),
        ("A", 2, "A"),
        ("B", 2, "A"),
    ]


def test_replies_without_a_majority_are_asked_about_again() -> None:
    def answer(request: JudgeRequest) -> dict[str, object]:
        undecided = shown_first(request) == "A" and request.sample == 1
        return reply(3, 5, winner="second") if undecided else consistent(request)

    evaluation, judge = judged_by(pair(settings=settings(samples=2)), answer)
    assert judge.calls == 6, "four, and two extra samples of the order that is open"
    assert winner(evaluation) == "A"


def test_calls_at_most() -> None:
    subject = pair(settings=settings(samples=2, extra_samples=1))
    assert PairwiseEvaluator().most_calls(subject.case, subject.settings) == 6
    assert PairwiseEvaluator().most_calls(Case("a", "a"), SETTINGS) == 0
