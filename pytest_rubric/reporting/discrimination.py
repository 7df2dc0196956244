"""How many scores of a run show signs that they tell little apart, and which: one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pytest_rubric.model.lines import first_of, one_line
from pytest_rubric.reporting.numbers import grouped
from pytest_rubric.reporting.record import Record
from pytest_rubric.reporting.totals import labels

_MOST_NAMED = 3

_COUNTED: Mapping[str, str] = {
    "safe_zone": "in the safe zone from 75 to 85",
    "all_dimensions_high": "with every dimension above 80 %",
    "beyond_reference_below_90": "beyond the reference, below 90",
    "severe_penalty_70_or_more": "with a severe penalty, at 70 or more",
}


def line(records: Sequence[Record]) -> str | None:
    """All signs, counted and named; ``None`` where no score shows any."""
    named: dict[str, list[str]] = {}
    for record, name in zip(records, labels(records), strict=True):
        for note in record["notes"]:
            named.setdefault(note["code"], []).append(one_line(name))
    told = [
        f"{grouped(len(named[code]))} {words} ({first_of(named[code], _MOST_NAMED)})"
        for code, words in _COUNTED.items()
        if code in named
    ]
    return f"scores to look at again: {'; '.join(told)}" if told else None
