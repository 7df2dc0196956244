"""The runs of a repeated case, in a few words each."""

from __future__ import annotations

from pytest_rubric.model import Evaluation, Run, Runs
from pytest_rubric.model.lines import cut, one_line
from pytest_rubric.reporting.layout import table
from pytest_rubric.reporting.numbers import grouped
from pytest_rubric.reporting.outcome import score_text
from pytest_rubric.reporting.words import Words
from pytest_rubric.scoring import repeat_sentences

_MOST_RUNS = 20
_WIDEST = 60
_INDENT = "  "
_SCORE = 2


def tell_apart(evaluation: Evaluation) -> bool:
    """Whether the runs make the story. Not of a case that ran once, and not where one cause kept all
    runs from an outcome: that is told as by a case that runs once."""
    runs = evaluation.repeat
    if runs is None:
        return False
    return evaluation.passed is not None or _begins_with_count(evaluation, runs)


def _begins_with_count(evaluation: Evaluation, runs: Runs) -> bool:
    return (evaluation.error or "").startswith(f"{repeat_sentences.counted(runs, evaluation.lang)}\n")


def lines(evaluation: Evaluation, words: Words) -> list[str]:
    """A table for the terminal; nothing where the runs don't make the story.

    Of very many the first ones that did not pass have a row, then the first ones that did, and always
    the one that is shown.
    """
    runs = evaluation.repeat
    if runs is None or not tell_apart(evaluation):
        return []
    numbers = sorted(
        range(len(runs.runs)), key=lambda at: (at != runs.shown, runs.runs[at].evaluation.passed is True)
    )
    rows = [row(at + 1, runs.runs[at], words, _WIDEST) for at in sorted(numbers[:_MOST_RUNS])]
    drawn = table(words.runs_columns, rows, (0, _SCORE))
    title = words.runs_title.format(run=repeat_sentences.numbered([runs.shown + 1], evaluation.lang))
    told = [title, *(f"{_INDENT}{line}" for line in drawn)]
    if (more := len(numbers) - _MOST_RUNS) > 0:
        told.append(_INDENT + words.more_in_reports.format(n=grouped(more)))
    return told


def row(number: int, run: Run, words: Words, widest: int) -> list[str]:
    """One run in columns: its number, outcome, score, and what it came to or why it is open."""
    evaluation = run.evaluation
    outcome = {True: words.run_passed, False: words.run_failed, None: words.run_open}[evaluation.passed]
    told = evaluation.summary if evaluation.passed is not None else repeat_sentences.cause_of(evaluation)
    return [str(number), outcome, score_text(evaluation) or "-", cut(one_line(told), widest)]
