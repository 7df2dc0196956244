"""What a person sees whose test just failed: the whole story in one line, then the why.

The first line is English whatever the report's language: it stands in pytest's short summary,
in JUnit files and in the logs that people search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from pytest_rubric.model import Case, CriterionResult, Evaluation, Output, Point
from pytest_rubric.model.lines import cut, one_line, width_of
from pytest_rubric.model.text import visible
from pytest_rubric.reporting import runs
from pytest_rubric.reporting.evidence import quotes_whole_output
from pytest_rubric.reporting.layout import clip, fold, hanging
from pytest_rubric.reporting.numbers import grouped, plural, signed
from pytest_rubric.reporting.outcome import (
    against_threshold,
    counters,
    error_lines,
    has_no_judge,
    ids_of,
    is_empty_output,
    next_step,
    score_of_point,
    stayed_open,
    transcript,
    where,
)
from pytest_rubric.reporting.words import ENGLISH, Words, words_for
from pytest_rubric.scoring import comparison_sentences, repeat_sentences
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.points import Loss, losses, total, undecided
from pytest_rubric.scoring.verdict import required_lost

_WIDTH = 92
_FIRST_LINE = 400
_MOST_NAMED = 4
_MOST_LOST = 8
_MOST_QUOTES = 3
_MOST_SUGGESTIONS = 3
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
    """The message of a failed test: :func:`first_line`, then what was lost, why, and what to do.

    The arithmetic and everything else are left to the Markdown report. Without ``output`` the
    case's inline output is shown, if there is one. Paths are shown relative to ``root``.
    """
    words = words_for(evaluation.lang)
    if output is None and case.actual_output is not None:
        output = Output(case.actual_output)
    one = evaluation.of_one_run
    blocks = [
        [first_line(evaluation)],
        _heading(case, root),
        runs.lines(evaluation, words),
        _lost(one, words, output),
        _undecided(one, words),
        _compared(one, words) if one.comparison else _points(one, words),
        *_outputs(one, output, words),
        _suggestions(one, words),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def error_text(case: Case, evaluation: Evaluation, *, root: Path | None = None) -> str:
    """The message of an item without an outcome: what, where, what to do next, raw details.

    Its first line is :func:`first_line`; nothing that it says is said again below. Where there is
    no judge, the error itself says what to do, and the item has nothing to add.
    """
    words = words_for(evaluation.lang)
    one = evaluation.of_one_run
    # what the first line says is not said again, and where the runs make the story, their table tells it
    errors = [
        visible(line).removeprefix(f"{evaluation.no_judge}: ") if evaluation.no_judge else visible(line)
        for line in error_lines(evaluation)
    ][1 if runs.tell_apart(evaluation) else 0 :]
    is_open = stayed_open(evaluation)
    blocks = [
        [first_line(evaluation)],
        [] if has_no_judge(evaluation) or _names_place(errors, case, root) else _heading(case, root),
        [] if is_open or _is_told(errors, evaluation) else _causes(errors, words),
        runs.lines(evaluation, words),
    ]
    if not has_no_judge(evaluation):
        blocks.append(_undecided(one, words))
        if undecided(one.criteria):
            blocks.append(_lost(one, words, None))
        if evaluation.state == "broken":
            blocks.append(hanging(words.next_step.format(step=""), next_step(evaluation, words), _WIDTH))
            if evaluation.usage.calls or evaluation.usage.stored:
                blocks.append([one_line(counters(evaluation.usage, words))])
    if evaluation.error_details:
        blocks.append(_details(evaluation.error_details, words))
    return "\n\n".join("\n".join(block) for block in blocks if block)


# --- the first line ---------------------------------------------------------------------------


def _story(evaluation: Evaluation) -> str:
    if evaluation.state == "unscored":
        return f"skipped: {evaluation.summary}"
    if evaluation.no_judge is not None:
        return f"no judge: {evaluation.no_judge}"
    if evaluation.repeat is not None and runs.tell_apart(evaluation):
        told = repeat_sentences.counted(evaluation.repeat, "en")
        if evaluation.passed is None:
            return f"no judgement: {told}"
        return f"{told}; worst: {_story(evaluation.of_one_run)}"
    if stayed_open(evaluation):
        waiting = undecided(evaluation.criteria)
        every = plural(len(evaluation.criteria), "criterion", "criteria")
        story = against_threshold(evaluation, ENGLISH.threshold)
        return f"no judgement: {story}: {grouped(len(waiting))} of {every} undecided, {_first_ids(waiting)}"
    if evaluation.state != "judged":
        kind = "not judged" if evaluation.state == "blocked" else "no judgement"
        errors = error_lines(evaluation)
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        return f"{kind}: {cut(one_line(errors[0]), _FIRST_LINE - 60)}{more}"
    if evaluation.comparison is not None:
        return comparison_sentences.summary(evaluation.comparison, "en")
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
    lost, every = losses(evaluation.criteria), len(evaluation.criteria)
    parts = [
        f"{grouped(len(lost))} of {plural(every, 'criterion', 'criteria')} lost" if lost else "nothing lost"
    ]
    parts += [f"#{loss.result.criterion.id} {signed(-loss.points)}" for loss in lost[:_MOST_NAMED]]
    story = ", ".join(parts)
    if len(lost) > _MOST_NAMED:
        story += f" and {grouped(len(lost) - _MOST_NAMED)} more"
    if waiting := undecided(evaluation.criteria):
        story += f"; {grouped(len(waiting))} undecided, {_first_ids(waiting)}"
    return story


def _first_ids(results: Sequence[CriterionResult]) -> str:
    """``#2, #5``, and how many more there are."""
    more = len(results) - _MOST_NAMED
    return ids_of(results[:_MOST_NAMED]) + (f" and {grouped(more)} more" if more > 0 else "")


# --- the blocks under it ----------------------------------------------------------------------


def _heading(case: Case, root: Path | None) -> list[str]:
    name = one_line(case.label)
    if case.title != case.id:
        name += f' "{cut(one_line(case.title), _WIDTH // 2)}"'
    place = where(case, root)
    return [f"{name}  ({place})" if place else name]


def _lost(evaluation: Evaluation, words: Words, output: Output | None) -> list[str]:
    lost = losses(evaluation.criteria)
    if not lost or is_empty_output(evaluation):
        return [words.empty_output] if lost else []
    # with penalties more can be lost than can be earned
    in_total = evaluation.total_positive is not None and _points_of(lost) <= evaluation.total_positive
    title = words.lost_title if in_total else words.lost_title_without_total
    shown = [loss.result for loss in lost[:_MOST_LOST]]
    lines = [title.format(lost=_sum(lost), total=figure(evaluation.total_positive or Fraction(0)))]
    lines += _listed(shown, [-loss.points for loss in lost], words, output)
    if rest := lost[_MOST_LOST:]:
        lines.append(_INDENT + words.lost_more.format(n=grouped(len(rest)), points=_sum(rest)))
    return lines


def _undecided(evaluation: Evaluation, words: Words) -> list[str]:
    waiting = undecided(evaluation.criteria)
    # where nothing was decided, the one cause of that is told already
    if not waiting or evaluation.interval is None:
        return []
    low, high = evaluation.interval
    lines = [words.undecided_title.format(low=low, high=high, threshold=figure(evaluation.threshold))]
    dearest = sorted(waiting, key=lambda result: -abs(result.criterion.points))[:_MOST_LOST]
    common = _common_reason(dearest)
    if common is not None:
        told = [replace(result, reason="", note=None) for result in dearest]
        lines += hanging(f"{_INDENT}{words.why}", _clipped(common, words), _WIDTH)
    else:
        told = dearest
    lines += _listed(told, [result.criterion.points for result in told], words, None)
    if (more := len(waiting) - _MOST_LOST) > 0:
        lines.append(_INDENT + words.more_in_reports.format(n=grouped(more)))
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
    lines = hanging(f"{_INDENT}{mark}", _clipped(result.criterion.text, words), _WIDTH)
    for reason in filter(None, (result.reason, result.note)):
        lines += hanging(f"{_INDENT * 3}{words.why}", _clipped(reason, words), _WIDTH)
    found = [quote for quote in result.quotes if quote.found]
    if quotes_whole_output(result, output):
        # the output stands below
        return [*lines, f"{_INDENT * 3}{words.quote}{words.quotes_whole}"]
    for quote in found[:_MOST_QUOTES]:
        passage = f'"{_clipped(quote.passage or quote.text, words)}"'
        if quote.source != "output":
            passage += words.brackets(words.sources.get(quote.source, quote.source))
        lines += hanging(f"{_INDENT * 3}{words.quote}", passage, _WIDTH)
    return lines


def _points(evaluation: Evaluation, words: Words) -> list[str]:
    if evaluation.criteria or not evaluation.points:
        return []
    points = sorted(evaluation.points, key=_rank)
    scores = [score_of_point(point, words) for point in points]
    widest = max(map(width_of, scores[:_MOST_LOST]))
    lines = [words.points_title]
    for point, score in list(zip(points, scores, strict=True))[:_MOST_LOST]:
        told = words.marks.semicolon.join(filter(None, (words.point_status(point), point.evidence)))
        first = f"{_INDENT}{' ' * (widest - width_of(score))}{score}  {one_line(point.label)}"
        told = " ".join(filter(None, (_clipped(told, words), _steps(point, words))))
        lines += hanging(f"{first}{words.marks.colon}" if told else first, told, _WIDTH)
    if len(points) > _MOST_LOST:
        lines.append(_INDENT + words.more_in_reports.format(n=grouped(len(points) - _MOST_LOST)))
    return lines


def _compared(evaluation: Evaluation, words: Words) -> list[str]:
    """How a comparison came out: its arithmetic, and what the judge says of each order."""
    lines = []
    for line in evaluation.calculation:
        lines += hanging(_INDENT, _clipped(line, words), _WIDTH)
    for order in evaluation.comparison.orders if evaluation.comparison else ():
        if order.reason:
            first = f"{_INDENT}{words.why}{words.order.format(side=order.first)}{words.marks.colon}"
            lines += hanging(first, _clipped(order.reason, words), _WIDTH)
    return lines


def _suggestions(evaluation: Evaluation, words: Words) -> list[str]:
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
        lines += hanging(f"{_INDENT}- ", _clipped(text, words), _WIDTH)
    return lines


def _rank(point: Point) -> float:
    """What points are sorted by: the undecided first, then the others by their share of the highest
    score, and last those that are not counted."""
    if point.score is None:
        return float("inf") if point.set_aside else -1.0
    return point.score / point.maximum if point.maximum else point.score


def _steps(point: Point, words: Words) -> str:
    """The steps of the run that a point is about."""
    steps = [anchor for anchor in point.anchors if anchor.startswith("step-")][:_MOST_NAMED]
    return f"[{one_line(words.marks.listing.join(steps))}]" if steps else ""


def _outputs(evaluation: Evaluation, output: Output | None, words: Words) -> list[list[str]]:
    """What was judged: the head of the output, or of both that were compared, in half the length each."""
    if evaluation.comparison is not None:
        titles = (words.output_a, words.output_b)
        lines, characters = _OUTPUT_LINES // 2, _OUTPUT // 2
        return [
            _excerpt(text, words, title, title, lines, characters)
            for text, title in zip(evaluation.comparison.texts, titles, strict=True)
        ]
    if output is None:
        return []
    title, cut_title = words.output_title, words.output_head_title
    return [_excerpt(transcript(output), words, title, cut_title, _OUTPUT_LINES, _OUTPUT)]


def _excerpt(
    output: str, words: Words, title: str, cut_title: str, most_lines: int, most_characters: int
) -> list[str]:
    """The head of an output. ``cut_title`` stands above one that is not whole."""
    output = visible(output).strip("\n")
    if not output.strip():
        return [f"{title} {words.output_empty}"]
    lines = _quoted(output[:most_characters])
    if len(output) <= most_characters and len(lines) <= most_lines:
        return [title, *lines]
    size = words.output_cut.format(lines=f"{output.count(chr(10)) + 1:,}", characters=f"{len(output):,}")
    return [cut_title, *lines[:most_lines], _INDENT + size]


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
    if evaluation.no_judge is not None:
        # an item after the first, which told all
        return errors[0].endswith(evaluation.no_judge)
    return len(errors) == 1 and one_line(errors[0]) in first_line(evaluation)


def _names_place(errors: list[str], case: Case, root: Path | None) -> bool:
    """Whether each error begins with its own line of the case file."""
    place = where(case, root)
    file = place.rpartition(":")[0] if place else None
    return file is not None and all(error.startswith(f"{file}:") for error in errors)


def _details(details: str, words: Words) -> list[str]:
    clean = visible(details).strip("\n")
    shown = _quoted(clean[:_DETAILS])
    if len(clean) > _DETAILS:
        shown.append(_INDENT + words.more_characters.replace("{left}", f"{len(clean) - _DETAILS:,}").strip())
    return [words.details, *shown]


def _sum(lost: Iterable[Loss]) -> str:
    return figure(_points_of(lost))


def _points_of(lost: Iterable[Loss]) -> Fraction:
    return total(loss.points for loss in lost)


def _clipped(told: str, words: Words) -> str:
    return clip(one_line(told), _REASON, words.more_characters)
