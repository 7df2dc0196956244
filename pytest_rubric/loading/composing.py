"""From YAML events to nodes: anchors, merge keys, duplicate keys, tags, and limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)

from pytest_rubric.errors import CaseFileError
from pytest_rubric.loading.nodes import (
    BrokenNode,
    Entry,
    ListNode,
    MapNode,
    Node,
    Problem,
    ScalarNode,
)
from pytest_rubric.model.text import visible

MAX_DEPTH = 100
"""How deep lists and mappings may be nested, aliases followed."""

MAX_ALIASED_NODES = 5_000_000
"""How many values all aliases of a document may stand for: nested aliases multiply."""

_STANDARD = "tag:yaml.org,2002:"
_TEXT_TAGS = frozenset({"!", _STANDARD + "str"})
_SCALAR_TAGS = frozenset({_STANDARD + name for name in ("int", "float", "bool", "null")})
_LIST_TAGS = frozenset({"!", _STANDARD + "seq"})
_MAP_TAGS = frozenset({"!", _STANDARD + "map"})
_SHORT = 40


class _CleanTexts(dict[str, str]):
    """Source texts made visible. Short ones (keys, tags, numbers) are mostly the same few: kept once."""

    def __missing__(self, text: str) -> str:
        clean = visible(text)
        if len(text) <= _SHORT:
            self[text] = clean
        return clean


class Composer:
    """Builds the one document of a stream of events.

    ``get_event`` is that of a PyYAML parser. Raises :class:`CaseFileError` where the document
    as a whole can't be used; what is wrong with single values is kept in the nodes.
    """

    def __init__(self, get_event: Callable[[], Any], file: str) -> None:
        self._get_event = get_event
        self._file = file
        self._anchors: dict[str, Node] = {}
        self._measures: dict[int, tuple[int, int]] = {}
        self._aliased_nodes = 0
        self._texts = _CleanTexts()

    def document(self) -> Node | None:
        """The root of the one document, or ``None`` where the stream has none."""
        self._get_event()  # the start of the stream
        event = self._get_event()
        if type(event) is StreamEndEvent:
            return None
        root = self._node(self._get_event(), 1)
        self._get_event()  # the end of the document
        event = self._get_event()
        if type(event) is not StreamEndEvent:
            raise CaseFileError(
                "a second YAML document begins here; a case file is one document: put all cases into one "
                "list `cases:`",
                self._file,
                event.start_mark.line + 1,
                1,
            )
        return root

    def _node(self, event: Any, depth: int) -> Node:
        kind = type(event)
        if kind is AliasEvent:
            return self._alias(event, depth)
        node: Node
        if kind is ScalarEvent:
            node = self._scalar(event)
        elif kind is MappingStartEvent:
            node = self._mapping(event, depth)
        else:
            node = self._sequence(event, depth)
        if event.anchor is not None:
            self._anchors[event.anchor] = node
        return node

    def _scalar(self, event: Any) -> ScalarNode | BrokenNode:
        mark = event.start_mark
        text = self._texts[event.value]
        style = event.style or ""
        tag = event.tag
        if tag is not None:
            if tag in _TEXT_TAGS:
                style = style or '"'
            elif tag in _SCALAR_TAGS:
                style = ""
            else:
                return _unknown_tag(event)
        return ScalarNode(text, style, mark.line + 1, mark.column + 1)

    def _sequence(self, event: Any, depth: int) -> ListNode | BrokenNode:
        self._check_depth(event, depth)
        mark: Any = event.start_mark
        node = ListNode(mark.line + 1, mark.column + 1)
        items = node.items
        get_event = self._get_event
        texts = self._texts
        while True:
            child = get_event()
            kind = type(child)
            if kind is ScalarEvent and child.anchor is None and child.tag is None:
                # As in _scalar, which would cost a fifth of the time in calls alone.
                mark = child.start_mark
                items.append(
                    ScalarNode(texts[child.value], child.style or "", mark.line + 1, mark.column + 1)
                )
            elif kind is SequenceEndEvent:
                break
            else:
                items.append(self._node(child, depth + 1))
        if event.tag is not None and event.tag not in _LIST_TAGS:
            return _unknown_tag(event)
        return node

    def _mapping(self, event: Any, depth: int) -> MapNode | BrokenNode:
        self._check_depth(event, depth)
        mark: Any = event.start_mark
        node = MapNode(mark.line + 1, mark.column + 1)
        entries = node.entries
        merges: list[Node] = []
        problems: list[Problem] = []
        get_event = self._get_event
        texts = self._texts
        while True:
            child = get_event()
            kind = type(child)
            if kind is MappingEndEvent:
                break
            key_mark = child.start_mark
            if kind is ScalarEvent and child.anchor is None and child.tag is None:
                key = texts[child.value]
                is_merge = key == "<<" and not child.style
            else:
                key_node = self._node(child, depth + 1)
                is_merge = False
                if isinstance(key_node, ScalarNode):
                    key = key_node.text
                else:
                    problems.append(_bad_key(key_node))
                    self._node(get_event(), depth + 1)
                    continue
            child = get_event()
            if type(child) is ScalarEvent and child.anchor is None and child.tag is None:
                mark = child.start_mark
                value: Node = ScalarNode(
                    texts[child.value], child.style or "", mark.line + 1, mark.column + 1
                )
            else:
                value = self._node(child, depth + 1)
            if is_merge:
                merges.append(value)
            else:
                entries.append((key, key_mark.line + 1, key_mark.column + 1, value))
        node.merged = len(entries)
        if len({entry[0] for entry in entries}) < len(entries):
            problems.extend(_duplicates(entries))
        if merges:
            _merge(node, merges, problems)
        if problems:
            node.problems = tuple(problems)
        if event.tag is not None and event.tag not in _MAP_TAGS:
            return _unknown_tag(event)
        return node

    def _alias(self, event: Any, depth: int) -> Node:
        mark = event.start_mark
        node = self._anchors.get(event.anchor)
        if node is None:
            # An anchor counts from its node's end on, so no value can contain itself.
            return BrokenNode(
                f"alias *{event.anchor} has no anchor &{event.anchor} before it",
                mark.line + 1,
                mark.column + 1,
            )
        size, height = self._measure(node)
        self._aliased_nodes += size
        if self._aliased_nodes > MAX_ALIASED_NODES:
            raise CaseFileError(
                f"the aliases of this file stand for more than {MAX_ALIASED_NODES:,} values; "
                "put what all cases share into `defaults:` or a `JudgeFile`",
                self._file,
                mark.line + 1,
                mark.column + 1,
            )
        self._check_depth(event, depth + height - 1)
        return node

    def _measure(self, node: Node) -> tuple[int, int]:
        """Number of values and depth of a node, its aliases followed."""
        if not isinstance(node, (ListNode, MapNode)):
            return 1, 0
        known = self._measures.get(id(node))
        if known is not None:
            return known
        children = node.items if isinstance(node, ListNode) else [entry[3] for entry in node.entries]
        size, height = 1, 0
        for child in children:
            child_size, child_height = self._measure(child)
            size += child_size
            height = max(height, child_height)
        self._measures[id(node)] = size, height + 1
        return size, height + 1

    def _check_depth(self, event: Any, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise CaseFileError(
                f"lists and mappings are nested more than {MAX_DEPTH} deep",
                self._file,
                event.start_mark.line + 1,
                event.start_mark.column + 1,
            )


def _unknown_tag(event: Any) -> BrokenNode:
    tag = event.tag
    shown = "!!" + tag.removeprefix(_STANDARD) if tag.startswith(_STANDARD) else tag
    return BrokenNode(
        f"unknown tag {visible(shown)}; a case file holds text, numbers, lists and mappings only: "
        "remove the tag, or put the text in quotes",
        event.start_mark.line + 1,
        event.start_mark.column + 1,
    )


def _bad_key(key: Node) -> Problem:
    what = key.text if isinstance(key, BrokenNode) else "a key must be text, found a list or mapping"
    return Problem(what, key.line, key.column)


def _duplicates(entries: list[Entry]) -> list[Problem]:
    first: dict[str, int] = {}
    found = []
    for key, line, column, _ in entries:
        if key in first:
            found.append(Problem(f"duplicate key `{key}` (first at line {first[key]})", line, column))
        else:
            first[key] = line
    return found


def _merge(node: MapNode, merges: list[Node], problems: list[Problem]) -> None:
    """Append what merge keys bring: earlier sources win over later ones, own keys over all."""
    sources: list[Node] = []
    for merge in merges:
        sources.extend(merge.items if isinstance(merge, ListNode) else [merge])
    seen = {entry[0] for entry in node.entries}
    for source in sources:
        if isinstance(source, BrokenNode):
            problems.append(Problem(source.text, source.line, source.column))
        elif not isinstance(source, MapNode):
            problems.append(
                Problem("a merge key `<<` needs a mapping or a list of mappings", source.line, source.column)
            )
        else:
            problems.extend(source.problems)
            for entry in source.entries:
                if entry[0] not in seen:
                    seen.add(entry[0])
                    node.entries.append(entry)
