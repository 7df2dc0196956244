"""``check: {python: module:function}``: a user's function decides."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable
from importlib import import_module
from weakref import WeakKeyDictionary

from pytest_rubric.evaluators.checks.finding import CheckFault, Finding
from pytest_rubric.evaluators.checks.wording import Wording
from pytest_rubric.model import Case
from pytest_rubric.model.lines import shortened
from pytest_rubric.model.text import visible

_WIDEST = 200

_Result = tuple[object, BaseException | None]


class FunctionChecks:
    """Calls users' functions in daemon threads, off the loop, one at a time: they are seldom made
    to run beside each other. One that hangs is left behind at the time limit and ends with the
    process."""

    def __init__(self) -> None:
        # A lock belongs to the loop on which it was first waited for.
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

    async def call(self, name: str, output: str, case: Case, timeout: float, words: Wording) -> Finding:
        """Call ``module:function`` with the output, and with the case where it takes one.

        Raises :class:`CheckFault` where it can't be found, raises, takes longer than ``timeout``
        seconds, or returns anything but a bool or ``(bool, reason)``.
        """
        turn = self._turns.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        async with turn:
            try:
                returned, error = await asyncio.wait_for(_in_thread(name, output, case, words), timeout)
            except asyncio.TimeoutError:
                raise CheckFault(words.timed_out.format(name, f"{timeout:g}")) from None
        if isinstance(error, CheckFault):
            raise error
        if error is not None:
            raise CheckFault(words.raised.format(name, _said(error))) from error
        return _finding(name, returned, words)


def _finding(name: str, returned: object, words: Wording) -> Finding:
    match returned:
        case bool():
            said = words.function_says_yes if returned else words.function_says_no
            return Finding(returned, said.format(name))
        case (bool() as holds, str() as reason):
            return Finding(holds, visible(reason).strip())
    if inspect.iscoroutine(returned):
        returned.close()
    raise CheckFault(words.wrong_return.format(name, shortened(repr(returned), _WIDEST)))


async def _in_thread(name: str, output: str, case: Case, words: Wording) -> _Result:
    loop = asyncio.get_running_loop()
    done: asyncio.Future[_Result] = loop.create_future()

    def deliver(result: _Result) -> None:
        if not done.done():
            done.set_result(result)

    def run() -> None:
        try:
            result: _Result = (_called(_function(name, words), output, case), None)
        except BaseException as error:
            # Whatever it is, it belongs to this check alone: sys.exit() and pytest.fail() too.
            result = (None, error)
        if not loop.is_closed():
            loop.call_soon_threadsafe(deliver, result)

    threading.Thread(target=run, name=f"rubric check {name}", daemon=True).start()
    return await done


def _function(name: str, words: Wording) -> Callable[..., object]:
    module_name, _, path = name.partition(":")
    try:
        found: object = import_module(module_name)
    except Exception as error:  # a module may raise anything while it is imported
        raise CheckFault(words.not_importable.format(module_name, _said(error))) from error
    for part in path.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise CheckFault(words.no_function.format(module_name, path))
    return found


def _called(function: Callable[..., object], output: str, case: Case) -> object:
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return function(output)
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if len(positional) > 1 and (
        positional[1].name == "case" or positional[1].default is inspect.Parameter.empty
    ):
        return function(output, case)
    if any(p.name == "case" and p.kind is p.KEYWORD_ONLY for p in parameters):
        return function(output, case=case)
    return function(output)


def _said(error: BaseException) -> str:
    text = f"{type(error).__name__}: {error}".rstrip(": ")
    return shortened(text, _WIDEST)
