"""Targets that call users' functions: named in the case file, or given by a hook."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from pathlib import Path

from pytest_rubric.model import Case, Output, TargetSpec
from pytest_rubric.runtime.limits import within
from pytest_rubric.runtime.threads import PerLoop, in_daemon_thread
from pytest_rubric.targets.functions import UserFunction, arguments
from pytest_rubric.targets.protocol import Target
from pytest_rubric.targets.user_code import as_output, target_errors

RunTarget = Callable[[Case], Awaitable[Output | str] | Output | str | None]

DEFAULT_LIMIT = TargetSpec().timeout
"""The time limit of a target that names none, in seconds."""


class CallableTarget:
    """``target: module:function``, called with the input, or with the case if it asks for that.

    Async functions run on the loop of the targets. Sync ones run in daemon threads, ``concurrency``
    of one function at a time (one, if it is not given). The time limit counts from the call. A
    sync function that reaches it can't be stopped: it is left behind in its thread.
    """

    is_at_hand = False

    def __init__(self, function: UserFunction, root: Path, timeout: float, concurrency: int | None) -> None:
        self.label = f"target {function.name}"
        self._function = function
        self._root = root
        self._timeout = timeout
        self._concurrency = concurrency or 1

    async def run(self, case: Case) -> Output:
        """Call it. Raises :class:`~pytest_rubric.errors.TargetError` for whatever goes wrong."""
        function = await self._function.get(self._timeout)
        positional, named = arguments(function, case, self.label)

        def call() -> object:
            return function(*positional, **named)

        remedy = "; if it needs longer, raise `timeout` of the target"
        with target_errors(self.label, self._root, self._timeout, remedy):
            if is_async(function):
                value = await within(_awaited(call), self._timeout)
            else:
                async with self._function.slots.take(self._concurrency):
                    value = await within(_called_in_thread(call, self.label), self._timeout)
        return as_output(value, self.label)


class HookTarget:
    """``pytest_rubric_run_target``, and the case's own source where the hook says ``None``.

    Hooks run in a daemon thread, one at a time (``turn``); a coroutine that one returns runs on
    the loop, beside others.
    """

    label = "pytest_rubric_run_target"
    is_at_hand = False

    def __init__(
        self, run_target: RunTarget, turn: PerLoop[asyncio.Lock], root: Path, otherwise: Target
    ) -> None:
        self._run_target = run_target
        self._turn = turn
        self._root = root
        self._otherwise = otherwise

    async def run(self, case: Case) -> Output:
        """Ask the hook first. Raises :class:`~pytest_rubric.errors.TargetError`."""

        def call() -> object:
            return self._run_target(case)

        with target_errors(self.label, self._root, DEFAULT_LIMIT):
            async with self._turn.mine:
                value = await within(in_daemon_thread(call, self.label), DEFAULT_LIMIT)
            if inspect.isawaitable(value):
                value = await within(value, DEFAULT_LIMIT)
        return await self._otherwise.run(case) if value is None else as_output(value, self.label)


def is_async(function: Callable[..., object]) -> bool:
    """Whether calling it gives a coroutine: an async function, or an object with an async ``__call__``."""
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(function, "__call__", None)  # noqa: B004  # an object with an async __call__
    )


async def _awaited(call: Callable[[], object]) -> object:
    made = call()
    return await made if inspect.isawaitable(made) else made


async def _called_in_thread(call: Callable[[], object], name: str) -> object:
    made = await in_daemon_thread(call, name)
    return await made if inspect.isawaitable(made) else made
