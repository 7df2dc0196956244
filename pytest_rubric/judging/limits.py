"""The endpoint's pace: how many calls at once, how many a second, and when to pause."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from pytest_rubric.errors import JudgeCallFailed, JudgeError
from pytest_rubric.judging.breaker import Breaker
from pytest_rubric.judging.budget import Budget
from pytest_rubric.judging.faults import (
    JudgeClosed,
    RateLimited,
    Renegotiated,
    ServerFault,
    TimedOut,
    Unreachable,
    charge,
    spent,
)
from pytest_rubric.judging.protocol import Judge, JudgeReply, JudgeRequest
from pytest_rubric.model import Usage

# A pace is a number of calls in any stretch of this length, in seconds: a little over one,
# because what leaves here evenly arrives there unevenly.
_STRETCH = 1.02
# How long sent calls are remembered: a refusal may come late.
_MEMORY = 5.0
_LONGEST_PAUSE = 60.0
_SHORTEST_PAUSE = 0.1
# A server that asks for more has closed for this session.
_HOPELESS = 3600.0
_MOST_REFUSALS = 12


@dataclass(slots=True, eq=False)
class Slot:
    """One call's place. ``sent_at`` is on the limiter's clock."""

    sent_at: float
    refused: bool = False


class Limiter:
    """Slots for calls, in the order of asking.

    Three limits, each learned from the endpoint: the calls in flight (starts at
    ``concurrency``, shrinks with every bout of 429 or 503, grows back by successes), the calls
    in any second (unlimited until a 429 shows how many the endpoint had taken in the second
    before; tried upwards now and then), and a pause that holds for everyone.
    """

    def __init__(
        self,
        concurrency: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        jitter: Callable[[float, float], float] = random.uniform,
    ) -> None:
        self._most = max(1, concurrency)
        self._limit = float(self._most)
        self._clock = clock
        self._jitter = jitter
        self._in_flight = 0
        self._waiting: deque[asyncio.Future[Slot]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._sent: deque[Slot] = deque()
        self._pace: int | None = None
        self._paced_out = False
        self._paused_until = 0.0
        self._bout_began = float("-inf")
        self._bouts_in_a_row = 0
        self._pace_set = 0.0
        self._hold = 2.0

    @property
    def limit(self) -> int:
        """Calls that may be in flight now."""
        return max(1, int(self._limit))

    @property
    def pace(self) -> int | None:
        """Calls that may leave in any second; ``None`` where the endpoint never complained."""
        return self._pace

    async def acquire(self, *, again: bool = False) -> Slot:
        """Wait for a slot; with ``again`` before those that ask for the first time."""
        future: asyncio.Future[Slot] = asyncio.get_running_loop().create_future()
        if again:
            self._waiting.appendleft(future)
        else:
            self._waiting.append(future)
        self._serve()
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.release(future.result())
            raise

    def release(self, slot: Slot) -> None:
        """Give a slot back, whatever became of its call."""
        self._in_flight -= 1
        self._serve()

    def accepted(self, slot: Slot) -> None:
        """The endpoint took the call."""
        if slot.sent_at >= self._bout_began:
            self._bouts_in_a_row = 0
        if self._in_flight >= self.limit:
            self._limit = min(self._most, self._limit + 1 / self._limit)
        now = self._clock()
        if self._pace is not None and self._paced_out and now - self._pace_set > self._hold:
            # It was held back for a while without complaint: try a little more.
            self._pace += max(1, self._pace // 8)
            self._pace_set = now
            self._paced_out = False

    def refused(self, slot: Slot, retry_after: float | None) -> None:
        """The endpoint answered 429."""
        slot.refused = True
        new = self._bout(slot, shrink=0.75)
        taken = max(1, self._taken_before(slot))
        if new:
            now = self._clock()
            # A refusal soon after a step up says that the step was one too many: wait longer.
            self._hold = min(60.0, self._hold * 2) if self._pace is not None else self._hold
            self._pace, self._pace_set, self._paced_out = taken, now, False
        elif self._pace is not None:
            self._pace = min(self._pace, taken)
        self._pause(retry_after, self._backoff(self._bouts_in_a_row - 2))

    def overloaded(self, slot: Slot, retry_after: float | None) -> None:
        """The endpoint answered that it has too much to do."""
        self._bout(slot, shrink=0.5)
        self._pause(retry_after, self._backoff(self._bouts_in_a_row - 1))

    def _bout(self, slot: Slot, shrink: float) -> bool:
        """Shrink once for all complaints about calls that left before the last shrinking."""
        if slot.sent_at < self._bout_began:
            return False
        self._bout_began = self._clock()
        self._bouts_in_a_row += 1
        self._limit = max(1.0, min(self._limit, max(self._in_flight, 1)) * shrink)
        return True

    def _taken_before(self, slot: Slot) -> int:
        """Calls in the second up to this one that the endpoint took, as far as is known yet."""
        count = 0
        for other in self._sent:
            if other is slot:
                break
            count += not other.refused and other.sent_at > slot.sent_at - 1.0
        return count

    def _backoff(self, row: int) -> float:
        """Seconds after so many bouts in a row without a success between them."""
        return 0.0 if row < 0 else min(_LONGEST_PAUSE, 0.5 * 2**row) * self._jitter(0.5, 1.0)

    def _pause(self, retry_after: float | None, otherwise: float) -> None:
        if retry_after is None:
            wait = max(_SHORTEST_PAUSE, otherwise)
        else:
            wait = min(_LONGEST_PAUSE, retry_after) + self._jitter(0.0, 0.05)
        self._paused_until = max(self._paused_until, self._clock() + wait)
        self._serve()

    def _serve(self) -> None:
        """Hand out the slots that are free; come back when the next one is due."""
        while self._waiting:
            if self._waiting[0].done():
                self._waiting.popleft()
                continue
            if self._in_flight >= self.limit:
                return
            wait = self._wait()
            if wait > 0:
                if self._timer is not None:
                    self._timer.cancel()
                self._timer = asyncio.get_running_loop().call_later(wait, self._serve)
                return
            self._waiting.popleft().set_result(self._take())

    def _take(self) -> Slot:
        now = self._clock()
        while self._sent and self._sent[0].sent_at < now - _MEMORY:
            self._sent.popleft()
        slot = Slot(now)
        self._sent.append(slot)
        self._in_flight += 1
        return slot

    def _wait(self) -> float:
        """Seconds until the next call may leave."""
        now = self._clock()
        if self._paused_until > now:
            return self._paused_until - now
        if self._pace is None:
            return 0.0
        count = 0
        for slot in reversed(self._sent):
            if slot.sent_at <= now - _STRETCH:
                return 0.0
            count += not slot.refused
            if count >= self._pace:
                self._paced_out = True
                return slot.sent_at + _STRETCH - now
        return 0.0


class LimitedJudge:
    """Gives each attempt a slot, and sends again what the endpoint was too busy to take.

    Nothing starts once the judge is closed or the budget is spent.
    """

    def __init__(self, inner: Judge, limiter: Limiter, budget: Budget, breaker: Breaker) -> None:
        self._inner = inner
        self._limiter = limiter
        self._budget = budget
        self._breaker = breaker

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        refusals = 0
        lost = Usage()
        while True:
            slot = await self._limiter.acquire(again=refusals > 0)
            try:
                reply = await self._attempt(request, slot)
            except RateLimited as error:
                refusals += 1
                lost += spent(error)
                if error.retry_after is not None and error.retry_after > _HOPELESS:
                    raise self._breaker.close(_closed_for(error, lost)) from None
                if refusals >= _MOST_REFUSALS:
                    raise _given_up(error, refusals, lost) from None
            except JudgeError as error:
                charge(error, lost)
                raise
            else:
                return _with(reply, lost)
            finally:
                self._limiter.release(slot)

    async def _attempt(self, request: JudgeRequest, slot: Slot) -> JudgeReply:
        self._breaker.check()
        try:
            self._budget.start()
        except JudgeClosed as error:
            raise self._breaker.close(error) from None
        usage = Usage()
        try:
            reply = await self._inner.ask(request)
        except JudgeError as error:
            usage = spent(error)
            self._report(error, slot)
            if isinstance(error, JudgeClosed) and not isinstance(error, Unreachable):
                raise self._breaker.close(error) from None
            raise
        else:
            usage = reply.usage
            self._limiter.accepted(slot)
            return reply
        finally:
            self._budget.end(usage)

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


def _with(reply: JudgeReply, lost: Usage) -> JudgeReply:
    return replace(reply, usage=lost + reply.usage) if lost.calls else reply


def _given_up(error: RateLimited, refusals: int, lost: Usage) -> JudgeCallFailed:
    failed = JudgeCallFailed(
        f"{error.message}; refused {refusals} times in spite of every pause; lower --rubric-concurrency",
        error.details,
    )
    charge(failed, lost)
    return failed


def _closed_for(error: RateLimited, lost: Usage) -> JudgeClosed:
    hours = (error.retry_after or 0.0) / 3600
    closed = JudgeClosed(
        f"{error.message}; the endpoint takes no more calls for {hours:.1f} hours",
        f"the endpoint takes no calls for {hours:.1f} hours",
        error.details,
    )
    charge(closed, lost)
    return closed
