"""Results of an earlier run for a terminal: all of them in a table, or one with its decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pytest_rubric.model.lines import one_line
from pytest_rubric.reporting.case_table import case_table
from pytest_rubric.reporting.layout import hanging
from pytest_rubric.reporting.numbers import out_of, signed
from pytest_rubric.reporting.record import CriterionRecord, PointRecord, QuoteRecord, Record
from pytest_rubric.reporting.totals import (
    counted,
    pasteable,
    score_of,
    threshold_of,
    totals,
    verdict_of,
)
from pytest_rubric.reporting.words import ENGLISH
from pytest_rubric.scoring.figures import exact

_INDENT = "  "


def lines(records: Sequence[Record], width: int) -> list[str]:
    """All records in their order, a row each, and what they add up to."""
    if not records:
        return ["no result"]
    named = [(one_line(pasteable(each)), each) for each in records]
    return [*case_table(named, width), "", counted(totals(records))]


def details(record: Record, width: int) -> list[str]:
    """One record with everything that was decided."""
    place = "" if record["file"] is None else f"  ({record['file']}:{record['line']})"
    title = "" if record["title"] == record["id"] else f' "{one_line(record["title"])}"'
    found = [one_line(f"{pasteable(record)}{title}{place}")]
    found += hanging(f"{record['evaluator']}: ", _story(record), width)
    if record["summary"] and not record["error"]:
        found += hanging("", record["summary"], width)
    if record["error"]:
        for line in str(record["error"]).splitlines():
            found += hanging(f"{_INDENT}- ", line, width)
    for criterion in record["criteria"]:
        found += ["", *_criterion(criterion, width)]
    for point in record["points"]:
        found += ["", *_point(point, width)]
    scores = [f"{tag} {score}" for tag, score in (record["tags"] or {}).items() if score is not None]
    if scores:
        found += ["", *hanging("tags: ", ", ".join(scores), width)]
    return found


def _story(record: Record) -> str:
    story = f"{score_of(record)}, threshold {threshold_of(record)}, {verdict_of(record)}"
    before = record.get("baseline")
    if before is None:
        return story
    was = before["verdict"] if before["score"] is None else before["score"]
    return f"{story}; {was} in the baseline ({before['standing']})"


def _criterion(criterion: CriterionRecord, width: int) -> Iterator[str]:
    status = ENGLISH.statuses[criterion["status"]]
    points = exact(criterion["points"])
    required = ", required" if criterion["required"] else ""
    first = f"{_INDENT}#{criterion['id']}  {signed(points)}  {status}{required}  "
    yield from hanging(first, criterion["criterion"], width)
    if criterion["reason"]:
        yield from hanging(f"{_INDENT * 3}why: ", criterion["reason"], width)
    for quote in criterion["quotes"]:
        yield from hanging(f"{_INDENT * 3}quote: ", _quote(quote), width)


def _quote(quote: QuoteRecord) -> str:
    remarks = [] if quote["from"] == "output" else [ENGLISH.sources.get(quote["from"], quote["from"])]
    if not quote["found"]:
        remarks.append("not found")
    return f'"{quote["text"]}"' + (f" ({', '.join(remarks)})" if remarks else "")


def _point(point: PointRecord, width: int) -> Iterator[str]:
    score = "undecided" if point["score"] is None else out_of(point["score"], point["maximum"])
    status = f", {point['status']}" if point["status"] else ""
    yield from hanging(f"{_INDENT}{score}{status}  ", point["label"], width)
    if point["evidence"]:
        yield from hanging(f"{_INDENT * 3}why: ", point["evidence"], width)
    if point["suggestion"]:
        yield from hanging(f"{_INDENT * 3}do: ", point["suggestion"], width)
