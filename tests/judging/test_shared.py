"""Requests that several evaluators share: asked once a run, whatever the store does."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pytest_rubric.errors import JudgeCallFailed
from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.judging.scripted import ScriptedJudge, ScriptedReply
from pytest_rubric.judging.shared import SharedJudge
from pytest_rubric.judging.stack import build_judge
from pytest_rubric.model import Settings
from tests.judging.small_contract import answer, entry, request

NO = answer(entry(1, False), entry(2, False))
SHARED = request(shared=True)


class Held:
    """Replies in turn, each when the gate is open."""

    def __init__(self, *outcomes: ScriptedReply) -> None:
        self._outcomes = list(outcomes)
        self.gate = asyncio.Event()

    async def __call__(self, asked: JudgeRequest) -> ScriptedReply:
        await self.gate.wait()
        return self._outcomes.pop(0)


def judge(script: ScriptedJudge) -> SharedJudge:
    return SharedJudge(ReAskJudge(script), {})


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_one_after_the_other_is_asked_once() -> None:
    async def run() -> None:
        script = ScriptedJudge([NO])
        shared = judge(script)
        first = await shared.ask(SHARED)
        second = await shared.ask(request(shared=True, label="another item"))
        assert (script.calls, shared.served) == (1, 1)
        assert (first.usage.calls, first.usage.stored) == (1, 0)
        assert (second.usage.calls, second.usage.stored) == (0, 1)
        assert second.decisions == first.decisions == {1: False, 2: False}

    asyncio.run(run())


def test_several_at_the_same_time_are_asked_once() -> None:
    async def run() -> None:
        script = ScriptedJudge(held := Held(NO))
        shared = judge(script)
        tasks = [asyncio.create_task(shared.ask(SHARED)) for _ in range(5)]
        await settle()
        held.gate.set()
        replies = await asyncio.gather(*tasks)
        assert (script.calls, shared.served) == (1, 4)
        assert sum(reply.usage.calls for reply in replies) == 1

    asyncio.run(run())


@pytest.mark.parametrize(
    "changes", [{}, {"shared": True, "fresh": True}], ids=["not shared", "shared, but to be asked anew"]
)
def test_other_requests_pass(changes: dict[str, Any]) -> None:
    async def run() -> None:
        script = ScriptedJudge([NO, NO])
        shared = judge(script)
        for _ in range(2):
            await shared.ask(request(**changes))
        assert (script.calls, shared.served) == (2, 0)

    asyncio.run(run())


def test_another_text_is_another_request() -> None:
    async def run() -> None:
        script = ScriptedJudge([NO, NO])
        shared = judge(script)
        await shared.ask(SHARED)
        await shared.ask(request(shared=True, text="Is it short?"))
        assert (script.calls, shared.served) == (2, 0)

    asyncio.run(run())


def test_a_re_ask_is_replayed_too() -> None:
    async def run() -> None:
        script = ScriptedJudge([answer(entry(1, False)), answer(entry(2, False))])
        shared = judge(script)
        replies = [await shared.ask(SHARED) for _ in range(2)]
        assert script.calls == 2
        assert [reply.decisions for reply in replies] == [{1: False, 2: False}] * 2
        assert [reply.usage.reasks for reply in replies] == [1, 1]

    asyncio.run(run())


def test_who_waits_gets_the_error_and_who_comes_later_asks_again() -> None:
    async def run() -> None:
        script = ScriptedJudge(held := Held(JudgeCallFailed("no luck"), NO))
        shared = judge(script)
        tasks = [asyncio.create_task(shared.ask(SHARED)) for _ in range(2)]
        await settle()
        held.gate.set()
        failed = await asyncio.gather(*tasks, return_exceptions=True)
        assert [str(each) for each in failed] == ["no luck", "no luck"]
        assert failed[0] is not failed[1]
        assert [each.calls for each in failed if isinstance(each, JudgeCallFailed)] == [1, 0]
        assert (await shared.ask(SHARED)).decisions == {1: False, 2: False}
        assert (script.calls, shared.served) == (2, 0)

    asyncio.run(run())


def test_what_was_never_answered_is_not_kept() -> None:
    async def run() -> None:
        script = ScriptedJudge([answer(entry(1, False)), JudgeCallFailed("gone"), NO])
        shared = judge(script)
        assert not (await shared.ask(SHARED)).complete
        assert (await shared.ask(SHARED)).decisions == {1: False, 2: False}
        assert (script.calls, shared.served) == (3, 0)

    asyncio.run(run())


def test_who_is_cancelled_leaves_the_question_to_who_waits() -> None:
    async def run() -> None:
        script = ScriptedJudge(held := Held(NO))
        shared = judge(script)
        first = asyncio.create_task(shared.ask(SHARED))
        second: asyncio.Task[JudgeReply] = asyncio.create_task(shared.ask(SHARED))
        await settle()
        first.cancel()
        await settle()
        held.gate.set()
        assert (await second).decisions == {1: False, 2: False}
        assert first.cancelled()
        assert script.calls == 2

    asyncio.run(run())


def test_of_very_many_the_latest_are_kept() -> None:
    async def run() -> None:
        script = ScriptedJudge(lambda asked: NO)
        shared = judge(script)
        for number in range(1001):
            await shared.ask(request(shared=True, text=f"Is it {number}?"))
        await shared.ask(request(shared=True, text="Is it 1000?"))
        assert (script.calls, shared.served) == (1001, 1)
        await shared.ask(request(shared=True, text="Is it 0?"))
        assert script.calls == 1002

    asyncio.run(run())


@pytest.mark.parametrize("mode", ["off", "auto", "refresh"])
def test_the_session_s_judge_asks_once_in_every_mode(tmp_path: Path, mode: str) -> None:
    async def run() -> None:
        script = ScriptedJudge([NO])
        script.identity = "script"  # type: ignore[attr-defined]  # any judge may have one
        stack = build_judge(Settings(root=tmp_path, replies=mode), inner=script)
        for _ in range(3):
            await stack.ask(SHARED)
        assert (script.calls, stack.calls, stack.stored) == (1, 1, 2)

    asyncio.run(run())
