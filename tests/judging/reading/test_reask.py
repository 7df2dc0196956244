"""The one re-ask: what it asks, what stands, and what failed calls leave."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from pytest_rubric.errors import (
    InvalidReply,
    JudgeCallFailed,
    JudgeError,
    JudgeRefused,
    JudgeUnavailable,
)
from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest, Turn
from pytest_rubric.judging.reask import ReAskJudge, replay
from pytest_rubric.judging.scripted import ScriptedJudge, ScriptedReply
from tests.judging.small_contract import answer, entry, request


def ask(script: Sequence[ScriptedReply], asked: JudgeRequest) -> tuple[JudgeReply, ScriptedJudge]:
    judge = ScriptedJudge(script)
    return asyncio.run(ReAskJudge(judge).ask(asked)), judge


def fails(script: Sequence[ScriptedReply], asked: JudgeRequest) -> JudgeError:
    with pytest.raises(JudgeError) as caught:
        ask(script, asked)
    return caught.value


def test_a_reply_that_decides_everything_is_asked_once() -> None:
    reply, judge = ask([answer(entry(1, True, "a"), entry(2, False), strengths=["s"])], request())
    assert judge.calls == 1
    assert (reply.decisions, reply.questions, reply.extras) == ({1: True, 2: False}, {}, ["s"])
    assert reply.parsed == {"criteria": [entry(1, True, "a"), entry(2, False)], "strengths": ["s"]}
    assert (reply.usage.calls, reply.usage.reasks, reply.usage.repaired) == (1, 0, 0)
    assert reply.usage.model == "scripted"
    assert reply.complete
    assert reply.complaints == ()


def test_the_re_ask_carries_the_ids_in_question_and_the_conversation_so_far() -> None:
    script = [
        answer(entry(1, False), entry(2, True), entry(3, "hardly")),
        answer(entry(2, True, "b"), entry(3, "no")),
    ]
    reply, judge = ask(script, request((1, 2, 3)))
    second = judge.requests[1]
    assert second.ids == (2, 3)
    assert [message.role for message in second.messages] == ["system", "user", "assistant", "user"]
    assert second.messages[2].content == reply.turns[0].text
    assert second.messages[3].content == "Again: 2: no quote; 3: no answer"
    assert (reply.decisions, reply.questions) == ({1: False, 2: True, 3: False}, {})
    assert (reply.usage.calls, reply.usage.reasks) == (2, 1)


def test_what_the_first_reply_decided_stands_whatever_the_second_one_says() -> None:
    script = [
        answer(entry(1, False), strengths="first"),
        answer(entry(1, True, "a"), entry(2, False), strengths="second"),
    ]
    reply, _ = ask(script, request())
    assert reply.decisions == {1: False, 2: False}
    assert reply.extras == "first"
    assert reply.parsed == {"criteria": [entry(1, False)], "strengths": "first"}


def test_there_is_one_re_ask_and_no_more() -> None:
    reply, judge = ask([answer(entry(1, True)), answer(entry(1, True))], request())
    assert judge.calls == 2
    assert (reply.decisions, reply.questions) == ({}, {1: "no quote", 2: "no answer"})
    assert reply.complete


def test_an_unreadable_reply_is_asked_again_for_every_id() -> None:
    reply, judge = ask(["I think so.", answer(entry(1, False), entry(2, True, "b"))], request())
    assert judge.requests[1].messages[-1].content == (
        "Unreadable: the reply holds no JSON object. "
        "Again: 1: the reply holds no JSON object; 2: the reply holds no JSON object"
    )
    assert judge.requests[1].ids == (1, 2)
    assert reply.decisions == {1: False, 2: True}
    assert reply.complaints == ("the reply holds no JSON object",)


def test_a_request_without_ids_is_asked_again_where_its_reply_is_unreadable() -> None:
    reply, judge = ask(["hm", answer()], request(()))
    assert judge.calls == 2
    assert reply.parsed == {"criteria": []}


def test_an_unreadable_re_ask_leaves_what_stands() -> None:
    reply, _ = ask([answer(entry(1, False)), "no JSON"], request())
    assert (reply.decisions, reply.questions) == ({1: False}, {2: "no answer"})
    assert reply.complaints == ("the reply holds no JSON object",)
    assert len(reply.turns) == 2


def test_fallbacks_stand_in_where_the_re_ask_does_not_mend() -> None:
    mended, _ = ask([answer(entry(1, True), entry(2, True)), answer(entry(1, False))], request(lenient=True))
    assert (mended.decisions, mended.questions) == ({1: False, 2: "yes, unproven"}, {})
    failed, _ = ask([answer(entry(1, True)), JudgeCallFailed("gone")], request(lenient=True))
    assert failed.decisions == {1: "yes, unproven"}
    assert failed.questions == {2: "the re-ask failed: gone"}


@pytest.mark.parametrize(
    "error", [JudgeCallFailed("no answer in 120 s"), JudgeRefused("no"), InvalidReply("cut")]
)
def test_a_re_ask_whose_call_fails_leaves_the_rest_in_question_with_the_cause(error: JudgeError) -> None:
    error.calls, error.output_tokens = 3, 7
    reply, _ = ask([answer(entry(1, False)), error], request())
    assert (reply.decisions, reply.questions) == ({1: False}, {2: f"the re-ask failed: {error.message}"})
    assert (reply.usage.calls, reply.usage.output_tokens, reply.usage.reasks) == (4, 7, 1)
    assert not reply.complete


def test_a_judge_that_becomes_unavailable_ends_the_request_and_counts_the_first_call() -> None:
    error = fails([Turn('{"criteria": []}', input_tokens=5), JudgeUnavailable("closed")], request())
    assert isinstance(error, JudgeUnavailable)
    assert (error.message, error.calls, error.input_tokens) == ("closed", 2, 5)


def test_a_first_call_that_fails_is_not_asked_again() -> None:
    error = fails([JudgeRefused("I can't help with that.")], request())
    assert isinstance(error, JudgeRefused)
    assert error.calls == 1


def test_two_unreadable_replies_are_an_error_with_everything_that_was_said() -> None:
    script = [
        Turn("I think so\x07.", "stop", "small-1", 10, 3),
        Turn("", "length", None, 20, 0),
    ]
    error = fails(script, request())
    assert isinstance(error, InvalidReply)
    assert error.message == (
        "no reply of the judge could be read: the reply holds no JSON object; the reply is empty"
    )
    assert error.details == (
        "attempts: 2\n"
        "reply 1 of 2 (model: small-1; finish reason: stop; tokens: 10 in, 3 out):\n"
        "I think so\\x07.\n"
        "reply 2 of 2 (model: scripted; finish reason: length; tokens: 20 in, 0 out):\n"
        "(empty)"
    )
    assert (error.calls, error.input_tokens, error.output_tokens) == (2, 30, 3)


def test_an_unreadable_reply_and_a_failed_re_ask_are_one_error_with_both_causes() -> None:
    error = fails(["hm", JudgeCallFailed("no answer in 120 s")], request())
    assert isinstance(error, InvalidReply)
    assert error.message == (
        "no reply of the judge could be read: the reply holds no JSON object; the re-ask failed: no answer in 120 s"
    )
    assert error.calls == 2


def test_long_replies_are_capped_in_the_details_and_in_the_re_ask() -> None:
    judge = ScriptedJudge(["x" * 50_000, "y" * 50_000])
    with pytest.raises(InvalidReply) as caught:
        asyncio.run(ReAskJudge(judge).ask(request()))
    assert len(str(caught.value.details)) < 6_000
    echoed = judge.requests[1].messages[2].content
    assert len(echoed) < 9_000
    assert echoed.startswith("xxx")
    assert echoed.endswith("xxx")


@pytest.mark.parametrize("text", ["", "  \n"])
def test_an_empty_reply_is_not_echoed_as_an_empty_message(text: str) -> None:
    judge = ScriptedJudge([text, answer(entry(1, False), entry(2, False))])
    asyncio.run(ReAskJudge(judge).ask(request()))
    assert judge.requests[1].messages[2].content == "(no text)"


def test_characters_that_no_request_can_carry_are_made_visible_in_the_echo_only() -> None:
    judge = ScriptedJudge(["odd \ud83d", answer(entry(1, False), entry(2, False))])
    reply = asyncio.run(ReAskJudge(judge).ask(request()))
    assert judge.requests[1].messages[2].content == "odd \\ud83d"
    assert reply.turns[0].text == "odd \ud83d"


def test_strings_of_the_parsed_object_stay_as_they_were_written() -> None:
    reply, _ = ask(['{"criteria": [{"id": 1, "present": 1, "quotes": ["\\frac \\ud83d"]}]}'], request((1,)))
    assert reply.parsed == {"criteria": [{"id": 1, "present": 1, "quotes": ["\x0crac \ud83d"]}]}


def test_repairs_are_counted_reply_by_reply() -> None:
    script = ["{'criteria': [{'id': 1, 'present': False}],}", '{"criteria": [{"id": 2, "present": false},]}']
    reply, _ = ask(script, request())
    assert reply.repaired
    assert reply.usage.repaired == 2
    assert reply.decisions == {1: False, 2: False}


@pytest.mark.parametrize("reason", ["length", "max_tokens"])
def test_a_reply_cut_at_its_limit_is_asked_again(reason: str) -> None:
    draft = Turn('The format is {"criteria": [{"id": 1, "present": false}]} and', reason)
    reply, judge = ask([draft, answer(entry(1, True, "a"))], request((1,)))
    assert judge.calls == 2
    assert reply.decisions == {1: True}
    assert reply.complaints == ("the reply was cut at the limit of its length",)


SCRIPTS: list[list[ScriptedReply]] = [
    [answer(entry(1, True, "a"), entry(2, False))],
    [answer(entry(1, True), entry(2, False)), answer(entry(1, True, "a"))],
    [answer(entry(1, True), entry(2, "perhaps")), answer(entry(2, "perhaps"))],
    ["unreadable", answer(entry(1, False))],
    [answer(entry(2, False)), "unreadable"],
    ["{'criteria': [{'id': 1, 'present': False}]}", answer(entry(2, True))],
]


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("lenient", [False, True])
def test_a_replay_of_the_turns_repeats_the_run(script: list[ScriptedReply], lenient: bool) -> None:
    asked = request(lenient=lenient)
    reply, _ = ask(script, asked)
    again = replay(asked, reply.turns)
    for name in ("turns", "parsed", "decisions", "questions", "extras", "repaired", "complaints", "complete"):
        assert getattr(again, name) == getattr(reply, name), name
    assert again.usage.calls == 0
    assert (again.usage.reasks, again.usage.repaired) == (reply.usage.reasks, reply.usage.repaired)


def test_a_replay_of_unreadable_turns_is_an_error() -> None:
    with pytest.raises(InvalidReply, match="no reply of the judge could be read"):
        replay(request(), [Turn("hm"), Turn("")])
