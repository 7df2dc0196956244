"""The first question goes ahead, so that what the endpoint does not take is learned once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pytest_rubric.judging.protocol import Judge, JudgeReply, JudgeRequest

# A server refuses a feature before it asks its model, so within moments. One that has been silent
# for longer is at work on the reply: it has taken the request as it is. Seconds, by whether the
# connection has to be made through a network first.
GRACE = 0.3
GRACE_ON_THIS_MACHINE = 0.05


class FirstAloneJudge:
    """Holds all requests back until the first one has ended, or was not refused for a moment.

    Whatever it ended with settles the matter. A reply: the endpoint takes what we send. An error:
    waiting longer mends nothing. Only a request that was cancelled tells nothing: another goes
    ahead. ``grace`` is the moment, in seconds; ``prepare`` is called before it begins (importing and
    building the client would use it up).
    """

    def __init__(
        self, inner: Judge, *, grace: float = GRACE, prepare: Callable[[], None] | None = None
    ) -> None:
        self._inner = inner
        self._prepare = prepare
        self._grace = grace
        self._leading = False
        self._settled = asyncio.Event()

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        if not self._settled.is_set():
            if not self._leading:
                return await self._lead(request)
            await self._settled.wait()
        return await self._inner.ask(request)

    async def _lead(self, request: JudgeRequest) -> JudgeReply:
        self._leading = True
        if self._prepare is not None:
            self._prepare()
        # From here on, whenever the others come; also for those who wait where this one is cancelled.
        asyncio.get_running_loop().call_later(self._grace, self._settled.set)
        try:
            reply = await self._inner.ask(request)
        except asyncio.CancelledError:
            self._leading = False
            raise
        except Exception:  # any error settles the matter; it is raised on
            self._settled.set()
            raise
        self._settled.set()
        return reply
