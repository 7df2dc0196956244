"""A process that asks: ``python -m tests.judging.exchanges.asking FOLDER LOG REQUESTS SECONDS``.

Each call writes a line to LOG, takes SECONDS, and is answered. Prints the counts.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from pytest_rubric.judging.exchanges import StoredJudge
from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.judging.scripted import ScriptedJudge, ScriptedReply
from tests.judging.exchanges.stores import IDENTITY
from tests.judging.small_contract import answer, entry, request


async def main(directory: Path, log: Path, count: int, seconds: float) -> None:
    async def reply(asked: JudgeRequest) -> ScriptedReply:
        with open(log, "ab", buffering=0) as file:
            file.write(f"{asked.messages[-1].content}\n".encode())
        await asyncio.sleep(seconds)
        return answer(*[entry(id_, False, "word " * 2_000) for id_ in asked.ids])

    judge = StoredJudge(
        ReAskJudge(ScriptedJudge(reply)),
        directory=directory,
        mode="auto",
        identity=IDENTITY,
        parameters={},
    )
    # Every request twice, as equal cases of one file.
    replies = await asyncio.gather(*[judge.ask(request(text=f"{n % count}")) for n in range(2 * count)])
    assert all(found.decisions == {1: False, 2: False} for found in replies)
    print(judge.stored, judge.asked, os.getpid())


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])))
