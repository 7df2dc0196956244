"""The first question goes alone, so that what the endpoint does not take is learned once."""

from __future__ import annotations

import asyncio

from pytest_rubric.judging.protocol import Judge, JudgeReply, JudgeRequest


class FirstAloneJudge:
    """Holds all requests back until the first one has ended, its retries included.

    Whatever it ended with settles the matter. A reply: the endpoint takes what we send. An error:
    waiting longer mends nothing, and a queue of single calls to an endpoint that hangs would take
    hours. Only a request that was cancelled tells nothing: the next one goes alone.
    """

    def __init__(self, inner: Judge) -> None:
        self._inner = inner
        self._settled = False
        self._turn = asyncio.Lock()

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        if not self._settled:
            async with self._turn:
                if not self._settled:
                    return await self._first(request)
        return await self._inner.ask(request)

    async def _first(self, request: JudgeRequest) -> JudgeReply:
        try:
            reply = await self._inner.ask(request)
        except Exception:
            self._settled = True
            raise
        self._settled = True
        return reply
