"""The judge held against people's labels, at the end of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytest_rubric.gating import gates
from pytest_rubric.gating.calibration import gate, measures, summary
from pytest_rubric.gating.calibration.decisions import Evidence, gather
from pytest_rubric.gating.calibration.measures import Group
from pytest_rubric.gating.calibration.outcomes import outcomes
from pytest_rubric.gating.calibration.scores import scores
from pytest_rubric.model import Settings

if TYPE_CHECKING:
    from pytest_rubric.gating.gates import GateResult
    from pytest_rubric.plugin.closing import FinishedRun


class JudgeAgainstPeople:
    """How far the judge and people agree in this run. It never fails one."""

    def __init__(self) -> None:
        self.evidence = Evidence()
        self.overall: Group = measures.overall(())
        self._lines: list[str] = []

    def close(self, run: FinishedRun) -> bool:
        """Compare them."""
        self.evidence = gather([run.records])
        self.overall = measures.overall(self.evidence.compared)
        self._lines = summary.lines(self.evidence, self.overall, scores(run.records), outcomes(self.evidence))
        return False

    def lines(self) -> list[str]:
        """Agreement, and what people decide otherwise; nothing where they say nothing."""
        return self._lines

    def unevaluated(self) -> list[str]:
        """Nothing: this is no gate."""
        return []

    def gates(self) -> Sequence[GateResult]:
        """None."""
        return ()


class JudgeGates:
    """What the ini file asks of the judge. A partial run says nothing about it."""

    def __init__(self, settings: Settings, compared: JudgeAgainstPeople) -> None:
        self._thresholds = gate.Thresholds(settings.min_agreement, settings.min_kappa)
        self._compared = compared
        self._results: Sequence[GateResult] = ()
        self._lines: list[str] = []
        self._unevaluated: list[str] = []

    def close(self, run: FinishedRun) -> bool:
        """Hold what was compared before against the thresholds."""
        reason = run.without_gates
        if reason is not None:
            self._lines = self._unevaluated = [f"gates on the judge: not evaluated: {reason}"]
            return False
        results = gate.evaluate(self._thresholds, self._compared.evidence, self._compared.overall)
        self._results = results
        self._lines = gates.lines(results)
        self._unevaluated = gates.unevaluated(results)
        return any(each.held is False for each in results)

    def lines(self) -> list[str]:
        """What did not hold or could not be looked at, a line each, and what did in one."""
        return self._lines

    def unevaluated(self) -> list[str]:
        """Why none was looked at, or what there was nothing to measure for."""
        return self._unevaluated

    def gates(self) -> Sequence[GateResult]:
        """Agreement and kappa, as far as they are gates; none in a partial run."""
        return self._results
