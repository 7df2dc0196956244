"""Files of results and baselines, as runs leave them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pytest_rubric.gating.baseline.file_format import Baseline, dump
from pytest_rubric.gating.baseline.runs import run_of
from pytest_rubric.reporting import record_text
from pytest_rubric.reporting.record import Record
from tests.reporting.samples import evaluated, judged_points, not_judged, record_of, refund_results


def a_run() -> list[Record]:
    """A case that passes, one of another evaluator, and an error."""
    return [
        record_of("late-refund", evaluated(refund_results(), threshold=60), "passed"),
        record_of("facts", judged_points(70), "passed"),
        record_of("broken", not_judged("no endpoint", state="broken"), "error"),
    ]


def a_worse_run() -> list[Record]:
    """The first case lost its time limit and fails; the error can be judged now."""
    results = tuple(
        replace(result, status="not_met", reason="It names no address.", quotes=())
        if result.criterion.id == 3
        else result
        for result in refund_results()
    )
    return [
        record_of("late-refund", evaluated(results, threshold=60), "failed"),
        record_of("facts", judged_points(70), "passed"),
        record_of("broken", judged_points(80), "passed"),
    ]


def write_results(path: Path, records: list[Record]) -> Path:
    path.write_text("".join(record_text.dump(each) + "\n" for each in records), encoding="utf-8")
    return path


def write_baseline(path: Path, records: list[Record]) -> Path:
    path.write_text(dump(Baseline(run_of(records).judged)), encoding="utf-8")
    return path
