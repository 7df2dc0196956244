"""What evaluators without criteria say: their points, how a comparison came out, and suggestions."""

from __future__ import annotations

from pytest_rubric.model import Evaluation, Point
from pytest_rubric.model.lines import one_line, width_of
from pytest_rubric.reporting.failure.criteria import MOST_LOST
from pytest_rubric.reporting.failure.shape import INDENT, MOST_NAMED, WIDTH, clipped
from pytest_rubric.reporting.layout import hanging
from pytest_rubric.reporting.numbers import grouped
from pytest_rubric.reporting.outcome import score_of_point
from pytest_rubric.reporting.words import Words

_MOST_SUGGESTIONS = 3


def points(evaluation: Evaluation, words: Words) -> list[str]:
    """The points of an evaluator without criteria, lowest first."""
    if evaluation.criteria or not evaluation.points:
        return []
    points = sorted(evaluation.points, key=_rank)
    scores = [score_of_point(point, words) for point in points]
    widest = max(map(width_of, scores[:MOST_LOST]))
    lines = [words.points_title]
    for point, score in list(zip(points, scores, strict=True))[:MOST_LOST]:
        told = words.marks.semicolon.join(filter(None, (words.point_status(point), point.evidence)))
        first = f"{INDENT}{' ' * (widest - width_of(score))}{score}  {one_line(point.label)}"
        told = " ".join(filter(None, (clipped(told, words), _steps(point, words))))
        lines += hanging(f"{first}{words.marks.colon}" if told else first, told, WIDTH)
    if len(points) > MOST_LOST:
        lines.append(INDENT + words.more_in_reports.format(n=grouped(len(points) - MOST_LOST)))
    return lines


def compared(evaluation: Evaluation, words: Words) -> list[str]:
    """How a comparison came out: its arithmetic, and what the judge says of each order."""
    lines = []
    for line in evaluation.calculation:
        lines += hanging(INDENT, clipped(line, words), WIDTH)
    for order in evaluation.comparison.orders if evaluation.comparison else ():
        if order.reason:
            first = f"{INDENT}{words.why}{words.order.format(side=order.first)}{words.marks.colon}"
            lines += hanging(first, clipped(order.reason, words), WIDTH)
    return lines


def suggestions(evaluation: Evaluation, words: Words) -> list[str]:
    """What the judge would change, where it said so."""
    texts = [item.text for item in evaluation.feedback.suggestions]
    texts += [
        f"{point.label}{words.marks.colon}{point.suggestion}"
        for point in sorted(evaluation.points, key=_rank)
        if point.suggestion
    ]
    if not texts:
        return []
    lines = [words.next_step.format(step="").rstrip()]
    for text in texts[:_MOST_SUGGESTIONS]:
        lines += hanging(f"{INDENT}- ", clipped(text, words), WIDTH)
    return lines


def _rank(point: Point) -> float:
    """What points are sorted by: the undecided first, then the others by their share of the highest
    score, and last those that are not counted."""
    if point.score is None:
        return float("inf") if point.set_aside else -1.0
    return point.score / point.maximum if point.maximum else point.score


def _steps(point: Point, words: Words) -> str:
    """The steps of the run that a point is about."""
    steps = [anchor for anchor in point.anchors if anchor.startswith("step-")][:MOST_NAMED]
    return f"[{one_line(words.marks.listing.join(steps))}]" if steps else ""
