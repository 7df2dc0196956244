"""What holds for every preset of the family: each part exactly once, nothing invented, no default."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.evaluators.presets.building import evaluate, subject
from tests.evaluators.presets.claims_replies import (
    Reply,
    backed,
    claims,
    compared,
    completion,
    covered,
    decided,
    key_points,
)

TEXT = "The well is dry. The pump is new."
BOTH = ("The well is dry", "The pump is new")
CASE = {"input": "How is the well?", "expected_output": TEXT, "context": TEXT}


def a_compared(number: object, quote: str = BOTH[0], word: str = "correct") -> Reply:
    return compared(number, word, quote)


def a_backed(number: object, quote: str = BOTH[0], word: str = "supported") -> Reply:
    return backed(number, word, ("context", quote))


def a_covered(number: object, quote: str = BOTH[0], word: str = "covered") -> Reply:
    return covered(number, word, quote)


Entry = Callable[..., Reply]
FAMILY: list[tuple[str, Entry, Callable[..., Reply]]] = [
    ("result-accuracy", a_compared, decided),
    ("result-faithfulness", a_backed, decided),
    ("agent-task-completion", a_covered, completion),
]
LISTS: dict[str, Reply] = {"claims": claims(*BOTH), "key-points": key_points(*BOTH)}
NAMES = [preset for preset, *_ in FAMILY]


@pytest.mark.parametrize(("preset", "entry", "whole"), FAMILY, ids=NAMES)
@pytest.mark.parametrize(
    ("made", "complaint"),
    [
        (lambda entry: [entry(1)], "`2` is missing from"),
        (lambda entry: [entry(1), entry(2), entry(1)], "`1` stands more than once in"),
        (lambda entry: [entry(1), entry(2), entry(3)], "is none of those asked about"),
        (lambda entry: [entry(1), entry("2b")], "is none of those asked about"),
        (lambda entry: [entry(1), entry(2, word="good")], 'is "good"; it must be one of'),
        (lambda entry: [entry(1), entry(2, "The well is deep")], "does not stand in the text"),
        (lambda entry: [entry(1), {**entry(2), "reason": ""}], "`reason` of "),
        (lambda entry: [], "`1` is missing from"),
    ],
    ids=["forgotten", "repeated", "unknown", "odd id", "odd word", "invented", "no reason", "empty"],
)
def test_a_reply_in_doubt_breaks_the_row_instead_of_scoring(
    preset: str,
    entry: Entry,
    whole: Callable[..., Reply],
    made: Callable[[Entry], Sequence[Reply]],
    complaint: str,
) -> None:
    evaluation, judge = evaluate(preset, subject(TEXT, **CASE), {**LISTS, preset: whole(*made(entry))})
    assert (evaluation.state, evaluation.score, evaluation.passed) == ("broken", None, None)
    assert judge.asked[1:] == [preset, preset]
    assert complaint in str(evaluation.error)
    assert complaint in judge.requests[-1].messages[-1].content


@pytest.mark.parametrize(("preset", "entry", "whole"), FAMILY, ids=NAMES)
def test_a_mended_reply_scores(preset: str, entry: Entry, whole: Callable[..., Reply]) -> None:
    replies = [whole(entry(1)), whole(entry(1), entry(2))]
    evaluation, judge = evaluate(preset, subject(TEXT, **CASE), {**LISTS, preset: replies})
    assert (evaluation.state, evaluation.score) == ("judged", 100)
    assert (len(judge.asked), evaluation.usage.calls, evaluation.usage.reasks) == (3, 3, 1)


@pytest.mark.parametrize(("preset", "entry", "whole"), FAMILY, ids=NAMES)
def test_ids_may_be_written_as_text(preset: str, entry: Entry, whole: Callable[..., Reply]) -> None:
    reply = whole(entry("2"), entry("1"))
    evaluation, judge = evaluate(preset, subject(TEXT, **CASE), {**LISTS, preset: reply})
    assert (evaluation.score, len(judge.asked)) == (100, 2)
    assert [point.label for point in evaluation.points] == [f"{quote}!" for quote in BOTH]


@pytest.mark.parametrize(("preset", "entry", "whole"), FAMILY, ids=NAMES)
def test_zero_is_shown_as_zero(preset: str, entry: Entry, whole: Callable[..., Reply]) -> None:
    worst = {"status": "wrong", "coverage": "wrong"} if "faith" not in preset else {"status": "contradicted"}
    reply = whole(*({**entry(number), **worst} for number in (1, 2)))
    evaluation, _ = evaluate(preset, subject(TEXT, **CASE), {**LISTS, preset: reply})
    assert (evaluation.state, evaluation.score, evaluation.passed, evaluation.verdict) == (
        "judged",
        0,
        False,
        "fail",
    )
    assert [(point.score, point.status) for point in evaluation.points] == [(0.0, "missing")] * 2
    assert all(point.evidence for point in evaluation.points)


@pytest.mark.parametrize("preset", NAMES)
@pytest.mark.parametrize("reply", ["no JSON at all", '{"verdict": "good"}', "[]"])
def test_a_reply_that_is_no_answer_breaks_the_row(preset: str, reply: str) -> None:
    answers: dict[str, Reply | str] = {**LISTS, preset: reply}
    evaluation, judge = evaluate(preset, subject(TEXT, **CASE), answers)
    assert (evaluation.state, evaluation.score, len(judge.asked)) == ("broken", None, 3)
