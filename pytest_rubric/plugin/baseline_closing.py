"""A whole run held against its baseline, and what it leaves in the file."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_rubric.errors import ConfigError
from pytest_rubric.plugin import baseline, selection

if TYPE_CHECKING:
    from pytest_rubric.gating.baseline.file_format import Baseline
    from pytest_rubric.gating.baseline.runs import Run, RunComparison
    from pytest_rubric.gating.gates import GateResult
    from pytest_rubric.model import Settings
    from pytest_rubric.plugin.closing import FinishedRun

NAME = "rubric-baseline-closing"


class BaselineClosing:
    """Tells how the run compares, and updates the file where that is asked for. Registered as a plugin.

    ``compared`` is the run against the baseline, ``None`` until it is closed and where there is no baseline
    yet.
    """

    def __init__(self, config: pytest.Config, settings: Settings) -> None:
        assert settings.baseline is not None, "asked for by this setting"
        self._config = config
        self._path = settings.baseline
        self._held = config.stash[baseline.KEY]
        self._fails_if_worse = settings.fail_if_worse
        self._updates = settings.update_baseline
        self._nodeids: set[str] = set()
        self._ran_whole: dict[str, bool] = {}
        self.compared: RunComparison | None = None
        self._compared: list[str] = []
        self._gates: list[GateResult] = []
        self._worse: list[str] = []
        self._unevaluated: list[str] = []
        self._updated: list[str] = []
        if self._updates:
            self._can_be_written()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember which tests ran, and how they ended: a Python test may end before it checks anything."""
        self._nodeids.add(report.nodeid)
        if str(report.outcome) == "rerun":
            self._ran_whole.pop(report.nodeid, None)
        elif report.when == "call" or not report.passed:
            # subtests have reports of their own; what raised anything has something to show
            before = self._ran_whole.get(report.nodeid, True)
            self._ran_whole[report.nodeid] = before and report.when == "call" and report.longrepr is None

    def close(self, run: FinishedRun) -> bool:
        """Compare and update. The run fails where an update could not be written; where that is asked for,
        also where it is worse."""
        from pytest_rubric.gating.baseline import regression, summary
        from pytest_rubric.gating.baseline.runs import RunComparison, compare_runs, run_of

        partial = selection.partial(run.session)
        found = run_of(
            run.records,
            unreached=[nodeid for nodeid, whole in self._ran_whole.items() if not whole],
            whole=[nodeid for nodeid, whole in self._ran_whole.items() if whole],
        )
        names = _names(run)
        is_gone = self._is_gone(partial)
        old = self._held.baseline
        failed = False
        compared = RunComparison()
        if old is not None:
            self.compared = compared = compare_runs(old, found, is_gone=is_gone, names=names)
            self._compared = summary.lines(compared, old, self._held.max_drop, partial=partial)
        if self._fails_if_worse:
            reason = partial if old is not None else "this run records the first baseline"
            gate = regression.evaluate(compared, not_evaluated=reason)
            self._gates.append(gate)
            failed = gate.held is False
            if not gate.held:  # that it held is said by the comparison
                (self._worse if failed else self._unevaluated).append(gate.told)
        written = not self._updates or self._update(found, names, is_gone, partial)
        return failed or not written

    def lines(self) -> list[str]:
        """The comparison, whether the run is worse, and what became of the file."""
        told = (*self._compared, *self._unevaluated, *self._worse, *self._updated)
        return [f"baseline: {text}" for text in told]

    def unevaluated(self) -> list[str]:
        """Why nobody looked whether the run is worse as a whole."""
        return [f"baseline: {text}" for text in self._unevaluated]

    def gates(self) -> Sequence[GateResult]:
        """Whether the run is worse as a whole, where that is a gate."""
        return self._gates

    def _update(
        self, run: Run, names: dict[str, str], is_gone: Callable[[str], bool], partial: str | None
    ) -> bool:
        """Merge into the file as it is now; whether that could be done."""
        from pytest_rubric.gating.baseline import files, summary
        from pytest_rubric.gating.baseline.merging import Merge, merge
        from pytest_rubric.gating.baseline.runs import compare_runs
        from pytest_rubric.model.paths import shown_path

        shown = shown_path(self._path, self._config.invocation_params.dir)
        if not run.judged:
            self._updated.append(f"{shown} is left as it is: no case was judged")
            return True
        merged: Merge | None = None

        def change(old: Baseline) -> Baseline:
            nonlocal merged
            merged = merge(old, run, compare_runs(old, run, is_gone=is_gone, names=names))
            return merged.baseline

        try:
            written = files.update(self._path, change, patience=files.PATIENCE_SECONDS)
        except OSError as error:
            self._updated.append(f"{shown} could not be updated: {error.strerror}")
            return False
        except ConfigError as error:
            self._updated.append(f"not updated: {error}")
            return False
        assert merged is not None, "an update calls this"
        self._updated += summary.updated(merged, shown, written=written, partial=partial)
        return True

    def _is_gone(self, partial: str | None) -> Callable[[str], bool]:
        """Whether a case that took no part exists no longer. Only a whole run can tell: it ran all tests of
        the files that were collected, in whichever processes."""
        from pytest_rubric.gating.baseline.presence import Looked, by_file
        from pytest_rubric.model.paths import is_lost

        if partial is not None:
            return lambda key: False
        root, roots = self._config.rootpath, selection.roots(self._config)

        def lost(file: str) -> bool:
            # which takes links in circles, too; what lies elsewhere was not asked for
            path = Path(os.path.realpath(root / file))
            return is_lost(path) and any(path.is_relative_to(each) for each in roots)

        return Looked(by_file(self._nodeids), lost).is_gone

    def _can_be_written(self) -> None:
        """Told before anything is spent on the run."""
        folder = self._path.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not os.access(folder, os.W_OK):
                raise PermissionError(None, "Permission denied", str(folder))
        except OSError as error:
            raise pytest.UsageError(
                f"--rubric-update-baseline: {error.filename} can't be written: {error.strerror}; "
                "name another place"
            ) from None


def _names(run: FinishedRun) -> dict[str, str]:
    """The names that cases were found under at their turn."""
    from pytest_rubric.gating.baseline.states import keyed

    return {
        key: record["baseline"]["nodeid"]
        for key, record in keyed(run.records)
        if record["baseline"] is not None
    }
