"""Points that the judge names, and one number for the whole."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pytest_rubric.model import Point
from tests.evaluators.custom.building import OUTPUT, definition, evaluate, reply, said
from tests.evaluators.presets.building import subject

FREE = definition()
GREETS = said("Greets", "met", "Good morning")
CAUSE = said("Names the cause", "partial", "because of snow")
SORRY = said("Apologises", "missing")


def test_named_points_are_added_up_by_code() -> None:
    evaluation, judge = evaluate(FREE, subject(OUTPUT), {**reply(GREETS, CAUSE), "score": 12})
    assert (evaluation.score, evaluation.verdict, evaluation.warnings) == (
        Fraction(75),
        "warn",
        ("passed with 75 points and the verdict warn (threshold 60)",),
    )
    assert [point.label for point in evaluation.points] == ["Greets", "Names the cause"]
    assert evaluation.calculation[-1] == "(100 + 50) / 2 = 75"
    assert "Name the points yourself" in judge.requests[0].messages[1].content


WRONG: list[tuple[dict[str, object], str]] = [
    (reply(GREETS), "`points` has 1 entries; name 2 to 6"),
    (reply(*(said(f"point {number}", "met", "Good") for number in range(7))), "`points` has 7 entries; name 2 to 6"),
    (reply(GREETS, CAUSE, GREETS | {"label": "greets"}), "the label greets stands more than once in `points`"),
    (reply(GREETS, CAUSE, SORRY | {"label": " "}), "an entry of `points` has no `label`"),
    (reply(GREETS, said("Apologises", "not_applicable")), '`status` of Apologises is "not_applicable"; it must be one of met, partial, missing'),
    (reply(GREETS, said("Apologises", "met", "we are sorry")), 'the quote of Apologises does not stand in the text: "we are sorry"'),
    ({"points": []}, "there are neither `points` nor a `score` from 0 to 100 with a `reason`"),
    ({"score": "good", "reason": "r"}, "there are neither `points` nor a `score` from 0 to 100 with a `reason`"),
    ({"score": True, "reason": "r"}, "there are neither `points` nor a `score` from 0 to 100 with a `reason`"),
    ({"score": 85}, "there are neither `points` nor a `score` from 0 to 100 with a `reason`"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "complaint"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_answer_breaks_the_row(wrong: dict[str, object], complaint: str) -> None:
    evaluation, judge = evaluate(FREE, subject(OUTPUT), wrong)
    assert (evaluation.state, evaluation.score, len(judge.requests)) == ("broken", None, 2)
    assert f"- {complaint}" in judge.requests[1].messages[-1].content.splitlines()


@pytest.mark.parametrize(
    ("written", "score", "line"),
    [
        (85, "85", []),
        ("72.25", "72.3", []),
        (0, "0", []),
        (0.85, "85", ["the judge gave a number up to 1; it is read as a share of 100"]),
        (1, "100", ["the judge gave a number up to 1; it is read as a share of 100"]),
        (130, "100", []),
    ],
)
def test_a_number_alone_is_marked(written: object, score: str, line: list[str]) -> None:
    evaluation, judge = evaluate(FREE, subject(OUTPUT), {"score": written, "reason": "Polite but late."})
    assert (evaluation.state, evaluation.score, len(judge.requests)) == ("judged", Fraction(score), 1)
    assert evaluation.points == (
        Point("holistic", float(Fraction(score)), None, "Polite but late.", None, (), 100.0),
    )
    assert evaluation.summary == "Polite but late."
    remark = (
        "one number for the whole, without points (holistic): it is less repeatable than points; list `points` "
        "in the evaluator"
    )
    assert evaluation.notes == (remark,)
    assert (remark in evaluation.warnings) == (Fraction(score) >= 60)
    assert list(evaluation.calculation[1:]) == line


def test_points_can_not_be_named_for_nothing() -> None:
    evaluation, judge = evaluate(FREE, subject(""), reply(GREETS, CAUSE))
    assert (evaluation.state, evaluation.summary, judge.requests) == ("unscored", "the output is empty", [])


def test_in_list_mode_a_number_alone_is_no_answer() -> None:
    evaluation, judge = evaluate(definition("Greets"), subject(OUTPUT), {"score": 85, "reason": "fine"})
    assert (evaluation.state, len(judge.requests)) == ("broken", 2)
