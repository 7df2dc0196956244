"""The endpoint's limits: how many calls at once, how many a second, and when to pause."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable

from pytest_rubric.judging.pace import Pace, Slot
from pytest_rubric.runtime.clock import monotonic

# What a round of successes adds to the calls in flight: up to where complaints began, and there.
_GROWTH, _PROBING = 2.0, 0.1
# Seconds. What a server asks for is kept up to the first; what nobody asked for grows up to the second.
_LONGEST_PAUSE, _LONGEST_BACKOFF = 60.0, 30.0
# Until it has taken a call: somebody waits for the first result.
_LONGEST_FIRST_BACKOFF = 8.0
_SHORTEST_PAUSE = 0.1
# An endpoint that counts calls by the second asks for no longer wait than this.
_BY_THE_SECOND = 2.0


class Limiter:
    """Slots for calls, in the order of asking. ``has_taken`` says whether any call was taken yet.

    Three limits, each learned from the endpoint: the calls in flight (starts at ``concurrency``,
    shrinks with every bout of 429 or 503, grows back by successes), the calls in any second (see
    :class:`~pytest_rubric.judging.pace.Pace`), and a pause that holds for everyone. A bout is all
    complaints about calls that left before there was a reaction to the first of them.
    """

    def __init__(
        self,
        concurrency: int,
        *,
        clock: Callable[[], float] = monotonic,
        jitter: Callable[[float, float], float] = random.uniform,
    ) -> None:
        self._most = max(1, concurrency)
        self._limit = float(self._most)
        self._complained_at = float("inf")
        self._clock = clock
        self._jitter = jitter
        self._in_flight = 0
        self._full = False
        self._waiting: deque[asyncio.Future[Slot]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._pace = Pace()
        self._paused_until = 0.0
        self._bout_began = float("-inf")
        self._bouts_in_a_row = 0
        self._refusing_since: float | None = None
        self.has_taken = False

    @property
    def limit(self) -> int:
        """Calls that may be in flight now."""
        return max(1, int(self._limit))

    @property
    def pace(self) -> int | None:
        """Calls that may leave in any second; ``None`` where the endpoint never complained."""
        return self._pace.calls

    @property
    def refusing_for(self) -> float:
        """Seconds in which the endpoint complained and took nothing."""
        return 0.0 if self._refusing_since is None else self._clock() - self._refusing_since

    @property
    def now(self) -> float:
        """The time on the limiter's clock, in seconds."""
        return self._clock()

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
        self.has_taken = True
        if slot.sent_at > self._bout_began:
            self._bouts_in_a_row = 0
            self._refusing_since = None
        if self._full:
            self._grow()
        self._pace.taken(self._clock())

    def refused(self, slot: Slot, retry_after: float | None) -> None:
        """The endpoint answered 429."""
        slot.refused = True
        anew = self._begins_bout(slot)
        # Where it counts in longer stretches, a pause helps and a pace does not.
        by_the_second = self._bouts_in_a_row <= 2 and (retry_after or 0.0) <= _BY_THE_SECOND
        explained = by_the_second and self._pace.refused(self._clock(), anew=anew)
        if anew and not explained:
            self._shrink(0.75)
        # The pace alone may mend it: no long pause before the second bout.
        self._pause(retry_after, self._backoff(self._bouts_in_a_row - 2))

    def overloaded(self, slot: Slot, retry_after: float | None) -> None:
        """The endpoint answered that it has too much to do."""
        if self._begins_bout(slot):
            self._shrink(0.5)
        self._pause(retry_after, self._backoff(self._bouts_in_a_row - 1))

    def open(self) -> None:
        """Let everyone through at once: nothing will be sent any more."""
        self._paused_until = 0.0
        self._pace = Pace()
        self._most = self._in_flight + len(self._waiting) + 1
        self._limit = float(self._most)
        self._serve()

    def _begins_bout(self, slot: Slot) -> bool:
        """Whether this is the first complaint about calls that left after the last reaction."""
        if slot.sent_at <= self._bout_began:
            return False
        self._bout_began = self._clock()
        self._bouts_in_a_row += 1
        if self._refusing_since is None:
            self._refusing_since = self._bout_began
        return True

    def _shrink(self, factor: float) -> None:
        self._complained_at = min(self._limit, max(self._in_flight, 1))
        self._limit = max(1.0, self._complained_at * factor)

    def _grow(self) -> None:
        if self._limit >= self._complained_at:
            # As many as then, and no complaint: the endpoint takes more now.
            self._complained_at = float("inf")
        growth = _GROWTH if self._limit + 1 < self._complained_at else _PROBING
        self._limit = min(self._most, self._limit + min(1.0, growth / self._limit))

    def _backoff(self, row: int) -> float:
        """Seconds after so many bouts in a row without a success between them."""
        if row < 0:
            return 0.0
        longest = _LONGEST_BACKOFF if self.has_taken else _LONGEST_FIRST_BACKOFF
        return min(longest, 0.5 * 2.0 ** min(row, 10)) * self._jitter(0.5, 1.0)

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
            self._full = self._in_flight >= self.limit
            if self._full:
                return
            now = self._clock()
            wait = max(self._paused_until - now, self._pace.wait(now))
            if wait > 0:
                if self._timer is not None:
                    self._timer.cancel()
                self._timer = asyncio.get_running_loop().call_later(wait, self._serve)
                return
            self._in_flight += 1
            self._waiting.popleft().set_result(self._pace.send(now))
