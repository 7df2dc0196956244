"""An event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import concurrent.futures
import selectors
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from pytest_rubric.errors import RubricError
from pytest_rubric.runtime import clock

T = TypeVar("T")
AnyFuture = concurrent.futures.Future[Any]
# Between 2 and 8 makes little difference; fewer or more take longer (`--only judged` of the benchmarks).
_READ_AT_ONCE = 4


class LoopEnded(RubricError):
    """The event loop ended before what was asked of it was done."""


class LoopThread:
    """One event loop in one daemon thread; it starts with the first use.

    It is a daemon so that a target that hangs in user code can't keep pytest from ending. Where
    the loop ends by itself, or is left behind because it is blocked, the next use starts another.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._serving: _Serving | None = None
        self._closed = False

    @property
    def started(self) -> bool:
        """Whether there is a thread that takes work."""
        return self._serving is not None

    @property
    def is_closed(self) -> bool:
        """Whether it takes nothing more, ever."""
        return self._closed

    def submit(self, make: Callable[[], Coroutine[Any, Any, T]]) -> concurrent.futures.Future[T]:
        """Run a coroutine on the loop. ``make`` is called there, so nothing is left unawaited
        when the loop is closed. Raises :class:`RuntimeError` after :meth:`close`.

        The future raises :class:`LoopEnded` where the loop ends first.
        """
        if self._closed:
            raise RuntimeError(f"{self._name} is closed")
        if self._serving is None or self._serving.has_ended:
            self._serving = _Serving(self._name)
        return self._serving.submit(make)

    def call(self, function: Callable[[], object]) -> concurrent.futures.Future[object]:
        """Run a plain function in the loop's thread."""

        async def run() -> object:
            return function()

        return self.submit(run)

    def serves(self, future: AnyFuture) -> bool:
        """Whether a future is served by the loop that takes work now."""
        return self._serving is not None and future in self._serving.open

    def leave_behind(self, future: AnyFuture) -> threading.Thread | None:
        """Give no more work to the loop that serves this future; what it has goes on there.

        Returns its thread, unless that was left behind before.
        """
        if self._serving is None or not self.serves(future):
            return None
        left, self._serving = self._serving, None
        left.stop_when_idle()
        return left.thread

    def close(self, last: Callable[[], Awaitable[None]] | None = None, patience: float = 2.0) -> None:
        """Cancel what runs, then run ``last``, then end the thread.

        Whatever takes longer than ``patience`` seconds is left behind in its daemon thread.
        """
        if self._closed:
            return
        self._closed = True
        if self._serving is not None and not self._serving.has_ended:
            self._serving.close(last, patience)


class _FewAtATime(selectors.DefaultSelector):
    """Tells of few connections in a turn of the loop; of the others in the next turns.

    A hundred replies that come together would else be read before the case of the first one goes on, its
    result waited for and the next request sent: then the next hundred come together again.
    """

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[int] = []

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(timeout)
        if not self._waiting and len(found) <= _READ_AT_ONCE:
            return found
        # What is ready stays ready until it is read. Whoever sends without a pause is ready in every turn,
        # and must not come before those who have waited.
        ready: dict[int, tuple[selectors.SelectorKey, int]] = {}
        for key, events in found:
            # some systems tell of reading and writing apart
            ready[key.fd] = (key, events | ready[key.fd][1] if key.fd in ready else events)
        queue = list(dict.fromkeys([*(fd for fd in self._waiting if fd in ready), *ready]))
        self._waiting = queue[_READ_AT_ONCE:]
        return [ready[fd] for fd in queue[:_READ_AT_ONCE]]


class _RealTimeLoop(asyncio.SelectorEventLoop):
    """Its timers run also while a test has frozen the time."""

    def __init__(self) -> None:
        super().__init__(_FewAtATime())

    def time(self) -> float:
        return clock.monotonic()


class _Serving:
    """One loop, its thread, and what is open on it."""

    def __init__(self, name: str) -> None:
        self.loop = _RealTimeLoop()
        self.open: set[AnyFuture] = set()
        self._lock = threading.Lock()
        self._closing = False
        self._stops_when_idle = False
        self._ended: BaseException | None = None
        self.thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self.thread.start()

    @property
    def has_ended(self) -> bool:
        """Whether the loop runs no more."""
        return self._ended is not None

    def submit(self, make: Callable[[], Coroutine[Any, Any, T]]) -> concurrent.futures.Future[T]:
        future = asyncio.run_coroutine_threadsafe(_call(make), self.loop)
        with self._lock:
            self.open.add(future)
        future.add_done_callback(self._done)
        if self._ended is not None:
            self._fail_open()
        return future

    def stop_when_idle(self) -> None:
        """End the thread as soon as nothing is open."""
        self._stops_when_idle = True
        if not self.open:
            self._stop()

    def close(self, last: Callable[[], Awaitable[None]] | None, patience: float) -> None:
        async def finish() -> None:
            current = asyncio.current_task()
            tasks = [task for task in asyncio.all_tasks() if task is not current]
            for task in tasks:
                task.cancel()
            if tasks:
                await asyncio.wait(tasks, timeout=patience)
            if last is not None:
                await asyncio.wait_for(last(), timeout=patience)
            await self.loop.shutdown_asyncgens()

        done = self.submit(finish)
        try:
            done.result(timeout=2.5 * patience)
        except (concurrent.futures.TimeoutError, asyncio.TimeoutError, LoopEnded):
            pass
        finally:
            self._stop()
            self.thread.join(timeout=patience)
            if not self.thread.is_alive():
                self.loop.close()

    def _stop(self) -> None:
        self._closing = True
        with suppress(RuntimeError):  # closed already
            self.loop.call_soon_threadsafe(self.loop.stop)

    def _serve(self) -> None:
        asyncio.set_event_loop(self.loop)
        ended: BaseException = LoopEnded("it was stopped")
        try:
            while not self._closing:
                # User code may stop the loop, and a task of its own that calls sys.exit() ends it:
                # what others wait for goes on all the same.
                with suppress(SystemExit, KeyboardInterrupt):
                    self.loop.run_forever()
        except BaseException as error:
            ended = error
        finally:
            self._ended = ended
            self._fail_open()
            if self._stops_when_idle:
                self.loop.close()

    def _done(self, future: AnyFuture) -> None:
        with self._lock:
            self.open.discard(future)
            idle = not self.open
        if idle and self._stops_when_idle:
            self._stop()

    def _fail_open(self) -> None:
        """Whoever waits for what no loop will ever do must hear of it."""
        with self._lock:
            waiting = [future for future in self.open if not future.done()]
        for future in waiting:
            error = LoopEnded(f"the event loop in the thread {self.thread.name} ended: {self._ended!r}")
            with suppress(concurrent.futures.InvalidStateError):
                future.set_exception(error)


async def _call(make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    try:
        return await make()
    except (SystemExit, KeyboardInterrupt) as error:
        # it would end the loop, and with it all that others wait for
        told = f"sys.exit({error.code!r})" if isinstance(error, SystemExit) else type(error).__name__
        raise RuntimeError(f"{told} was called") from error
