"""What the judge must reach against people's labels, over a whole run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.gating.calibration.decisions import Evidence
from pytest_rubric.gating.calibration.measures import Group
from pytest_rubric.reporting.numbers import plural
from pytest_rubric.scoring.figures import beside_limit, figure


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What is asked of the judge: ``min_agreement`` in percent, ``min_kappa`` from -1 to 1; ``None`` for
    nothing."""

    min_agreement: Fraction | None = None
    min_kappa: Fraction | None = None


@dataclass(frozen=True, slots=True)
class GateResult:
    """One threshold and what came of it, in words. ``held`` is ``None`` where nothing could be measured."""

    held: bool | None
    told: str


def evaluate(thresholds: Thresholds, evidence: Evidence, overall: Group) -> tuple[GateResult, ...]:
    """Hold the decisions of a whole run against the thresholds. A value exactly at its limit holds.

    A run without any label does not hold: the gate would pass for ever once somebody removes them.
    """
    return tuple(_results(thresholds, evidence, overall))


def _results(thresholds: Thresholds, evidence: Evidence, overall: Group) -> Iterator[GateResult]:
    found = overall.agreement
    for name, limit, value, unit, places, undefined in (
        (
            "agreement with people",
            thresholds.min_agreement,
            None if found.agreement.value is None else 100 * found.agreement.value,
            "%",
            1,
            "",
        ),
        ("kappa", thresholds.min_kappa, found.kappa.value, "", 2, found.kappa.undefined),
    ):
        if limit is None:
            continue
        if not evidence.labels:
            yield GateResult(held=False, told=f"{name}: no criterion has a label (`human`)")
        elif not found.n:
            why = f"none of {plural(evidence.labels, 'label')} has a decision of the judge beside it"
            yield GateResult(None, f"{name}: not evaluated: {why}")
        elif value is None:
            yield GateResult(None, f"{name}: not evaluated: undefined, {undefined}")
        else:
            held = value >= limit
            sign = ">=" if held else "<"
            over = "" if held else f" over {plural(found.n, 'decision')}"
            yield GateResult(
                held, f"{name} {beside_limit(value, limit, places)}{unit} {sign} {figure(limit)}{unit}{over}"
            )
