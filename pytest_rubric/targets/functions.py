"""Users' functions by name: imported once, called in turn."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from pathlib import Path

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Case
from pytest_rubric.runtime.functions import NoModule, NotCallable, NotFound, NotImportable, NotInModule, find
from pytest_rubric.runtime.limits import LimitReached, prepared
from pytest_rubric.runtime.threads import PerLoop, UserError, in_daemon_thread
from pytest_rubric.runtime.tracebacks import described, shown
from pytest_rubric.targets.slots import Slots


class UserFunction:
    """One ``module:function``, shared by all cases that name it.

    It is imported with its first use, in a thread and within the time limit; an import that
    failed is not tried again. The root directory is put at the end of ``sys.path`` for it.
    ``slots`` count its calls.
    """

    def __init__(self, name: str, root: Path) -> None:
        self.name = name
        self._root = root
        self._importing = PerLoop(asyncio.Lock)
        self._outcome: Callable[..., object] | TargetError | None = None
        self._slots = PerLoop(Slots)

    async def get(self, timeout: float) -> Callable[..., object]:
        """The function. Raises :class:`~pytest_rubric.errors.TargetError` where there is none."""
        async with self._importing.mine:
            if self._outcome is None:
                self._outcome = await self._imported(timeout)
        if isinstance(self._outcome, TargetError):
            raise TargetError(self._outcome.message, self._outcome.details)
        return self._outcome

    @property
    def slots(self) -> Slots:
        """Those of the running loop: what was left behind with another loop counts no more."""
        return self._slots.mine

    async def _imported(self, timeout: float) -> Callable[..., object] | TargetError:
        try:
            return await prepared(in_daemon_thread(self._find, self.name), timeout)
        except LimitReached:
            module = self.name.partition(":")[0]
            return TargetError(
                f"target {self.name}: importing {module} took longer than {timeout:g} s; "
                "if it needs longer, raise `timeout` of the target"
            )
        except UserError as raised:
            if isinstance(raised.error, TargetError):
                return raised.error
            raise

    def _find(self) -> Callable[..., object]:
        try:
            return find(self.name, self._root)
        except NotFound as fault:
            message, details = _told(fault, self.name, self._root)
            raise TargetError(message, details) from None


def _told(fault: NotFound, name: str, root: Path) -> tuple[str, str | None]:
    """What is wrong with the name of a function, and the traceback that belongs to it."""
    details: str | None = None
    match fault:
        case NoModule(missing=missing):
            told = (
                f"there is no module {missing}; looked in pytest's `pythonpath`, "
                f"among installed packages and in the root directory {root}"
            )
        case NotImportable(module=module, error=error):
            told = f"{module} can't be imported: {described(error, root)}"
            details = shown(error, root) or None
        case NotInModule(where=where, part=part, near=near):
            told = f"{where} has no {part}" + (f"; did you mean {near}?" if near else "")
        case NotCallable(where=where, path=path, kind=kind):
            told = f"{path} in {where} is {kind}, not a function"
        case _:
            return f"target {name!r} must be written package.module:function", None
    return f"target {name}: {told}", details


def arguments(
    function: Callable[..., object], case: Case, name: str
) -> tuple[list[object], dict[str, object]]:
    """What to call a function with: the case if it has a parameter ``case``, else the input.

    A chat input is a list of ``{"role": ..., "content": ...}``. A function with another
    compulsory parameter beside ``case`` gets the input as well. Raises
    :class:`~pytest_rubric.errors.TargetError` where it takes neither.
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return [_input(case, name)], {}
    parameters = signature.parameters
    if "case" in parameters and parameters["case"].kind is not inspect.Parameter.POSITIONAL_ONLY:
        named: dict[str, object] = {"case": case}
        for parameter in parameters.values():
            if parameter.name != "case" and _is_compulsory(parameter):
                named[parameter.name] = _input(case, name)
                break
        positional: list[object] = []
    else:
        named, positional = {}, [case if next(iter(parameters), None) == "case" else _input(case, name)]
    try:
        signature.bind(*positional, **named)
    except TypeError:
        raise TargetError(
            f"{name} has the parameters {signature}; "
            "it must take the input alone, or a parameter named `case`"
        ) from None
    return positional, named


def _is_compulsory(parameter: inspect.Parameter) -> bool:
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return parameter.kind in kinds and parameter.default is inspect.Parameter.empty


def _input(case: Case, name: str) -> object:
    if case.input is None:
        raise TargetError(
            f"{name} takes the input, and case {case.id} has none; "
            "write an Input, or take a parameter named `case`"
        )
    if isinstance(case.input, str):
        return case.input
    return [{"role": message.role, "content": message.content} for message in case.input]
