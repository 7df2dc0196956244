"""An event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class LoopThread:
    """One event loop in one daemon thread; it starts with the first use.

    It is a daemon so that a target that hangs in user code can't keep pytest from ending.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._closed = False

    @property
    def started(self) -> bool:
        """Whether the thread exists."""
        return self._thread is not None

    def submit(self, make: Callable[[], Coroutine[Any, Any, T]]) -> concurrent.futures.Future[T]:
        """Run a coroutine on the loop. ``make`` is called there, so nothing is left unawaited
        when the loop is closed. Raises :class:`RuntimeError` after :meth:`close`."""
        loop = self._running_loop()
        return asyncio.run_coroutine_threadsafe(_call(make), loop)

    def call(self, function: Callable[[], object]) -> concurrent.futures.Future[object]:
        """Run a plain function in the loop's thread."""

        async def run() -> object:
            return function()

        return self.submit(run)

    def close(self, last: Callable[[], Awaitable[None]] | None = None, patience: float = 2.0) -> None:
        """Cancel what runs, then run ``last``, then end the thread.

        Whatever takes longer than ``patience`` seconds is left behind in its daemon thread.
        """
        if self._closed:
            return
        self._closed = True
        loop, thread = self._loop, self._thread
        if loop is None or thread is None or not thread.is_alive():
            return

        async def finish() -> None:
            current = asyncio.current_task()
            tasks = [task for task in asyncio.all_tasks() if task is not current]
            for task in tasks:
                task.cancel()
            if tasks:
                await asyncio.wait(tasks, timeout=patience)
            if last is not None:
                await asyncio.wait_for(last(), timeout=patience)
            await loop.shutdown_asyncgens()

        done = asyncio.run_coroutine_threadsafe(finish(), loop)
        try:
            done.result(timeout=2.5 * patience)
        except (concurrent.futures.TimeoutError, asyncio.TimeoutError):
            pass
        finally:
            loop.call_soon_threadsafe(loop.stop)
            thread.join(timeout=patience)
            if not thread.is_alive():
                loop.close()

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        if self._closed:
            raise RuntimeError(f"{self._name} is closed")
        if self._loop is None:
            loop = asyncio.new_event_loop()
            self._loop = loop
            self._thread = threading.Thread(target=_serve, args=(loop,), name=self._name, daemon=True)
            self._thread.start()
        return self._loop


async def _call(make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    try:
        return await make()
    except SystemExit as error:
        # it would end the loop, and with it all that others wait for
        raise RuntimeError(f"sys.exit({error.code!r}) was called") from error


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    loop.run_forever()
