"""What the judge must reach against people's labels, over a whole run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from pytest_rubric.gating.calibration.decisions import Evidence
from pytest_rubric.gating.calibration.measures import Group
from pytest_rubric.gating.gates import Gate, GateResult
from pytest_rubric.gating.statistics import Estimate
from pytest_rubric.reporting.numbers import plural
from pytest_rubric.scoring.figures import beside_limit, figure


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What is asked of the judge: ``min_agreement`` in percent, ``min_kappa`` from -1 to 1; ``None`` for
    nothing."""

    min_agreement: Fraction | None = None
    min_kappa: Fraction | None = None


def evaluate(thresholds: Thresholds, evidence: Evidence, overall: Group) -> tuple[GateResult, ...]:
    """Hold the decisions of a whole run against the thresholds. A value exactly at its limit holds.

    A run without any label does not hold: the gate would pass for ever once somebody removes them.
    """
    found = overall.agreement
    share = found.agreement
    results = []
    if thresholds.min_agreement is not None:
        percentage = replace(share, value=None if share.value is None else 100 * share.value)
        shown = _Shown("min_agreement", "agreement with people", "%", 1)
        results.append(_result(shown, thresholds.min_agreement, percentage, evidence, found.n))
    if thresholds.min_kappa is not None:
        shown = _Shown("min_kappa", "kappa", "", 2)
        results.append(_result(shown, thresholds.min_kappa, found.kappa, evidence, found.n))
    return tuple(results)


@dataclass(frozen=True, slots=True)
class _Shown:
    """How a figure is told: its ``name``, ``unit`` and decimal ``places``."""

    gate: Gate
    name: str
    unit: str
    places: int


def _result(shown: _Shown, limit: Fraction, found: Estimate, evidence: Evidence, n: int) -> GateResult:
    value = found.value if evidence.labels and n else None
    held: bool | None
    if value is not None:
        held, told = value >= limit, _beside(shown, value, limit, n)
    else:
        held = None if evidence.labels else False
        told = f"{shown.name}: {_why_without_value(found, evidence, n)}"
    return GateResult(shown.gate, held, limit, value, n, evidence.labels, told)


def _why_without_value(found: Estimate, evidence: Evidence, n: int) -> str:
    if not evidence.labels:
        return "no criterion has a label (`human`)"
    if not n:
        labels = plural(evidence.labels, "label")
        return f"not evaluated: none of {labels} has a decision of the judge beside it"
    return f"not evaluated: undefined, {found.undefined}"


def _beside(shown: _Shown, value: Fraction, limit: Fraction, n: int) -> str:
    sign, over = (">=", "") if value >= limit else ("<", f" over {plural(n, 'decision')}")
    told = f"{beside_limit(value, limit, shown.places)}{shown.unit} {sign} {figure(limit)}{shown.unit}"
    return f"{shown.name} {told}{over}"
