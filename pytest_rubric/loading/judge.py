"""Every form of ``Judge``, and ``JudgeFile``."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

from pytest_rubric.errors import CaseFileError
from pytest_rubric.loading import dimensions
from pytest_rubric.loading.criteria import criterion
from pytest_rubric.loading.faults import Fault, Faults, Source, known_entries
from pytest_rubric.loading.human import refuse_labels
from pytest_rubric.loading.key_table import Key, KeyTable
from pytest_rubric.loading.keys import CRITERION_KEYS, JUDGE_KEYS
from pytest_rubric.loading.nodes import ListNode, MapNode, Node, ScalarNode, plain_scalar
from pytest_rubric.loading.parsing import parse, read_text
from pytest_rubric.loading.places import Place, template_path
from pytest_rubric.model import CriteriaRubric, DimensionsRubric, FreeTextRubric, Rubric
from pytest_rubric.model.template import placeholders
from pytest_rubric.model.text import visible

_NAMES = KeyTable("dimension", [Key("name", "text", "Name of the dimension.")])
_LABEL_OF_MANY = (
    "`human` is about one output, and a `JudgeFile` may serve many: write it into the case, as "
    "`human: {criteria: {1: yes}}`"
)
_YAML_SUFFIXES = (".yaml", ".yml", ".json")

# A text is read as YAML only if it looks like a rubric in YAML: prose has colons and dashes too.
_KEY = r"[\"']?(?:criterion|requirement|rubrics?|criteria|dimensions|rubric_name|check|name)[\"']?[ \t]*:"
_MAY_BE_YAML = re.compile(rf"(?im)\A\s*(?:-[ \t]|\[)|^[\s\-\[{{]*{_KEY}")
_MEANT_AS_YAML = re.compile(
    rf"(?im)\A\s*(?:[\[{{]\s*)+{_KEY}|^\s*-[ \t]+(?:\{{\s*)?[\"']?(?:criterion|requirement)[\"']?[ \t]*:"
)
_BULLET = re.compile(r"(?m)^[ \t]*[-*•][ \t]")
_COUNTS_POINTS = re.compile(r"[0-9]\s*(?:%|％|points?\b|pts?\b|分)", re.IGNORECASE)


class JudgeReader:
    """Reads the rubrics of one case file. A ``JudgeFile`` that several cases name is read once."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._files: dict[Path, tuple[Rubric | None, list[Fault]]] = {}

    def value(self, node: Node, faults: Faults) -> Rubric | None:
        """What stands under ``Judge``; ``None`` where that is absent, null or empty."""
        return _rubric(node, faults)

    def file(self, node: Node, faults: Faults) -> Rubric | None:
        """What a ``JudgeFile`` holds."""
        if isinstance(node, ScalarNode) and node.is_null:
            return None
        before = len(faults.found)
        written = template_path(node, "JudgeFile", self._place, faults)
        if written is None or len(faults.found) > before:
            return None
        if placeholders(written):
            faults.add(node, "`JudgeFile` takes no placeholders: give each case its own")
            return None
        path = self._place.path_of(written)
        if not os.path.isfile(path):  # unlike Path.is_file, never raises
            faults.add(node, f'`JudgeFile` "{written}" does not exist (looked for {path})')
            return None
        if path not in self._files:
            real = self._place.leads_out(path)
            if real is not None:
                faults.add(
                    node,
                    f'`JudgeFile` must stay inside the root directory, found "{written}", a link to '
                    f"{visible(str(real))}; set rubric_allow_outside_root to allow it",
                )
                return None
            self._files[path] = self._read(path)
        rubric, found = self._files[path]
        faults.found.extend(found)
        return rubric

    def _read(self, path: Path) -> tuple[Rubric | None, list[Fault]]:
        file = self._place.name_of(path)
        faults = Faults(Source(file))
        rubric: Rubric | None = None
        try:
            text = read_text(path, file)
            if path.suffix.lower() in _YAML_SUFFIXES:
                root = parse(text, file)
                rubric = _rubric(root, faults) if root is not None else None
            else:
                whole = ScalarNode(visible(text), "|", 1, 1)
                rubric = _from_text(whole, faults, faults.source)
        except CaseFileError as error:
            faults.add_at(error.line or 1, error.column or 1, error.message)
        if rubric is None and not faults.found:
            faults.add_at(1, 1, "holds no rubric; a `JudgeFile` must not be empty")
        rubric = refuse_labels(rubric, faults, _LABEL_OF_MANY)
        if isinstance(rubric, CriteriaRubric):
            # The line of an entry is one of its case's file, where reports point to it.
            rubric = CriteriaRubric(tuple([replace(each, line=None) for each in rubric.criteria]))
        elif isinstance(rubric, DimensionsRubric):
            rubric = DimensionsRubric(tuple([replace(each, line=None) for each in rubric.dimensions]))
        return rubric, faults.found


def _rubric(node: Node, faults: Faults) -> Rubric | None:
    if isinstance(node, ListNode):
        return _from_list(node, faults)
    if isinstance(node, MapNode):
        return _from_mapping(node, faults)
    if isinstance(node, ScalarNode) and isinstance(plain_scalar(node), (str, type(None))):
        return _from_text(node, faults, _source_inside(node, faults.source))
    faults.wrong(node, "`Judge` must be a list of criteria, a mapping or a text")
    return None


def _source_inside(node: ScalarNode, outer: Source) -> Source:
    """Where the lines of a text are: a block text begins on the line below its indicator."""
    line = outer.line(node.line)
    if line is None:
        return outer
    return Source(outer.file, lines_before=line) if node.style == "|" else Source(outer.file, only_line=line)


def _from_text(node: ScalarNode, faults: Faults, inside: Source) -> Rubric | None:
    """A rubric in YAML or JSON that stands in a text, else free text."""
    text = node.text
    if node.is_null or not text.strip():
        return None
    if _MAY_BE_YAML.search(text):
        try:
            root = parse(text, inside.file)
        except CaseFileError as error:
            if _MEANT_AS_YAML.search(text):
                where = f" (line {error.line} of the text)" if error.line else ""
                faults.add(node, f"the text of `Judge` looks like YAML, but it {error.message}{where}")
                return None
        else:
            if root is not None and (_holds_entries(root) or _is_list_of_statements(root, text)):
                found = Faults(inside)
                rubric = _rubric(root, found)
                faults.found.extend(found.found)
                return rubric
    return FreeTextRubric(text)


def _holds_entries(root: Node) -> bool:
    """Whether YAML in a text has entries that say `criterion`, `check` or `name`: prose with dashes and
    colons doesn't."""
    if isinstance(root, MapNode):
        return any(
            JUDGE_KEYS.canonical(key) == "rubrics" and _holds_entries(value)
            for key, _, _, value in root.entries
        )
    return isinstance(root, ListNode) and any(
        _is_criterion(item) or _is_dimension(item) for item in root.items if isinstance(item, MapNode)
    )


def _is_list_of_statements(root: Node, text: str) -> bool:
    """Whether a text is nothing but a flat list of statements that counts no points and gives no weights."""
    return (
        isinstance(root, ListNode)
        and all(isinstance(item, ScalarNode) and item.text.strip() for item in root.items)
        and len(_BULLET.findall(text)) in (0, len(root.items))
        and _COUNTS_POINTS.search(text) is None
    )


def _is_criterion(node: MapNode) -> bool:
    return any(CRITERION_KEYS.canonical(entry[0]) in ("criterion", "check") for entry in node.entries)


def _is_dimension(node: MapNode) -> bool:
    return not _is_criterion(node) and any(_NAMES.canonical(entry[0]) for entry in node.entries)


def _from_list(node: ListNode, faults: Faults, whole: MapNode | None = None) -> Rubric | None:
    """A list of criteria or of dimensions. ``whole`` is the mapping that it stands in."""
    if not node.items:
        return None
    named = [item for item in node.items if isinstance(item, MapNode) and _is_dimension(item)]
    if not named:
        criteria = [criterion(item, number, faults) for number, item in enumerate(node.items, 1)]
        return CriteriaRubric(tuple(made for made in criteria if made is not None))
    others = [item for item in node.items if _is_other_entry(item)]
    if others:
        faults.add(
            others[0],
            "`Judge` mixes criteria and dimensions: either every entry has `criterion`, or every entry has "
            f"`name` (as the one at line {faults.source.line(named[0].line)})",
        )
        return None
    return dimensions.from_list(node, faults, whole)


def _is_other_entry(item: Node) -> bool:
    """Whether an entry among dimensions is a criterion, rather than a dimension with a fault."""
    return _is_criterion(item) if isinstance(item, MapNode) else isinstance(item, ScalarNode)


def _from_mapping(node: MapNode, faults: Faults) -> Rubric | None:
    if not node.entries:
        return None
    if any(JUDGE_KEYS.canonical(entry[0]) == "rubrics" for entry in node.entries):
        return _from_container(node, faults)
    if _is_criterion(node) or any(_NAMES.canonical(entry[0]) for entry in node.entries):
        faults.add(node, "`Judge` must be a list: put `- ` before its first key")
        return None
    return dimensions.from_names(node, faults)


def _from_container(node: MapNode, faults: Faults) -> Rubric | None:
    """``{rubrics: [...]}``: the list counts, other keys belong to dimensions."""
    held = [entry[3] for entry in node.entries if JUDGE_KEYS.canonical(entry[0]) == "rubrics"]
    for value in held:
        if isinstance(value, ListNode) and any(
            _is_dimension(i) for i in value.items if isinstance(i, MapNode)
        ):
            return _from_list(value, faults, whole=node)
    if len(node.entries) > len(held) and all(map(dimensions.is_scale, held)):
        return dimensions.from_names(node, faults)
    known_entries(node, JUDGE_KEYS, faults)
    return _rubric(held[0], faults)
