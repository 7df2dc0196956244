"""What named evaluators come to on average: by what they judge, and together.

A person's score counts in place of the machine's. Items without a score are in no average, and every
average says how many items it covers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.reporting.numbers import grouped
from pytest_rubric.reporting.record import Record
from pytest_rubric.reporting.tables import markdown_table
from pytest_rubric.scoring.figures import exact, figure, rounded
from pytest_rubric.scoring.means import mean

_NAMES = {"res": "on outputs (res)", "traj": "on run logs (traj)"}


@dataclass(frozen=True, slots=True)
class Average:
    """The mean effective score of ``counted`` of ``items`` items, to one decimal; ``None`` where none
    has a score. ``by_people`` counts those whose score a person gave."""

    name: str
    mean: Fraction | None
    counted: int
    items: int
    by_people: int


def averages(records: Sequence[Record]) -> list[Average]:
    """One for each category that ran, then one for both if there are two. None without named evaluators."""
    named = [record for record in records if record["category"] is not None]
    by_category = [
        _average(name, [record for record in named if record["category"] == category])
        for category, name in _NAMES.items()
    ]
    found = [each for each in by_category if each.items]
    return [*found, _average("together", named)] if len(found) > 1 else found


def line(records: Sequence[Record]) -> str | None:
    """All of them in one line, ``None`` where no named evaluator has a score: then there is no average."""
    found = averages(records)
    if not any(each.counted for each in found):
        return None
    told = "; ".join(_told(each) for each in found)
    by_people = found[-1].by_people
    more = f"; {grouped(by_people)} by a person's score" if by_people else ""
    return f"averages of evaluators: {told}{more}"


def markdown(records: Sequence[Record]) -> list[str]:
    """A table for ``summary.md``, empty where no named evaluator ran."""
    found = averages(records)
    if not found:
        return []
    rows = [(each.name, _mean(each), _coverage(each), grouped(each.by_people)) for each in found]
    headers = ("Evaluators", "Average", "Over", "By a person's score")
    return [*markdown_table(headers, rows, (1, 3)), ""]


def _average(name: str, records: Sequence[Record]) -> Average:
    scores = [exact(record["effective_score"]) for record in records if record["effective_score"] is not None]
    return Average(
        name,
        rounded(mean(scores), 1) if scores else None,
        len(scores),
        len(records),
        sum(record["human"] is not None and record["human"]["score"] is not None for record in records),
    )


def _mean(average: Average) -> str:
    return "-" if average.mean is None else figure(average.mean)


def _coverage(average: Average) -> str:
    return f"{grouped(average.counted)} of {grouped(average.items)}"


def _told(average: Average) -> str:
    """As the mean of all cases is told: over how many stands there only where some have no score."""
    if not average.counted:
        return f"{average.name} none of {grouped(average.items)} scored"
    over = "" if average.counted == average.items else f" over {_coverage(average)}"
    return f"{average.name} {_mean(average)}{over}"
