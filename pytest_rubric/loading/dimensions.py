"""Weighed dimensions: ``Judge`` as a list of entries with `name`, or as a mapping of names to entries."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.loading import values
from pytest_rubric.loading.faults import Faults, known_entries
from pytest_rubric.loading.key_table import is_extension
from pytest_rubric.loading.keys import (
    DIMENSION_KEYS,
    DIMENSION_SCALE_KEYS,
    DIMENSIONS_KEYS,
    JUDGE_KEYS,
    LEVEL_KEYS,
    MOST_POINTS,
    SCALES,
)
from pytest_rubric.loading.nodes import (
    BrokenNode,
    Entry,
    ListNode,
    MapNode,
    Node,
    ScalarNode,
    describe,
    plain_scalar,
)
from pytest_rubric.model import Dimension, DimensionsRubric, Level

DEFAULT_SCALE = (1, 5)
DEFAULT_WEIGHT = Fraction(1)

_WEIGHT = "`weight` must be a number of at least 0"
_SCALE = f"`scale` must be one of {', '.join(SCALES)}, or 0-N for levels that are points"
_POINTS = re.compile(r"0-([1-9][0-9]{0,3})")
_LEVELS = (
    "`levels` must be a mapping of levels to texts, or a list of mappings with `score` and `description`"
)
# What was meant as a weight and isn't one: it would make a poor description.
_LIKE_A_NUMBER = re.compile(r"[-+]?[0-9][0-9_.,]*\s*[%％]?|[-+]?\.(?:inf|nan)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Common:
    """What a rubric says for all of its dimensions. ``scale`` is ``None`` where it is wrong."""

    scale: tuple[int, int] | None = DEFAULT_SCALE
    levels: tuple[Level, ...] = ()


def is_scale(node: Node) -> bool:
    """Whether a node says nothing but a scale and its levels, for all dimensions of a rubric."""
    return (
        isinstance(node, MapNode)
        and bool(node.entries)
        and all(DIMENSION_SCALE_KEYS.canonical(entry[0]) or is_extension(entry[0]) for entry in node.entries)
    )


def from_list(node: ListNode, faults: Faults, whole: MapNode | None = None) -> DimensionsRubric | None:
    """The dimensions of a list, each a mapping with `name`. ``whole`` is the mapping that it stands in."""
    before = len(faults.found)
    common = _Common()
    if whole is not None:
        common = _common(known_entries(_without_list(whole, node), DIMENSIONS_KEYS, faults), faults)
    entries = [(number, None, item) for number, item in enumerate(node.items, 1)]
    return _rubric(node, entries, common, faults, before)


def from_names(node: MapNode, faults: Faults) -> DimensionsRubric | None:
    """The dimensions of a mapping: names with a mapping, a text (a description) or a number (a weight).

    Keys that say something of all dimensions are no names.
    """
    before = len(faults.found)
    for problem in node.problems:
        faults.report(problem)
    shared = MapNode(node.line, node.column)
    named: list[tuple[int, Entry | None, Node]] = []
    for entry in _first_of_each(node):
        if DIMENSIONS_KEYS.canonical(entry[0]) not in (None, "criteria"):
            shared.entries.append(entry)
        elif not is_extension(entry[0]):
            named.append((len(named) + 1, entry, entry[3]))
    shared.merged = len(shared.entries)
    common = _common(known_entries(shared, DIMENSIONS_KEYS, faults), faults)
    if not named and len(faults.found) == before:
        faults.add(node, "`Judge` names no dimension; write `name: description` for each")
    return _rubric(node, named, common, faults, before)


def _first_of_each(node: MapNode) -> list[Entry]:
    """The entries that count: of equal keys the first, before those that are merged in."""
    first: dict[str, Entry] = {}
    for entry in node.entries:
        first.setdefault(entry[0], entry)
    return list(first.values())


def _without_list(whole: MapNode, listed: ListNode) -> MapNode:
    """The mapping without its list, whichever of the keys for it holds it."""
    rest = MapNode(whole.line, whole.column)
    rest.problems = whole.problems
    rest.entries = [entry for entry in whole.entries if entry[3] is not listed]
    rest.merged = len(rest.entries)
    return rest


def _common(entries: Mapping[str, Entry], faults: Faults) -> _Common:
    found = dict(entries)
    if "criteria" in found:
        _, line, column, _ = found["criteria"]
        faults.add_at(line, column, "the dimensions are given twice; keep one list")
    if "rubric" in found:
        spelling, line, column, value = found.pop("rubric")
        if isinstance(value, MapNode):
            for name, entry in known_entries(value, DIMENSION_SCALE_KEYS, faults).items():
                if name in found:
                    where = f"`{entry[0]}` in `{spelling}`"
                    faults.add_at(entry[1], entry[2], f"{where} says what `{found[name][0]}` says; keep one")
                found.setdefault(name, entry)
        elif not (isinstance(value, ScalarNode) and value.is_null):
            faults.wrong(
                value, f"`{spelling}` must be a list of dimensions, or a mapping with `scale` and `levels`"
            )
    scale = _scale(found, DEFAULT_SCALE, faults)
    levels = _levels(found["levels"][3], scale, faults) if "levels" in found else ()
    return _Common(scale, levels)


def _rubric(
    node: ListNode | MapNode,
    entries: Sequence[tuple[int, Entry | None, Node]],
    common: _Common,
    faults: Faults,
    before: int,
) -> DimensionsRubric | None:
    made: list[Dimension] = []
    taken: dict[str, Dimension] = {}
    for number, named, value in entries:
        if named is not None and not _may_be_entry(value):
            _add_no_entry(named, faults)
            continue
        start = len(faults.found)
        dimension = _dimension(number, named, value, common, faults)
        if dimension is not None:
            if not dimension.minimum and len(dimension.levels) < 2:
                faults.add(
                    value,
                    f"the levels of `scale: {dimension.scale}` are points: describe at least two of them",
                )
            key = " ".join(dimension.name.casefold().split())
            if key in taken:
                faults.add(
                    value if named is None else _At(named[1], named[2]),
                    f'the name "{dimension.name}" is taken by dimension {taken[key].id}; '
                    "names must be unique",
                )
            taken.setdefault(key, dimension)
            made.append(dimension)
        faults.prefix(start, f"dimension {number}: ")
    if len(faults.found) == before and made and not sum(dimension.weight for dimension in made):
        faults.add(node, "the weights of the dimensions sum to 0; give at least one a `weight` above 0")
    return DimensionsRubric(tuple(made)) if len(faults.found) == before and made else None


def _may_be_entry(value: Node) -> bool:
    if isinstance(value, ScalarNode):
        return not value.is_null and bool(value.text.strip())
    return isinstance(value, MapNode)


def _add_no_entry(named: Entry, faults: Faults) -> None:
    """That what stands under a name says nothing of a dimension; perhaps it is no name."""
    name, line, column, value = named
    if isinstance(value, BrokenNode):
        faults.add(value, value.text)
        return
    near = JUDGE_KEYS.nearest(name)
    hint = f"; did you mean `{near}`?" if near else ""
    faults.add_at(
        line,
        column,
        f"`{name}` in `Judge` must be a dimension: a mapping, a text or a weight, "
        f"found {describe(value)}{hint}",
    )


@dataclass(frozen=True, slots=True)
class _At:
    """A position that is no node's: that of a key."""

    line: int
    column: int


def _dimension(
    number: int, named: Entry | None, value: Node, common: _Common, faults: Faults
) -> Dimension | None:
    line = faults.source.line(named[1] if named else value.line)
    if named is not None and not named[0].strip():
        faults.add_at(named[1], named[2], "its name is empty")
        return None
    if isinstance(value, MapNode):
        return _from_mapping(number, named, value, common, line, faults)
    if named is None or not isinstance(value, ScalarNode):
        faults.wrong(value, "must be a mapping with `name`")
        return None
    description, weight = value.text.strip(), DEFAULT_WEIGHT
    if isinstance(plain_scalar(value), (bool, int, float)) or _LIKE_A_NUMBER.fullmatch(description):
        description, weight = "", _weight(value, faults)
    minimum, maximum = common.scale or DEFAULT_SCALE
    name = " ".join(named[0].split())
    return Dimension(number, name, description, weight, maximum, common.levels, line, minimum)


def _from_mapping(
    number: int, named: Entry | None, node: MapNode, common: _Common, line: int | None, faults: Faults
) -> Dimension | None:
    entries = known_entries(node, DIMENSION_KEYS, faults)
    name = named[0] if named is not None else None
    if "name" in entries:
        if named is not None:
            _, at_line, at_column, _ = entries["name"]
            faults.add_at(at_line, at_column, f"it has a name already: `{named[0]}`")
        else:
            name = values.word(entries["name"][3], "name", faults)
    elif named is None:
        faults.add(node, "`name` is missing")
    description = (
        values.text(entries["description"][3], "description", faults) if "description" in entries else None
    )
    weight = _weight(entries["weight"][3], faults) if "weight" in entries else DEFAULT_WEIGHT
    scale = _scale(entries, common.scale, faults)
    levels = common.levels if scale == common.scale else ()
    if "levels" in entries:
        levels = _levels(entries["levels"][3], scale, faults)
    if name is None:
        return None
    minimum, maximum = scale or DEFAULT_SCALE
    name, description = " ".join(name.split()), (description or "").strip()
    return Dimension(number, name, description, weight, maximum, levels, line, minimum)


def _weight(node: Node, faults: Faults) -> Fraction:
    weight = values.number(node, _WEIGHT, faults)
    if weight is None:
        return DEFAULT_WEIGHT
    if weight < 0:
        faults.wrong(node, _WEIGHT)
    return weight


def _scale(
    entries: Mapping[str, Entry], otherwise: tuple[int, int] | None, faults: Faults
) -> tuple[int, int] | None:
    if "scale" not in entries:
        return otherwise
    node = entries["scale"][3]
    if isinstance(node, ScalarNode):
        if node.is_null:
            return otherwise
        if node.text in SCALES:
            return 1, int(node.text.partition("-")[2])
        if (points := _POINTS.fullmatch(node.text)) and int(points[1]) <= MOST_POINTS:
            return 0, int(points[1])
    faults.wrong(node, _SCALE)
    return None


def _levels(node: Node, scale: tuple[int, int] | None, faults: Faults) -> tuple[Level, ...]:
    found: dict[int, Level] = {}
    if isinstance(node, MapNode):
        for problem in node.problems:
            faults.report(problem)
        for key, line, column, value in _first_of_each(node):
            if not is_extension(key):
                score = _score(key, _At(line, column), scale, faults)
                _add_level(found, score, value, _At(line, column), faults)
    elif isinstance(node, ListNode):
        for item in node.items:
            if not isinstance(item, MapNode):
                faults.wrong(item, "each of `levels` must be a mapping with `score` and `description`")
                continue
            entries = known_entries(item, LEVEL_KEYS, faults)
            missing = [name for name in ("score", "description") if name not in entries]
            for name in missing:
                faults.add(item, f"a level of `levels` has no `{name}`")
            if not missing:
                given = entries["score"][3]
                text = given.text if isinstance(given, ScalarNode) else describe(given)
                score = _score(text, given, scale, faults)
                _add_level(found, score, entries["description"][3], given, faults)
    elif not (isinstance(node, ScalarNode) and node.is_null):
        faults.wrong(node, _LEVELS)
    return tuple(found[score] for score in sorted(found))


def _score(text: str, place: Node | _At, scale: tuple[int, int] | None, faults: Faults) -> int | None:
    value = values.exact_number(text)
    lowest, highest = scale or (0, MOST_POINTS)
    if value is None or value.denominator != 1 or not lowest <= value <= highest:
        of_scale = f" of the scale {lowest}-{highest}" if scale else ""
        faults.add_at(
            place.line,
            place.column,
            f'a level of `levels` must be a whole number{of_scale}, found "{text}"',
        )
        return None
    return int(value)


def _add_level(
    found: dict[int, Level], score: int | None, description: Node, place: Node | _At, faults: Faults
) -> None:
    text = values.word(description, "description" if score is None else f"level {score}", faults)
    if score is None or text is None:
        return
    if score in found:
        faults.add_at(place.line, place.column, f"level {score} is described twice")
    found.setdefault(score, Level(score, text.strip()))
