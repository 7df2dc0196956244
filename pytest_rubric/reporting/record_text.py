"""A record as JSON text: the line of ``--rubric-json``, and ``comparison.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pytest_rubric.reporting.record import Record

# Line ends of Unicode that JSON allows in strings but that split "one object a line" in two.
_LINE_ENDS = {"\u2028": "\\u2028", "\u2029": "\\u2029"}


def dump(record: Mapping[str, object]) -> str:
    """The record on one line, without a line end. Raises ``ValueError`` for a number that JSON lacks."""
    line = json.dumps(record, ensure_ascii=False, allow_nan=False)
    for char, escaped in _LINE_ENDS.items():
        line = line.replace(char, escaped)
    return line


def comparison_json(record: Record) -> str | None:
    """The text of ``comparison.json``, ``None`` where there was no comparison, or no winner."""
    comparison = record["comparison"]
    if comparison is None or comparison["winner"] is None:
        return None
    document = {key: value for key, value in comparison.items() if key not in ("expect", "orders")}
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"
