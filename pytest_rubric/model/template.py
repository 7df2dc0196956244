"""Templates: ``{{name}}`` is a placeholder, everything else is text, single braces included.

There is one table of placeholders for every template (paths, commands, prompts); which of them
a template may use depends on where it stands. A name is matched like a key of a case file:
case, ``_`` and ``-`` don't matter.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from pytest_rubric.errors import ConfigError
from pytest_rubric.model.nearest import nearest

ALIASES: Mapping[str, tuple[str, ...]] = {
    "input": ("query",),
    "actual_output": ("output",),
    "expected_output": ("reference_output",),
    "context": (),
    "trace_summary": ("trajectory",),
    "index": (),
    "id": (),
}
"""Every placeholder, with its other names."""

PATH_PLACEHOLDERS = ("index", "id")
"""What a path may use."""

COMMAND_PLACEHOLDERS = ("input", "context", "index", "id")
"""What a command and its standard input may use: what a user of the agent under test could know."""

PROMPT_PLACEHOLDERS = ("input", "context")
"""What a prompt under test may use: what the product would know at that point."""

SYSTEM_PLACEHOLDERS = ("context",)
"""What a system message beside the prompt may use."""

_PLACEHOLDER = re.compile(r"\{\{([^{}\n]*)\}\}")


def _folded(name: str) -> str:
    return name.strip().casefold().replace("_", "").replace("-", "")


_CANONICAL = {_folded(spelling): name for name, others in ALIASES.items() for spelling in (name, *others)}


def placeholders(text: str) -> list[str]:
    """The placeholders of a template in order, each once.

    A known one comes under its first name (``input`` for ``{{query}}``), an unknown one as written.
    """
    found = (_CANONICAL.get(_folded(name), name.strip()) for name in _PLACEHOLDER.findall(text))
    return list(dict.fromkeys(found))


def complaint(text: str, allowed: Collection[str]) -> str | None:
    """What is wrong with the placeholders of a template, or ``None``.

    ``allowed`` holds first names. The message names the first placeholder that can't be used,
    the nearest one that can, and all that are allowed.
    """
    for name in placeholders(text):
        if name in allowed:
            continue
        near = nearest(name.casefold(), allowed)
        hint = f"; did you mean {{{{{near}}}}}?" if near else ""
        usable = ", ".join(f"{{{{{each}}}}}" for each in allowed) or "none"
        kind = "can't be used here" if name in ALIASES else "is unknown"
        return f"placeholder {{{{{name}}}}} {kind}{hint} (allowed: {usable})"
    return None


def complaint_of_prompt(text: str, allowed: Collection[str] = PROMPT_PLACEHOLDERS) -> str | None:
    """As :func:`complaint`, for a prompt under test; says why the reference is none of its business."""
    if "expected_output" not in placeholders(text):
        return complaint(text, allowed)
    usable = ", ".join(f"{{{{{each}}}}}" for each in allowed)
    return (
        "placeholder {{expected_output}} can't be used here: a prompt under test must not see the "
        f"reference answer (allowed: {usable})"
    )


def fill(text: str, values: Mapping[str, str]) -> str:
    """Replace every placeholder by its value, in one pass: what a value holds is never replaced.

    ``values`` is keyed by first names; they are what the template may use.

    Raises :class:`~pytest_rubric.errors.ConfigError` at a placeholder without a value.
    """
    wrong = complaint(text, list(values))
    if wrong is not None:
        raise ConfigError(wrong)
    return _PLACEHOLDER.sub(lambda match: values[_CANONICAL[_folded(match[1])]], text)
