"""What the page tells of a run as a whole that its records don't hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class TagMean:
    """The mean score under a tag, 0 to 100, over ``counted`` of the ``items`` that have it; ``None`` where
    none of them has a score."""

    tag: str
    mean: Fraction | None
    counted: int
    items: int


@dataclass(frozen=True, slots=True)
class Unmatched:
    """The cases that stand in one of two runs only, or under two names, by their keys in a baseline.

    ``renamed`` has (then, now). ``not_run`` were not to run this time, or ended before they were judged.
    """

    new: Sequence[str] = ()
    missing: Sequence[str] = ()
    renamed: Sequence[tuple[str, str]] = ()
    not_run: Sequence[str] = ()
