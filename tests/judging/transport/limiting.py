"""What tests of limits share."""

from __future__ import annotations

import asyncio

from pytest_rubric.judging.limits import Limiter


def limiter(concurrency: int = 8) -> Limiter:
    """A limiter on the virtual clock, whose pauses are never shortened and never lengthened."""
    return Limiter(
        concurrency,
        clock=asyncio.get_running_loop().time,
        jitter=lambda low, high: 1.0 if high == 1.0 else 0.0,
    )
