"""Several samples, extra samples where the outcome is open, and requests that fail."""

from __future__ import annotations

import asyncio

import pytest

from pytest_rubric import ScriptedJudge
from pytest_rubric.errors import JudgeCallFailed, JudgeError, JudgeUnavailable, MissingRecording
from pytest_rubric.evaluators.reference.evaluator import ReferenceEvaluator
from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.model import Evaluation
from tests.evaluators.reference.building import (
    CONTRADICTED,
    COVERED,
    GOOD,
    MISSING,
    RELATED,
    TWO,
    claim,
    fact,
    judged,
    reply,
    run,
    settings,
    subject,
)
from tests.evaluators.rubric.building import Tape

ALL = reply(COVERED, fact(2))
HALF = reply(COVERED, MISSING)
WRONG = reply(COVERED, CONTRADICTED)
UNCLEAR = reply(COVERED, CONTRADICTED | {"status": "?"})
OPEN_FORM = reply(COVERED, MISSING, format={"reason": "", "grade": "?"})


@pytest.mark.parametrize(
    ("replies", "expected"),
    [([ALL, HALF, HALF], 48), ([WRONG, ALL, ALL], 100), ([HALF, WRONG, WRONG], 35), ([HALF, HALF], 48)],
)
def test_a_majority_says_what_became_of_a_fact(replies: list[object], expected: int) -> None:
    evaluation, judge = judged(subject(settings=settings(samples=len(replies))), *replies)
    assert judge.calls == len(replies)
    assert [request.sample for request in judge.requests] == list(range(len(replies)))
    assert evaluation.score == expected


@pytest.mark.parametrize(
    ("replies", "note"),
    [
        ([ALL, HALF], "no majority: covered 1, missing 1"),
        ([ALL, HALF, WRONG], "no majority: covered 1, missing 1, contradicted 1"),
    ],
)
def test_without_a_majority_a_fact_is_undecided(replies: list[object], note: str) -> None:
    made = subject(settings=settings(samples=len(replies), threshold=0))
    evaluation, _ = judged(made, *replies)
    assert evaluation.interval == (35, 100)
    assert evaluation.notes[0] == f"undecided: fact 2 ({note})"


def test_a_tie_is_asked_again() -> None:
    judge = by_sample(ALL, HALF, HALF, HALF)
    evaluation = run(subject(settings=settings(samples=2)), ReAskJudge(judge))
    assert [request.sample for request in judging(judge)] == [0, 1, 2, 3]
    assert evaluation.score == 48


def test_of_several_lists_of_claims_the_middle_one_counts() -> None:
    replies = [
        reply(COVERED, fact(2), format=GOOD | {"grade": "poor"}),
        reply(COVERED, fact(2), claims=[claim()]),
        reply(COVERED, fact(2), claims=[claim(kind="wrong")]),
    ]
    evaluation, _ = judged(subject(settings=settings(samples=3)), *replies)
    assert [point.score for point in evaluation.points] == [40, 30, 20]
    assert "scores of 3 samples by themselves: 80, 90, 75" in evaluation.notes


def test_a_majority_says_whether_it_is_related_and_a_tie_leaves_it_open() -> None:
    off = reply(fact(1, "missing"), MISSING, relevance={"reason": "It is about rain.", "related": False})
    on = reply(fact(1, "missing"), MISSING, relevance=RELATED)
    evaluation, _ = judged(subject(settings=settings(samples=3)), off, on, off)
    assert evaluation.summary.split("; ")[1] == "unrelated to the input"
    tied, _ = judged(subject(settings=settings(samples=2, threshold=0)), off, on)
    assert "relevance (no majority: unrelated 1, related 1)" in tied.notes[0]


def test_unrelated_by_the_majority_but_covered_by_the_facts_is_undecided() -> None:
    half = [HALF | {"relevance": {"reason": "It is about rain.", "related": False}}] * 2
    evaluation, _ = judged(subject(settings=settings(threshold=0)), *half)
    assert evaluation.interval == (10, 48)
    assert "called unrelated to the input, although facts are covered" in evaluation.notes[0]


def test_a_vote_that_is_undecided_counts_for_nothing() -> None:
    evaluation, _ = judged(subject(settings=settings(samples=2)), UNCLEAR, UNCLEAR, HALF)
    assert evaluation.interval == (48, 48)


def by_sample(*replies: object) -> ScriptedJudge:
    """A judge that lists two facts, and says the same about a sample however often it is asked."""
    return ScriptedJudge(lambda request: TWO if request.ids == ("facts",) else replies[request.sample])  # type: ignore[arg-type, return-value]


def judging(judge: ScriptedJudge) -> list[JudgeRequest]:
    """What was asked about the output."""
    return [request for request in judge.requests if request.ids != ("facts",)]


def test_an_open_outcome_is_asked_again_and_decided() -> None:
    judge = by_sample(UNCLEAR, HALF, HALF)
    evaluation = run(subject(), ReAskJudge(judge))
    assert judge.calls == 5, "the facts, the call, its re-ask, and two extra samples"
    assert (evaluation.state, evaluation.score, evaluation.passed) == ("judged", 48, False)


def test_an_outcome_that_stays_open_is_an_error_with_its_interval() -> None:
    judge = by_sample(UNCLEAR, UNCLEAR, UNCLEAR)
    evaluation = run(subject(), ReAskJudge(judge))
    assert judge.calls == 7
    assert (evaluation.state, evaluation.score, evaluation.interval) == ("broken", None, (35, 100))
    assert evaluation.error == (
        "the outcome stayed open: score 35 to 100, threshold 60; undecided: fact 2 (not one of the words to "
        "choose from: “?”)"
    )
    assert evaluation.remedy == (
        "the judge does not keep to the form of the reply, and more samples seldom help: take another model "
        "(--rubric-model), or ask one thing a call (--rubric-strategy criterion)."
    )
    assert [point.score for point in evaluation.points] == [None, None, 20]


def test_the_gate_at_the_ends_of_the_interval() -> None:
    judge = by_sample(OPEN_FORM)
    below = run(subject(settings=settings(threshold=49)), ReAskJudge(judge))
    assert (below.passed, below.score, below.interval) == (False, 28, (28, 48))
    above = run(subject(settings=settings(threshold=28)), ReAskJudge(judge))
    assert (above.passed, above.score) == (True, 28)
    assert len(judging(judge)) == 4, "what tips nothing needs no extra samples"
    assert above.warnings == (
        "passed with format undecided (score 28 to 48)",
        "passed with 28 points and the verdict fail (threshold 28)",
    )
    between = run(subject(settings=settings(threshold=29, extra_samples=0)), ReAskJudge(by_sample(OPEN_FORM)))
    assert (between.state, between.passed) == ("broken", None)


def test_recordings_that_leave_it_open_are_asked_anew() -> None:
    tape = Tape(
        ReAskJudge(by_sample(UNCLEAR, UNCLEAR, UNCLEAR)), live=ReAskJudge(by_sample(None, HALF, HALF))
    )
    evaluation = run(subject(), tape)
    assert [(r.sample, r.fresh) for r in tape.asked] == [
        (0, False),
        (0, False),
        (1, False),
        (2, False),
        (1, True),
        (2, True),
    ]
    assert (evaluation.score, evaluation.usage.stored, evaluation.usage.calls) == (48, 4, 2)


# -- one call a part


def by_part(request: JudgeRequest, whole: dict[str, object] = HALF) -> object:
    """What a request asks for, out of a whole reply."""
    if request.ids == ("facts",):
        return TWO
    facts = [id_[1] for id_ in request.ids if isinstance(id_, tuple)]
    said: dict[str, object] = {part: whole[part] for part in request.ids if isinstance(part, str)}
    every = whole["facts"]
    assert isinstance(every, list)
    return said | ({"facts": [entry for entry in every if entry["id"] in facts]} if facts else {})


def test_one_call_a_part_gives_the_same_score() -> None:
    judge = ScriptedJudge(by_part)  # type: ignore[arg-type]
    evaluation = run(subject(settings=settings(strategy="criterion")), ReAskJudge(judge))
    assert [request.ids for request in judge.requests] == [
        ("facts",),
        (("facts", 1),),
        (("facts", 2),),
        ("claims",),
        ("format", "relevance"),
    ]
    assert evaluation.score == 48


def test_one_call_a_part_asks_again_only_about_what_is_open() -> None:
    def answer(request: JudgeRequest) -> object:
        if "format" in request.ids and request.sample == 0:
            return {"format": {"grade": "?"}, "relevance": RELATED}
        return by_part(request)

    judge = ScriptedJudge(answer)  # type: ignore[arg-type]
    evaluation = run(subject(settings=settings(strategy="criterion", threshold=40)), ReAskJudge(judge))
    assert [request.ids for request in judge.requests if request.sample > 0] == [("format", "relevance")] * 2
    assert (judge.calls, evaluation.score, evaluation.passed) == (8, 48, True)


def test_one_call_a_part_leaves_a_contradiction_between_calls_undecided() -> None:
    def answer(request: JudgeRequest) -> object:
        if "relevance" in request.ids:
            return {"format": GOOD, "relevance": {"reason": "It is off.", "related": False}}
        return by_part(request)

    judge = ScriptedJudge(answer)  # type: ignore[arg-type]
    evaluation = run(subject(settings=settings(strategy="criterion", threshold=0)), ReAskJudge(judge))
    assert (judge.calls, evaluation.interval) == (5, (10, 48))


# -- requests that fail


def test_a_call_that_fails_leaves_its_parts_undecided() -> None:
    def answer(request: JudgeRequest) -> object:
        return JudgeCallFailed("timed out") if "claims" in request.ids else by_part(request)

    judge = ScriptedJudge(answer)  # type: ignore[arg-type]
    evaluation = run(subject(settings=settings(strategy="criterion", threshold=0)), ReAskJudge(judge))
    assert evaluation.interval == (35, 48)
    assert evaluation.notes[0] == "undecided: claims (timed out)"
    assert evaluation.calculation[3].endswith("0 (claims undecided: counted as lost)")


def test_a_call_that_fails_whole_is_an_error_with_its_cause_and_its_cost() -> None:
    evaluation, judge = judged(subject(settings=settings(threshold=0)), JudgeCallFailed("timed out"))
    assert judge.calls == 1
    assert (evaluation.state, evaluation.interval, evaluation.usage.calls) == ("broken", None, 2)
    assert evaluation.error == "the judge made no usable decision: timed out"


@pytest.mark.parametrize("error", [JudgeUnavailable("no judge here"), MissingRecording("no judge here")])
def test_a_judge_that_cannot_be_asked_ends_the_case_with_that_cause(error: JudgeError) -> None:
    evaluation, _ = judged(subject(), error)
    assert (evaluation.state, evaluation.error) == ("broken", "no judge here")
    assert evaluation.unavailable is isinstance(error, JudgeUnavailable)
    assert evaluation.unrecorded is isinstance(error, MissingRecording)


def test_a_judge_that_goes_away_during_extra_samples_ends_the_case() -> None:
    gone = JudgeUnavailable("gone")
    evaluation = run(subject(), ReAskJudge(by_sample(UNCLEAR, gone, gone)))
    assert (evaluation.state, evaluation.error, evaluation.interval) == ("broken", "gone", (35, 100))


def test_many_cases_share_one_evaluator() -> None:
    evaluator = ReferenceEvaluator()

    def answer(request: JudgeRequest) -> object:
        return by_part(request, HALF if request.label == "half" else ALL)

    async def all_of_them() -> list[Evaluation]:
        judge = ReAskJudge(ScriptedJudge(answer))  # type: ignore[arg-type]
        subjects = [subject(id="half" if number % 2 else "all") for number in range(20)]
        return list(await asyncio.gather(*[evaluator.evaluate(each, judge) for each in subjects]))

    assert [evaluation.score for evaluation in asyncio.run(all_of_them())] == [100, 48] * 10
