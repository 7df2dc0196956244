"""The parts of a judgement, the ids by which a re-ask names them, and how they make requests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

FACTS, CLAIMS, FORMAT, RELEVANCE = "facts", "claims", "format", "relevance"
"""The keys of a reply, and the ids of what it decides as a whole."""

ALL_PARTS = (FACTS, CLAIMS, FORMAT, RELEVANCE)
"""In the order in which a reply gives them."""

MOST_FACTS = 12
"""Key facts that a reference is divided into, at most."""

MOST_CLAIMS = 200
"""Claims that a list may have; a longer one is no judgement."""

EntryId: TypeAlias = tuple[str, int]
"""A part and the number of one entry in its list: for a question about that entry alone."""

PartId: TypeAlias = str | EntryId


@dataclass(frozen=True, slots=True)
class Group:
    """What one request asks about: facts by their numbers, and other parts."""

    facts: tuple[int, ...]
    parts: tuple[str, ...]

    @property
    def ids(self) -> tuple[PartId, ...]:
        """What a reply must decide: each fact, and each part."""
        return (*((FACTS, number) for number in self.facts), *self.parts)

    @property
    def names(self) -> tuple[str, ...]:
        """The keys of its reply."""
        return (FACTS, *self.parts) if self.facts else self.parts


def groups(strategy: str, facts: tuple[int, ...]) -> tuple[Group, ...]:
    """The requests of one sample: one for everything, or one for each small task."""
    if strategy == "criterion":
        return (
            *(Group((number,), ()) for number in facts),
            Group((), (CLAIMS,)),
            Group((), (FORMAT, RELEVANCE)),
        )
    return (Group(facts, (CLAIMS, FORMAT, RELEVANCE)),)
