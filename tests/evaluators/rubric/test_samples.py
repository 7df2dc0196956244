"""Strategies, parts of a rubric, samples."""

from __future__ import annotations

import asyncio
from fractions import Fraction

import pytest

from pytest_rubric import ScriptedJudge
from pytest_rubric.judging.protocol import JudgeRequest
from tests.evaluators.rubric.building import (
    checked,
    criteria,
    entry,
    judged_by,
    reply,
    said,
    settings,
    subject,
)


def test_one_call_a_criterion() -> None:
    judge = said({1: True, 2: False, 3: True})
    evaluation = judged_by(
        subject(
            (*criteria(10, 10, 10), checked(4, 10, "contains", "lift")),
            settings=settings(strategy="criterion"),
        ),
        judge,
    )
    assert [request.ids for request in judge.requests] == [(1,), (2,), (3,)]
    assert {request.feedback for request in judge.requests} == {"none"}
    assert (evaluation.score, evaluation.feedback.state, evaluation.usage.calls) == (75, "not_asked", 3)


def test_all_criteria_of_a_part_in_one_call() -> None:
    judge = ScriptedJudge(lambda request: reply(*[entry(id_, id_ % 2 == 0) for id_ in request.ids]))
    evaluation = judged_by(subject(criteria(*[1] * 60)), judge)
    assert [len(request.ids) for request in judge.requests] == [25, 25, 10]
    assert [request.feedback for request in judge.requests] == ["full", "none", "none"]
    assert (evaluation.score, evaluation.usage.calls) == (50, 3)


def test_requests_of_a_case_are_on_the_wire_together() -> None:
    waiting: list[int] = []
    everyone = asyncio.Event()

    async def script(request: JudgeRequest) -> dict[str, object]:
        waiting.append(request.ids[0])
        if len(waiting) == 4:
            everyone.set()
        await asyncio.wait_for(everyone.wait(), 10)
        return reply(*[entry(id_, True) for id_ in request.ids])

    evaluation = judged_by(
        subject(criteria(1, 1, 1, 1), settings=settings(strategy="criterion")), ScriptedJudge(script)
    )
    assert evaluation.score == 100


@pytest.mark.parametrize(
    ("answers", "status", "votes", "confidence"),
    [
        ([True, True, True], "met", (3, 0, 0), 1.0),
        ([True, False, True], "met", (2, 1, 0), 2 / 3),
        ([False, False, True], "not_met", (1, 2, 0), 2 / 3),
        ([None, False, True], "undecided", (1, 1, 1), None),
        ([None, None, False], "not_met", (0, 1, 2), None),
        ([None, True, True], "met", (2, 0, 1), 1.0),
    ],
)
def test_samples_vote(
    answers: list[bool | None], status: str, votes: tuple[int, int, int], confidence: float | None
) -> None:
    def script(request: JudgeRequest) -> dict[str, object]:
        said_of_1 = answers[request.sample]
        entries = [entry(1, said_of_1), entry(2, True)]
        return reply(*[e for e in entries if e["id"] in request.ids])

    judge = ScriptedJudge(script)
    plan = settings(samples=3, extra_samples=0, threshold=Fraction(0))
    evaluation = judged_by(subject(criteria(10, 10), settings=plan), judge)
    result = evaluation.criteria[0]
    assert (result.status, result.votes, result.confidence) == (status, votes, confidence)
    assert evaluation.criteria[1].votes == (3, 0, 0)
    if status == "undecided":
        assert result.note == "no majority: 1 yes, 1 no"


def test_only_the_first_sample_is_asked_for_feedback() -> None:
    judge = said({1: True})
    judged_by(subject(criteria(10), settings=settings(samples=3)), judge)
    assert [(request.sample, request.feedback) for request in judge.requests] == [
        (0, "full"),
        (1, "none"),
        (2, "none"),
    ]


@pytest.mark.parametrize(
    ("threshold", "extra"), [(45, []), (50, []), (51, [2, 3, 4, 5]), (90, [2, 3, 4, 5]), (91, [])]
)
def test_extra_samples_are_asked_only_where_the_outcome_is_open(threshold: int, extra: list[int]) -> None:
    # 50 to 90: #1 is met, #2 has a vote each way, #3 has none, #4 is not met.
    def script(request: JudgeRequest) -> dict[str, object]:
        answers = {1: True, 2: request.sample == 0, 3: None, 4: False}
        return reply(*[entry(id_, answers[id_]) for id_ in request.ids])

    judge = ScriptedJudge(script)
    plan = settings(samples=2, threshold=Fraction(threshold), extra_samples=4)
    evaluation = judged_by(subject(criteria(50, 30, 10, 10), settings=plan), judge)
    assert sorted({request.sample for request in judge.requests} - {0, 1}) == extra
    assert {request.ids for request in judge.requests if request.sample > 1} <= {(2, 3), (3,)}
    if extra:
        # All samples vote: one yes of the first round against five noes.
        assert evaluation.criteria[1].votes == (1, 5, 0)
        assert evaluation.interval == (50, 60)
