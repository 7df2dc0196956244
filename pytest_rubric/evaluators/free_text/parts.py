"""What a judge finds in a text: its parts, each with the words that it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pytest_rubric.evaluators.free_text.numbers import Counted

Kind = Literal["criterion", "dimension", "level", "other"]
KINDS: tuple[Kind, ...] = ("criterion", "dimension", "level", "other")


@dataclass(frozen=True, slots=True)
class Part:
    """One part. ``words`` are those of the text between ``start`` and ``end``; ``number`` is what
    they count (points, below 0 where they are taken off; a weight), ``None`` where they count
    nothing. ``statement`` is the judge's wording of a criterion, empty where the words serve."""

    kind: Kind
    words: str
    start: int
    end: int
    statement: str = ""
    number: Fraction | None = None


def covers(part: Part, counted: Counted) -> bool:
    """Whether a part quotes a place."""
    return part.start <= counted.start and counted.end <= part.end
