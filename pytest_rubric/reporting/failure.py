"""What a person sees whose test just failed: the whole story in one line, then the why.

The first line is English whatever the report's language: it stands in pytest's short summary,
in JUnit files and in the logs that people search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

from pytest_rubric.model import Case, CriterionResult, Evaluation, Output, Point
from pytest_rubric.model.lines import cut, one_line, width_of
from pytest_rubric.model.text import visible
from pytest_rubric.reporting.layout import clip, fold, hanging
from pytest_rubric.reporting.numbers import out_of, plural, signed
from pytest_rubric.reporting.outcome import (
    against_threshold,
    counters,
    error_lines,
    ids_of,
    is_empty_output,
    next_step,
    transcript,
    where,
)
from pytest_rubric.reporting.words import ENGLISH, Words, words_for
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.points import Loss, losses, undecided
from pytest_rubric.scoring.verdict import required_lost

_WIDTH = 92
_FIRST_LINE = 400
_MOST_NAMED = 4
_MOST_LOST = 8
_MOST_QUOTES = 3
_MOST_ERRORS = 20
_OUTPUT_LINES = 20
_OUTPUT = 2000
_REASON = 400
_ERROR = 2000
_DETAILS = 2000
_INDENT = "  "
_BAR = "  | "


def first_line(evaluation: Evaluation) -> str:
    """The whole story on one line, as in
    ``rubric: 63 < 80 (warn): 2 of 7 criteria lost, #3 -20, #6 -15``."""
    return cut(one_line(f"{evaluation.evaluator}: {_story(evaluation)}"), _FIRST_LINE)


def text(
    case: Case, evaluation: Evaluation, output: Output | None = None, *, root: Path | None = None
) -> str:
    """The message of a failed test: :func:`first_line`, then what was lost and why.

    The arithmetic is left to the Markdown report, which pytest prints right below. Without
    ``output`` the case's inline output is shown, if there is one. Paths are shown relative to
    ``root``.
    """
    words = words_for(evaluation.lang)
    shown = transcript(output) if output is not None else case.actual_output
    blocks = [
        [first_line(evaluation)],
        _heading(case, root),
        _lost(evaluation, words),
        _undecided(evaluation, words),
        _points(evaluation, words),
        _excerpt(shown, words) if shown is not None else [],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def error_text(case: Case, evaluation: Evaluation, *, root: Path | None = None) -> str:
    """The message of an item without an outcome: what, where, what to do next, raw details.

    Its first line is :func:`first_line`.
    """
    words = words_for(evaluation.lang)
    errors = [visible(line) for line in error_lines(evaluation)]
    blocks = [
        [first_line(evaluation)],
        _heading(case, root),
        [] if _is_told(errors, evaluation) else _causes(errors, words),
        _undecided(evaluation, words),
        _lost(evaluation, words) if undecided(evaluation.criteria) else [],
        hanging(words.next_step.format(step=""), next_step(evaluation, words), _WIDTH),
        [one_line(counters(evaluation.usage, words))] if evaluation.state == "broken" else [],
        _details(evaluation.error_details, words) if evaluation.error_details else [],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


# --- the first line ---------------------------------------------------------------------------


def _story(evaluation: Evaluation) -> str:
    if evaluation.state == "unscored":
        return f"skipped: {evaluation.summary}"
    if evaluation.state != "judged":
        kind = "not judged" if evaluation.state == "blocked" else "no judgement"
        errors = error_lines(evaluation)
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        return f"{kind}: {cut(one_line(errors[0]), _FIRST_LINE - 60)}{more}"
    story = against_threshold(evaluation, ENGLISH.threshold)
    if evaluation.verdict is not None:
        story += f" ({evaluation.verdict})"
    if is_empty_output(evaluation):
        return f"{story}: empty output"
    story += _required(evaluation)
    if not evaluation.criteria:
        return f"{story}: {evaluation.summary}" if evaluation.summary else story
    return f"{story}: {_losses_in_short(evaluation)}"


def _required(evaluation: Evaluation) -> str:
    against = required_lost(evaluation.criteria)
    if not against:
        return ""
    if len(against) == 1:
        told = f"required {ids_of(against)} is {ENGLISH.statuses[against[0].status]}"
    else:
        told = f"required {ids_of(against)} are lost"
    return f", {told}"


def _losses_in_short(evaluation: Evaluation) -> str:
    lost, total = losses(evaluation.criteria), len(evaluation.criteria)
    parts = [f"{len(lost)} of {plural(total, 'criterion', 'criteria')} lost" if lost else "nothing lost"]
    parts += [f"#{loss.result.criterion.id} {signed(-loss.points)}" for loss in lost[:_MOST_NAMED]]
    story = ", ".join(parts)
    if len(lost) > _MOST_NAMED:
        story += f" and {len(lost) - _MOST_NAMED} more"
    if waiting := undecided(evaluation.criteria):
        story += f"; {len(waiting)} undecided, {ids_of(waiting[:_MOST_NAMED])}"
        if len(waiting) > _MOST_NAMED:
            story += f" and {len(waiting) - _MOST_NAMED} more"
    return story


# --- the blocks under it ----------------------------------------------------------------------


def _heading(case: Case, root: Path | None) -> list[str]:
    name = one_line(case.label)
    if case.title != case.id:
        name += f' "{cut(one_line(case.title), _WIDTH // 2)}"'
    place = where(case, root)
    return [f"{name}  ({place})" if place else name]


def _lost(evaluation: Evaluation, words: Words) -> list[str]:
    lost = losses(evaluation.criteria)
    if not lost or is_empty_output(evaluation):
        return [words.empty_output] if lost else []
    title = words.lost_title if evaluation.total_positive else words.lost_title_without_total
    shown = [loss.result for loss in lost[:_MOST_LOST]]
    lines = [title.format(lost=_sum(lost), total=figure(evaluation.total_positive or Fraction(0)))]
    lines += _listed(shown, [-loss.points for loss in lost], words)
    if rest := lost[_MOST_LOST:]:
        lines.append(_INDENT + words.lost_more.format(n=len(rest), points=_sum(rest)))
    return lines


def _undecided(evaluation: Evaluation, words: Words) -> list[str]:
    waiting = undecided(evaluation.criteria)
    if not waiting:
        return []
    low, high = evaluation.interval or (0, 100)
    lines = [words.undecided_title.format(low=low, high=high, threshold=figure(evaluation.threshold))]
    lines += _listed(waiting[:_MOST_LOST], [result.criterion.points for result in waiting], words)
    if len(waiting) > _MOST_LOST:
        lines.append(_INDENT + words.more_lines.format(n=len(waiting) - _MOST_LOST).strip())
    return lines


def _listed(results: Sequence[CriterionResult], points: Sequence[Fraction], words: Words) -> list[str]:
    """The criteria in columns: number, points, status, and behind them what they say."""
    ids = [f"#{result.criterion.id}" for result in results]
    shown = [signed(value) for value in points[: len(results)]]
    statuses = [_status(result, words) for result in results]
    columns = [max(map(width_of, column), default=0) for column in (ids, shown, statuses)]
    lines = []
    for result, number, value, status in zip(results, ids, shown, statuses, strict=True):
        mark = f"{number:<{columns[0]}}  {value:>{columns[1]}}  {status}"
        mark += " " * (columns[2] - width_of(status) + (2 if columns[2] else 0))
        lines += _told(mark, result, words)
    return lines


def _status(result: CriterionResult, words: Words) -> str:
    status = "" if result.status == "undecided" else words.statuses[result.status]
    required = words.required if result.criterion.required else ""
    turn = words.turn.format(n=result.criterion.turn) if result.criterion.turn else ""
    return words.marks.comma.join(filter(None, (status, required, turn)))


def _told(mark: str, result: CriterionResult, words: Words) -> list[str]:
    """One criterion: what it says, why it was decided so, and on which passages."""
    lines = hanging(f"{_INDENT}{mark}", _clipped(result.criterion.text, words), _WIDTH)
    for reason in filter(None, (result.reason, result.note)):
        lines += hanging(f"{_INDENT * 3}{words.why}", _clipped(reason, words), _WIDTH)
    found = [quote for quote in result.quotes if quote.found]
    for quote in found[:_MOST_QUOTES]:
        passage = f'"{_clipped(quote.passage or quote.text, words)}"'
        if quote.source != "output":
            passage += words.brackets(words.sources.get(quote.source, quote.source))
        lines += hanging(f"{_INDENT * 3}{words.quote}", passage, _WIDTH)
    return lines


def _points(evaluation: Evaluation, words: Words) -> list[str]:
    if evaluation.criteria or not evaluation.points:
        return []
    points = sorted(evaluation.points, key=_score_of)
    scores = [words.statuses["undecided"] if p.score is None else out_of(p.score, p.maximum) for p in points]
    widest = max(map(width_of, scores[:_MOST_LOST]))
    lines = [words.points_title]
    for point, score in list(zip(points, scores, strict=True))[:_MOST_LOST]:
        told = words.marks.semicolon.join(part for part in (point.status, point.evidence) if part)
        first = f"{_INDENT}{' ' * (widest - width_of(score))}{score}  {one_line(point.label)}"
        lines += hanging(f"{first}{words.marks.colon}" if told else first, _clipped(told, words), _WIDTH)
    if len(points) > _MOST_LOST:
        lines.append(_INDENT + words.more_lines.format(n=len(points) - _MOST_LOST).strip())
    return lines


def _score_of(point: Point) -> float:
    """What points are sorted by: the undecided first, the others by their share of the highest score."""
    if point.score is None:
        return -1.0
    return point.score / point.maximum if point.maximum else point.score


def _excerpt(output: str, words: Words) -> list[str]:
    """The head of the output."""
    output = visible(output).strip("\n")
    if not output.strip():
        return [f"{words.output_title} {words.output_empty}"]
    lines = _quoted(output[:_OUTPUT])
    if len(output) <= _OUTPUT and len(lines) <= _OUTPUT_LINES:
        return [words.output_title, *lines]
    size = words.output_cut.format(lines=f"{output.count(chr(10)) + 1:,}", characters=f"{len(output):,}")
    return [words.output_head_title, *lines[:_OUTPUT_LINES], _INDENT + size]


def _quoted(text: str) -> list[str]:
    """Foreign text behind a bar, so that it can't be taken for ours."""
    folded = (part for line in text.splitlines() for part in fold(line, _WIDTH - len(_BAR)))
    return [f"{_BAR}{line}".rstrip() for line in folded]


def _causes(errors: list[str], words: Words) -> list[str]:
    lines: list[str] = []
    for error in errors[:_MOST_ERRORS]:
        lines += hanging(f"{_INDENT}- ", clip(error, _ERROR, words.more_characters), _WIDTH)
    if len(errors) > _MOST_ERRORS:
        lines.append(_INDENT + words.more_lines.format(n=len(errors) - _MOST_ERRORS).strip())
    return lines


def _is_told(errors: list[str], evaluation: Evaluation) -> bool:
    """Whether the first line already holds the whole of the only error."""
    return len(errors) == 1 and one_line(errors[0]) in first_line(evaluation)


def _details(details: str, words: Words) -> list[str]:
    clean = visible(details).strip("\n")
    shown = _quoted(clean[:_DETAILS])
    if len(clean) > _DETAILS:
        shown.append(_INDENT + words.more_characters.replace("{left}", f"{len(clean) - _DETAILS:,}").strip())
    return [words.details, *shown]


def _sum(lost: Iterable[Loss]) -> str:
    return figure(sum((loss.points for loss in lost), Fraction(0)))


def _clipped(told: str, words: Words) -> str:
    return clip(one_line(told), _REASON, words.more_characters)
