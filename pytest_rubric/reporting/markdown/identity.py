"""What a report is about, for whoever opens the file alone: the case, its place, and its output's origin."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pytest_rubric.model import Case, Output
from pytest_rubric.reporting.markdown.pen import REMARK, Pen
from pytest_rubric.reporting.outcome import where


def about(
    case: Case,
    output: Output | None,
    pen: Pen,
    *,
    versus: Output | None = None,
    evaluator: str | None = None,
    root: Path | None = None,
) -> Iterable[str]:
    """A line for the case (with ``evaluator`` behind its id, as in node ids, where the case names it), and
    one for each output that says where it is from."""
    words = pen.words
    name = pen.inline(case.label if evaluator is None else f"{case.label}/{evaluator}", REMARK)
    if case.title != case.id:
        name += words.brackets(pen.inline(case.title, REMARK))
    place = where(case, root)
    if place is not None:
        name += words.marks.comma + pen.inline(place, REMARK)
    yield words.about.format(case=name)
    origins = (
        ((words.origin, output),) if versus is None else ((words.origin_a, output), (words.origin_b, versus))
    )
    for template, each in origins:
        if each is not None and each.origin:
            yield template.format(origin=pen.inline(each.origin, REMARK))
