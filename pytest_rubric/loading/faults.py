"""What is wrong inside a case: collected, so that its author sees all of it at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from pytest_rubric.loading.key_table import KeyTable, is_extension
from pytest_rubric.loading.nodes import BrokenNode, Entry, MapNode, Node, Problem, describe, problems


@dataclass(frozen=True, slots=True)
class Source:
    """Where nodes come from, for positions in messages.

    ``file`` is the name to show, empty for Python data. YAML inside a text has lines of its own:
    ``lines_before`` are added to them, or all of it is at ``only_line``; its columns aren't known.
    """

    file: str
    lines_before: int = 0
    only_line: int | None = None

    def line(self, line: int) -> int | None:
        """The line in the file, ``None`` for Python data."""
        if not self.file:
            return None
        return self.only_line or line + self.lines_before

    def column(self, column: int) -> int | None:
        """The column in the file, ``None`` where it isn't known."""
        return column if self.file and not self.lines_before and not self.only_line else None

    def position(self, line: int, column: int) -> str:
        """``file:line:column:`` and a blank, as much of it as is known."""
        parts = (self.file, self.line(line), self.column(column))
        return "".join(f"{part}:" for part in parts if part) + " " * bool(self.file)


@dataclass(frozen=True, slots=True)
class Fault:
    """One complaint at one position of a source."""

    source: Source
    line: int
    column: int
    text: str

    def of_case(self, case_id: str) -> str:
        """The full message."""
        return f"{self.source.position(self.line, self.column)}case {case_id}: {self.text}"


class Positioned(Protocol):
    """Anything with a line and a column."""

    @property
    def line(self) -> int: ...

    @property
    def column(self) -> int: ...


class Faults:
    """The complaints about one case, or about one rubric, in the order of reading."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[Fault] = []

    def add(self, place: Positioned, text: str) -> None:
        """Complain about a node."""
        self.add_at(place.line, place.column, text)

    def add_at(self, line: int, column: int, text: str) -> None:
        """Complain about a position."""
        self.found.append(Fault(self.source, line, column, text))

    def wrong(self, node: Node, expected: str, remedy: str = "") -> None:
        """Complain that a node isn't what was expected, as in "`tags` must be a list"."""
        if isinstance(node, BrokenNode):
            self.add(node, node.text)
        else:
            self.add(node, f"{expected}, found {describe(node)}" + (f"; {remedy}" if remedy else ""))

    def prefix(self, start: int, words: str) -> None:
        """Put words before the complaints from number ``start`` on."""
        self.found[start:] = [replace(fault, text=f"{words}{fault.text}") for fault in self.found[start:]]

    def report(self, problem: Problem) -> None:
        """Take over what is wrong with the YAML itself."""
        self.add(problem, problem.text)

    def report_below(self, node: Node) -> None:
        """Take over what is wrong with the YAML of free data."""
        for problem in problems(node):
            self.report(problem)


def known_entries(node: MapNode, table: KeyTable, faults: Faults) -> dict[str, Entry]:
    """The entries of a mapping by the first names of their keys.

    Complains about unknown keys, and about two that mean the same; the first one counts.
    """
    for problem in node.problems:
        faults.report(problem)
    found: dict[str, Entry] = {}
    for number, entry in enumerate(node.entries):
        spelling = entry[0]
        name = table.canonical(spelling)
        if name is None:
            if not is_extension(spelling):
                faults.add_at(entry[1], entry[2], table.complaint(spelling))
        elif name not in found:
            found[name] = entry
        elif number < node.merged and spelling != found[name][0]:
            first, line, _, _ = found[name]
            where = f" (line {faults.source.line(line)})" if faults.source.file else ""
            faults.add_at(entry[1], entry[2], f"`{spelling}` and `{first}`{where} mean the same key")
    return found
