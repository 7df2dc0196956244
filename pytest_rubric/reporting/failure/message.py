"""The whole message: its blocks in their order."""

from __future__ import annotations

from pathlib import Path

from pytest_rubric.model import Case, Evaluation, Output
from pytest_rubric.model.lines import cut, one_line
from pytest_rubric.model.text import visible
from pytest_rubric.reporting import runs
from pytest_rubric.reporting.failure.criteria import lost_criteria, undecided_criteria
from pytest_rubric.reporting.failure.errors import causes, details, is_told, names_place
from pytest_rubric.reporting.failure.outputs import outputs
from pytest_rubric.reporting.failure.points import compared, points, suggestions
from pytest_rubric.reporting.failure.shape import WIDTH
from pytest_rubric.reporting.failure.story import first_line
from pytest_rubric.reporting.layout import hanging
from pytest_rubric.reporting.outcome import (
    counters,
    error_lines,
    has_no_judge,
    next_step,
    stayed_open,
    where,
)
from pytest_rubric.reporting.words import words_for
from pytest_rubric.scoring.points import undecided


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
        lost_criteria(one, words, output),
        undecided_criteria(one, words),
        compared(one, words) if one.comparison else points(one, words),
        *outputs(one, output, words),
        suggestions(one, words),
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
        [] if has_no_judge(evaluation) or names_place(errors, case, root) else _heading(case, root),
        [] if is_open or is_told(errors, evaluation) else causes(errors, words),
        runs.lines(evaluation, words),
    ]
    if not has_no_judge(evaluation):
        blocks.append(undecided_criteria(one, words))
        if undecided(one.criteria):
            blocks.append(lost_criteria(one, words, None))
        if evaluation.state == "broken":
            blocks.append(hanging(words.next_step.format(step=""), next_step(evaluation, words), WIDTH))
            if evaluation.usage.calls or evaluation.usage.stored:
                blocks.append([one_line(counters(evaluation.usage, words))])
    if evaluation.error_details:
        blocks.append(details(evaluation.error_details, words))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _heading(case: Case, root: Path | None) -> list[str]:
    name = one_line(case.label)
    if case.title != case.id:
        name += f' "{cut(one_line(case.title), WIDTH // 2)}"'
    place = where(case, root)
    return [f"{name}  ({place})" if place else name]
