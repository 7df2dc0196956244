"""Which files are case files, and what is in them."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from pytest_rubric.errors import CaseFileError
from pytest_rubric.loading.cases import CaseReader
from pytest_rubric.loading.faults import Fault, Faults, Source, known_entries
from pytest_rubric.loading.fields import metadata
from pytest_rubric.loading.keys import CASE_KEYS, FILE_KEYS
from pytest_rubric.loading.names import is_rubric_name
from pytest_rubric.loading.nodes import ListNode, MapNode, Node, ScalarNode
from pytest_rubric.loading.parsing import garbage_collection_paused, parse, read_text
from pytest_rubric.loading.places import Place
from pytest_rubric.loading.values import exact_number
from pytest_rubric.model import CaseFile

NO_CASES = "no `cases:` list with an `Input` in it"
"""Why most files of other tools are not ours."""

_MENTIONS_CASES = re.compile("cases", re.IGNORECASE)
_LINE_WITH_CASES = re.compile(r"^(?:test[_-]?)?cases[ \t]*:", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class NotOurs:
    """A file that is left to other plugins. ``reason`` says why, in one line without the file's name."""

    reason: str


def load(path: Path, *, root: Path, explicit: bool, allow_outside_root: bool = False) -> CaseFile | NotOurs:
    """Load a case file, or say why it is none.

    A file with one of our names is always ours. Any other one is ours by its shape, or if it can't be
    read but has a line that begins with ``cases:``. ``explicit`` says that the file was named on the
    command line: then the reason is worked out in full, else such a file is given up as early as can be.

    Raises :class:`CaseFileError` where a file of ours as a whole can't be used. What is wrong inside a
    case is in its ``faults``.
    """
    place = Place(Path(os.path.abspath(path)), Path(os.path.abspath(root)), allow_outside_root)
    with garbage_collection_paused():
        if is_rubric_name(path):
            return _case_file(place, parse(read_text(place.path, place.file), place.file))
        try:
            text = read_text(place.path, place.file)
        except CaseFileError as error:
            return NotOurs(_reason(error))
        if not explicit and _MENTIONS_CASES.search(text) is None:
            return NotOurs(NO_CASES)
        try:
            document = parse(text, place.file)
        except CaseFileError as error:
            if _LINE_WITH_CASES.search(text) is not None:
                raise
            return NotOurs(_reason(error))
        return _case_file(place, document) if _has_our_shape(document) else NotOurs(NO_CASES)


def _reason(error: CaseFileError) -> str:
    where = f"line {error.line}: " if error.line else ""
    return where + " ".join(error.message.split())


def _has_our_shape(document: Node | None) -> bool:
    """Whether the top level has ``cases``, a list with an ``Input`` in it."""
    if not isinstance(document, MapNode):
        return False
    return any(
        isinstance(item, MapNode) and any(CASE_KEYS.canonical(entry[0]) == "Input" for entry in item.entries)
        for key, _, _, value in document.entries
        if FILE_KEYS.canonical(key) == "cases" and isinstance(value, ListNode)
        for item in value.items
    )


def _case_file(place: Place, document: Node | None) -> CaseFile:
    expected = "the top level must be a mapping with `cases:`, a list of cases"
    if document is None or (isinstance(document, ScalarNode) and document.is_null):
        raise CaseFileError(f"is empty; {expected}", place.file)
    faults = Faults(Source(place.file))
    if not isinstance(document, MapNode):
        faults.wrong(document, expected)
        raise _error(faults.found, place)
    entries = known_entries(document, FILE_KEYS, faults)
    cases = entries["cases"][3] if "cases" in entries else None
    if cases is None:
        faults.add(document, f"there is no `cases:`; {expected}")
    elif not isinstance(cases, ListNode):
        faults.wrong(cases, "`cases` must be a list of cases")
    elif not cases.items:
        faults.add(cases, "`cases` is an empty list; give it at least one case")
    for name in ("meta", "metadata"):
        if name in entries:
            metadata(entries[name][3], faults, name)
    if faults.found or not isinstance(cases, ListNode):
        raise _error(faults.found, place)
    count = len(cases.items)
    defaults = entries["defaults"][3] if "defaults" in entries else None
    notes = _notes(entries["meta"][3], count, place) if "meta" in entries else ()
    return CaseFile(place.path, CaseReader(place).cases(cases, defaults), notes)


def _error(found: list[Fault], place: Place) -> CaseFileError:
    """All that is wrong with a file in one error: the first at its position, the others below."""
    first, *others = found
    lines = [
        first.text,
        *(f"{fault.source.position(fault.line, fault.column)}{fault.text}" for fault in others),
    ]
    return CaseFileError("\n".join(lines), place.file, first.line, first.column)


def _notes(meta: Node, count: int, place: Place) -> tuple[str, ...]:
    if not isinstance(meta, MapNode):
        return ()
    for key, line, column, value in meta.entries:
        if key.lower() == "count" and isinstance(value, ScalarNode) and exact_number(value.text) != count:
            position = Source(place.file).position(line, column)
            plural = "case" if count == 1 else "cases"
            return (f'{position}`meta` counts "{value.text}" cases, the file has {count} {plural}',)
    return ()
