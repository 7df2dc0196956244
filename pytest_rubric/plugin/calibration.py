"""The judge held against people's labels, at the end of a run."""

from __future__ import annotations

import pytest

from pytest_rubric.gating.calibration import gate, measures, telling
from pytest_rubric.gating.calibration.decisions import gather
from pytest_rubric.gating.calibration.scores import scores
from pytest_rubric.model import Settings
from pytest_rubric.plugin import selection
from pytest_rubric.plugin.closing import FinishedRun


class Calibration:
    """What people say of this run, and what the ini file asks of the judge. A partial run says nothing
    about the latter."""

    def __init__(self, config: pytest.Config, settings: Settings) -> None:
        self._quiet = config.get_verbosity() < 0
        self._demands = gate.Demands(settings.min_agreement, settings.min_kappa)
        self._lines: list[str] = []

    def close(self, run: FinishedRun) -> bool:
        """Compare, and hold the judge against the demands."""
        evidence = gather([run.records])
        overall = measures.overall(evidence.compared)
        if not self._quiet:
            self._lines += telling.lines(evidence, overall, scores(run.records))
        if not self._demands.any:
            return False
        part = selection.partial(run.session) or ("" if run.records else "no rubric test was collected")
        if part:
            if not self._quiet:
                self._lines.append(f"gates on the judge: not evaluated: {part}")
            return False
        results = gate.evaluate(self._demands, evidence, overall)
        self._lines += telling.gate_lines(results, quiet=self._quiet)
        return any(each.held is False for each in results)

    def lines(self) -> list[str]:
        """Agreement, what people decide otherwise, and what became of the gates."""
        return self._lines
