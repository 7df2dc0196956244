"""Users' functions in threads of their own: no way to hang or to end the process."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")


class UserError(Exception):
    """Something that user code raised; ``error`` is what.

    The wrapper is an ordinary exception also where ``error`` is not one: ``SystemExit`` out of a
    task would end the loop of all other targets.
    """

    def __init__(self, error: BaseException) -> None:
        super().__init__(str(type(error)))
        self.error = error


async def in_daemon_thread(function: Callable[[], T], name: str) -> T:
    """Call a function in a daemon thread of its own and wait for it.

    A pool would join its threads at exit, and hang with one that hangs. Raises
    :class:`UserError`. A call is left behind when the waiting is cancelled.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Callable[[], T]] = loop.create_future()
    context = contextvars.copy_context()

    def deliver(outcome: Callable[[], T]) -> None:
        if not future.done():
            future.set_result(outcome)

    def work() -> None:
        try:
            result = context.run(function)
        except BaseException as error:  # sys.exit() in a target is an error of that case alone
            outcome = _raising(error)
        else:
            outcome = lambda: result  # noqa: E731  # a thunk
        with suppress(RuntimeError):  # the loop may have been closed while the function hung
            loop.call_soon_threadsafe(deliver, outcome)

    threading.Thread(target=work, name=f"rubric {name}", daemon=True).start()
    return (await future)()


class PerLoop(Generic[T]):
    """A lock and the like for each event loop: one belongs to the loop where it was first waited for."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: WeakKeyDictionary[asyncio.AbstractEventLoop, T] = WeakKeyDictionary()

    @property
    def mine(self) -> T:
        """That of the running loop."""
        loop = asyncio.get_running_loop()
        found = self._made.get(loop)
        if found is None:
            found = self._made[loop] = self._make()
        return found


def _raising(error: BaseException) -> Callable[[], Any]:
    def outcome() -> Any:
        raise UserError(error)

    return outcome
