"""``compare:``: which two outputs are compared, and what is asked about them."""

from __future__ import annotations

import os
from typing import cast

from pytest_rubric.loading import values
from pytest_rubric.loading.faults import Faults, known_entries
from pytest_rubric.loading.keys import COMPARE_CRITERIA_KEYS, COMPARE_KEYS, COMPARED_KEYS, EXPECT, GRADED_KEYS
from pytest_rubric.loading.nodes import Entry, ListNode, MapNode, Node, ScalarNode
from pytest_rubric.loading.places import Place, template_path
from pytest_rubric.loading.target import target
from pytest_rubric.model.comparison import (
    CompareSpec,
    Expect,
    FileSource,
    FolderSource,
    InlineSource,
    LevelCriterion,
    OutputSource,
    OwnSource,
    PreviousSource,
    TargetSource,
)

PREVIOUS = "previous"

_SHAPE = "`compare` must be a mapping, such as {with: previous} or {A: {file: a.md}, B: {file: b.md}}"
_OUTPUT = "must be a mapping with one of `output`, `file`, `dir` and `target`"
_LEVELS = "`levels` must be a mapping of levels from 1 to 5 to what they mean"


def compare(node: Node, place: Place, faults: Faults) -> CompareSpec | None:
    """The comparison that stands under ``compare:``; ``None`` where there is none, or a wrong one."""
    if isinstance(node, ScalarNode) and node.is_null:
        return None
    if not isinstance(node, MapNode):
        faults.wrong(node, _SHAPE)
        return None
    before = len(faults.found)
    entries = known_entries(node, COMPARE_KEYS, faults)
    sides = _sides(node, entries, place, faults)
    expect = values.choice(entries["expect"][3], "expect", EXPECT, faults) if "expect" in entries else None
    expectations = (
        values.text_list(entries["expectations"][3], "expectations", faults)
        if "expectations" in entries
        else ()
    )
    content, structure = _criteria(entries["criteria"][3], faults) if "criteria" in entries else ((), ())
    if len(faults.found) > before or sides is None:
        return None
    if expect is None and "with" in entries:
        expect = "not_worse"
    return CompareSpec(*sides, cast("Expect | None", expect), expectations, content, structure)


def _sides(
    node: MapNode, entries: dict[str, Entry], place: Place, faults: Faults
) -> tuple[OutputSource, OutputSource] | None:
    given = [name for name in ("A", "B") if name in entries]
    if "with" in entries:
        if given:
            _, line, column, _ = entries[given[0]]
            faults.add_at(
                line,
                column,
                f"`with` and `{given[0]}` exclude each other: `with` compares the case's own output, A, with "
                "another one, B",
            )
            return None
        other = _other(entries["with"][3], place, faults)
        return None if other is None else (OwnSource(), other)
    if not given:
        faults.add(node, "`compare` needs `A` and `B`, or `with`")
        return None
    if len(given) == 1:
        missing = "B" if given == ["A"] else "A"
        faults.add(
            node, f"`{missing}` of `compare` is missing; to compare the case's own output, write `with`"
        )
        return None
    a, b = (_output(entries[name][3], name, place, faults) for name in ("A", "B"))
    if a is None or b is None:
        return None
    if _is_one_place(a, b):
        _, line, column, _ = entries["B"]
        faults.add_at(
            line, column, "`A` and `B` name the same place: an output can't be compared with itself"
        )
        return None
    return a, b


def _other(node: Node, place: Place, faults: Faults) -> OutputSource | None:
    """``previous``, a path, or a mapping."""
    if isinstance(node, MapNode):
        return _output(node, "with", place, faults)
    if isinstance(node, ScalarNode) and node.text == PREVIOUS:
        return PreviousSource()
    if isinstance(node, ScalarNode) and not node.is_null and node.text.strip():
        return _path(node, "with", place, faults)
    faults.wrong(
        node, f"`with` must be `{PREVIOUS}`, the path of a file, or a mapping with `dir` or `target`"
    )
    return None


def _output(node: Node, side: str, place: Place, faults: Faults) -> OutputSource | None:
    if not isinstance(node, MapNode):
        text = isinstance(node, ScalarNode) and not node.is_null
        faults.wrong(node, f"`{side}` {_OUTPUT}", "write {output: ...} for a text" if text else "")
        return None
    before = len(faults.found)
    entries = known_entries(node, COMPARED_KEYS, faults)
    if len(faults.found) > before:
        return None
    if len(entries) != 1:
        found = ", ".join(f"`{name}`" for name in entries) or "none of them"
        faults.add(node, f"`{side}` {_OUTPUT}, found {found}")
        return None
    [(name, (_, _, _, value))] = entries.items()
    if name == "file":
        return _path(value, "file", place, faults)
    if name == "dir":
        folder = _path(value, "dir", place, faults)
        return None if folder is None else FolderSource(folder.path)
    if name == "target":
        spec = target(value, place, faults)
        if spec is None and len(faults.found) == before:
            faults.wrong(value, "`target` must be `package.module:function` or a mapping")
        return None if spec is None else TargetSource(spec)
    if not isinstance(value, ScalarNode) or value.is_null:
        faults.wrong(value, "`output` must be text", 'write "" for an empty one')
        return None
    return InlineSource(value.text)


def _path(node: Node, name: str, place: Place, faults: Faults) -> FileSource | None:
    before = len(faults.found)
    written = template_path(node, name, place, faults)
    return None if written is None or len(faults.found) > before else FileSource(written)


def _is_one_place(a: OutputSource, b: OutputSource) -> bool:
    for kind in (FileSource, FolderSource):
        if isinstance(a, kind) and isinstance(b, kind):
            return os.path.normpath(a.path) == os.path.normpath(b.path)
    return False


def _criteria(node: Node, faults: Faults) -> tuple[tuple[LevelCriterion, ...], tuple[LevelCriterion, ...]]:
    if isinstance(node, ScalarNode) and node.is_null:
        return (), ()
    if not isinstance(node, MapNode):
        faults.wrong(node, "`criteria` of `compare` must be a mapping with `content`, `structure` or both")
        return (), ()
    entries = known_entries(node, COMPARE_CRITERIA_KEYS, faults)
    content, structure = (
        _level_criteria(entries[name][3], name, faults) if name in entries else ()
        for name in ("content", "structure")
    )
    return content, structure


def _level_criteria(node: Node, name: str, faults: Faults) -> tuple[LevelCriterion, ...]:
    if not isinstance(node, ListNode) or not node.items:
        faults.wrong(
            node, f"`{name}` must be a list of criteria: names, or mappings with `name` and `levels`"
        )
        return ()
    made: list[LevelCriterion] = []
    for number, item in enumerate(node.items, 1):
        before = len(faults.found)
        criterion = _level_criterion(item, faults)
        if criterion is not None and any(_key(criterion) == _key(each) for each in made):
            faults.add(item, f'there is another one named "{criterion.name}"')
        faults.prefix(before, f"`{name}` {number}: ")
        if criterion is not None:
            made.append(criterion)
    return tuple(made)


def _key(criterion: LevelCriterion) -> str:
    return " ".join(criterion.name.casefold().replace("_", " ").split())


def _level_criterion(node: Node, faults: Faults) -> LevelCriterion | None:
    if not isinstance(node, MapNode):
        name = values.word(node, "name", faults)
        return None if name is None else LevelCriterion(name, {})
    entries = known_entries(node, GRADED_KEYS, faults)
    if "name" not in entries:
        faults.add(node, "`name` is missing")
        return None
    name = values.word(entries["name"][3], "name", faults)
    levels = _levels(entries["levels"][3], faults) if "levels" in entries else {}
    return None if name is None else LevelCriterion(name, levels)


def _levels(node: Node, faults: Faults) -> dict[int, str]:
    if not isinstance(node, MapNode):
        faults.wrong(node, _LEVELS)
        return {}
    for problem in node.problems:
        faults.report(problem)
    found: dict[int, str] = {}
    for key, line, column, value in node.entries:
        if key not in ("1", "2", "3", "4", "5"):
            faults.add_at(line, column, f'{_LEVELS}, found the level "{key}"')
            continue
        told = values.word(value, key, faults)
        if told is not None:
            found[int(key)] = told
    return found
