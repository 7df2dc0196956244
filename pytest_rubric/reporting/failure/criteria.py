"""What was lost and what stayed undecided, criterion by criterion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from pytest_rubric.model import CriterionResult, Evaluation, Output
from pytest_rubric.model.lines import width_of
from pytest_rubric.reporting.evidence import quotes_whole_output
from pytest_rubric.reporting.failure.shape import INDENT, WIDTH, clipped
from pytest_rubric.reporting.layout import hanging
from pytest_rubric.reporting.numbers import grouped, signed
from pytest_rubric.reporting.outcome import is_empty_output
from pytest_rubric.reporting.words import Words
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.points import Loss, losses, total, undecided

MOST_LOST = 8
_MOST_QUOTES = 3


def lost_criteria(evaluation: Evaluation, words: Words, output: Output | None) -> list[str]:
    """What was lost, worst first. ``output`` is the one that is shown below, if one is."""
    lost = losses(evaluation.criteria)
    if not lost or is_empty_output(evaluation):
        return [words.empty_output] if lost else []
    # with penalties more can be lost than can be earned
    in_total = evaluation.total_positive is not None and _points_of(lost) <= evaluation.total_positive
    title = words.lost_title if in_total else words.lost_title_without_total
    shown = [loss.result for loss in lost[:MOST_LOST]]
    lines = [title.format(lost=_sum(lost), total=figure(evaluation.total_positive or Fraction(0)))]
    lines += _listed(shown, [-loss.points for loss in lost], words, output)
    if rest := lost[MOST_LOST:]:
        lines.append(INDENT + words.lost_more.format(n=grouped(len(rest)), points=_sum(rest)))
    return lines


def undecided_criteria(evaluation: Evaluation, words: Words) -> list[str]:
    """What is undecided, and why: a cause that all share is told once."""
    waiting = undecided(evaluation.criteria)
    # where nothing was decided, the one cause of that is told already
    if not waiting or evaluation.interval is None:
        return []
    low, high = evaluation.interval
    lines = [words.undecided_title.format(low=low, high=high, threshold=figure(evaluation.threshold))]
    dearest = sorted(waiting, key=lambda result: -abs(result.criterion.points))[:MOST_LOST]
    common = _common_reason(dearest)
    if common is not None:
        told = [replace(result, reason="", note=None) for result in dearest]
        lines += hanging(f"{INDENT}{words.why}", clipped(common, words), WIDTH)
    else:
        told = dearest
    lines += _listed(told, [result.criterion.points for result in told], words, None)
    if (more := len(waiting) - MOST_LOST) > 0:
        lines.append(INDENT + words.more_in_reports.format(n=grouped(more)))
    return lines


def _common_reason(results: Sequence[CriterionResult]) -> str | None:
    """Why several criteria are undecided, where all have the same reason."""
    reasons = {(result.reason, result.note) for result in results}
    if len(results) < 2 or len(reasons) > 1:
        return None
    return results[0].note or results[0].reason or None


def _listed(
    results: Sequence[CriterionResult], points: Sequence[Fraction], words: Words, output: Output | None
) -> list[str]:
    """The criteria in columns: number, points, status, and behind them what they say."""
    ids = [f"#{result.criterion.id}" for result in results]
    shown = [signed(value) for value in points[: len(results)]]
    statuses = [_status(result, words) for result in results]
    columns = [max(map(width_of, column), default=0) for column in (ids, shown, statuses)]
    lines = []
    for result, number, value, status in zip(results, ids, shown, statuses, strict=True):
        mark = f"{number:<{columns[0]}}  {value:>{columns[1]}}  {status}"
        mark += " " * (columns[2] - width_of(status) + (2 if columns[2] else 0))
        lines += _told(mark, result, words, output)
    return lines


def _status(result: CriterionResult, words: Words) -> str:
    status = "" if result.status == "undecided" else words.statuses[result.status]
    required = words.required if result.criterion.required else ""
    turn = words.turn.format(n=result.criterion.turn) if result.criterion.turn else ""
    return words.marks.comma.join(filter(None, (status, required, turn)))


def _told(mark: str, result: CriterionResult, words: Words, output: Output | None) -> list[str]:
    """One criterion: what it says, why it was decided so, and on which passages."""
    lines = hanging(f"{INDENT}{mark}", clipped(result.criterion.text, words), WIDTH)
    for reason in filter(None, (result.reason, result.note)):
        lines += hanging(f"{INDENT * 3}{words.why}", clipped(reason, words), WIDTH)
    found = [quote for quote in result.quotes if quote.found]
    if quotes_whole_output(result, output):
        # the output stands below
        return [*lines, f"{INDENT * 3}{words.quote}{words.quotes_whole}"]
    for quote in found[:_MOST_QUOTES]:
        passage = f'"{clipped(quote.passage or quote.text, words)}"'
        if quote.source != "output":
            passage += words.brackets(words.sources.get(quote.source, quote.source))
        lines += hanging(f"{INDENT * 3}{words.quote}", passage, WIDTH)
    return lines


def _sum(lost: Iterable[Loss]) -> str:
    return figure(_points_of(lost))


def _points_of(lost: Iterable[Loss]) -> Fraction:
    return total(loss.points for loss in lost)
