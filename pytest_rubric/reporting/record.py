"""One result as a JSON object: the line of ``--rubric-json``, and what crosses between processes.

Only plain types leave here (no subclass of ``str``, no ``Fraction``, no number that isn't finite):
anything else ends an xdist session with an internal error.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TypedDict, cast

from pytest_rubric.model import (
    Case,
    Comparison,
    CriterionResult,
    Evaluation,
    HumanLabels,
    Point,
    Quote,
    Status,
)
from pytest_rubric.model.comparison import Expect, Side, Winner
from pytest_rubric.model.paths import shown_path
from pytest_rubric.model.text import visible
from pytest_rubric.reporting.compared import BaselineRecord, JudgeRecord
from pytest_rubric.reporting.labels import HumanRecord, WeaknessRecord, human_record, labels_of, weaknesses
from pytest_rubric.reporting.notes import NoteRecord, notes
from pytest_rubric.reporting.numbers import Number, plain
from pytest_rubric.reporting.run_records import RepeatRecord, repeat_record
from pytest_rubric.scoring.figures import rounded
from pytest_rubric.scoring.points import is_type_tag

VERSION = 1

QuoteRecord = TypedDict(
    "QuoteRecord", {"from": str, "text": str, "found": bool, "start": int | None, "end": int | None}
)
"""A quote; ``start`` and ``end`` are code points of the named text. ``from`` is no name in Python."""


class _EveryCriterion(TypedDict):
    id: int
    criterion: str
    points: Number
    tags: list[str]
    required: bool
    status: Status
    basis: str
    reason: str
    quotes: list[QuoteRecord]
    confidence: Number | None


class CriterionRecord(_EveryCriterion, total=False):
    """One criterion and its decision.

    ``turn`` only where it is about one turn of a conversation; ``check``, the kind of check, where code
    decided; ``human``, what people say in the words of ``status``, where there is a label.
    """

    turn: int
    check: str
    human: Status


class PointRecord(TypedDict):
    """One scored point of an evaluator other than the rubric's."""

    label: str
    score: Number | None
    maximum: Number | None
    status: str | None
    evidence: str | None
    suggestion: str | None
    anchors: list[str]


class TokensRecord(TypedDict):
    """Tokens of the calls."""

    input: int
    output: int


class OrderRecord(TypedDict):
    """One reply of a comparison: ``first`` is the output shown first, ``winner`` who wins by its
    scores, ``stated`` who the judge says is better; both null where that is open."""

    first: Side
    sample: int
    winner: Winner | None
    stated: Winner | None


class _EveryComparison(TypedDict):
    winner: Winner | None
    expect: Expect | None
    orders: list[OrderRecord]


class ComparisonRecord(_EveryComparison, total=False):
    """What came of a comparison: ``comparison.json``, and what was expected and replied.

    Without a winner there is no more of ``comparison.json`` than that.
    """

    reasoning: object
    rubric: object
    output_quality: object
    expectation_results: object


class _CaseFields(TypedDict):
    nodeid: str
    id: str
    title: str
    case_tags: list[str]
    file: str | None
    line: int | None


class _ScoreFields(TypedDict):
    score: Number | None
    raw_score: Number | None
    interval: list[Number] | None
    verdict: str | None
    threshold: Number
    achieved_points: Number | None
    total_positive: Number | None
    criteria: list[CriterionRecord]
    points: list[PointRecord]
    figures: dict[str, Number | None]
    tags: dict[str, int | None] | None


class _CallFields(TypedDict):
    calls: int
    stored: int
    tokens: TokensRecord
    model: str | None
    seconds: Number | None
    error: str | None
    target: str | None
    target_calls: int
    target_tokens: TokensRecord


class Record(_CaseFields, _ScoreFields, _CallFields):
    """One object of ``--rubric-json``; docs/reports.md says what each field holds."""

    version: int
    evaluator: str
    outcome: str
    state: str
    summary: str
    comparison: ComparisonRecord | None
    category: str | None
    human: HumanRecord | None
    effective_score: Number | None
    weaknesses: list[WeaknessRecord] | None
    criterion_tags: list[str]
    remedy: str | None
    passed: bool | None
    case_hash: str | None
    output_hash: str | None
    judge: JudgeRecord | None
    baseline: BaselineRecord | None
    repeat: RepeatRecord | None
    notes: list[NoteRecord]


def make_record(
    case: Case,
    evaluation: Evaluation,
    *,
    nodeid: str,
    root: Path,
    outcome: str,
    seconds: float,
    target_usage: Mapping[str, int] | None = None,
    category: str | None = None,
    human: HumanLabels | None = None,
    case_hash: str | None = None,
    output_hash: str | None = None,
    judge: JudgeRecord | None = None,
) -> Record:
    """The public object of one item, its keys in their fixed order.

    ``outcome`` is ``passed``, ``failed``, ``error``, ``skipped``, ``xfailed`` or ``xpassed``;
    ``file`` comes out relative to ``root`` and is ``None``, as ``line`` is, for a case without a
    place. The numbers of an item without an outcome are ``None``; its ``interval`` is kept.
    ``target_usage`` is what the target took, as in ``Output.usage``. ``category`` is that of a named
    evaluator, ``human`` what people say of this item. ``case_hash`` and ``output_hash`` are those of
    :mod:`~pytest_rubric.reporting.fingerprints`, ``judge`` is who judged.
    """
    labels = labels_of(case, human)
    return {
        "version": VERSION,
        **_case_fields(case, nodeid, root),
        "evaluator": _text(evaluation.evaluator),
        "outcome": _text(outcome),
        "state": _text(evaluation.state),
        "summary": _text(evaluation.summary),
        **_score_fields(evaluation, labels),
        **_call_fields(case, evaluation, seconds, target_usage),
        "comparison": None if evaluation.comparison is None else _comparison(evaluation.comparison),
        "category": _maybe(category),
        "human": human_record(human, labels),
        "effective_score": plain(_effective(evaluation, human)),
        "weaknesses": weaknesses(evaluation.feedback),
        "criterion_tags": _criterion_tags(case),
        "remedy": _maybe(evaluation.remedy or None),
        "passed": evaluation.passed if _is_scored(evaluation) else None,
        "case_hash": case_hash,
        "output_hash": output_hash,
        "judge": judge,
        "baseline": None,
        "repeat": repeat_record(evaluation.repeat),
        # named evaluators have formulas of their own, which these signs know nothing of
        "notes": notes(evaluation) if category is None else [],
    }


def _case_fields(case: Case, nodeid: str, root: Path) -> _CaseFields:
    """Which item it is."""
    location = case.location
    return {
        "nodeid": _text(nodeid),
        "id": _text(case.id),
        "title": _text(case.title),
        "case_tags": [_text(tag) for tag in case.tags],
        "file": _text(shown_path(location.path, root)) if location is not None else None,
        "line": int(location.line) if location is not None else None,
    }


def _score_fields(evaluation: Evaluation, labels: Mapping[int, Status]) -> _ScoreFields:
    """What it came to, and what that is made of."""
    scored = _is_scored(evaluation)
    return {
        "score": plain(evaluation.score) if scored else None,
        "raw_score": _decimals(evaluation.raw_score) if scored else None,
        "interval": [plain(Fraction(end)) for end in evaluation.interval]
        if evaluation.interval is not None
        else None,
        "verdict": _maybe(evaluation.verdict) if scored else None,
        "threshold": plain(evaluation.threshold),
        "achieved_points": plain(evaluation.achieved_points) if scored else None,
        "total_positive": plain(evaluation.total_positive),
        "criteria": [_criterion(result, labels) for result in evaluation.criteria],
        "points": [_point(point) for point in evaluation.points],
        "figures": {_text(name): _decimals(value) for name, value in evaluation.figures.items()}
        if scored
        else {},
        "tags": _tags(evaluation.tags) if scored else None,
    }


def _call_fields(
    case: Case, evaluation: Evaluation, seconds: float, target_usage: Mapping[str, int] | None
) -> _CallFields:
    """What judge and target took."""
    usage = evaluation.usage
    return {
        "calls": int(usage.calls),
        "stored": int(usage.stored),
        "tokens": {"input": int(usage.input_tokens), "output": int(usage.output_tokens)},
        "model": _maybe(usage.model),
        "seconds": plain(round(float(seconds), 3)),
        "error": _maybe(evaluation.error),
        "target": _maybe(case.target_name),
        "target_calls": _counted(target_usage, "calls"),
        "target_tokens": {
            "input": _counted(target_usage, "input"),
            "output": _counted(target_usage, "output"),
        },
    }


def _is_scored(evaluation: Evaluation) -> bool:
    return evaluation.state == "judged"


def _effective(evaluation: Evaluation, human: HumanLabels | None) -> Fraction | int | None:
    """What averages count: a person's score where there is one, else the machine's."""
    if human is not None and human.score is not None:
        return human.score
    return evaluation.score if _is_scored(evaluation) else None


def _comparison(comparison: Comparison) -> ComparisonRecord:
    made: ComparisonRecord = {
        "winner": comparison.winner,
        "expect": comparison.expect,
        "orders": [
            {"first": each.first, "sample": each.sample, "winner": each.winner, "stated": each.stated}
            for each in comparison.orders
        ],
    }
    document = comparison.document or {}
    return cast("ComparisonRecord", {**document, **made})


def _counted(usage: Mapping[str, int] | None, name: str) -> int:
    """A count of a target's; what user code gave there may be anything."""
    found: object = usage.get(name) if isinstance(usage, Mapping) else None
    return int(found) if isinstance(found, int) and found > 0 else 0


def _criterion(result: CriterionResult, labels: Mapping[int, Status]) -> CriterionRecord:
    criterion = result.criterion
    record: CriterionRecord = {
        "id": int(criterion.id),
        "criterion": _text(criterion.text),
        "points": plain(criterion.points),
        "tags": [_text(tag) for tag in criterion.tags],
        "required": bool(criterion.required),
        "status": result.status,
        "basis": _text(result.basis),
        "reason": _text(_reason(result)),
        "quotes": [_quote(quote) for quote in result.quotes],
        "confidence": plain(result.confidence),
    }
    if criterion.turn is not None:
        record["turn"] = int(criterion.turn)
    if criterion.check is not None:
        record["check"] = _text(criterion.check.kind)
    if criterion.id in labels:
        record["human"] = labels[criterion.id]
    return record


def _reason(result: CriterionResult) -> str:
    """The judge's reason; for an undecided criterion without one, why it is undecided."""
    return result.reason or (result.note or "" if result.status == "undecided" else "")


def _quote(quote: Quote) -> QuoteRecord:
    return {
        "from": _text(quote.source),
        "text": _text(quote.text),
        "found": bool(quote.found),
        "start": _whole(quote.start),
        "end": _whole(quote.end),
    }


def _point(point: Point) -> PointRecord:
    return {
        "label": _text(point.label),
        "score": plain(point.score),
        "maximum": plain(point.maximum),
        "status": _maybe(point.status),
        "evidence": _maybe(point.evidence),
        "suggestion": _maybe(point.suggestion),
        "anchors": [_text(anchor) for anchor in point.anchors],
    }


def _criterion_tags(case: Case) -> list[str]:
    """Known also where nothing was judged, so that nobody takes a tag for one that doesn't exist."""
    tags = dict.fromkeys(tag for criterion in case.criteria for tag in criterion.tags)
    return [_text(tag) for tag in tags if not is_type_tag(tag)]


def _tags(tags: Mapping[str, int | None]) -> dict[str, int | None]:
    return {_text(tag): _whole(score) for tag, score in tags.items()}


def _decimals(value: Fraction | None) -> Number | None:
    return None if value is None else plain(rounded(value, 2))


def _whole(value: int | None) -> int | None:
    return None if value is None else int(value)


def _text(value: str) -> str:
    # str.__str__ makes an exact str of a subclass, whatever that says of itself.
    return visible(str.__str__(value))


def _maybe(value: str | None) -> str | None:
    return None if value is None else _text(value)
