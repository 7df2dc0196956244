"""What a YAML document is made of here: plain nodes with positions.

A scalar keeps its source text. What it means is decided where it is read, because only there is
it known whether ``no`` is a word or ``22:22`` a time of day.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from pytest_rubric.model.text import visible


class ScalarNode:
    """A text with its style: ``""`` is plain, else the quote or block indicator that it has.

    Positions count from 1. These three classes are plain rather than dataclasses because a
    large file makes half a million of them.
    """

    __slots__ = ("column", "line", "style", "text")

    def __init__(self, text: str, style: str, line: int, column: int) -> None:
        self.text = text
        self.style = style
        self.line = line
        self.column = column

    @property
    def is_null(self) -> bool:
        return not self.style and self.text in _NULLS


class ListNode:
    """A sequence."""

    __slots__ = ("column", "items", "line")

    def __init__(self, line: int, column: int) -> None:
        self.items: list[Node] = []
        self.line = line
        self.column = column


Entry = tuple[str, int, int, "Node"]
"""A key, its line and column, and its value. A plain tuple: a named one takes several times as
long to make, and a large file has half a million."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with the YAML at one place, although the document can be read."""

    text: str
    line: int
    column: int


class MapNode:
    """A mapping. Its own entries come first, those of merge keys from ``merged`` on.

    ``problems`` are its duplicate or unusable keys; whoever reads it reports them.
    """

    __slots__ = ("column", "entries", "line", "merged", "problems")

    def __init__(self, line: int, column: int) -> None:
        self.entries: list[Entry] = []
        self.merged = 0
        self.problems: tuple[Problem, ...] = ()
        self.line = line
        self.column = column


class BrokenNode:
    """A value that can't be used, such as one with an unknown tag. Whoever reads it reports why."""

    __slots__ = ("column", "line", "text")

    def __init__(self, text: str, line: int, column: int) -> None:
        self.text = text
        self.line = line
        self.column = column


Node = ScalarNode | ListNode | MapNode | BrokenNode

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,99})")
_FLOAT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)?(?:\.[0-9]+|(?<=[0-9])\.?)(?:[eE][-+]?[0-9]+)?")


def describe(node: Node) -> str:
    """What a node is, for "found ..." in messages."""
    if isinstance(node, ScalarNode):
        if node.is_null:
            return "nothing"
        text = node.text if len(node.text) <= 60 else node.text[:57] + "..."
        return '"' + text.replace("\n", "\\n") + '"'
    return "a list" if isinstance(node, ListNode) else "a mapping"


def plain_scalar(node: ScalarNode) -> str | int | float | bool | None:
    """What a scalar means in free data: JSON's numbers, true, false and null; all else is text.

    So a date, a time of day, ``yes``, ``007`` and ``.nan`` stay the text that they are.
    """
    text = node.text
    if node.style:
        return text
    if text in _NULLS:
        return None
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        number = float(text)
        return number if math.isfinite(number) else text
    return text


def plain(node: Node) -> object:
    """A node as plain data: text, numbers, booleans, ``None``, lists, and mappings with text keys.

    A value that is named by several aliases becomes one shared object, so data never grows
    beyond its source. A broken node becomes ``None``: report it with :func:`problems` first.
    """
    return _plain(node, {})


def _plain(node: Node, known: dict[int, object]) -> object:
    if isinstance(node, ScalarNode):
        return plain_scalar(node)
    if isinstance(node, BrokenNode):
        return None
    if id(node) in known:
        return known[id(node)]
    value: object
    if isinstance(node, ListNode):
        value = [_plain(item, known) for item in node.items]
    else:
        value = {key: _plain(item, known) for key, _, _, item in node.entries}
    known[id(node)] = value
    return value


def problems(node: Node) -> Iterator[Problem]:
    """Everything that is wrong with the YAML below a node, each once."""
    todo: list[Node] = [node]
    seen: set[int] = set()
    while todo:
        node = todo.pop()
        if isinstance(node, BrokenNode):
            yield Problem(node.text, node.line, node.column)
        elif not isinstance(node, ScalarNode) and id(node) not in seen:
            seen.add(id(node))
            if isinstance(node, MapNode):
                yield from node.problems
                todo.extend(entry[3] for entry in reversed(node.entries))
            else:
                todo.extend(reversed(node.items))


def from_python(value: object) -> Node:
    """Python data as nodes without a position (line 0), so that one reader serves both.

    A number keeps the text that Python shows for it: ``0.1`` is one tenth.
    """
    if isinstance(value, str):
        return ScalarNode(visible(value), '"', 0, 0)
    if value is None:
        return ScalarNode("", "", 0, 0)
    if isinstance(value, bool):
        return ScalarNode("true" if value else "false", "", 0, 0)
    if isinstance(value, (list, tuple)):
        items = ListNode(0, 0)
        items.items.extend(from_python(item) for item in value)
        return items
    if isinstance(value, Mapping):
        mapping = MapNode(0, 0)
        mapping.entries.extend((visible(str(key)), 0, 0, from_python(item)) for key, item in value.items())
        mapping.merged = len(mapping.entries)
        return mapping
    if isinstance(value, Fraction):
        decimal = Decimal(value.numerator) / Decimal(value.denominator)
        return ScalarNode(str(decimal if Fraction(decimal) == value else value), "", 0, 0)
    if hasattr(value, "__float__"):
        return ScalarNode(str(value), "", 0, 0)
    return BrokenNode(
        f"a value of type {type(value).__name__} can't stand here: use text, numbers, lists and dicts", 0, 0
    )
