"""Gates of a suite, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.gating.gates import NO_RESULTS, Gate, GateResult
from pytest_rubric.gating.suite import measuring, sentences
from pytest_rubric.gating.suite.measuring import Measured
from pytest_rubric.model import SuiteGates
from pytest_rubric.model.nearest import nearest
from pytest_rubric.reporting.record import Record


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
        return not_evaluated(NO_RESULTS)
    return SuiteResult(tuple(_results(records, gates)))


def _results(records: Sequence[Record], gates: SuiteGates) -> Iterator[GateResult]:
    if gates.min_mean is not None:
        yield _floor("min_mean", measuring.mean_score(records), gates.min_mean)
    if gates.min_pass_rate is not None:
        yield _floor("min_pass_rate", measuring.pass_rate(records), gates.min_pass_rate)
    known = set().union(*map(measuring.tags_of, records)) if gates.min_tags else set()
    for tag, floor in gates.min_tags.items():
        if tag in known:
            yield _floor("min_tag", measuring.tag_score(records, tag), floor, tag)
        else:
            # it did not hold: a typo would make it hold for ever
            told = sentences.unknown_tag(tag, nearest(tag, sorted(known)))
            yield GateResult("min_tag", False, floor, None, 0, 0, told, tag)
    if gates.max_errors is not None:
        found, limit = measuring.errors(records), Fraction(gates.max_errors)
        yield _result("max_errors", found, limit, held=(found.value or 0) <= limit)


def _floor(gate: Gate, found: Measured, floor: Fraction, tag: str | None = None) -> GateResult:
    held = None if found.value is None else found.value >= floor
    return _result(gate, found, floor, held, tag)


def _result(
    gate: Gate, found: Measured, limit: Fraction, held: bool | None, tag: str | None = None
) -> GateResult:
    told = sentences.measured(gate, found, limit, held, tag)
    return GateResult(gate, held, limit, found.value, found.counted, found.items, told, tag)
