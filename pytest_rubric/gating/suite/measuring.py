"""The figures of a run that gates look at, exact, each with what it covers.

An item counts as it was judged, whatever a mark or a baseline makes of it: an expected failure
keeps its score and has not passed. What has no outcome (errors, skipped items) is in no figure but
its own, and the figure says how much that was. A person's score never counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.reporting.record import Record
from pytest_rubric.scoring.figures import exact
from pytest_rubric.scoring.means import mean
from pytest_rubric.scoring.points import is_type_tag

_PASSED = ("passed", "xpassed")
_DECIDED = (*_PASSED, "failed", "xfailed")


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure over ``counted`` of ``items`` items; ``value`` is ``None`` where none of them counts.

    ``errors`` and ``skipped`` are among those that don't.
    """

    value: Fraction | None
    counted: int
    items: int
    errors: int = 0
    skipped: int = 0


def mean_score(records: Sequence[Record]) -> Measured:
    """The mean of all scores, 0 to 100."""
    return _mean([_score(record) for record in records], records)


def pass_rate(records: Sequence[Record]) -> Measured:
    """Which percentage of the items with an outcome passed."""
    decided = [100 * (r["outcome"] in _PASSED) for r in records if r["outcome"] in _DECIDED]
    value = Fraction(sum(decided), len(decided)) if decided else None
    return Measured(value, len(decided), len(records), *_without_outcome(records))


def tag_score(records: Sequence[Record], tag: str) -> Measured:
    """The mean over the items that have a tag: of their sub-scores where it is a tag of criteria, else
    of their scores."""
    having = [record for record in records if tag in tags_of(record)]
    return _mean([_sub_score(record, tag) for record in having], having)


def tag_scores(records: Sequence[Record]) -> dict[str, Measured]:
    """The same of every tag that there is, by name."""
    having: dict[str, list[Record]] = {}
    for record in records:
        for tag in sorted(tags_of(record)):
            having.setdefault(tag, []).append(record)
    return {tag: _mean([_sub_score(record, tag) for record in found], found) for tag, found in having.items()}


def errors(records: Sequence[Record]) -> Measured:
    """How many items have no outcome because something went wrong."""
    number = sum(record["outcome"] == "error" for record in records)
    return Measured(Fraction(number), len(records), len(records))


def tags_of(record: Record) -> set[str]:
    """Tags of the case and of its criteria, also where it was never judged. ``type:`` tags, which only
    say how points are signed, have no score."""
    of_criteria = (tag for criterion in record["criteria"] for tag in criterion["tags"])
    tags = {*record["case_tags"], *record["criterion_tags"], *(record["tags"] or {}), *of_criteria}
    return {tag for tag in tags if not is_type_tag(tag)}


def _score(record: Record) -> Fraction | None:
    # as written in JSON: 66.67 and not the binary fraction beside it
    return None if record["score"] is None else exact(record["score"])


def _sub_score(record: Record, tag: str) -> Fraction | None:
    if tag in (record["tags"] or {}):
        value = (record["tags"] or {})[tag]
        return None if value is None else Fraction(value)
    return _score(record) if tag in record["case_tags"] else None


def _mean(values: Iterable[Fraction | None], records: Sequence[Record]) -> Measured:
    found = [value for value in values if value is not None]
    value = mean(found) if found else None
    return Measured(value, len(found), len(records), *_without_outcome(records))


def _without_outcome(records: Sequence[Record]) -> tuple[int, int]:
    outcomes = [record["outcome"] for record in records]
    return outcomes.count("error"), outcomes.count("skipped")
