"""Calls that fail, and judges that are not there."""

from __future__ import annotations

import asyncio
from fractions import Fraction

import pytest

from pytest_rubric import ScriptedJudge
from pytest_rubric.errors import (
    BudgetSpent,
    InvalidReply,
    JudgeCallFailed,
    JudgeError,
    JudgeRefused,
    JudgeUnavailable,
    MissingRecording,
)
from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.judging.reask import ReAskJudge
from tests.evaluators.rubric.building import (
    checked,
    criteria,
    entry,
    judged_by,
    reply,
    run,
    settings,
    statuses,
    subject,
)

FAILURES: list[tuple[JudgeError, str]] = [
    (JudgeCallFailed("no answer within 120 s"), "no answer within 120 s"),
    (JudgeCallFailed("status 500 after 3 attempts"), "status 500 after 3 attempts"),
    (JudgeRefused("the judge refused"), "the judge refused"),
    (InvalidReply("the reply was cut"), "the reply was cut"),
]


@pytest.mark.parametrize(("error", "note"), FAILURES)
def test_whatever_ends_a_call_leaves_its_criteria_undecided(error: JudgeError, note: str) -> None:
    def script(request: JudgeRequest) -> dict[str, object] | BaseException:
        return error if 2 in request.ids else reply(*[entry(id_, True) for id_ in request.ids])

    judge = ScriptedJudge(script)
    evaluation = judged_by(subject(criteria(70, 30), settings=settings(strategy="criterion")), judge)
    assert statuses(evaluation) == ["met", "undecided"]
    assert evaluation.criteria[1].note == note
    assert (evaluation.passed, evaluation.score, evaluation.interval) == (True, 70, (70, 100))


@pytest.mark.parametrize(("error", "note"), FAILURES)
@pytest.mark.parametrize("threshold", [0, 60])
def test_no_decision_at_all_is_an_error_that_gives_the_cause(
    error: JudgeError, note: str, threshold: int
) -> None:
    error.details = "finish reason: ..."
    judge = ScriptedJudge(lambda request: error)
    evaluation = judged_by(subject(criteria(70, 30), settings=settings(threshold=Fraction(threshold))), judge)
    assert judge.calls == 1
    assert (evaluation.state, evaluation.passed, evaluation.score) == ("broken", None, None)
    assert evaluation.error == f"the judge decided no criterion: {note}"
    assert evaluation.error_details == "finish reason: ..."
    assert (evaluation.interval, evaluation.unavailable, evaluation.calculation) == (None, False, ())
    assert [result.note for result in evaluation.criteria] == [note, note]


def test_not_applicable_everywhere_is_no_full_score() -> None:
    judge = ScriptedJudge(lambda request: reply(*[entry(id_, "N/A") for id_ in request.ids]))
    evaluation = judged_by(subject(criteria(10, 10, -5, 10)), judge)
    assert judge.calls == 2
    assert (evaluation.state, evaluation.score, evaluation.interval) == ("broken", None, None)
    assert evaluation.error == 'the judge decided no criterion: neither yes nor no: "N/A"'


def test_checks_do_not_stand_in_for_a_judge_that_decides_nothing() -> None:
    rubric = (*criteria(1), checked(2, 99, "contains", "stairs"))
    evaluation = judged_by(subject(rubric), ScriptedJudge(lambda request: JudgeCallFailed("too slow")))
    assert (evaluation.state, evaluation.interval) == ("broken", (99, 100))
    assert evaluation.error == "the judge decided no criterion: too slow"


def test_prose_instead_of_a_reply_decides_nothing() -> None:
    judge = ScriptedJudge(["I would pass this one.", "Still fine."])
    evaluation = judged_by(subject(criteria(10)), judge)
    assert (evaluation.state, evaluation.usage.calls) == ("broken", 2)
    assert evaluation.error is not None
    assert evaluation.error.startswith("the judge decided no criterion: ")
    assert evaluation.error_details is not None
    assert "Still fine." in evaluation.error_details


ENDS: list[tuple[JudgeError, bool]] = [
    (JudgeUnavailable("no model is set; set RUBRIC_MODEL"), True),
    (BudgetSpent("200 calls are spent"), False),
    (MissingRecording("no recording: the case has changed"), False),
]


@pytest.mark.parametrize(("error", "unavailable"), ENDS)
def test_a_judge_that_is_not_there_is_an_error_whatever_was_decided(
    error: JudgeError, unavailable: bool
) -> None:
    def script(request: JudgeRequest) -> dict[str, object] | BaseException:
        return error if 2 in request.ids else reply(*[entry(id_, True) for id_ in request.ids])

    judge = ScriptedJudge(script)
    evaluation = judged_by(subject(criteria(70, 30, 10), settings=settings(strategy="criterion")), judge)
    assert judge.calls == 3
    assert (evaluation.state, evaluation.error) == ("broken", error.message)
    assert evaluation.unavailable is unavailable
    assert statuses(evaluation) == ["met", "undecided", "met"]
    assert evaluation.interval == (73, 100)


@pytest.mark.parametrize(("error", "unavailable"), ENDS)
def test_it_is_the_cause_even_after_another_failure(error: JudgeError, unavailable: bool) -> None:
    failures: dict[int, JudgeError] = {1: JudgeCallFailed("too slow"), 2: error}
    judge = ScriptedJudge(lambda request: failures[request.ids[0]])
    evaluation = judged_by(subject(criteria(70, 30), settings=settings(strategy="criterion")), judge)
    assert (evaluation.error, evaluation.unavailable) == (error.message, unavailable)


def test_a_judge_that_closes_before_the_extra_samples() -> None:
    judge = ScriptedJudge(
        [
            reply(entry(1, True), entry(2, None)),
            reply(entry(2, None)),
            JudgeUnavailable("closed"),
            JudgeUnavailable("closed"),
        ]
    )
    evaluation = judged_by(subject(criteria(50, 50)), judge)
    assert (evaluation.state, evaluation.error, evaluation.interval) == ("broken", "closed", (50, 100))


def test_failed_calls_count() -> None:
    error = JudgeCallFailed("too slow")
    error.calls, error.input_tokens, error.output_tokens = 3, 100, 20

    def script(request: JudgeRequest) -> dict[str, object] | BaseException:
        return error if 2 in request.ids else reply(entry(1, True))

    judge = ScriptedJudge(script)
    evaluation = judged_by(subject(criteria(70, 30), settings=settings(strategy="criterion")), judge)
    usage = evaluation.usage
    assert (usage.calls, usage.input_tokens, usage.output_tokens) == (4, 100, 20)


def test_a_fault_of_a_judge_is_raised_and_ends_the_other_calls() -> None:
    ended = []

    async def script(request: JudgeRequest) -> dict[str, object]:
        if request.ids == (1,):
            raise ZeroDivisionError("a fault of the judge's own")
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            ended.append(request.ids)
            raise
        return reply(entry(2, True))

    judge = ReAskJudge(ScriptedJudge(script))
    with pytest.raises(ZeroDivisionError, match=r"^a fault of the judge's own$"):
        run(subject(criteria(70, 30), settings=settings(strategy="criterion")), judge)
    assert ended == [(2,)]
