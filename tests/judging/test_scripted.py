"""The scripted judge, as users script it."""

from __future__ import annotations

import asyncio
import doctest
import json

import pytest

from pytest_rubric.errors import JudgeCallFailed, JudgeRefused
from pytest_rubric.judging import scripted
from pytest_rubric.judging.protocol import Judge, JudgeRequest, Turn
from pytest_rubric.judging.scripted import ScriptedJudge, ScriptedReply
from tests.judging.small_contract import request


def text_of(judge: ScriptedJudge, asked: JudgeRequest) -> str:
    return asyncio.run(judge.ask(asked)).text


def test_the_example_in_the_docstring_runs() -> None:
    assert doctest.testmod(scripted).attempted > 3
    assert doctest.testmod(scripted).failed == 0


def test_it_is_a_judge_and_records_what_was_asked() -> None:
    judge = ScriptedJudge(["one"])
    assert isinstance(judge, Judge)
    asked = request()
    reply = asyncio.run(judge.ask(asked))
    assert judge.requests == [asked]
    assert reply.turns == (Turn("one", "stop", "scripted"),)
    assert (reply.usage.calls, reply.usage.model) == (1, "scripted")


def test_a_sequence_that_is_used_up_says_so() -> None:
    judge = ScriptedJudge(["one"])
    text_of(judge, request())
    with pytest.raises(JudgeCallFailed) as caught:
        text_of(judge, request())
    assert caught.value.message == (
        "the script has no reply left: it holds 1, and one more was asked for case-0; "
        "add a reply to the list, or give ScriptedJudge a function"
    )


def test_a_single_text_in_place_of_a_list_is_refused() -> None:
    with pytest.raises(TypeError, match="takes a list of replies, or a function"):
        ScriptedJudge("one")


def test_functions_sync_and_async_see_the_request() -> None:
    async def later(asked: JudgeRequest) -> ScriptedReply:
        await asyncio.sleep(0)
        return f"async {asked.label}"

    assert text_of(ScriptedJudge(lambda asked: f"sync {asked.label}"), request()) == "sync case-0"
    assert text_of(ScriptedJudge(later), request()) == "async case-0"


def test_objects_are_written_as_json_and_turns_are_kept() -> None:
    assert text_of(ScriptedJudge([{"好": True}]), request()) == '{"好": true}'
    reply = asyncio.run(ScriptedJudge([Turn("t", "length", "m", 3, 4)]).ask(request()))
    assert reply.turns == (Turn("t", "length", "m", 3, 4),)
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (3, 4)


def test_errors_are_raised_each_time_with_one_call() -> None:
    error = JudgeRefused("no", "details")
    judge = ScriptedJudge(lambda asked: error)
    for _ in range(2):
        with pytest.raises(JudgeRefused) as caught:
            text_of(judge, request())
        assert (caught.value.message, caught.value.details, caught.value.calls) == ("no", "details", 1)
    assert error.calls == 0
    with pytest.raises(ZeroDivisionError):
        text_of(ScriptedJudge([ZeroDivisionError()]), request())


def test_what_is_no_reply_is_refused() -> None:
    def wrong(asked: JudgeRequest) -> ScriptedReply:
        return 5  # type: ignore[return-value]

    with pytest.raises(TypeError, match="not int"):
        text_of(ScriptedJudge(wrong), request())


def test_decisions_make_the_reply_of_the_rubric_judge() -> None:
    judge = ScriptedJudge.deciding(
        {1: "on Friday", 2: False, 3: True, 5: {"present": "yes", "quotes": ["q"]}}
    )
    assert json.loads(text_of(judge, request((1, 2, 3, 4, 5)))) == {
        "criteria": [
            {
                "id": 1,
                "reason": "scripted",
                "basis": "quote",
                "quotes": [{"from": "output", "text": "on Friday"}],
                "present": True,
            },
            {"id": 2, "reason": "scripted", "basis": "quote", "quotes": [], "present": False},
            {"id": 3, "reason": "scripted", "basis": "whole", "quotes": [], "present": True},
            {"id": 5, "reason": "scripted", "basis": "quote", "quotes": ["q"], "present": "yes"},
        ]
    }


@pytest.mark.parametrize(
    "properties", [{"dimensions": {}}, {"points": {}}, {"criteria": {}, "winner": {}}, {}]
)
def test_decisions_are_no_answer_to_a_request_of_another_shape(properties: dict[str, object]) -> None:
    judge = ScriptedJudge.deciding({1: True})
    asked = request((1,), evaluator="tone", schema={"type": "object", "properties": properties})
    with pytest.raises(JudgeCallFailed) as caught:
        text_of(judge, asked)
    assert str(caught.value) == (
        "ScriptedJudge.deciding answers criteria only, and 'tone' asks for a reply of another shape; give "
        "ScriptedJudge a function of the request, which has the shape as request.schema"
    )
    assert judge.calls == 1


def test_a_function_decides_by_id_and_request() -> None:
    judge = ScriptedJudge.deciding(lambda id, asked: id == len(asked.ids))
    decided = json.loads(text_of(judge, request((1, 2))))["criteria"]
    assert [entry["present"] for entry in decided] == [False, True]
