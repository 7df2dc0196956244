"""Prose in clauses: what stands between line ends, full stops and semicolons."""

from __future__ import annotations

import re
from collections.abc import Iterator

# A point inside of a number or a name ends nothing.
_CLAUSE = re.compile(r"(?:[^\n。；;!！?？.]|\.(?!\s|\Z))+")


def clauses(text: str) -> Iterator[tuple[int, int]]:
    """Beginning and end of each clause."""
    for match in _CLAUSE.finditer(text):
        if match.group().strip():
            yield match.span()


def clause_at(text: str, place: int) -> str:
    """The clause that a place of the text is in."""
    return next((text[start:end].strip() for start, end in clauses(text) if start <= place < end), "")
