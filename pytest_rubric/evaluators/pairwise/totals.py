"""What all replies about a pair add up to: a mean level for each criterion, a vote on each expectation."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.evaluators.pairwise.criteria import PARTS, Graded, Part
from pytest_rubric.evaluators.pairwise.decision import Answer
from pytest_rubric.evaluators.pairwise.parts import Topic
from pytest_rubric.evaluators.pairwise.readings import Reading
from pytest_rubric.model.comparison import SIDES, Side, Winner
from pytest_rubric.scoring.comparison import ANY, Winners, combined, mean_level, overall_score, voted


@dataclass(frozen=True, slots=True)
class PairTotals:
    """All readings of a pair, in the order of the samples. Nothing undecided is filled in."""

    criteria: tuple[Graded, ...]
    readings: tuple[Reading, ...]

    def of_order(self, first: Side) -> tuple[Reading, ...]:
        return tuple(each for each in self.readings if each.first == first)

    def winners_of(self, first: Side) -> Winners:
        """Who may still win in one order; replies without anything usable don't vote."""
        usable = [each.winners for each in self.of_order(first) if each.is_usable]
        return voted(usable) if usable else ANY

    @property
    def winners(self) -> Winners:
        """Who may still win over both orders."""
        first, second = (self.winners_of(side) for side in SIDES)
        return combined(first, second)

    @property
    def winner(self) -> Winner | None:
        return next(iter(self.winners)) if len(self.winners) == 1 else None

    def level(self, number: int, side: Side) -> Fraction | None:
        """The mean level of a criterion over all replies that give one."""
        values = [int(answer.value) for answer in self.answers(("criteria", number), side)]
        return Fraction(sum(values), len(values)) if values else None

    def holds(self, number: int, side: Side) -> bool | None:
        """Whether an expectation holds: the strict majority of the replies that say so or not."""
        values = [bool(answer.value) for answer in self.answers(("expectations", number), side)]
        yes = sum(values)
        return None if 2 * yes == len(values) else 2 * yes > len(values)

    def levels(self, part: Part, side: Side) -> dict[Graded, Fraction | None]:
        """The mean levels of one part, by criterion."""
        return {
            each: self.level(number, side)
            for number, each in enumerate(self.criteria, 1)
            if each.part == part
        }

    def score(self, part: Part, side: Side) -> Fraction | None:
        """The content or structure score; ``None`` where a level of it is unknown."""
        levels = self.levels(part, side).values()
        known = [level for level in levels if level is not None]
        return mean_level(known) if known and len(known) == len(levels) else None

    def overall(self, side: Side) -> Fraction | None:
        """The overall score; ``None`` where a level is unknown."""
        content, structure = (self.score(part, side) for part in PARTS)
        return None if content is None or structure is None else overall_score(content, structure)

    def answers(self, topic: Topic, side: Side) -> tuple[Answer, ...]:
        """All answers that stand about one thing."""
        return tuple(each.answers[topic, side] for each in self.readings if (topic, side) in each.answers)
