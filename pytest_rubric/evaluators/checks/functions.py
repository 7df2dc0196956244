"""``check: {python: module:function}``: a user's function decides."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from pathlib import Path

from pytest_rubric.evaluators.checks.finding import CheckFault, Finding
from pytest_rubric.evaluators.checks.wording import Wording
from pytest_rubric.model import Case
from pytest_rubric.model.lines import shortened
from pytest_rubric.model.text import visible
from pytest_rubric.runtime.functions import NoModule, NotFound, NotImportable, find
from pytest_rubric.runtime.limits import LimitReached, within
from pytest_rubric.runtime.threads import PerLoop, UserError, in_daemon_thread
from pytest_rubric.runtime.tracebacks import described, said, shown

_WIDEST = 200


class FunctionChecks:
    """Calls users' functions in daemon threads, off the loop, one at a time: they are seldom made
    to run beside each other. One that hangs is left behind at the time limit and ends with the
    process."""

    def __init__(self) -> None:
        self._turns = PerLoop(asyncio.Lock)

    async def call(self, name: str, output: str, case: Case, timeout: float, words: Wording) -> Finding:
        """Call ``module:function`` with the output, and with the case where it takes one.

        Raises :class:`CheckFault` where it can't be found, raises, takes longer than ``timeout``
        seconds, or returns anything but a bool or ``(bool, reason)``.
        """

        def run() -> object:
            return _called(find(name), output, case)

        async with self._turns.mine:
            try:
                returned = await within(in_daemon_thread(run, f"check {name}"), timeout)
            except LimitReached:
                raise CheckFault(words.timed_out.format(name, f"{timeout:g}")) from None
            except UserError as raised:
                raise _fault(raised.error, name, words) from raised.error
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


def _fault(error: BaseException, name: str, words: Wording) -> CheckFault:
    """What is wrong with the function, or what it raised."""
    here = Path.cwd()
    module, _, path = name.partition(":")
    match error:
        case NoModule():
            missing = f"ModuleNotFoundError: No module named {error.missing!r}"
            return CheckFault(words.not_importable.format(module, missing))
        case NotImportable(error=cause):
            return CheckFault(words.not_importable.format(module, _told(cause, here)), shown(cause, here))
        case NotFound():
            return CheckFault(words.no_function.format(module, path))
    return CheckFault(words.raised.format(name, _told(error, here)), shown(error, here))


def _told(error: BaseException, here: Path) -> str:
    place = described(error, here).removeprefix(said(error))
    return shortened(said(error), _WIDEST) + place


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
