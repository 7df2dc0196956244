"""The gates of the suite, at the end of a run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pytest_rubric.gating import suite
from pytest_rubric.gating.suite import summary
from pytest_rubric.model import Settings
from pytest_rubric.plugin import selection
from pytest_rubric.runtime.writing import write

if TYPE_CHECKING:
    from pytest_rubric.plugin.closing import FinishedRun


class Gates:
    """What the ini file asks of a whole run. A partial run says nothing about it."""

    def __init__(self, settings: Settings) -> None:
        self._gates = settings.gates
        self._folder = settings.report_dir
        self._lines: list[str] = []
        self._unevaluated: list[str] = []

    def close(self, run: FinishedRun) -> bool:
        """Hold the results against the gates, and write ``gates.json`` beside the other reports."""
        part = selection.partial(run.session)
        result = suite.not_evaluated(part) if part else suite.evaluate(run.records, self._gates)
        self._lines = summary.lines(result)
        self._unevaluated = summary.unevaluated(result)
        if self._folder is not None:
            text = json.dumps(summary.document(result), ensure_ascii=False, indent=2) + "\n"
            try:
                write(self._folder / "gates.json", text)
            except OSError as error:
                self._lines.append(f"gates: {error.filename} could not be written: {error.strerror}")
        return result.failed

    def lines(self) -> list[str]:
        """What did not hold, a line each, and what did in one."""
        return self._lines

    def unevaluated(self) -> list[str]:
        """Why none was looked at, or what there was nothing to measure for."""
        return self._unevaluated
