"""The parts of a reply, and the ids by which a re-ask names them and their entries."""

from __future__ import annotations

FACTS, CLAIMS, FORMAT, RELEVANCE = 1, 2, 3, 4
"""The parts. A reply decides each; what they hold is the model's."""

NAMES = {FACTS: "facts", CLAIMS: "claims", FORMAT: "format", RELEVANCE: "relevance"}
"""The keys of a reply, by part, in the order in which they are decided."""

ALL_PARTS = (FACTS, CLAIMS, FORMAT, RELEVANCE)

MOST_ENTRIES = 400
"""Entries that one list may have; a longer one is no judgement."""

_BASES = {FACTS: 1000, CLAIMS: 2000}


def groups(strategy: str) -> tuple[tuple[int, ...], ...]:
    """The parts of each request of one sample: all in one call, or a call for each task."""
    if strategy == "criterion":
        return ((FACTS,), (CLAIMS,), (FORMAT, RELEVANCE))
    return (ALL_PARTS,)


def entry_id(part: int, number: int) -> int:
    """The id of one entry of a list, for a question about it alone; ``number`` counts from 1."""
    return _BASES[part] + number


def entry_of(id_: int) -> tuple[int, int] | None:
    """The part and the number of the entry that an id means; ``None`` for a part's own id."""
    for part, base in _BASES.items():
        if base < id_ <= base + MOST_ENTRIES:
            return part, id_ - base
    return None
