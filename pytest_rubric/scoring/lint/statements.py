"""The statements of a rubric: criteria that one answer decides, and what they can score."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from pytest_rubric.model import Criterion, CriterionResult
from pytest_rubric.scoring.points import interval, status_for, tally, total
from pytest_rubric.scoring.sameness import statement_key

_OPPOSITES = {"not_contains": "contains", "not_regex": "regex"}


@dataclass(slots=True)
class Statement:
    """All criteria that one answer decides: ``members`` pairs each with the answer on which it holds."""

    members: list[tuple[Criterion, bool]] = field(default_factory=list)

    @property
    def criteria(self) -> list[Criterion]:
        return [criterion for criterion, _ in self.members]

    @property
    def allowed(self) -> list[bool]:
        """The answers that lose no required criterion."""
        return [answer for answer in (True, False) if all(self._keeps(answer, m) for m in self.members)]

    @staticmethod
    def _keeps(answer: bool, member: tuple[Criterion, bool]) -> bool:
        criterion, holds_on = member
        return not criterion.required or (answer == holds_on) == (criterion.points > 0)

    def results(self, answer: bool) -> list[CriterionResult]:
        """What an answer decides."""
        return [
            CriterionResult(criterion, status_for(criterion.points, answer == holds_on))
            for criterion, holds_on in self.members
        ]

    @property
    def best(self) -> list[CriterionResult]:
        """What the allowed answer decides that brings most; where none is allowed, of either."""
        return max(
            (self.results(answer) for answer in self.allowed or (True, False)),
            key=lambda results: tally(results).achieved_points,
        )

    @property
    def is_divided(self) -> bool:
        """Whether each answer loses points: what one criterion wants, another doesn't."""
        return tally(self.best).achieved_points < positive_points(self.criteria)


def statements_of(criteria: Iterable[Criterion]) -> list[Statement]:
    """All statements of these criteria, in their order."""
    by_key: dict[tuple[str, str], Statement] = {}
    for criterion in criteria:
        key, holds_on = key_of(criterion)
        by_key.setdefault(key, Statement()).members.append((criterion, holds_on))
    return list(by_key.values())


def key_of(criterion: Criterion) -> tuple[tuple[str, str], bool]:
    """What decides the criterion, and the answer on which it holds."""
    check = criterion.check
    if check is None:
        return (str(criterion.turn or ""), statement_key(criterion.text)), True
    argument = json.dumps(check.argument, sort_keys=True, ensure_ascii=False, default=repr)
    opposite = _OPPOSITES.get(check.kind)
    about = f"{opposite or check.kind} {criterion.turn or ''}"
    return (about, argument), opposite is None


def lowest_score(criteria: Iterable[Criterion]) -> int:
    """The score where every decision goes against the output."""
    return interval([CriterionResult(criterion, "undecided") for criterion in criteria])[0]


def positive_points(criteria: Iterable[Criterion]) -> Fraction:
    """What can be earned."""
    return total(c.points for c in criteria if c.points > 0)


def negative_points(criteria: Iterable[Criterion]) -> Fraction:
    """What can be lost by penalties, above 0."""
    return -total(c.points for c in criteria if c.points < 0)


def speaks_for(criterion: Criterion) -> bool:
    """Whether a yes is what speaks for the output: it wins the points, or keeps them."""
    return (criterion.points > 0) == key_of(criterion)[1]
