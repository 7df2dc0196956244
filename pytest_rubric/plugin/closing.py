"""What looks at a whole run at its end: its seam in the reporter, where the terminal is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pytest

from pytest_rubric.plugin import selection
from pytest_rubric.plugin import session as session_module

if TYPE_CHECKING:
    from pytest_rubric.gating.gates import GateResult
    from pytest_rubric.reporting.record import Record


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """All results of a run, in the order in which they came in, and the session that is about to end."""

    records: Sequence[Record]
    session: pytest.Session

    @property
    def without_gates(self) -> str | None:
        """Why no gate on a whole run is looked at: it was a partial one, or has no results."""
        from pytest_rubric.gating.gates import NO_RESULTS

        return selection.partial(self.session) or (None if self.records else NO_RESULTS)


class Closing(Protocol):
    """One thing that is done with a whole run. It lives in the process with the terminal only."""

    def close(self, run: FinishedRun) -> bool:
        """Do it, before the summary is printed; whether the run has to fail for it."""

    def lines(self) -> list[str]:
        """What the summary tells of it, whole lines; under ``-q`` only where it fails the run."""

    def unevaluated(self) -> list[str]:
        """Those of the lines that are about a gate which could not be looked at. They are told under ``-q``
        as well: no gate is off unnoticed."""

    def gates(self) -> Sequence[GateResult]:
        """What came of each gate that it looked at; none in a partial run."""


def closings(config: pytest.Config) -> tuple[Closing, ...]:
    """Those that this run asks for, in the order of the summary."""
    found: list[Closing] = []
    settings = session_module.of(config).settings
    if settings.gates.any:
        from pytest_rubric.plugin.gates import SuiteGates

        found.append(SuiteGates(settings))
    if settings.baseline is not None:
        from pytest_rubric.plugin.baseline_closing import NAME, BaselineClosing

        compared = BaselineClosing(config, settings)
        config.pluginmanager.register(compared, NAME)
        found.append(compared)
    return tuple(found)


def closings_of_results(config: pytest.Config, records: Sequence[Record]) -> tuple[Closing, ...]:
    """Those that the results ask for: what people say is only known where they are, with all workers."""
    if config.option.collectonly or not (records or session_module.of(config).is_asked):
        return ()  # a run without rubric tests: no settings need to be read
    settings = session_module.of(config).settings
    asked = settings.min_agreement is not None or settings.min_kappa is not None
    if not asked and all(record["human"] is None for record in records):
        return ()
    from pytest_rubric.plugin.calibration import JudgeAgainstPeople, JudgeGates

    compared = JudgeAgainstPeople()
    return (compared, JudgeGates(settings, compared)) if asked else (compared,)
