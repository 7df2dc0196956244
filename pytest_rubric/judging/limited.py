"""The layer that keeps to the limits: every attempt has its slot, and is counted."""

from __future__ import annotations

from dataclasses import replace

from pytest_rubric.errors import JudgeCallFailed, JudgeError
from pytest_rubric.judging.breaker import Breaker
from pytest_rubric.judging.budget import Budget
from pytest_rubric.judging.faults import (
    JudgeClosed,
    RateLimited,
    Renegotiated,
    SchemaRefused,
    ServerFault,
    TimedOut,
    Unreachable,
    charge,
    spent,
)
from pytest_rubric.judging.limits import Limiter
from pytest_rubric.judging.pace import Slot
from pytest_rubric.judging.protocol import Judge, JudgeReply, JudgeRequest
from pytest_rubric.model import Usage

# Seconds. A server that asks for a longer wait has closed for this session; so has one that takes
# nothing for so long, two waits that it asks for aside. Many limits count by the minute.
_HOPELESS = 3600.0
_PATIENCE = 90.0
# How often one request is sent again. An endpoint that is overloaded may be down as well.
_MOST_RATE_LIMITED = 12
_MOST_OVERLOADED = 6


class LimitedJudge:
    """Gives each attempt a slot, and sends again what the endpoint was too busy to take.

    Nothing starts once the judge is closed or the budget is spent. It is closed by an error that
    every later call would meet too, and where the endpoint takes nothing at all for a long time.
    """

    def __init__(self, inner: Judge, limiter: Limiter, budget: Budget, breaker: Breaker) -> None:
        self._inner = inner
        self._limiter = limiter
        self._budget = budget
        self._breaker = breaker

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        """Ask until the endpoint takes the call."""
        refusals = 0
        lost = Usage()
        while True:
            slot = await self._limiter.acquire(again=refusals > 0)
            try:
                reply = await self._attempt(request, slot)
            except JudgeError as error:
                most = _most_refusals(error)
                if most == 0:
                    charge(error, lost)
                    raise
                refusals += 1
                lost += spent(error)
                if refusals >= most:
                    raise _given_up(error, refusals, lost) from None
            else:
                return replace(reply, usage=lost + reply.usage) if lost.calls else reply
            finally:
                self._limiter.release(slot)

    async def _attempt(self, request: JudgeRequest, slot: Slot) -> JudgeReply:
        self._breaker.check()
        try:
            self._budget.start()
        except JudgeClosed as error:
            raise self._close(error) from None
        usage = Usage()
        try:
            reply = await self._inner.ask(request)
            usage = reply.usage
        except JudgeError as error:
            usage = spent(error)
            self._report(error, slot)
            closing = self._closing(error)
            if closing is None:
                raise
            raise self._close(closing) from None
        except SchemaRefused as error:
            usage = Usage(calls=error.calls)
            raise
        finally:
            self._budget.end(usage)
        self._limiter.accepted(slot)
        return reply

    def _report(self, error: JudgeError, slot: Slot) -> None:
        match error:
            case RateLimited():
                self._limiter.refused(slot, error.retry_after)
            case ServerFault(overloaded=True):
                self._limiter.overloaded(slot, error.retry_after)
            case ServerFault() | TimedOut() | Renegotiated() | JudgeClosed():
                pass
            case _:
                self._limiter.accepted(slot)

    def _closing(self, error: JudgeError) -> JudgeClosed | None:
        """What closes the judge after this error, if anything does."""
        match error:
            case Unreachable():
                return None
            case JudgeClosed():
                return error
            case RateLimited() | ServerFault(overloaded=True):
                wait = error.retry_after or 0.0
                if wait > _HOPELESS:
                    return _shut(error, f"takes no more calls for {wait / 3600:.1f} hours")
                refusing = self._limiter.refusing_for
                if refusing > _PATIENCE + 2 * wait:
                    return _shut(error, f"has taken no call for {refusing / 60:.1f} minutes")
        return None

    def _close(self, fault: JudgeClosed) -> JudgeClosed:
        closed = self._breaker.close(fault)
        self._limiter.open()
        return closed


def _most_refusals(error: JudgeError) -> int:
    """After how many of these a request is given up; 0 where it is none of being too busy."""
    match error:
        case RateLimited():
            return _MOST_RATE_LIMITED
        case ServerFault(overloaded=True):
            return _MOST_OVERLOADED
    return 0


def _given_up(error: JudgeError, refusals: int, lost: Usage) -> JudgeCallFailed:
    failed = JudgeCallFailed(
        f"{error.message}; refused {refusals} times in spite of every pause; try again later, or with a "
        "lower --rubric-concurrency",
        error.details,
    )
    charge(failed, lost)
    return failed


def _shut(error: JudgeError, told: str) -> JudgeClosed:
    closed = JudgeClosed(f"{error.message}; the endpoint {told}", f"the endpoint {told}", error.details)
    charge(closed, spent(error))
    return closed
