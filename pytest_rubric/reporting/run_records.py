"""The runs of a repeated case as plain data: the field ``repeat`` of a record."""

from __future__ import annotations

from fractions import Fraction
from typing import TypedDict

from pytest_rubric.model import Evaluation, Run, Runs, Status
from pytest_rubric.model.lines import shortened
from pytest_rubric.model.text import visible
from pytest_rubric.reporting.fingerprints import output_hash
from pytest_rubric.reporting.numbers import Number, plain
from pytest_rubric.scoring.repeat_sentences import rule_text

_WIDEST = 500


class DecisionRecord(TypedDict):
    """What one run made of one criterion."""

    id: int
    status: Status


class RunRecord(TypedDict):
    """One run. ``passed`` is null where it has no outcome; then ``error`` says why, unless it was
    skipped. ``score`` and ``verdict`` are null there too."""

    passed: bool | None
    state: str
    score: Number | None
    interval: list[Number] | None
    verdict: str | None
    summary: str
    criteria: list[DecisionRecord]
    output_hash: str | None
    error: str | None


class RepeatRecord(TypedDict):
    """All runs in their order, and how they decide: ``needed`` of ``n`` must pass by the ``rule``.
    ``shown`` is the number of the run, from 1, that the rest of the record is about."""

    n: int
    rule: str
    needed: int
    passed: int
    failed: int
    open: int
    shown: int
    runs: list[RunRecord]


def repeat_record(runs: Runs | None) -> RepeatRecord | None:
    """The field of a case, ``None`` for one that ran once."""
    if runs is None:
        return None
    return {
        "n": len(runs.runs),
        "rule": rule_text(runs.rule),
        "needed": runs.needed,
        "passed": runs.passed,
        "failed": runs.failed,
        "open": runs.open,
        "shown": runs.shown + 1,
        "runs": [_run(run) for run in runs.runs],
    }


def _run(run: Run) -> RunRecord:
    evaluation = run.evaluation
    scored = evaluation.state == "judged"
    return {
        "passed": evaluation.passed,
        "state": evaluation.state,
        "score": plain(evaluation.score) if scored else None,
        "interval": _interval(evaluation),
        "verdict": evaluation.verdict if scored else None,
        "summary": visible(shortened(evaluation.summary, _WIDEST)),
        "criteria": [
            {"id": int(result.criterion.id), "status": result.status} for result in evaluation.criteria
        ],
        "output_hash": output_hash(run.output, run.versus),
        "error": None if evaluation.error is None else visible(evaluation.error),
    }


def _interval(evaluation: Evaluation) -> list[Number] | None:
    if evaluation.interval is None:
        return None
    return [plain(Fraction(end)) for end in evaluation.interval]
