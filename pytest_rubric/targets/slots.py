"""Slots for what may only run a few times at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Slots:
    """Counts what runs, and lets others wait. Used in one event loop."""

    def __init__(self) -> None:
        self._running = 0
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def take(self, most: int) -> AsyncIterator[None]:
        """Wait until fewer than ``most`` run, and count as one of them."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._running < most)
            self._running += 1
        try:
            yield
        finally:
            self._running -= 1
            async with self._changed:
                self._changed.notify_all()
