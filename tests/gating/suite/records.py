"""Records as a run leaves them, made from what matters to a gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pytest_rubric.reporting.numbers import Number
from pytest_rubric.reporting.record import Record, make_record
from tests.reporting.samples import ROOT, case_of, not_judged


def record(
    score: Number | None = None,
    outcome: str | None = None,
    *,
    tags: Mapping[str, int | None] | None = None,
    criterion_tags: Sequence[str] = (),
    case_tags: Sequence[str] = (),
    id: str = "case",
) -> Record:
    """One item: passed with a score, an error without one, unless the outcome is given."""
    made = make_record(
        case_of((), case_id=id),
        not_judged("no usable reply", state="broken"),
        nodeid=f"a.rubric.yaml::{id}",
        root=ROOT,
        outcome=outcome or ("error" if score is None else "passed"),
        seconds=0.1,
    )
    made["score"] = score
    made["tags"] = None if tags is None else dict(tags)
    made["criterion_tags"] = list(criterion_tags)
    made["case_tags"] = list(case_tags)
    return made
