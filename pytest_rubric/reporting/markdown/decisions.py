"""The first block: a row for each criterion, or a line for each point of another evaluator."""

from __future__ import annotations

from pytest_rubric.model import Case, CriterionResult, Evaluation, Point
from pytest_rubric.model.lines import cut, one_line
from pytest_rubric.reporting.evidence import quotes_whole_output
from pytest_rubric.reporting.markdown.pen import REASON, REMARK, Pen
from pytest_rubric.reporting.numbers import signed
from pytest_rubric.reporting.outcome import has_no_judge, score_of_point
from pytest_rubric.reporting.tables import table_row
from pytest_rubric.scoring.points import rests_on_quotes

_RULE = "|---|-----------|--------|------|------|---------|"
_DECISIONS = {
    "met": "✅ Met",
    "not_met": "❌ Not Met",
    "violated": "⚠️ Violated",
    "clean": "✅ Clean",
    "undecided": "❓ Undecided",
}
_CRITERION_COLUMNS = 72


def table(case: Case, evaluation: Evaluation, pen: Pen) -> list[str]:
    """The table of decisions. A case that was never judged shows its criteria as undecided."""
    results = evaluation.criteria or tuple(
        CriterionResult(criterion, "undecided", reason=pen.words.not_judged) for criterion in case.criteria
    )
    if has_no_judge(evaluation):
        # one cause for all, told below the calculation
        results = tuple(
            CriterionResult(result.criterion, "undecided", reason=pen.words.not_judged)
            if result.status == "undecided" and result.criterion.check is None
            else result
            for result in results
        )
    return [pen.words.headings.table, _RULE, *(_row(result, pen) for result in results)]


def _row(result: CriterionResult, pen: Pen) -> str:
    criterion = result.criterion
    text = pen.cell(cut(one_line(criterion.text), _CRITERION_COLUMNS), REASON)
    if criterion.required:
        text += pen.words.brackets(pen.words.required)
    if criterion.turn is not None:
        text += pen.words.brackets(pen.words.turn.format(n=criterion.turn))
    kind = "positive" if criterion.points > 0 else "negative"
    decision = _DECISIONS[result.status]
    cells = (str(criterion.id), text, signed(criterion.points), kind, decision, _evidence(result, pen))
    return table_row(cells)


def _evidence(result: CriterionResult, pen: Pen) -> str:
    words = pen.words
    quotes = [pen.found(result.quotes, in_cell=True)]
    if rests_on_quotes(result.status):
        quotes += pen.struck_out(result.quotes)
    parts = [" ".join(filter(None, quotes)), pen.cell(result.reason, REASON)]
    remarks = []
    if result.basis == "whole" and result.status != "undecided":
        remarks.append(words.whole)
    if quotes_whole_output(result, pen.output):
        remarks.append(words.quotes_whole)
    if result.note:
        remarks.append(pen.cell(result.note, REMARK))
    if sum(result.votes) > 1:
        remarks.append(_votes(result.votes, pen))
    text = words.marks.dash.join(filter(None, parts))
    return (text + (words.brackets(words.marks.semicolon.join(remarks)) if remarks else "")).strip()


def _votes(votes: tuple[int, int, int], pen: Pen) -> str:
    yes, no, unusable = votes
    text = pen.words.votes.format(yes=yes, no=no)
    return text + (pen.words.votes_unusable.format(unusable=unusable) if unusable else "")


def dimensions(evaluation: Evaluation, pen: Pen) -> list[str]:
    """The list of points of an evaluator without criteria."""
    if not evaluation.points:
        return [f"- {pen.words.not_judged}"]
    return [f"- {_point(point, score_of_point(point, pen.words), pen)}" for point in evaluation.points]


def _point(point: Point, score: str, pen: Pen) -> str:
    marks = pen.words.marks
    parts = [pen.inline(part, REASON) for part in (pen.words.point_status(point), point.evidence) if part]
    if point.anchors:
        listed = marks.listing.join(pen.inline(anchor, REMARK) for anchor in point.anchors)
        parts.append(f"[{listed}]")
    line = f"{pen.first(point.label, REMARK)}{marks.colon}{score}"
    return line + (marks.dash + marks.semicolon.join(parts) if parts else "")
