"""The frame of the report: heading, total and the five blocks in their order."""

from __future__ import annotations

from pathlib import Path

from pytest_rubric.model import Case, Evaluation, HumanLabels, Output
from pytest_rubric.reporting.markdown import decisions, feedback
from pytest_rubric.reporting.markdown.arithmetic import calculation, conclusion
from pytest_rubric.reporting.markdown.identity import about
from pytest_rubric.reporting.markdown.pen import Pen, block
from pytest_rubric.reporting.words import Words, words_for
from pytest_rubric.scoring.figures import figure


def render(
    case: Case,
    output: Output | None,
    evaluation: Evaluation,
    *,
    versus: Output | None = None,
    root: Path | None = None,
    human: HumanLabels | None = None,
    named: bool = False,
) -> str:
    """The report as Markdown, in ``evaluation.lang``, ending in a newline.

    ``human`` is what a person says of this item, ``named`` that the evaluator is one of
    ``evaluators``: then the conclusion stands above its points. ``output`` is ``None`` where there was
    none, ``versus`` the one that it was compared with. Places are told relative to ``root``. Texts from
    outside are cut at fixed lengths, visibly, and escaped.
    """
    words = words_for(evaluation.lang)
    pen = Pen(words, output)
    headings = words.headings
    evaluator = evaluation.evaluator if named else None
    subject = about(case, output, pen, versus=versus, evaluator=evaluator, root=root)
    by_criteria = bool(evaluation.criteria) or (not evaluation.points and evaluation.evaluator == "rubric")
    blocks = [
        f"## {headings.result}",
        headings.total.format(_total(evaluation, words)),
        *([conclusion(evaluation, pen)] if named and evaluation.summary and not evaluation.error else []),
        block(headings.rubric, decisions.table(case, evaluation, pen))
        if by_criteria
        else block(headings.dimensions, decisions.dimensions(evaluation, pen)),
        block(headings.math, calculation(evaluation, pen, human=human, concluded=named, subject=subject)),
        block(headings.strengths, feedback.strengths(evaluation, pen)),
        block(headings.weaknesses, feedback.weaknesses(evaluation, pen)),
        block(headings.suggestions, feedback.suggestions(evaluation, pen)),
    ]
    return "\n\n".join(blocks) + "\n"


def _total(evaluation: Evaluation, words: Words) -> str:
    if evaluation.score is not None:
        return figure(evaluation.score)
    if evaluation.interval is not None:
        return words.open_score.format(
            low=figure(evaluation.interval[0]), high=figure(evaluation.interval[1])
        )
    return words.no_score
