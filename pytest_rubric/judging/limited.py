"""The layer that keeps to the limits: every attempt has its slot, and is counted."""

from __future__ import annotations

from dataclasses import dataclass, replace

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
from pytest_rubric.judging.silence import Silence
from pytest_rubric.model import Usage

# How often one request is sent again. An endpoint that is overloaded may be down as well.
_MOST_RATE_LIMITED = 12
_MOST_OVERLOADED = 6
_LATER = "run again later, or see what else uses its limit up"


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds after which an endpoint that takes no call is given up for the session.

    ``first`` holds until it has taken one: then somebody waits for nothing, as in CI. One whose calls
    were taken may count them by the minute, hence ``later``. What it asks for with ``Retry-After``
    comes on top, once or twice; a single wait longer than ``longest_wait`` is not begun.
    """

    first: float = 30.0
    later: float = 90.0
    longest_wait: float = 300.0

    def ends_after(self, wait: float, *, has_taken: bool) -> float:
        """How long refusals may go on where the endpoint asks for pauses of ``wait`` seconds."""
        return self.later + 2 * wait if has_taken else self.first + wait


class LimitedJudge:
    """Gives each attempt a slot, and sends again what the endpoint was too busy to take.

    Nothing starts once the judge is closed or the budget is spent. It is closed by an error that
    every later call would meet too, where the endpoint takes nothing at all for a long time, and
    where it answers nothing.
    """

    def __init__(
        self,
        inner: Judge,
        limiter: Limiter,
        budget: Budget,
        breaker: Breaker,
        *,
        patience: Patience | None = None,
    ) -> None:
        self._patience = patience or Patience()
        self._silence = Silence()
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
                # While it has taken nothing, from nobody, patience decides for all together.
                if refusals >= most and self._limiter.has_taken:
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
        self._silence.answered(self._limiter.now)
        return reply

    def _report(self, error: JudgeError, slot: Slot) -> None:
        if isinstance(error, TimedOut):
            self._silence.timed_out(slot.sent_at, self._limiter.now)
        else:
            self._silence.answered(self._limiter.now)
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
                if wait > self._patience.longest_wait:
                    return _shut(error, f"takes no more calls for {_duration(wait)}", _LATER)
                refusing, has_taken = self._limiter.refusing_for, self._limiter.has_taken
                if refusing > self._patience.ends_after(wait, has_taken=has_taken):
                    told = "has taken no call for" if has_taken else "has taken no call at all, for"
                    return _shut(error, f"{told} {_duration(refusing)}", _LATER)
            case TimedOut() if self._silence.is_hopeless:
                told = f"answered none of {self._silence.calls} calls in a row"
                return _shut(error, told, "see that the server works")
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


def _duration(seconds: float) -> str:
    for unit, size in (("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 1.5 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.0f} seconds"


def _shut(error: JudgeError, told: str, advice: str) -> JudgeClosed:
    closed = JudgeClosed(
        f"{error.message}; the endpoint {told}; {advice}", f"the endpoint {told}", error.details
    )
    charge(closed, spent(error))
    return closed
