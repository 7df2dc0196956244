"""The source of a case file with other rubrics in it, and everything else as its author wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import indent

import yaml

from pytest_rubric.loading.keys import CASE_KEYS, FILE_KEYS
from pytest_rubric.loading.rubrics import rubric_json, rubric_text
from pytest_rubric.model import CriteriaRubric, DimensionsRubric

_MERGE = "tag:yaml.org,2002:merge"
_ANCHOR = re.compile(r"&[^\s,\[\]{}]+")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A key with its value, and whether the mapping that it stands in is in flow style."""

    key: yaml.ScalarNode
    value: yaml.Node
    in_flow: bool


@dataclass(frozen=True, slots=True)
class _Edit:
    """``text`` in place of what stands from ``start`` to ``end``, in characters."""

    start: int
    end: int
    text: str


def replaced(source: str, rubrics: Mapping[int, CriteriaRubric | DimensionsRubric]) -> str:
    """The source with these rubrics, by the position of their case.

    What stands under ``Judge`` is replaced, a ``JudgeFile`` by a ``Judge``; where a case has its
    rubric from the file's defaults, from a merge key or from an alias, that is where it is
    replaced, for every case that shares it. ``source`` is one that loads without a fault.
    """
    root = yaml.compose(source, Loader=yaml.SafeLoader)
    assert isinstance(root, yaml.MappingNode)
    cases = _value(root, "cases")
    defaults = _value(root, "defaults")
    assert isinstance(cases, yaml.SequenceNode)
    edits: dict[int, _Edit] = {}
    for index, rubric in rubrics.items():
        entry = next(_rubrics((cases.value[index], defaults)))
        edit = _edit(source, entry, rubric)
        edits[edit.start] = edit
    for start in sorted(edits, reverse=True):
        edit = edits[start]
        source = source[: edit.start] + edit.text + source[edit.end :]
    return source


def _value(root: yaml.MappingNode, name: str) -> yaml.Node | None:
    for key, value in root.value:
        if isinstance(key, yaml.ScalarNode) and FILE_KEYS.canonical(key.value) == name:
            found: yaml.Node = value
            return found
    return None


def _rubrics(mappings: Sequence[yaml.Node | None]) -> Iterator[_Entry]:
    """The entries that hold a rubric, those of the first mapping first, its merge keys behind it."""
    for mapping in mappings:
        if not isinstance(mapping, yaml.MappingNode):
            continue
        merged: list[yaml.Node] = []
        for key, value in mapping.value:
            if key.tag == _MERGE:
                merged += value.value if isinstance(value, yaml.SequenceNode) else [value]
            elif CASE_KEYS.canonical(key.value) in ("Judge", "JudgeFile"):
                yield _Entry(key, value, bool(mapping.flow_style))
        yield from _rubrics(merged)


def _edit(source: str, entry: _Entry, rubric: CriteriaRubric | DimensionsRubric) -> _Edit:
    key, value = entry.key, entry.value
    from_file = CASE_KEYS.canonical(key.value) == "JudgeFile"
    start = key.start_mark.index if from_file else value.start_mark.index
    end = len(source[: value.end_mark.index].rstrip())
    anchor = _ANCHOR.match(source, value.start_mark.index)
    kept = f" {anchor.group()}" if anchor is not None else ""
    head = f"Judge:{kept}" if from_file else kept.lstrip()
    if entry.in_flow:
        return _Edit(start, end, f"{head} {rubric_json(rubric)}".lstrip())
    line_end = "\r\n" if "\r\n" in source else "\n"
    # the column of the key, of which an alias has another one than its anchor
    column = source.rfind("\n", 0, value.start_mark.index if not from_file else start) + 1
    own = source[column:]
    margin = len(own) - len(own.lstrip(" "))
    while own[margin : margin + 2] == "- ":  # a mapping that begins on the line of its dash
        margin += 2 + len(own[margin + 2 :]) - len(own[margin + 2 :].lstrip(" "))
    body = indent(rubric_text(rubric), " " * margin).replace("\n", line_end)
    before = source[:start]
    start = len(before.rstrip(" ")) if not from_file else start
    return _Edit(start, end, f"{' ' * (not from_file and bool(head))}{head}{line_end}{body}")
