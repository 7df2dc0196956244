"""Gates over simulated suites: which pull requests each of them stops. They decide by the product's functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Protocol, cast

import numpy

from benchmarks.simulated_suite import NO, OPEN, THRESHOLD, YES, Flags, Suite
from pytest_rubric.gating.baseline.comparing import compare
from pytest_rubric.gating.baseline.states import CaseState
from pytest_rubric.gating.statistics import ScoreComparison, compare_passes, conclusion
from pytest_rubric.gating.statistics.paired import SIGNIFICANCE, sign_flip_p_value
from pytest_rubric.gating.suite import evaluate
from pytest_rubric.model import SuiteGates
from pytest_rubric.reporting.compared import Standing
from pytest_rubric.reporting.record import Record

STOPS: tuple[Standing, ...] = ("worse", "fell")

_RESAMPLES = 999  # enough for a level of 5 %, and ten times as fast as what the product draws


class Gate(Protocol):
    """What holds a run of the pull request against a run before it."""

    def stops(self, before: Suite, after: Suite) -> Flags:
        """Whether it stops each of the pull requests."""


@dataclass(frozen=True)
class Thresholds:
    """Every case has to reach its threshold; an error stops too."""

    def stops(self, before: Suite, after: Suite) -> Flags:
        stopped: Flags = (after.outcome != YES).any(axis=1)
        return stopped


@dataclass(frozen=True)
class Baseline:
    """The same, but what failed before as much may fail; and no case may fall by more than ``max_drop``."""

    max_drop: Fraction | None = None

    def stops(self, before: Suite, after: Suite) -> Flags:
        return numpy.array(
            [self._stops(old, new) for old, new in zip(_cases(before), _cases(after), strict=True)]
        )

    def _stops(self, old: list[_Case], new: list[_Case]) -> bool:
        return any(
            now.outcome == OPEN
            or (now.outcome == NO if then.outcome == OPEN else _standing(then, now, self.max_drop) in STOPS)
            for then, now in zip(old, new, strict=True)
        )


@dataclass(frozen=True)
class MeanFloor:
    """The mean score of the suite must not be more than ``margin`` below the mean before."""

    margin: int

    def stops(self, before: Suite, after: Suite) -> Flags:
        stopped = []
        for then, now in zip(_cases(before), _cases(after), strict=True):
            floor = sum((each.low for each in then), Fraction(0)) / len(then) - self.margin
            stopped.append(evaluate([_record(each) for each in now], SuiteGates(min_mean=floor)).failed)
        return numpy.array(stopped)


@dataclass(frozen=True)
class WorseScores:
    """The paired test of the scores says "worse"."""

    significance: float = SIGNIFICANCE

    def stops(self, before: Suite, after: Suite) -> Flags:
        return numpy.array([self._worse(row) for row in after.low - before.low])

    def _worse(self, differences: numpy.typing.NDArray[numpy.int64]) -> bool:
        mean = Fraction(int(differences.sum()), len(differences))
        if mean >= 0:
            return False  # whatever the p-value: most of the time is spent on that
        p_value = sign_flip_p_value(differences.tolist(), resamples=_RESAMPLES)
        return (
            conclusion(
                ScoreComparison(len(differences), mean, None, None, p_value), significance=self.significance
            )
            == "worse"
        )


@dataclass(frozen=True)
class WorseOutcomes:
    """The paired test of passed and failed says "worse"."""

    def stops(self, before: Suite, after: Suite) -> Flags:
        pairs = zip((before.outcome == YES).tolist(), (after.outcome == YES).tolist(), strict=True)
        return numpy.array([conclusion(compare_passes(old, new)) == "worse" for old, new in pairs])


@dataclass(frozen=True)
class _Case:
    """A case as it was judged. ``low`` and ``high`` are points."""

    outcome: int
    low: Fraction
    high: Fraction


def _cases(suite: Suite) -> Iterator[list[_Case]]:
    """The cases of each pull request."""
    for row in zip(suite.outcome.tolist(), suite.low.tolist(), suite.high.tolist(), strict=True):
        yield [_case(*each, suite.runs) for each in zip(*row, strict=True)]


@cache
def _case(outcome: int, low: int, high: int, runs: int) -> _Case:
    return _Case(outcome, Fraction(low, runs), Fraction(high, runs))


@cache
def _standing(before: _Case, now: _Case, max_drop: Fraction | None) -> Standing:
    return compare("case", _state(now), "case", _state(before)).standing(max_drop)


def _state(case: _Case) -> CaseState:
    return CaseState(case.outcome == YES, case.low, case.low, case.high, THRESHOLD)


@cache
def _record(case: _Case) -> Record:
    """As much of a record as the gates of a suite read."""
    outcome = {YES: "passed", NO: "failed", OPEN: "error"}[case.outcome]
    score = None if case.outcome == OPEN else float(case.low)
    return cast(Record, {"outcome": outcome, "score": score})
