"""Time limits of user code, kept from inside its event loop, and watched from outside of it.

A limit that only the loop itself keeps is none: a coroutine that blocks its loop blocks the timer too.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from pytest_rubric.runtime import clock
from pytest_rubric.runtime.threads import UserError

T = TypeVar("T")

# Seconds. How long a cancelled coroutine may take to clean up before it is left behind.
_CLEAN_UP = 1.0
# How late a loop that works may be with its own timers.
_LATE = 1.0


class LimitReached(Exception):
    """The time limit is over."""


class Watch:
    """One run of user code, as those see it who wait for it in another thread.

    The run says when it begins and when it must be over. Where that passes unnoticed by the
    run's own loop, the loop is blocked. A run that has not begun can be withdrawn, and then
    never begins.
    """

    def __init__(self, now: Callable[[], float] = clock.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._begun = self._withdrawn = False
        self._due: float | None = None
        self.limit: float | None = None
        """The time limit that counts at the moment, in seconds."""

    def begin(self) -> None:
        """User code is about to be called. Raises :class:`asyncio.CancelledError` where the run was
        withdrawn."""
        with self._lock:
            if self._withdrawn:
                raise asyncio.CancelledError
            self._begun = True

    def count(self, limit: float) -> None:
        """What runs now must be over in ``limit`` seconds."""
        self.limit = limit
        self._due = self._now() + limit + _LATE

    def extend(self, seconds: float) -> None:
        """The limit is over, the loop has noticed, and cleans up."""
        self._due = self._now() + seconds + _LATE

    def end(self) -> None:
        """User code has returned."""
        self._due = None

    def withdraw(self) -> bool:
        """Keep the run from beginning; ``False`` where it has begun."""
        with self._lock:
            self._withdrawn = not self._begun
            return self._withdrawn

    @property
    def is_overdue(self) -> bool:
        """Whether the limit has passed, and the loop has not noticed."""
        due = self._due
        return due is not None and self._now() > due

    @property
    def is_counting(self) -> bool:
        """Whether user code runs that has a limit."""
        return self._due is not None


_WATCH: ContextVar[Watch | None] = ContextVar("pytest_rubric_watch", default=None)


async def watched(watch: Watch, awaitable: Awaitable[T]) -> T:
    """Await under a watch: the limits in there are seen from outside. Must have a task of its own."""
    _WATCH.set(watch)
    return await awaitable


def watch_of_this_run() -> Watch:
    """The watch that this code runs under; one that nobody looks at, if there is none."""
    return _WATCH.get() or Watch()


@contextmanager
def counting(watch: Watch, limit: float) -> Iterator[None]:
    """Tell a watch that what is done in here is ended by its own loop after ``limit`` seconds."""
    watch.count(limit)
    try:
        yield
    finally:
        watch.end()


async def prepared(awaitable: Awaitable[T], limit: float) -> T:
    """:func:`within`, for what may be done twice where its loop is left behind: an import."""
    watch = watch_of_this_run()
    return await _ended(_guarded(awaitable), limit, watch)


async def within(awaitable: Awaitable[T], limit: float) -> T:
    """Wait for at most ``limit`` seconds.

    Unlike :func:`asyncio.wait_for` it does not wait for a coroutine that ignores its
    cancellation. Raises :class:`LimitReached`, or
    :class:`~pytest_rubric.runtime.threads.UserError` for what the awaitable raised; cancels it when
    it is cancelled itself.
    """
    watch = watch_of_this_run()

    async def begun() -> T:
        watch.begin()
        return await _guarded(awaitable)

    return await _ended(begun(), limit, watch)


async def _ended(guarded: Coroutine[Any, Any, T], limit: float, watch: Watch) -> T:
    task = asyncio.ensure_future(guarded)
    task.add_done_callback(_retrieve)
    with counting(watch, limit):
        try:
            done, _ = await asyncio.wait({task}, timeout=limit)
            if not done:
                watch.extend(_CLEAN_UP)
                task.cancel()
                await asyncio.wait({task}, timeout=_CLEAN_UP)
                raise LimitReached
        finally:
            task.cancel()
    if task.cancelled():
        raise UserError(asyncio.CancelledError())
    return task.result()


async def _guarded(awaitable: Awaitable[T]) -> T:
    try:
        return await awaitable
    except (UserError, asyncio.CancelledError, GeneratorExit):
        raise
    except BaseException as error:  # SystemExit out of a task would end the loop of all targets
        raise UserError(error) from error


def _retrieve(task: asyncio.Task[Any]) -> None:
    """Take the exception of a task that nobody waits for any more, so that asyncio logs nothing."""
    if not task.cancelled():
        task.exception()
