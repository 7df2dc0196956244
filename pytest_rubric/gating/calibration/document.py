"""``calibration_report.json``: a calibration as plain data."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pytest_rubric.gating.calibration.decisions import Decision
from pytest_rubric.gating.calibration.findings import CAUSES, Example, Finding, Measured, Remark
from pytest_rubric.gating.calibration.measures import Group, labels_needed
from pytest_rubric.gating.calibration.outcomes import Outcome
from pytest_rubric.gating.calibration.report import Calibration
from pytest_rubric.gating.calibration.scores import ScoredItem, Scores
from pytest_rubric.gating.statistics import Estimate, Interval
from pytest_rubric.reporting.numbers import Number, plain

VERSION = 1

_PLACES = 4


def text(calibration: Calibration) -> str:
    """The document as text, one line a field, keys in a fixed order."""
    return json.dumps(document(calibration), ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def document(calibration: Calibration) -> dict[str, Any]:
    """The calibration. Shares are 0 to 1, differences of scores in points; what is unknown is null."""
    evidence, overall = calibration.evidence, calibration.overall
    share = overall.agreement.agreement.value
    return {
        "version": VERSION,
        "sources": [{"file": each.name, "items": len(each.records)} for each in calibration.sources],
        "models": list(calibration.models),
        "items": len(evidence.records),
        "repeated_items": evidence.repeated,
        "labels": {
            "all": evidence.labels,
            "compared": len(overall.decisions),
            "decided_by_code": evidence.decided_by_code,
            "undecided": evidence.undecided,
            "not_judged": evidence.not_judged,
            "contradictory": len(evidence.contradictions),
            "needed": None if share is None else labels_needed(share),
        },
        "overall": _group(overall),
        "by_tag": [{"tag": each.name, **_group(each)} for each in calibration.tags],
        "by_criterion": [{"criterion": each.name, **_group(each)} for each in calibration.criteria],
        "scores": _scores(calibration.scores),
        "outcomes_by_labels": {
            "cases": len(calibration.outcomes),
            "turned": sum(each.turns for each in calibration.outcomes),
        },
        "findings": [_finding(each) for each in calibration.findings],
        "findings_by_cause": _by_cause(Counter(each.cause for each in calibration.findings)),
        "weaknesses_by_cause": {
            **_by_cause({cause: len(calibration.weaknesses.get(cause, ())) for cause in CAUSES}),
            "items_without_feedback": calibration.without_feedback,
        },
    }


def _by_cause(counts: Mapping[Any, int]) -> dict[str, int]:
    return {cause: counts.get(cause, 0) for cause in CAUSES}


def _group(group: Group) -> dict[str, Any]:
    found = group.agreement
    return {
        "decisions": found.n,
        "agreeing": group.agreeing,
        "agreement": _estimate(found.agreement),
        "kappa": _estimate(found.kappa),
        "macro_f1": _estimate(found.macro_f1),
        "confusion": {
            "both_yes": found.confusion.get(("yes", "yes"), 0),
            "both_no": found.confusion.get(("no", "no"), 0),
            "only_judge_yes": group.false_yes,
            "only_people_yes": group.false_no,
        },
    }


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {
        "value": _number(estimate.value),
        "interval": _interval(estimate.interval),
        "undefined": estimate.undefined or None,
    }


def _interval(interval: Interval | None) -> list[Number | None] | None:
    return None if interval is None else [_number(interval.low), _number(interval.high)]


def _number(value: Fraction | float | None) -> Number | None:
    return None if value is None else plain(round(float(value), _PLACES))


def _scores(scores: Scores) -> dict[str, Any]:
    found = scores.comparison
    return {
        "items": len(scores.items),
        "without_machine_score": scores.without_machine,
        "mean_difference": None if found is None else _number(found.difference),
        "mean_difference_interval": None if found is None else _interval(found.difference_interval),
        "mean_absolute_difference": None if found is None else _number(found.distance),
        "correlation": None if found is None else _number(found.correlation),
        "no_correlation": None if found is None else found.no_correlation,
        "same_side_of_threshold": None if found is None else _estimate(found.passing.agreement),
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "kind": finding.kind,
        "root_cause": finding.cause,
        "certain": finding.certain,
        "subject": finding.subject or None,
        "advice": finding.advice,
        "facts": dict(finding.facts),
        "evidence": [_example(each) for each in finding.examples],
    }


def _example(example: Example) -> dict[str, Any]:
    place = {"nodeid": example.nodeid, "case": example.case}
    match example:
        case Decision():
            return {
                **place,
                "criterion": example.id,
                "judge": example.machine,
                "human": example.human,
                "reason": example.reason,
                "quote": example.quote,
            }
        case Outcome():
            return {
                **place,
                "score": plain(example.machine),
                "score_by_labels": example.by_labels,
                "threshold": plain(example.threshold),
                "passed": example.passed,
                "would_pass": example.would_pass,
            }
        case ScoredItem():
            return {
                **place,
                "score": plain(example.machine),
                "human_score": plain(example.human),
                "threshold": plain(example.threshold),
                "human_reason": example.reason,
            }
        case Measured():
            return {**place, "of": example.label or None, "value": example.value}
        case Remark():
            return {**place, "text": example.text, "quote": example.quote}
