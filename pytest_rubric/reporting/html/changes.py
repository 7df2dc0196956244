"""What is not as it was in the baseline: scores and decisions with their evidence then and now, and the
cases that one of the two runs alone has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pytest_rubric.model.lines import one_line
from pytest_rubric.reporting.compared import BaselineRecord, FlipRecord
from pytest_rubric.reporting.html.cases import score_before
from pytest_rubric.reporting.html.escape import escape, own
from pytest_rubric.reporting.html.run import Unmatched
from pytest_rubric.reporting.numbers import grouped, short
from pytest_rubric.reporting.record import Record
from pytest_rubric.reporting.totals import labels, score_of
from pytest_rubric.reporting.words import ENGLISH

_STANDINGS = {
    "worse": "worse",
    "fell": "fell too far",
    "lower": "lower",
    "better": "better",
    "known": "failing as before",
    "same": "as before",
}
_CAUSES = {
    "agent": "another output",
    "judge": "the same output, judged otherwise",
    "judge_changed": "another judge or prompt",
}
_CHANGED = {"rubric": "the rubric changed", "case": "the case changed"}
# of points, their scores stand there
_STATUSES: dict[str, str] = {str(status): word for status, word in ENGLISH.statuses.items()}


def section(records: Sequence[Record], unmatched: Unmatched | None) -> Iterator[str]:
    """Nothing where there was no baseline."""
    compared = [(at, record, found) for at, record in enumerate(records) if (found := record["baseline"])]
    if not compared and unmatched is None:
        return
    yield '<section aria-labelledby="changes-title">\n<h2 id="changes-title">Against the baseline</h2>\n'
    changed = [each for each in compared if each[2]["flips"] or each[2]["standing"] not in ("same", "known")]
    ranks = list(_STANDINGS)
    changed.sort(key=lambda each: (ranks.index(each[2]["standing"]), each[2]["change"] or 0))
    if changed:
        yield _HEAD
        names = labels(records)
        for at, record, before in changed:
            yield _row(record, before, at, names[at])
        yield "</table>\n"
    else:
        yield "<p>No score and no decision changed.</p>\n"
    if unmatched is not None:
        yield from _lists(unmatched)
    yield "</section>\n"


_HEAD = (
    '<table class="cases" aria-labelledby="changes-title">\n<thead><tr>'
    '<th scope="col">Case</th><th scope="col" class="number">Before</th>'
    '<th scope="col" class="number">Now</th><th scope="col">Standing</th></tr></thead>\n'
)


def _row(record: Record, before: BaselineRecord, at: int, name: str) -> str:
    change = before["change"]
    moved = f" ({'+' if change > 0 else ''}{short(change)})" if change else ""
    told = []
    if before["cause"] is not None:
        told.append(_CAUSES[before["cause"]])
    if before["case_changed"] is not None:
        told.append(_CHANGED[before["case_changed"]])
    items = "".join([*(f"<li>{escape(each)}</li>" for each in told), *map(_flip, before["flips"])])
    return (
        f'<tbody><tr><th scope="row"><a href="#case-{at}">{own(one_line(name), "bdi")}</a></th>'
        f'<td class="number">{score_before(record)}</td><td class="number">{score_of(record)}{moved}</td>'
        f"<td>{_STANDINGS[before['standing']]}</td></tr>\n"
        f'<tr><td colspan="4">{f"<ul>{items}</ul>" if items else ""}</td></tr></tbody>\n'
    )


def _flip(flip: FlipRecord) -> str:
    was, now = (escape(_STATUSES.get(text, text)) for text in (flip["before"], flip["now"]))
    told = f"#{flip['id']} {own(flip['criterion'])}: {was} → {now} ({flip['direction']})"
    evidence = "".join(
        f"<br><small>{label}: {own(text)}</small>"
        for label, text in (("then", flip["evidence_before"]), ("now", flip["evidence_now"]))
        if text
    )
    return f"<li>{told}{evidence}</li>"


def _lists(unmatched: Unmatched) -> Iterator[str]:
    renamed = [f"{before} → {now}" for before, now in unmatched.renamed]
    for title, names in (
        ("New, not in the baseline", unmatched.new),
        ("Missing, in the baseline only", unmatched.missing),
        ("Renamed", renamed),
        ("In the baseline, not judged in this run", unmatched.not_run),
    ):
        if names:
            items = "".join(f"<li>{own(one_line(name))}</li>" for name in names)
            yield f"<details><summary>{title}: {grouped(len(names))}</summary><ul>{items}</ul></details>\n"
