"""The parts of a reply, and the ids by which a re-ask names them and their entries."""

from __future__ import annotations

from typing import TypeAlias

FACTS, CLAIMS, FORMAT, RELEVANCE = "facts", "claims", "format", "relevance"
"""The parts: the keys of a reply, and the ids of a request. A reply decides each."""

ALL_PARTS = (FACTS, CLAIMS, FORMAT, RELEVANCE)
"""In the order in which a reply gives them."""

MOST_ENTRIES = 400
"""Entries that one list may have; a longer one is no judgement."""

EntryId: TypeAlias = tuple[str, int]
"""A part and the number of one entry in its list: for a question about that entry alone."""


def groups(strategy: str) -> tuple[tuple[str, ...], ...]:
    """The parts of each request of one sample: all in one call, or a call for each task."""
    if strategy == "criterion":
        return ((FACTS,), (CLAIMS,), (FORMAT, RELEVANCE))
    return (ALL_PARTS,)
