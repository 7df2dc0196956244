"""Questions that several evaluators of a case ask in the same words: asked once a run."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace

from pytest_rubric.errors import JudgeError
from pytest_rubric.judging.exchanges.key import Keys
from pytest_rubric.judging.protocol import Judge, JudgeReply, JudgeRequest
from pytest_rubric.judging.reask import replay
from pytest_rubric.judging.shared_errors import own_copy
from pytest_rubric.model import Usage

# The evaluators of a case are at work at about the same time; what all of them had goes first.
_MOST_HELD = 1000


class SharedJudge:
    """Keeps the replies to requests that are ``shared`` for the run; passes all others on.

    The store does not replace it: it may be off, or a judge without an identity has none. Each request
    reads the raw reply by its own contract. Only complete exchanges are kept: who comes after an error
    asks again, who waits for the same reply gets the error. One instance serves one event loop and one
    process. ``served`` counts the requests answered by what was kept.
    """

    def __init__(self, inner: Judge, parameters: Mapping[str, object]) -> None:
        self._inner = inner
        self._keys = Keys(parameters)
        self._held: OrderedDict[str, JudgeReply] = OrderedDict()
        self._flights: dict[str, asyncio.Future[JudgeError | None]] = {}
        self.served = 0

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        """Answer by what was kept, else ask. Raises what ``inner`` raises."""
        if not request.shared or request.fresh:
            return await self._inner.ask(request)
        key = self._keys.key(request)
        while True:
            held = self._held.get(key)
            if held is not None:
                self._held.move_to_end(key)
                self.served += 1
                reply = replay(request, held.turns)
                return replace(reply, usage=reply.usage + Usage(stored=1), identity=held.identity)
            flight = self._flights.get(key)
            if flight is None:
                return await self._lead(request, key)
            # Not awaited itself: whoever is cancelled here must not cancel the other's request.
            await asyncio.wait([flight])
            error = flight.result()
            if error is not None:
                raise own_copy(error)

    async def _lead(self, request: JudgeRequest, key: str) -> JudgeReply:
        """Ask for everyone who waits for ``key``."""
        flight: asyncio.Future[JudgeError | None] = asyncio.get_running_loop().create_future()
        self._flights[key] = flight
        ended: JudgeError | None = None
        try:
            reply = await self._inner.ask(request)
            if reply.complete:
                self._keep(key, reply)
            return reply
        except JudgeError as error:
            ended = error
            raise
        finally:
            del self._flights[key]
            flight.set_result(ended)

    def _keep(self, key: str, reply: JudgeReply) -> None:
        # what was made of it for one evaluator is of no use to another one
        self._held[key] = JudgeReply(reply.turns, identity=reply.identity)
        if len(self._held) > _MOST_HELD:
            self._held.popitem(last=False)
