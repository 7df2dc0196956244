"""From a log of any shape to steps."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from pytest_rubric.runlog import bundle, chat, plain, sharegpt
from pytest_rubric.runlog.steps import RunLog

Reader = Callable[[object], RunLog | None]

READERS: tuple[Reader, ...] = (bundle.read, sharegpt.read, chat.read, plain.read)
"""One reader a shape; the first that knows the shape reads it."""


def read(log: object) -> RunLog | None:
    """The steps of a log, or ``None`` where no reader knows its shape.

    A text that holds a known shape as JSON is read as that. Where the log itself does not name
    the question and the answer, they are the first text of the user and the last of the assistant.
    """
    if isinstance(log, RunLog):
        return log
    if isinstance(log, str) and log.lstrip()[:1] in ("{", "["):
        try:
            log = json.loads(log)
        except (ValueError, RecursionError):
            return None
    if isinstance(log, list) and len(log) == 1 and not _is_turn(log[0]):
        log = log[0]  # a file of records that holds one
    found = next((found for reader in READERS if (found := reader(log)) is not None), None)
    if found is None:
        return None
    steps = found.steps
    question = next((step.text for step in steps if step.kind == "user" and step.text), None)
    answer = next((s.text for s in reversed(steps) if s.kind == "assistant" and s.text), None)
    return replace(found, query=found.query or question, answer=found.answer or answer)


def _is_turn(value: object) -> bool:
    return isinstance(value, dict) and ("role" in value or "from" in value)
