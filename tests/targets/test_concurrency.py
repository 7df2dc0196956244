"""How many of users' functions run at once."""

from __future__ import annotations

import asyncio
import sys

import pytest

from pytest_rubric.model import Output, TargetSpec
from tests.targets.support import Bench

pytestmark = pytest.mark.usefixtures("own_imports")

COUNTING = """\
import asyncio, threading, time

lock = threading.Lock()
running = most = 0

def enter():
    global running, most
    with lock:
        running += 1
        most = max(most, running)

def leave():
    global running
    with lock:
        running -= 1

def sync(text):
    enter()
    time.sleep(0.02)
    leave()
    return text

async def on_loop(text):
    enter()
    await asyncio.sleep(0.02)
    leave()
    return text
"""


@pytest.mark.parametrize(
    ("function", "concurrency", "least", "most"),
    [("sync", None, 1, 1), ("sync", 3, 2, 3), ("on_loop", None, 8, 8)],
)
def test_how_many_run_at_once(
    bench: Bench, function: str, concurrency: int | None, least: int, most: int
) -> None:
    bench.write("agent.py", COUNTING)

    async def scenario() -> list[Output]:
        resolver = bench.resolver()
        cases = [
            bench.case(
                id=str(number), target=TargetSpec(function=f"agent:{function}", concurrency=concurrency)
            )
            for number in range(8)
        ]
        return await asyncio.gather(*(resolver.target_for(case).run(case) for case in cases))

    assert asyncio.run(scenario()) == [Output("hello")] * 8
    assert least <= sys.modules["agent"].most <= most


def test_cancelling_cancels_an_async_function(bench: Bench) -> None:
    bench.write(
        "agent.py",
        "import asyncio\nseen = []\n\nasync def answer(text):\n    seen.append('start')\n    try:\n"
        "        await asyncio.sleep(30)\n    finally:\n        seen.append('end')\n",
    )
    case = bench.case(target=TargetSpec(function="agent:answer"))

    async def scenario() -> None:
        task = asyncio.create_task(bench.resolver().target_for(case).run(case))
        while "agent" not in sys.modules or not sys.modules["agent"].seen:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(scenario(), 10))
    assert sys.modules["agent"].seen == ["start", "end"]
