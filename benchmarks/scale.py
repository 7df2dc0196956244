"""How much is measured: the full numbers, or just enough to see that everything runs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """``delay`` is in seconds a call, ``rate`` in calls a second."""

    some: int
    more: int
    many: int
    delay: float
    rate: int
    repetitions: int
    starts: int


FULL = Scale(some=200, more=1_000, many=10_000, delay=0.5, rate=20, repetitions=3, starts=25)
SMOKE = Scale(some=4, more=8, many=20, delay=0.05, rate=2, repetitions=1, starts=2)
