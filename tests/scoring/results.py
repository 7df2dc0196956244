"""Decisions made by hand, for the tests of scoring."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pytest_rubric.model import Criterion, CriterionResult, Status

_STATUSES: dict[tuple[bool, bool | None], Status] = {
    (True, True): "met",
    (True, False): "not_met",
    (False, True): "violated",
    (False, False): "clean",
}


def decided(
    points: str | int | Fraction,
    yes: bool | None,
    id_: int = 1,
    *,
    tags: Sequence[str] = (),
    required: bool = False,
    text: str = "",
) -> CriterionResult:
    """One criterion and the answer about it; ``None`` leaves it undecided."""
    worth = Fraction(points)
    criterion = Criterion(id_, text or f"statement {id_}", worth, tags=tuple(tags), required=required)
    return CriterionResult(criterion, _STATUSES.get((worth > 0, yes), "undecided"))


def rubric(*answers: tuple[str | int | Fraction, bool | None]) -> tuple[CriterionResult, ...]:
    """Criteria numbered from 1, each with its points and the answer about it."""
    return tuple(decided(points, yes, id_) for id_, (points, yes) in enumerate(answers, 1))


# The three worked examples: points, and whether each statement holds.
FULL_MARKS = rubric(
    (15, True),
    (10, True),
    (10, True),
    (10, True),
    (15, True),
    (15, True),
    (10, True),
    (-25, False),
    (-15, False),
)
ONE_OF_FIVE = rubric((15, True), (20, False), (15, False), (10, False), (10, False), (-30, False))
OFF_TASK = rubric((30, False), (15, False), (10, False), (-40, True), (-15, True))
