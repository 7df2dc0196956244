"""Both orders, what they come to together, and what is decided without a judge."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pytest_rubric.errors import JudgeCallFailed, JudgeUnavailable
from pytest_rubric.evaluators.pairwise.evaluator import PairwiseEvaluator
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.model import Case, Evaluation, Output, OutputFile
from pytest_rubric.model.comparison import Expect, LevelCriterion
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


def winner(evaluation: Evaluation) -> str | None:
    assert evaluation.comparison is not None
    return evaluation.comparison.winner


def document(evaluation: Evaluation) -> dict[str, Any]:
    assert evaluation.comparison is not None
    assert evaluation.comparison.document is not None
    return dict(evaluation.comparison.document)


# --- two orders -------------------------------------------------------------------------------


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


# --- without a judge --------------------------------------------------------------------------


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


# --- what can't be used -----------------------------------------------------------------------

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


# --- samples ----------------------------------------------------------------------------------


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


# --- results ----------------------------------------------------------------------------------


def test_the_document_is_the_format_of_the_specification() -> None:
    def answer(request: JudgeRequest) -> dict[str, object]:
        a, b = ([5, 5, 4, 4, 5, 4], [3, 2, 3, 3, 2, 3])
        first, second = (a, b) if shown_first(request) == "A" else (b, a)
        place, other = ("first", "second") if first is a else ("second", "first")
        levels = [
            {"id": number, "reason": "r", "first": one, "second": two}
            for number, (one, two) in enumerate(zip(first, second, strict=True), 1)
        ]
        holds = {"reason": "r", "basis": "quote"}
        return reply(
            criteria=levels,
            expectations=[
                {
                    **holds,
                    "id": 1,
                    "quotes": [{"from": place, "text": "until Friday"}],
                    place: True,
                    other: False,
                },
                {**holds, "id": 2, "quotes": [], "first": False, "second": False},
            ],
            strengths=[{"of": place, "text": "Says what to do", "quote": "take the stairs"}],
            weaknesses=[{"of": other, "text": "Vague", "quote": ""}],
            winner=place,
        )

    subject = pair(spec={"expectations": ("Says until when", "Names a person to call")})
    made = document(judged_by(subject, answer)[0])
    assert list(made) == ["winner", "reasoning", "rubric", "output_quality", "expectation_results"]
    assert made["winner"] == "A"
    assert made["reasoning"] == (
        "A wins: in both orders; overall scores A 9, B 5.4. A first: FIRST says what to do. "
        "B first: FIRST says what to do"
    )
    assert made["rubric"] == {
        "A": {
            "content": {"correctness": 5, "completeness": 5, "accuracy": 4},
            "structure": {"organization": 4, "formatting": 5, "usability": 4},
            "content_score": 4.7,
            "structure_score": 4.3,
            "overall_score": 9.0,
        },
        "B": {
            "content": {"correctness": 3, "completeness": 2, "accuracy": 3},
            "structure": {"organization": 3, "formatting": 2, "usability": 3},
            "content_score": 2.7,
            "structure_score": 2.7,
            "overall_score": 5.4,
        },
    }
    assert made["output_quality"] == {
        "A": {"score": 9, "strengths": ["Says what to do"], "weaknesses": []},
        "B": {"score": 5, "strengths": [], "weaknesses": ["Vague"]},
    }
    assert made["expectation_results"]["A"] == {
        "passed": 1,
        "total": 2,
        "pass_rate": 0.5,
        "details": [
            {"text": "Says until when", "passed": True},
            {"text": "Names a person to call", "passed": False},
        ],
    }
    assert [type(made["rubric"]["A"][key]) for key in ("content_score", "overall_score")] == [float, float]


def test_without_expectations_there_are_no_results_of_them() -> None:
    evaluation, _ = judged_by(pair(), consistent)
    assert list(document(evaluation)) == ["winner", "reasoning", "rubric", "output_quality"]


def test_a_level_that_changes_with_the_order_is_a_mean() -> None:
    evaluation, _ = judged_by(pair(), by_order(reply(5, 3), reply(4, 4, winner="tie")))
    assert document(evaluation)["rubric"]["A"]["content"]["accuracy"] == 4.5


def test_criteria_of_the_case_take_the_place_of_the_built_in_ones() -> None:
    spec = {"content": (LevelCriterion("Data placement", {1: "wrong fields", 5: "right fields"}),)}

    def answer(request: JudgeRequest) -> dict[str, object]:
        first, second = (5, 3) if shown_first(request) == "A" else (3, 5)
        levels = [{"id": n, "reason": "r", "first": first, "second": second} for n in range(1, 5)]
        return reply(criteria=levels, winner="first" if first == 5 else "second")

    evaluation, judge = judged_by(pair(spec=spec), answer)
    assert document(evaluation)["rubric"]["B"]["content"] == {"data_placement": 3}
    assert list(document(evaluation)["rubric"]["B"]["structure"]) == [
        "organization",
        "formatting",
        "usability",
    ]
    assert "1. Data placement: 1 = wrong fields; 5 = right fields" in judge.requests[0].messages[1].content


def test_the_points_and_the_arithmetic() -> None:
    evaluation, _ = judged_by(pair(), consistent)
    assert [point.label for point in evaluation.points][:3] == [
        "A overall",
        "A content: correctness",
        "A content: completeness",
    ]
    assert [(p.score, p.maximum) for p in evaluation.points if p.label.endswith("overall")] == [
        (10, 10),
        (6, 10),
    ]
    assert evaluation.points[1].evidence == "A first: reason 1 B first: reason 1"
    assert evaluation.calculation == (
        "A shown first: A 5 + 5 = 10; B 3 + 3 = 6; the judge says A → A wins by overall score",
        "B shown first: A 5 + 5 = 10; B 3 + 3 = 6; the judge says A → A wins by overall score",
        "over both orders: A wins",
        "100 of 100 points (win 100, tie 50, loss 0), 100 needed",
    )


def test_a_chinese_case_has_a_chinese_prompt_and_report() -> None:
    subject = pair(input="电梯怎么了？", expect="B", settings=settings(lang="auto"))
    evaluation, judge = judged_by(subject, lambda request: reply(4, 4, winner="tie"))
    assert judge.requests[0].messages[0].content.startswith("你比较两段文字")
    assert evaluation.lang == "zh"
    assert evaluation.summary == "平局，期望 B 胜：两种顺序中都没有胜者；总分 A 8，B 8"
    assert evaluation.calculation[-1] == "得 50 分（胜 100，平 50，负 0），需要 100 分"
    assert evaluation.points[1].label == "A 内容：正确性"


# --- folders ----------------------------------------------------------------------------------


def folder(*files: tuple[str, str | None]) -> Output:
    made = tuple(OutputFile(name, text, 3, f"digest of {text}") for name, text in files)
    return Output("\n\n".join(text or "" for _, text in files), files=made)


def test_only_names_that_both_folders_have_are_shown() -> None:
    a = folder(("gpt-new.md", "new text"), ("index.html", "<p>one</p>"), ("logo.png", None))
    b = folder(("baseline.md", "old text"), ("index.html", "<p>two</p>"))
    evaluation, judge = judged_by(pair(a=a, b=b), lambda request: reply(4, 4, winner="tie"))
    text = judge.requests[0].messages[1].content
    assert (
        "[file 1.md]\nnew text\n\n[file index.html]\n<p>one</p>\n\n[file 3.png]\n(not text, 3 bytes" in text
    )
    assert "[file 1.md]\nold text" in text
    for name in ("gpt-new", "baseline", "logo"):
        assert name not in text
    assert "names of files that only one output has were not shown to the judge" in evaluation.notes


def test_folders_that_differ_in_a_picture_only_are_not_identical() -> None:
    a = folder(("a.md", "text"), ("b.png", None))
    other = OutputFile("b.png", None, 3, "another digest")
    b = Output(a.text, files=(a.files[0], other))
    assert judged_by(pair(a=a, b=b), lambda request: reply(4, 4, winner="tie"))[1].calls == 2
    assert judged_by(pair(a=a, b=a), [])[1].calls == 0


def test_a_folder_of_empty_files_is_an_empty_output() -> None:
    evaluation, judge = judged_by(pair(a=folder(("a.md", " "), ("b.md", "\n")), expect="A"), [])
    assert (judge.calls, winner(evaluation)) == (0, "B")
