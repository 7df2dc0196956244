"""Calling code of users: their errors in one line, and no way to hang or end the process."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import threading
import traceback
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Output
from pytest_rubric.model.text import visible

T = TypeVar("T")

_MOST_OF_A_MESSAGE = 2000
# How long a cancelled coroutine may take to clean up before it is left behind, in seconds.
_CLEAN_UP = 1.0
_INSTALLED = ("site-packages", "dist-packages")
_NOT_USERS = ("<", str(Path(__file__).resolve().parents[1]), str(Path(inspect.__file__).parent))


class UserError(Exception):
    """Something that user code raised; ``error`` is what.

    The wrapper is an ordinary exception also where ``error`` is not one: ``SystemExit`` out of a
    task would end the loop of all other targets.
    """

    def __init__(self, error: BaseException) -> None:
        super().__init__(str(type(error)))
        self.error = error


class LimitReached(Exception):
    """The time limit is over."""


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


async def within(awaitable: Awaitable[T], limit: float) -> T:
    """Wait for at most ``limit`` seconds.

    Unlike :func:`asyncio.wait_for` it does not wait for a coroutine that ignores its
    cancellation. Raises :class:`LimitReached`, or :class:`UserError` for what the awaitable
    raised; cancels it when it is cancelled itself.
    """
    task = asyncio.ensure_future(_guarded(awaitable))
    task.add_done_callback(_retrieve)
    try:
        done, _ = await asyncio.wait({task}, timeout=limit)
        if not done:
            task.cancel()
            await asyncio.wait({task}, timeout=_CLEAN_UP)
            raise LimitReached
    finally:
        task.cancel()
    if task.cancelled():
        raise UserError(asyncio.CancelledError())
    return task.result()


@contextmanager
def target_errors(name: str, root: Path, limit: float, remedy: str = "") -> Iterator[None]:
    """Turn what :func:`within` raises into one :class:`~pytest_rubric.errors.TargetError`."""
    try:
        yield
    except LimitReached:
        raise TargetError(f"{name} did not return within {limit:g} s and was left behind{remedy}") from None
    except UserError as raised:
        raise failure(raised.error, name, root) from raised.error


def as_output(value: object, name: str) -> Output:
    """What user code returned, as an output with clean text.

    Raises :class:`~pytest_rubric.errors.TargetError` that names the type where it is neither text
    nor an :class:`~pytest_rubric.model.Output`.
    """
    if isinstance(value, str):
        return Output(visible(str(value)))
    found = "None" if value is None else type(value).__name__
    if isinstance(value, Output):
        if isinstance(value.text, str):
            return Output(
                visible(str(value.text)),
                run_log=visible(value.run_log) if isinstance(value.run_log, str) else value.run_log,
                usage=value.usage,
                notes=tuple(visible(str(note)) for note in value.notes),
            )
        found = f"an Output whose text is {type(value.text).__name__}"
    hint = "; is a `return` missing?" if value is None else ""
    raise TargetError(f"{name} returned {found}; it must return text or a pytest_rubric.Output{hint}")


def failure(error: BaseException, name: str, root: Path) -> TargetError:
    """What a call of user code ended with, as one error of its case."""
    if isinstance(error, TargetError):
        return TargetError(f"{name}: {error}")
    return TargetError(f"{name} raised {described(error, root)}")


def described(error: BaseException, root: Path) -> str:
    """Type and message of an error, and the last line of user code that it came through."""
    return said(error) + _where(error, root)


def said(error: BaseException) -> str:
    """Type and message of an error; a very long message is shortened, and says so."""
    try:
        # The text of a syntax error repeats its place.
        text = error.msg if isinstance(error, SyntaxError) else str(error)
        message = visible(text).strip()
    except Exception:  # a broken __str__ must not hide the error that it belongs to
        message = ""
    if len(message) > _MOST_OF_A_MESSAGE:
        left_out = len(message) - _MOST_OF_A_MESSAGE
        message = f"{message[:_MOST_OF_A_MESSAGE]} [... {left_out} more characters]"
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _where(error: BaseException, root: Path) -> str:
    places = [
        (Path(frame.filename), frame.lineno)
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(_NOT_USERS)
        and not any(part in frame.filename for part in _INSTALLED)
    ]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((Path(error.filename), error.lineno))
    if not places:
        return ""
    inside = [place for place in places if place[0].is_relative_to(root)]
    path, line = (inside or places)[-1]
    shown = path.relative_to(root).as_posix() if inside else str(path)
    return f" ({visible(shown)}:{line})"


def _raising(error: BaseException) -> Callable[[], Any]:
    def outcome() -> Any:
        raise UserError(error)

    return outcome


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
