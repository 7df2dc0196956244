"""Tells an endpoint that hangs from one that is slow."""

from __future__ import annotations

# Calls in a row without an answer to any, and in how many rounds: one round may be a model that is
# still being loaded, or a stall.
_MOST_CALLS, _MOST_ROUNDS = 3, 2


class Silence:
    """Time limits in a row during which the endpoint answered nothing at all, to no call.

    A time limit while other calls were answered only says that this call needs longer. All calls
    that were on their way when the silence was first noticed are one round: they tell the same.
    Times are in seconds, on the limiter's clock.
    """

    def __init__(self) -> None:
        self.calls = 0
        self._rounds = 0
        self._answered_at = float("-inf")
        self._noticed_at = float("-inf")

    @property
    def is_hopeless(self) -> bool:
        """Whether asking on would only cost one time limit after the other."""
        return self.calls >= _MOST_CALLS and self._rounds >= _MOST_ROUNDS

    def answered(self, now: float) -> None:
        """The endpoint said something, if only that it fails."""
        self.calls = self._rounds = 0
        self._answered_at = now
        self._noticed_at = float("-inf")

    def timed_out(self, sent_at: float, now: float) -> None:
        """A call that left at ``sent_at`` ended at its time limit."""
        if sent_at <= self._answered_at:
            return
        self.calls += 1
        if sent_at >= self._noticed_at:
            self._rounds += 1
            self._noticed_at = now
