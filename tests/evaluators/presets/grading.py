"""What the tests of graded presets share: faults that every one of them must refuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Entry = dict[str, object]
Change = Callable[[list[Entry]], Sequence[object]]

FAULTS: Mapping[str, tuple[Change, str]] = {
    "forgotten": (lambda entries: entries[1:], "`{first}` is missing from `dimensions`"),
    "repeated": (
        lambda entries: [*entries, entries[0]],
        "`{first}` stands more than once in `dimensions`",
    ),
    "unknown": (
        lambda entries: [*entries, {**entries[0], "dimension": "overall_quality"}],
        '`"overall_quality"` in `dimensions` is none of those asked about',
    ),
    "renamed": (
        lambda entries: [{**entries[0], "dimension": "Erste Dimension"}, *entries[1:]],
        "is none of those asked about",
    ),
    "unnamed": (
        lambda entries: [{**entries[0], "dimension": None}, *entries[1:]],
        "`null` in `dimensions` is none of those asked about",
    ),
    "no object": (lambda entries: ["fine", *entries[1:]], "every entry of `dimensions` must be an object"),
    "nothing": (lambda entries: [], "`{first}` is missing from `dimensions`"),
}
"""Faults of a whole reply by their kind: what is done to the entries of a good one, and the complaint."""


def broken(fault: str, entries: Sequence[Mapping[str, object]], **more: object) -> tuple[dict[str, Any], str]:
    """A reply with this fault, and what must be said of it."""
    change, complaint = FAULTS[fault]
    copies = [dict(entry) for entry in entries]
    reply = {"dimensions": list(change(copies)), **more}
    return reply, complaint.replace("{first}", str(entries[0]["dimension"]))
