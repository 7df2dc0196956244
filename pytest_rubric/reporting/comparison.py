"""Several targets of the same cases side by side: which prompt, or which model, does better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.model.lines import cut
from pytest_rubric.reporting.layout import table
from pytest_rubric.reporting.markdown.escape import cell
from pytest_rubric.reporting.record import Record
from pytest_rubric.reporting.tables import markdown_table
from pytest_rubric.reporting.words import ENGLISH
from pytest_rubric.scoring.figures import exact, figure, rounded
from pytest_rubric.scoring.means import mean

_HEADERS = ("target", "cases", "mean", "passed", "failed", "errors", "best")
_RIGHT = (1, 2, 3, 4, 5, 6)
_NAME = 200


@dataclass(frozen=True, slots=True)
class TargetTotals:
    """One target over all of its items.

    ``mean`` is over the ``scored`` ones, ``None`` if there are none. ``best`` counts the items that it
    alone scored highest in, among those that every target of the case has a score for.
    """

    name: str
    items: int
    scored: int
    mean: Fraction | None
    passed: int
    failed: int
    errors: int
    best: int


def compare(records: Sequence[Record]) -> list[TargetTotals]:
    """The targets in the order of their first records; records without a target are left out, and
    there is no comparison where nothing was scored."""
    own: dict[str, list[Record]] = {}
    for record in records:
        if record["target"] is not None:
            own.setdefault(str(record["target"]), []).append(record)
    if not any(record["score"] is not None for found in own.values() for record in found):
        return []  # nothing to compare: each item tells its error
    best = _best(record for found in own.values() for record in found)
    return [_totals(name, found, best.get(name, 0)) for name, found in own.items()]


def _totals(name: str, records: Sequence[Record], best: int) -> TargetTotals:
    scores = [exact(record["score"]) for record in records if record["score"] is not None]
    outcomes = [record["outcome"] for record in records]
    return TargetTotals(
        name=name,
        items=len(records),
        scored=len(scores),
        mean=mean(scores) if scores else None,
        passed=outcomes.count("passed"),
        failed=outcomes.count("failed"),
        errors=outcomes.count("error"),
        best=best,
    )


def _best(records: Iterable[Record]) -> dict[str, int]:
    """How often each target alone has the highest score of one case and evaluator."""
    groups: dict[tuple[object, ...], list[Record]] = {}
    for record in records:
        groups.setdefault((record["file"], record["id"], record["evaluator"]), []).append(record)
    best: dict[str, int] = {}
    for group in groups.values():
        scores = [record["score"] for record in group if record["score"] is not None]
        if len(group) < 2 or len(scores) < len(group) or scores.count(max(scores)) > 1:
            continue
        winner = str(group[scores.index(max(scores))]["target"])
        best[winner] = best.get(winner, 0) + 1
    return best


def lines(records: Sequence[Record], width: int) -> list[str]:
    """The table for the terminal and an empty line; nothing where no case has several targets."""
    rows = [[cut(each.name, max(width // 3, 16)), *_figures(each)] for each in compare(records)]
    return [*table(_HEADERS, rows, _RIGHT), ""] if rows else []


def markdown(records: Sequence[Record]) -> list[str]:
    """The table as lines of Markdown and an empty one; nothing where no case has several targets."""
    rows = [[cell(each.name, _NAME, ENGLISH.more_characters), *_figures(each)] for each in compare(records)]
    if not rows:
        return []
    return [*markdown_table([name.capitalize() for name in _HEADERS], rows, _RIGHT), ""]


def _figures(found: TargetTotals) -> list[str]:
    mean = "-" if found.mean is None else figure(rounded(found.mean, 1))
    if 0 < found.scored < found.items:
        mean += f" over {found.scored}"
    counts = (found.passed, found.failed, found.errors, found.best)
    return [str(found.items), mean, *map(str, counts)]
