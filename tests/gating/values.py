"""Documents of JSON with one value that is another one: what a reader has to refuse, or to do with."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

# Of every kind of value that JSON has one that is wrong somewhere, as a file says it and as a message tells it.
VALUES = {
    "null": "null",
    "true": "true",
    "text": '"70"',
    "whole": "7",
    "fraction": "0.5",
    "negative": "-1",
    "large": "101",
    "huge": "1e+300",
    "nan": "NaN",
    "infinite": "Infinity",
    "list": "[]",
    "pair": "[75, 70]",
    "nested": '[[{"a": 1}]]',
    "object": "{}",
    "text-inside": '{"a": "b"}',
}


def fits(kind: str, allowed: str) -> bool:
    """Whether a value of this kind may stand where that is allowed."""
    first = allowed.removesuffix(", or null")
    match kind:
        case "null":
            return first != allowed
        case "true":
            return first == "true or false"
        case "text":
            return first == "a text"
        case "whole":
            return "a number" in first or "a whole number" in first
        case "fraction":
            return first.startswith("a number")
        case "negative":
            return first in ("a number", "a number other than 0", "a number from -100 to 100")
        case "large":
            return first in ("a number", "a number other than 0") or first.startswith("a whole number")
        case "list" | "pair" | "nested":
            return first == "a list"
        case "object" | "text-inside":
            return first == "an object"
    return False


def ways(value: Any, way: str = "") -> Iterator[str]:
    """The way to every value in a document, ``criteria[1].quotes[1].text``; an interval is one value."""
    if isinstance(value, dict):
        for name, each in value.items():
            inside = f"{way}.{name}" if way else name
            yield inside
            yield from ways(each, inside)
    elif isinstance(value, list) and not way.endswith("interval"):
        for number, each in enumerate(value, 1):
            yield f"{way}[{number}]"
            yield from ways(each, f"{way}[{number}]")


def replaced(document: dict[str, Any], way: str, text: str) -> str:
    """The document on one line, with this JSON in the place of one value."""
    made = json.loads(json.dumps(document))
    holder, last = _place(made, way)
    holder[last] = "HERE"
    return json.dumps(made).replace('"HERE"', text)


def without(document: dict[str, Any], way: str) -> str:
    """The document on one line, without one of its fields."""
    made = json.loads(json.dumps(document))
    holder, last = _place(made, way)
    del holder[last]
    return json.dumps(made)


def _place(document: Any, way: str) -> tuple[Any, str | int]:
    """What holds a value, and the value's key or index in it."""
    *steps, last = (
        int(number) - 1 if number else name
        for name, number in re.findall(r"([^.\[\]]+)(?![^\[]*\])|\[(\d+)\]", way)
    )
    for step in steps:
        document = document[step]
    return document, last
