"""From a log of any shape to steps, and from steps to text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from pytest_rubric.model.text import visible
from pytest_rubric.runlog import chat, sharegpt
from pytest_rubric.runlog.content import as_json, without_data
from pytest_rubric.runlog.steps import RunLog, Step

Reader = Callable[[object], RunLog | None]

READERS: tuple[Reader, ...] = (sharegpt.read, chat.read)
"""One reader a shape; the first that knows the shape reads it."""


def read(log: object) -> RunLog | None:
    """The steps of a log, or ``None`` where no reader knows its shape.

    A text that holds a known shape as JSON is read as that.
    """
    if isinstance(log, str):
        if log.lstrip()[:1] not in ("{", "["):
            return None
        try:
            log = json.loads(log)
        except (ValueError, RecursionError):
            return None
    if isinstance(log, list) and len(log) == 1 and not _is_turn(log[0]):
        log = log[0]  # a file of records that holds one
    return next((found for reader in READERS if (found := reader(log)) is not None), None)


def as_text(log: object) -> str:
    """A run log as a judge is shown it: whole, its steps numbered ``step-1``, ``step-2`` ...

    Plain text stays as it is; what no reader knows is shown as JSON. Images and other base64
    data are replaced by a marker.
    """
    understood = read(log)
    if understood is not None:
        return visible("\n\n".join(_blocks(understood)))
    return visible(log if isinstance(log, str) else without_data(as_json(log, indent=2)))


def _is_turn(value: object) -> bool:
    return isinstance(value, dict) and ("role" in value or "from" in value)


def _blocks(log: RunLog) -> Iterator[str]:
    if log.tools:
        yield "tools on offer: " + ", ".join(log.tools)
    for step in log.steps:
        yield "\n".join(_lines(step))


def _lines(step: Step) -> Iterator[str]:
    number = "" if step.index is None else f"step-{step.index} "
    match step.kind:
        case "tool_call":
            yield f"{number}tool call: {step.tool or 'unknown tool'}"
            if step.arguments:
                yield f"arguments: {step.arguments}"
            yield "no result" if step.result is None else f"result: {step.result}"
        case "orphan_result":
            of = f" of {step.tool}" if step.tool else ""
            yield f"{number}{step.actor} (result{of} without a call):"
            yield step.text
        case _:
            yield f"{number}{step.actor}:"
            if step.reasoning:
                yield f"(reasoning) {step.reasoning}"
            if step.text:
                yield step.text
