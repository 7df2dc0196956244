"""What ``rubric.check()`` and ``rubric.acheck()`` can't take, told in full."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Iterable, Mapping

from pytest_rubric.errors import ConfigError
from pytest_rubric.model import Output
from pytest_rubric.model.lines import shortened
from pytest_rubric.plugin.options import OVERRIDES

SETTINGS = (*(each for each in OVERRIDES if each != "threshold"), "tags", "metadata")
"""What may be given by name beside the arguments of the method itself."""

_ARGUMENTS = ("input", "context", "expected_output", "threshold", "name")


def check(output: object, criteria: object, settings: Mapping[str, object]) -> None:
    """Raises :class:`~pytest_rubric.errors.ConfigError` that lists everything that is wrong."""
    wrong = [_output(output)] if not isinstance(output, str | Output) else []
    if criteria is None:
        wrong.append(
            '`criteria` is missing: give a list, such as criteria=["Names the capital"]; allowed in it: '
            "texts, mappings with the keys of a criterion, Criterion objects; or give `expected_output` "
            "alone, to judge against it"
        )
    elif not isinstance(criteria, Iterable):
        found = f"{shortened(repr(criteria))} ({type(criteria).__name__})"
        wrong.append(f"`criteria` must be a list, found {found}")
    wrong += [_unknown(name) for name in settings if name not in SETTINGS]
    if wrong:
        raise ConfigError("\n".join(wrong))


def _output(output: object) -> str:
    hint = ""
    if output is None:
        hint = "; is a `return` missing?"
    elif inspect.isawaitable(output):
        if inspect.iscoroutine(output):
            output.close()
        hint = "; is an `await` missing?"
    elif isinstance(output, bytes):
        hint = "; decode it first"
    found = shortened(repr(output))
    return f"`output` must be text or a pytest_rubric.Output, found {found} ({type(output).__name__}){hint}"


def _unknown(name: str) -> str:
    allowed = ("output", "criteria", *_ARGUMENTS, *SETTINGS)
    near = difflib.get_close_matches(name, allowed, n=1)
    hint = f"; did you mean `{near[0]}`?" if near else ""
    return f"there is no argument `{name}`{hint} (allowed: {', '.join(allowed)})"
