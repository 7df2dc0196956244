"""Calling code of users as targets: their errors in one line, their values as outputs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Output
from pytest_rubric.model.text import visible
from pytest_rubric.runtime.limits import LimitReached
from pytest_rubric.runtime.threads import UserError
from pytest_rubric.runtime.tracebacks import described, shown


@contextmanager
def target_errors(name: str, root: Path, limit: float, remedy: str = "") -> Iterator[None]:
    """Turn what ``within()`` raises into one :class:`~pytest_rubric.errors.TargetError`."""
    try:
        yield
    except LimitReached:
        raise TargetError(f"{name} did not return within {limit:g} s and was left behind{remedy}") from None
    except UserError as raised:
        raise failure(raised.error, name, root) from raised.error


def as_output(value: object, name: str) -> Output:
    """What user code returned, as an output with clean text, from ``name`` unless it says otherwise.

    Raises :class:`~pytest_rubric.errors.TargetError` that names the type where it is neither text
    nor an :class:`~pytest_rubric.model.Output`.
    """
    if isinstance(value, str):
        return Output(visible(str(value)), origin=name)
    found = "None" if value is None else type(value).__name__
    if isinstance(value, Output):
        if isinstance(value.text, str):
            return Output(
                visible(str(value.text)),
                run_log=visible(value.run_log) if isinstance(value.run_log, str) else value.run_log,
                usage=value.usage,
                notes=tuple(visible(str(note)) for note in value.notes),
                origin=visible(str(value.origin)) or name,
            )
        found = f"an Output whose text is {type(value.text).__name__}"
    hint = "; is a `return` missing?" if value is None else ""
    raise TargetError(f"{name} returned {found}; it must return text or a pytest_rubric.Output{hint}")


def failure(error: BaseException, name: str, root: Path) -> TargetError:
    """What a call of user code ended with, as one error of its case."""
    if isinstance(error, TargetError):
        return TargetError(f"{name}: {error}", error.details)
    return TargetError(f"{name} raised {described(error, root)}", shown(error, root) or None)
