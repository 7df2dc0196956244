"""Users' functions by name: imported once, called in turn."""

from __future__ import annotations

import asyncio
import difflib
import inspect
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Case
from pytest_rubric.targets.slots import Slots
from pytest_rubric.targets.user_code import LimitReached, UserError, described, in_daemon_thread, within


class UserFunction:
    """One ``module:function``, shared by all cases that name it.

    It is imported with its first use, in a thread and within the time limit; an import that
    failed is not tried again. The root directory is put at the end of ``sys.path`` for it.
    ``slots`` count its calls.
    """

    def __init__(self, name: str, root: Path) -> None:
        self.name = name
        self._root = root
        self._importing = asyncio.Lock()
        self._outcome: Callable[..., object] | TargetError | None = None
        self.slots = Slots()

    async def get(self, timeout: float) -> Callable[..., object]:
        """The function. Raises :class:`~pytest_rubric.errors.TargetError` where there is none."""
        async with self._importing:
            if self._outcome is None:
                self._outcome = await self._imported(timeout)
        if isinstance(self._outcome, TargetError):
            raise TargetError(str(self._outcome))
        return self._outcome

    async def _imported(self, timeout: float) -> Callable[..., object] | TargetError:
        try:
            return await within(in_daemon_thread(self._find, self.name), timeout)
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
        module_name, _, path = self.name.partition(":")
        if not module_name or not path:
            raise TargetError(f"target {self.name!r} must be written package.module:function")
        if str(self._root) not in sys.path:
            # At the end, so that no file there takes the place of an installed package.
            sys.path.append(str(self._root))
        found: Any = self._module(module_name)
        where = getattr(found, "__file__", None) or module_name
        for part in path.split("."):
            if not hasattr(found, part):
                near = difflib.get_close_matches(part, dir(found), n=1)
                hint = f"; did you mean {near[0]}?" if near else ""
                raise TargetError(f"target {self.name}: {where} has no {part}{hint}")
            found = getattr(found, part)
        if not callable(found):
            raise TargetError(
                f"target {self.name}: {path} in {where} is {type(found).__name__}, not a function"
            )
        return found  # type: ignore[no-any-return]  # Any by nature

    def _module(self, name: str) -> Any:
        try:
            return import_module(name)
        except BaseException as error:  # a module may call sys.exit() while it is imported
            missing = error.name if isinstance(error, ModuleNotFoundError) else None
            if missing is not None and f"{name}.".startswith(f"{missing}."):
                raise TargetError(
                    f"target {self.name}: there is no module {missing}; looked in pytest's `pythonpath`, "
                    f"among installed packages and in the root directory {self._root}"
                ) from None
            reason = described(error, self._root)
            raise TargetError(f"target {self.name}: {name} can't be imported: {reason}") from error


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
