"""What the HTML page tells of a whole run: means by tag, and cases without a counterpart in the baseline."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pytest_rubric.gating.baseline.states import keyed
from pytest_rubric.gating.suite.measuring import tag_scores
from pytest_rubric.reporting.html import TagMean, Unmatched
from pytest_rubric.reporting.record import Record

if TYPE_CHECKING:
    from pytest_rubric.gating.baseline.runs import RunComparison

_ABOVE_ALL = Fraction(101)


def tag_means(records: Sequence[Record]) -> list[TagMean]:
    """As gates measure them, the lowest first; tags without any score come last."""
    found = [TagMean(tag, each.value, each.counted, each.items) for tag, each in tag_scores(records).items()]
    return sorted(found, key=lambda each: (_ABOVE_ALL if each.mean is None else each.mean, each.tag))


def unmatched(compared: RunComparison) -> Unmatched:
    """Of a run that was held against its baseline."""
    not_run = (*compared.unreached, *compared.not_run)
    return Unmatched(compared.new, compared.missing, compared.renamed, not_run)


def unmatched_in(records: Sequence[Record]) -> Unmatched | None:
    """Of results that were read from a file, which say nothing of cases that they lack; ``None`` where there
    was no baseline."""
    if all(record["baseline"] is None for record in records):
        return None
    new, renamed = [], []
    for key, record in keyed(records):
        before = record["baseline"]
        if before is None:
            if record["state"] == "judged":
                new.append(key)
        elif before["nodeid"] != key:
            renamed.append((before["nodeid"], key))
    return Unmatched(new=new, renamed=renamed)
