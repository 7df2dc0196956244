"""The gates of the suite, at the end of a run, and the file of all gates."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pytest_rubric.gating import gates, suite
from pytest_rubric.gating.suite import SuiteResult, summary
from pytest_rubric.model import Settings
from pytest_rubric.runtime.writing import write

if TYPE_CHECKING:
    from pytest_rubric.gating.gates import GateResult
    from pytest_rubric.plugin.closing import Closing, FinishedRun


class SuiteGates:
    """What the ini file asks of a whole run. A partial run says nothing about it."""

    def __init__(self, settings: Settings) -> None:
        self._asked = settings.gates
        self._result = SuiteResult()

    def close(self, run: FinishedRun) -> bool:
        """Hold the results against the gates."""
        reason = run.without_gates
        self._result = suite.not_evaluated(reason) if reason else suite.evaluate(run.records, self._asked)
        return self._result.failed

    def lines(self) -> list[str]:
        """What did not hold, a line each, and what did in one."""
        return summary.lines(self._result)

    def unevaluated(self) -> list[str]:
        """Why none was looked at, or what there was nothing to measure for."""
        return summary.unevaluated(self._result)

    def gates(self) -> Sequence[GateResult]:
        """Those of the suite; none in a partial run."""
        return self._result.gates


def write_file(settings: Settings, closings: Iterable[Closing], run: FinishedRun) -> None:
    """Write what came of all gates of the run, whoever looked at them, as ``gates.json`` beside the other
    reports. Nothing is written where there is no folder, or no gate is asked for. Raises ``OSError``."""
    is_asked = (
        settings.gates.any
        or (settings.fail_if_worse and settings.baseline is not None)
        or settings.min_agreement is not None
        or settings.min_kappa is not None
    )
    if settings.report_dir is None or not is_asked:
        return
    reason = run.without_gates
    results = () if reason else [each for closing in closings for each in closing.gates()]
    text = json.dumps(gates.document(results, reason), ensure_ascii=False, indent=2)
    write(settings.report_dir / "gates.json", text + "\n")
