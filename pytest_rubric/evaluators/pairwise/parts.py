"""What one reply must decide, and the id of each part of it.

Each criterion has a level for the output shown first and one for the output shown second; each
expectation two answers likewise; the preference stands between both outputs.
"""

from __future__ import annotations

from typing import Literal

Position = Literal["first", "second"]
POSITIONS: tuple[Position, Position] = ("first", "second")

Kind = Literal["criteria", "expectations"]

Topic = tuple[Kind, int]
"""What an answer is about: a criterion or an expectation, by its number from 1."""

Id = tuple[Topic, Position]
"""The id of an answer about one output."""

PREFERENCE = "winner"
"""The id of the judge's own preference."""


def topics(criteria: int, expectations: int) -> tuple[Topic, ...]:
    """Everything that each output is judged on."""
    of_criteria: list[Topic] = [("criteria", number) for number in range(1, criteria + 1)]
    return (*of_criteria, *(("expectations", number) for number in range(1, expectations + 1)))


def all_ids(criteria: int, expectations: int) -> tuple[Id | str, ...]:
    """The ids of all that a reply must decide."""
    answers: list[Id | str] = [
        (topic, position) for topic in topics(criteria, expectations) for position in POSITIONS
    ]
    return (*answers, PREFERENCE)
