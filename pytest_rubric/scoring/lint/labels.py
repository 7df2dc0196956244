"""The lint of ``human``: what people say of an output that doesn't last."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_rubric.model import Case
from pytest_rubric.scoring.lint.note import Note


def notes(case: Case) -> Iterator[Note]:
    """What probably isn't meant."""
    said = case.human is not None or case.evaluator_humans
    if not said or not _is_made(case) or case.repeat > 1:  # with `repeat` it is a fault
        return
    yield Note(
        "label-of-new-output",
        "`human` is about one output, and the `target` makes a new one in each run: what people said goes on "
        "to be held against outputs that they never saw; store the output that they read, and judge that "
        "(`ActualOutputFile`)",
        case.location.line if case.location else None,
    )


def _is_made(case: Case) -> bool:
    """Whether the case names nothing but a target for its output."""
    return case.target is not None and case.actual_output is None and case.actual_output_file is None
