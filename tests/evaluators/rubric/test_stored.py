"""Extra samples that come from stored exchanges: asked anew, once, where they leave it open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pytest_rubric import ScriptedJudge
from pytest_rubric.errors import JudgeCallFailed, JudgeUnavailable
from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.model import Usage
from tests.evaluators.rubric.building import Tape, criteria, entry, reply, run, settings, statuses, subject


def judge(answers: Callable[[int, int], object]) -> ReAskJudge:
    """A judge by criterion and sample."""
    return ReAskJudge(ScriptedJudge(lambda r: reply(*[entry(id_, answers(id_, r.sample)) for id_ in r.ids])))


def never(id_: int, sample: int) -> object:
    """Always yes about #1, and never an answer about another."""
    return True if id_ == 1 else None


def test_recordings_that_leave_it_open_are_asked_anew() -> None:
    tape = Tape(judge(never), live=judge(lambda id_, sample: True))
    evaluation = run(subject(criteria(50, 50)), tape)
    assert [(r.ids, r.sample, r.fresh) for r in tape.asked] == [
        ((1, 2), 0, False),
        ((2,), 1, False),
        ((2,), 2, False),
        ((2,), 1, True),
        ((2,), 2, True),
    ]
    assert (evaluation.state, evaluation.score, evaluation.criteria[1].votes) == ("judged", 100, (2, 0, 1))
    assert (evaluation.usage.stored, evaluation.usage.calls) == (3, 2)


def test_a_recording_that_is_only_played_again_counts_once() -> None:
    tape = Tape(judge(never))
    evaluation = run(subject(criteria(50, 50)), tape)
    assert (evaluation.state, evaluation.interval) == ("broken", (50, 100))
    assert (evaluation.usage.stored, evaluation.usage.calls) == (3, 0)
    assert evaluation.criteria[1].votes == (0, 0, 3)


def test_what_another_case_has_just_asked_anew_is_taken() -> None:
    class Shared(Tape):
        async def ask(self, request: JudgeRequest) -> JudgeReply:
            asked = await super().ask(request)
            return replace(asked, usage=Usage(stored=1)) if request.fresh else asked

    tape = Shared(judge(never), live=judge(lambda id_, sample: True))
    evaluation = run(subject(criteria(50, 50)), tape)
    assert (evaluation.score, evaluation.usage.stored, evaluation.usage.calls) == (100, 3, 0)


def test_recordings_that_decide_are_not_asked_anew() -> None:
    tape = Tape(judge(lambda id_, sample: True if id_ == 1 or sample else None))
    evaluation = run(subject(criteria(50, 50)), tape)
    assert (evaluation.score, [r.fresh for r in tape.asked]) == (100, [False] * 3)


def test_what_was_asked_just_now_is_not_asked_anew() -> None:
    class HalfStored(Tape):
        async def ask(self, request: JudgeRequest) -> JudgeReply:
            if request.sample == 2:
                self.asked.append(request)
                return await self._recorded.ask(request)
            return await super().ask(request)

    tape = HalfStored(judge(never), live=judge(lambda id_, sample: False))
    evaluation = run(subject(criteria(50, 50)), tape)
    assert [(r.sample, r.fresh) for r in tape.asked] == [(0, False), (1, False), (2, False), (1, True)]
    assert statuses(evaluation) == ["met", "not_met"]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (JudgeUnavailable("no model is set"), "no model is set"),
        (JudgeCallFailed("too slow"), None),
    ],
)
def test_when_asking_anew_fails(error: JudgeCallFailed | JudgeUnavailable, message: str | None) -> None:
    tape = Tape(
        judge(lambda id_, sample: True if id_ == 1 else (sample == 1 if sample else None)),
        live=ReAskJudge(ScriptedJudge(lambda request: error)),
    )
    evaluation = run(subject(criteria(50, 50)), tape)
    # One recorded yes, one recorded no: an error says less than they do, and they stay.
    assert evaluation.state == "broken"
    assert evaluation.criteria[1].votes == (1, 1, 1)
    if message is None:
        assert evaluation.error is not None
        assert "undecided: #2 (no majority: 1 yes, 1 no)" in evaluation.error
    else:
        assert evaluation.error == message


def test_no_extra_samples_where_none_are_wanted() -> None:
    tape = Tape(judge(never))
    evaluation = run(subject(criteria(50, 50), settings=settings(extra_samples=0)), tape)
    assert (len(tape.asked), evaluation.state) == (1, "broken")
