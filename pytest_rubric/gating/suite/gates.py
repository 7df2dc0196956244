"""Gates and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pytest_rubric.gating.suite import measuring
from pytest_rubric.gating.suite.measuring import Measured
from pytest_rubric.model import SuiteGates
from pytest_rubric.model.nearest import nearest
from pytest_rubric.reporting.record import Record

Gate = Literal["min_mean", "min_pass_rate", "min_tag", "max_errors"]


@dataclass(frozen=True, slots=True)
class GateResult:
    """One gate of a whole run. ``held`` is ``None`` where there was nothing to measure.

    ``tag`` is that of ``min_tag``, else ``None``. ``unknown`` says that no item has it: such a gate
    did not hold, since a typo would make it hold for ever; ``meant`` is the tag that is spelled most
    like it, if one is.
    """

    gate: Gate
    limit: Fraction
    measured: Measured
    held: bool | None
    tag: str | None = None
    unknown: bool = False
    meant: str | None = None


@dataclass(frozen=True, slots=True)
class SuiteResult:
    """All gates of a run, in the order of the settings; ``not_evaluated`` says why none was looked at."""

    gates: tuple[GateResult, ...] = ()
    not_evaluated: str | None = None

    @property
    def failed(self) -> bool:
        """Whether the run has to fail."""
        return any(each.held is False for each in self.gates)


def not_evaluated(reason: str) -> SuiteResult:
    """Gates that this run says nothing about."""
    return SuiteResult(not_evaluated=reason)


def evaluate(records: Sequence[Record], gates: SuiteGates) -> SuiteResult:
    """Hold the records of a whole run against the gates. A value exactly at its limit holds."""
    if not records:
        return not_evaluated("no rubric test was collected")
    return SuiteResult(tuple(_results(records, gates)))


def _results(records: Sequence[Record], gates: SuiteGates) -> Iterator[GateResult]:
    if gates.min_mean is not None:
        yield _floor("min_mean", measuring.mean_score(records), gates.min_mean)
    if gates.min_pass_rate is not None:
        yield _floor("min_pass_rate", measuring.pass_rate(records), gates.min_pass_rate)
    known = set().union(*map(measuring.tags_of, records)) if gates.min_tags else set()
    for tag, floor in gates.min_tags.items():
        measured = measuring.tag_score(records, tag)
        if tag in known:
            yield _floor("min_tag", measured, floor, tag)
        else:
            meant = nearest(tag, sorted(known))
            yield GateResult("min_tag", floor, measured, held=False, tag=tag, unknown=True, meant=meant)
    if gates.max_errors is not None:
        measured, limit = measuring.errors(records), Fraction(gates.max_errors)
        yield GateResult("max_errors", limit, measured, held=(measured.value or 0) <= limit)


def _floor(gate: Gate, measured: Measured, floor: Fraction, tag: str | None = None) -> GateResult:
    held = None if measured.value is None else measured.value >= floor
    return GateResult(gate, floor, measured, held, tag)
