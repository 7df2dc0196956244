"""The runs of a repeated case: a table above the arithmetic of the one that is shown."""

from __future__ import annotations

from pytest_rubric.model import Evaluation
from pytest_rubric.reporting import runs as in_words
from pytest_rubric.reporting.markdown.pen import REMARK, Pen
from pytest_rubric.reporting.tables import markdown_table
from pytest_rubric.scoring import repeat_sentences


def table(evaluation: Evaluation, pen: Pen) -> list[str]:
    """All runs as a table, and which of them the report shows; nothing for a case that ran once."""
    runs = evaluation.repeat
    if runs is None:
        return []
    rows = [
        [pen.cell(text, REMARK) for text in in_words.row(number, run, pen.words, REMARK)]
        for number, run in enumerate(runs.runs, 1)
    ]
    drawn = markdown_table([name.capitalize() for name in pen.words.runs_columns], rows, (0, 2))
    shown = repeat_sentences.numbered([runs.shown + 1], evaluation.lang)
    return [*drawn, "", f"- {pen.words.runs_shown.format(run=shown)}", ""]
