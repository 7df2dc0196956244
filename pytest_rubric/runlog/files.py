"""Run logs from files."""

from __future__ import annotations

import json
from pathlib import Path

from pytest_rubric.errors import TargetError
from pytest_rubric.model.text import visible

_JSON_LINES = frozenset({".jsonl", ".ndjson"})


def load(path: Path) -> object:
    """The log in a file: plain data from ``.json``, a list from ``.jsonl``, text from any other.

    Raises :class:`~pytest_rubric.errors.TargetError` where the file can't be read, or holds no
    JSON where its name says so.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig", errors="replace")
    except OSError as error:
        raise TargetError(f"run log {visible(str(path))} can't be read: {error.strerror or error}") from None
    suffix = path.suffix.lower()
    if suffix in _JSON_LINES:
        return _lines(text, path)
    if suffix != ".json":
        return visible(text)
    try:
        return json.loads(text)
    except RecursionError:
        raise _unreadable(path, "it is nested too deeply") from None
    except json.JSONDecodeError as error:
        # One object a line under the name of plain JSON is common.
        if error.msg == "Extra data":
            return _lines(text, path)
        raise _unreadable(path, f"{error.msg}, line {error.lineno}, column {error.colno}") from None


def _lines(text: str, path: Path) -> list[object]:
    values: list[object] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            values.append(json.loads(line))
        except RecursionError:
            raise _unreadable(path, f"line {number} is nested too deeply") from None
        except json.JSONDecodeError as error:
            raise _unreadable(path, f"{error.msg}, line {number}, column {error.colno}") from None
    return values[0] if len(values) == 1 and isinstance(values[0], list) else values


def _unreadable(path: Path, reason: str) -> TargetError:
    return TargetError(
        f"run log {visible(str(path))} is no JSON: {reason}; "
        "mend it, or name it .txt to have it shown as text"
    )
