"""Slots for what may only run a few times at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Slots:
    """Counts what runs, and lets others wait: first come, first served, so that the runs of a case have
    the order in which its function is called. Used in one event loop."""

    def __init__(self) -> None:
        self._running = 0
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def take(self, most: int) -> AsyncIterator[None]:
        """Wait until fewer than ``most`` run, and count as one of them."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append((most, turn))
        self._let_in()
        try:
            # Cancelled, it may have been let in at the same moment: then its slot is free again.
            await turn
            yield
        finally:
            if turn.done() and not turn.cancelled():
                self._running -= 1
            self._let_in()

    def _let_in(self) -> None:
        """Give slots to those who wait, in their order; one that may run only alone holds up no other."""
        left = []
        for most, turn in self._waiting:
            if turn.done():
                continue
            if self._running < most:
                self._running += 1
                turn.set_result(None)
            else:
                left.append((most, turn))
        self._waiting = left
