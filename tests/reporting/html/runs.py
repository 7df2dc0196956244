"""Runs to make pages of: an ordinary one, one with a baseline, and one of which every text is hostile."""

from __future__ import annotations

from dataclasses import replace

from pytest_rubric.model import Location, Output
from pytest_rubric.reporting import markdown
from pytest_rubric.reporting.html import Unmatched
from pytest_rubric.reporting.record import Record, make_record
from tests.reporting.html.reading import Element, page
from tests.reporting.samples import (
    ROOT,
    case_of,
    complexity_results,
    criterion,
    decided,
    evaluated,
    found,
    judged_points,
    not_judged,
    record_of,
    refund_results,
)

HOSTILE = (
    "</script><script>document.documentElement.dataset.broken='1'</script>",
    '"><img src=x onerror="document.documentElement.dataset.broken=1">',
    "' onmouseover='document.documentElement.dataset.broken=1' x='",
    "</title></style></table></details><h1>out</h1>",
    "<!--<script>",
    "]]>&lt;script&gt;&#60;b&#62;",
    "{{TITLE}} TITLE </textarea><svg onload=document.documentElement.dataset.broken=1>",
    "\x00\x1b[31m\x07\x7f\x85 \ud83d \udc00 \ufffe",
    "\u202eexe.gpj\u202c \u2066x\u2069",
    "` `` ``` ~~~ ~~ | \\| \\ **x** [a](javascript:1)",
)


def a_run() -> list[Record]:
    return [
        record_of("facts", judged_points(65), "passed"),
        record_of("late-refund", evaluated(refund_results()), "failed"),
        record_of("归并排序", evaluated(complexity_results(), threshold=60, lang="zh"), "failed"),
        record_of("no-file", not_judged("the file a.txt is missing; write it"), "error"),
    ]


def in_baseline(record: Record, **changes: object) -> Record:
    record["baseline"] = {
        "nodeid": record["nodeid"],
        "standing": "lower",
        "passed": True,
        "score": 80,
        "interval": [80, 80],
        "threshold": 60,
        "verdict": "pass",
        "change": -15,
        "fell": 15,
        "flips": [],
        "cause": None,
        "case_changed": None,
        "judge_before": None,
        **changes,  # type: ignore[typeddict-item]
    }
    return record


def hostile_run() -> tuple[list[Record], list[str | None]]:
    """Cases of which every text is hostile; some with their report, some without."""
    records: list[Record] = []
    reports: list[str | None] = []
    for number, text in enumerate(HOSTILE):
        results = (
            decided(criterion(1, text, 10, text), "met", text, found(text)),
            decided(criterion(2, text, 20, text), "not_met", text),
        )
        case = case_of(results, f"case-{number}", text)
        case = replace(case, tags=(text, "smoke"), location=Location(ROOT / text.replace("\x00", ""), 3))
        evaluation = replace(evaluated(results), summary=text, error=text, calculation=(text, "```"))
        record = make_record(case, evaluation, nodeid=text, root=ROOT, outcome="failed", seconds=1)
        flip = {"id": 1, "criterion": text, "before": text, "now": text, "direction": "worse"}
        flips = [{**flip, "evidence_before": text, "evidence_now": text}]
        records.append(in_baseline(record, nodeid=text, flips=flips))
        reports.append(None if number % 2 else markdown.render(case, Output(text), evaluation) + text)
    return records, reports


def hostile_page() -> str:
    records, reports = hostile_run()
    names = Unmatched(HOSTILE, HOSTILE, [(text, text) for text in HOSTILE], HOSTILE)
    return page(records, reports, told=HOSTILE, unmatched=names, source=HOSTILE[0])


def rows(made: Element) -> list[Element]:
    return made.one("table", id="cases").every("tbody")


def own_rows(made: Element) -> list[Element]:
    """Those of the cases, without tables in their reports."""
    return [each for each in rows(made) if "data-run" in each.attributes]
