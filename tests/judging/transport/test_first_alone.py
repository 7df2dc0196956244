"""The first request goes ahead of the others, for as long as it could still be refused."""

from __future__ import annotations

import asyncio
import time

import pytest

from pytest_rubric.errors import JudgeCallFailed
from pytest_rubric.judging.first_alone import FirstAloneJudge
from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest


class Gate:
    """A judge whose replies wait until it is opened; it counts who is waiting."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.begun = 0
        self.error: Exception | None = None

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        self.begun += 1
        await self.open.wait()
        if self.error is not None:
            raise self.error
        return JudgeReply(turns=())


class Anything:
    def check(self, parsed: object) -> object:
        raise AssertionError("not read here")

    def follow_up(self, questions: object, unreadable: object) -> str:
        return ""


REQUEST = JudgeRequest("e", "1", (), {}, (1,), Anything())  # type: ignore[arg-type]  # never asked


async def several(judge: FirstAloneJudge, number: int) -> list[asyncio.Task[JudgeReply]]:
    tasks = [asyncio.ensure_future(judge.ask(REQUEST)) for _ in range(number)]
    await asyncio.sleep(0.01)
    return tasks


def test_the_others_wait_for_the_first_to_end() -> None:
    async def scenario() -> None:
        gate = Gate()
        tasks = await several(FirstAloneJudge(gate, grace=60), 5)
        assert gate.begun == 1
        gate.open.set()
        await asyncio.gather(*tasks)
        assert gate.begun == 5

    asyncio.run(scenario())


def test_an_error_of_the_first_lets_the_others_go() -> None:
    async def scenario() -> None:
        gate = Gate()
        gate.error = JudgeCallFailed("no")
        tasks = await several(FirstAloneJudge(gate, grace=60), 3)
        gate.open.set()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert [str(error) for error in ended] == ["no"] * 3
        assert gate.begun == 3

    asyncio.run(scenario())


def test_a_first_that_is_not_refused_for_a_moment_holds_nobody_back() -> None:
    async def scenario() -> None:
        gate = Gate()
        tasks = await several(FirstAloneJudge(gate, grace=0.05), 3)
        assert gate.begun == 1
        await asyncio.sleep(0.2)
        assert gate.begun == 3
        gate.open.set()
        await asyncio.gather(*tasks)

    asyncio.run(scenario())


def test_the_moment_is_over_for_those_who_come_after_it() -> None:
    async def scenario() -> None:
        gate = Gate()
        judge = FirstAloneJudge(gate, grace=0.05)
        tasks = await several(judge, 1)
        await asyncio.sleep(0.2)
        tasks += await several(judge, 3)
        assert gate.begun == 4
        gate.open.set()
        await asyncio.gather(*tasks)

    asyncio.run(scenario())


def test_those_who_wait_for_a_first_that_is_cancelled_wait_no_longer_than_the_moment() -> None:
    async def scenario() -> None:
        gate = Gate()
        first, *others = await several(FirstAloneJudge(gate, grace=0.05), 3)
        first.cancel()
        await asyncio.sleep(0.2)
        assert gate.begun == 3
        gate.open.set()
        await asyncio.gather(*others)

    asyncio.run(scenario())


def test_making_ready_takes_none_of_the_moment() -> None:
    async def scenario() -> None:
        gate = Gate()
        # As an import does, it holds the whole loop up.
        judge = FirstAloneJudge(gate, grace=0.3, prepare=lambda: time.sleep(0.4))
        tasks = await several(judge, 3)
        assert gate.begun == 1
        gate.open.set()
        await asyncio.gather(*tasks)
        assert gate.begun == 3

    asyncio.run(scenario())


def test_after_a_cancelled_first_another_goes_ahead() -> None:
    async def scenario() -> None:
        gate = Gate()
        judge = FirstAloneJudge(gate, grace=60)
        (first,) = await several(judge, 1)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        tasks = await several(judge, 3)
        assert gate.begun == 2
        gate.open.set()
        await asyncio.gather(*tasks)

    asyncio.run(scenario())
