"""How many calls a second an endpoint takes, learned from its refusals."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

# A pace is a number of calls in any stretch of this length, in seconds: a little over one,
# because what leaves here evenly arrives there unevenly.
_STRETCH = 1.02
# How long sent calls are remembered: a refusal may come late.
_MEMORY = 5.0
# Seconds without complaint before a higher pace is tried, and by how much it is higher. Steps that
# hold come sooner and grow; one that fails makes the next ones rare and small.
_FIRST_HOLD, _SHORTEST_HOLD, _LONGEST_HOLD = 8.0, 2.0, 60.0
_SMALLEST_STEP, _LARGEST_STEP = 0.125, 0.5


@dataclass(slots=True, eq=False)
class Slot:
    """One call's place. ``sent_at`` is on the limiter's clock."""

    sent_at: float
    refused: bool = False


class Pace:
    """Calls that may leave in any second.

    There is no limit until the first refusal shows how many calls of one second the endpoint had
    taken; whenever the pace has held calls back for a while without complaint, a little more is
    tried. All times are those of one clock, in seconds.
    """

    def __init__(self) -> None:
        self.calls: int | None = None
        self._sent: deque[Slot] = deque()
        self._since = 0.0
        self._held_back = False
        self._hold = _FIRST_HOLD
        self._step = _SMALLEST_STEP
        self._stepped_up = False
        # The pace before the last bout of refusals, which says how much they lower it.
        self._before: int | None = None

    def send(self, now: float) -> Slot:
        """A call leaves."""
        while self._sent and self._sent[0].sent_at < now - _MEMORY:
            self._sent.popleft()
        slot = Slot(now)
        self._sent.append(slot)
        return slot

    def wait(self, now: float) -> float:
        """Seconds until the next call may leave."""
        if self.calls is None:
            return 0.0
        count = 0
        for slot in reversed(self._sent):
            if slot.sent_at <= now - _STRETCH:
                break
            count += not slot.refused
            if count >= self.calls:
                self._held_back = True
                return slot.sent_at + _STRETCH - now
        return 0.0

    def taken(self, now: float) -> None:
        """The endpoint took a call: step up where this pace has held calls back for long enough."""
        if self.calls is None or not self._held_back or now - self._since <= self._hold:
            return
        self.calls += max(1, int(self.calls * self._step))
        self._step = min(_LARGEST_STEP, self._step * 2)
        self._hold = max(_SHORTEST_HOLD, self._hold / 2)
        self._since, self._held_back, self._stepped_up = now, False, True

    def refused(self, now: float, *, anew: bool) -> bool:
        """The endpoint refused a call, whose slot is marked; ``anew`` if it left after the last
        reaction. Whether a step up was the cause, so that nothing else needs to be taken back."""
        stepped_up = self._stepped_up and now - self._since <= self._hold
        if anew:
            self._before = self.calls
            self._since, self._held_back, self._stepped_up = now, False, False
        if anew and self.calls is not None:
            self._step = _SMALLEST_STEP
            self._hold = min(_LONGEST_HOLD, self._hold * 4)
        taken = self._most_taken()
        if taken == 0:
            # It takes nothing at all now: no pace would have helped.
            self.calls = self._before
        elif self._before is None:
            self.calls = taken
        else:
            self.calls = max(1, self._before // 2, min(taken, self._before - 1))
        return stepped_up

    def _most_taken(self) -> int:
        """The most calls of any second lately that the endpoint took, as far as is known yet.

        Not those of the second before the refusal: calls overtake each other on their way.
        """
        most = 0
        second: deque[float] = deque()
        for slot in self._sent:
            if slot.refused:
                continue
            second.append(slot.sent_at)
            while second[0] <= slot.sent_at - 1.0:
                second.popleft()
            most = max(most, len(second))
        return most
