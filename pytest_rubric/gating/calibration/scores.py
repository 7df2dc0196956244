"""Scores of people held against the machine's, item by item."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from statistics import correlation
from typing import Literal

from pytest_rubric.gating.statistics import Agreement, Interval, agreement, mean_interval
from pytest_rubric.reporting.record import Record
from pytest_rubric.scoring.figures import exact
from pytest_rubric.scoring.means import mean

NoCorrelation = Literal["few", "people", "machine"]

LEAST_FOR_CORRELATION = 3
"""With two items a correlation is always 1 or -1."""


@dataclass(frozen=True, slots=True)
class ScoredItem:
    """An item that people and machine gave a score, both 0 to 100."""

    nodeid: str
    case: str
    evaluator: str
    human: Fraction
    machine: Fraction
    threshold: Fraction
    reason: str

    @property
    def difference(self) -> Fraction:
        """Above 0 where the machine gives more."""
        return self.machine - self.human


@dataclass(frozen=True, slots=True)
class ScoreAgreement:
    """What at least one item with both scores says.

    ``difference`` is the mean of machine minus people, ``distance`` that of its size; both in points.
    ``correlation`` is Pearson's, -1 to 1; where it is ``None``, ``no_correlation`` says why: ``few``
    items, or ``people`` or ``machine`` give the same score to all of them. ``passing`` tells whether both
    are on the same side of the threshold.
    """

    items: tuple[ScoredItem, ...]
    difference: Fraction
    difference_interval: Interval | None
    distance: Fraction
    correlation: float | None
    no_correlation: NoCorrelation | None
    passing: Agreement

    @property
    def same_side(self) -> int:
        """How many items are on the same side of their threshold for both."""
        return sum(_side(each.human, each) == _side(each.machine, each) for each in self.items)


@dataclass(frozen=True, slots=True)
class Scores:
    """All scores of people. ``without_machine`` counts those beside which the machine has none;
    ``comparison`` is ``None`` where there are no others."""

    comparison: ScoreAgreement | None = None
    without_machine: int = 0

    @property
    def items(self) -> tuple[ScoredItem, ...]:
        """The items that have both scores."""
        return () if self.comparison is None else self.comparison.items


def scores(records: Iterable[Record]) -> Scores:
    """Compare every score of people with the machine's of the same item."""
    items = []
    missing = 0
    for record in records:
        human = record["human"]
        if human is None or human["score"] is None:
            continue
        if record["score"] is None or record["state"] != "judged":
            missing += 1
            continue
        items.append(
            ScoredItem(
                record["nodeid"],
                record["id"],
                record["evaluator"],
                exact(human["score"]),
                exact(record["score"]),
                exact(record["threshold"]),
                human["reason"] or "",
            )
        )
    if not items:
        return Scores(without_machine=missing)
    differences = [each.difference for each in items]
    related, why_not = _correlation(items)
    comparison = ScoreAgreement(
        items=tuple(items),
        difference=mean(differences),
        difference_interval=mean_interval(differences),
        distance=mean(map(abs, differences)),
        correlation=related,
        no_correlation=why_not,
        passing=agreement([(_side(each.human, each), _side(each.machine, each)) for each in items]),
    )
    return Scores(comparison, missing)


def _side(score: Fraction, item: ScoredItem) -> str:
    return "pass" if score >= item.threshold else "fail"


def _correlation(items: list[ScoredItem]) -> tuple[float | None, NoCorrelation | None]:
    if len(items) < LEAST_FOR_CORRELATION:
        return None, "few"
    human, machine = [float(each.human) for each in items], [float(each.machine) for each in items]
    if len(set(human)) == 1:
        return None, "people"
    if len(set(machine)) == 1:
        return None, "machine"
    return correlation(human, machine), None
