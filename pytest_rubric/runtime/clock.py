"""The time as it is, whatever a test makes of ``time``."""

from __future__ import annotations

import time


def monotonic() -> float:
    """Seconds on a clock that only goes forward.

    Tools that freeze the time of a test replace ``time.monotonic``, in whichever module holds
    it. Whoever waits on such a clock waits for ever, so that what is ours looks at another one.
    """
    return time.clock_gettime(time.CLOCK_MONOTONIC)


def wall_ns() -> int:
    """The time of day in nanoseconds, as files carry it."""
    return time.clock_gettime_ns(time.CLOCK_REALTIME)
