"""JSON that decides something, decoded: what readers disagree about is a fault or comes out as no number."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pytest_rubric.model.lines import shortened
from pytest_rubric.model.text import visible

# Python itself refuses to read or write integers of more digits than 4300.
_MOST_DIGITS = 1000


class TwiceError(ValueError):
    """One object has a key twice; readers differ in which one counts."""


def loads(text: str) -> Any:
    """The value of a text.

    ``NaN``, ``Infinity`` and integers beyond all use come out as floats that are not finite, so that
    whoever knows the field can refuse them. Raises ``json.JSONDecodeError``, ``RecursionError`` where
    the text is nested too deeply, and :class:`TwiceError`.
    """
    return json.loads(text, object_pairs_hook=_once, parse_int=_integer)


def shown(value: object) -> str:
    """A value as a message tells it: as JSON, on one line, in short."""
    return shortened(visible(json.dumps(value, ensure_ascii=False)))


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise TwiceError(f"has the key {shown(key)} twice in one object")
        made[key] = value
    return made


def _integer(digits: str) -> float:
    return int(digits) if len(digits) <= _MOST_DIGITS else float(digits)
