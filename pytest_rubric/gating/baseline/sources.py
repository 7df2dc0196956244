"""What ``pytest-rubric diff`` compares: a baseline, or a file of results; either can stand on either side."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from pytest_rubric.errors import ConfigError
from pytest_rubric.gating import results
from pytest_rubric.gating.baseline import files
from pytest_rubric.gating.baseline.file_format import Baseline
from pytest_rubric.gating.baseline.runs import Run, RunComparison, compare_runs, run_of
from pytest_rubric.gating.baseline.states import order
from pytest_rubric.model.text import visible
from pytest_rubric.reporting.record import Record

_JSON_LINES = (".jsonl", ".ndjson")
# A quotation mark within a text has a backslash before it, so that no text looks like the key.
_NODEID = re.compile(r'"nodeid"\s*:')
_PASSED = {"passed": True, "xpassed": True, "failed": False, "xfailed": False}


def read(path: Path) -> Run:
    """The cases in a file of either kind. Raises :class:`~pytest_rubric.errors.ConfigError`."""
    if path.suffix in _JSON_LINES or _begins_with_a_result(path):
        return _of_results(path)
    found = files.read(path)
    if found is None:
        raise ConfigError(
            f"{visible(str(path))} does not exist; name a file of --rubric-json or --rubric-baseline"
        )
    return Run(found.cases)


def _begins_with_a_result(path: Path) -> bool:
    """Whether the first line that holds anything has the key of a node id, which no baseline has: also where
    that line is broken, since the fault is then told as that of a result."""
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            first = next((line for line in file if line.strip()), "")
    except OSError:
        return False  # whoever reads all of it says why it can't be
    return _NODEID.search(first) is not None


def _of_results(path: Path) -> Run:
    return run_of(_whole(record) for record in results.read(path))


def _whole(record: Record) -> Record:
    """The record, with what files of earlier versions don't say but tell."""
    if record["passed"] is None and record["state"] == "judged":
        record["passed"] = _PASSED.get(record["outcome"])
    return record


@dataclass(frozen=True, slots=True)
class Difference:
    """Two runs compared. ``judged_before`` are the cases of the first; ``not_judged_before`` those of the
    second that the first has, but could not compare with."""

    compared: RunComparison
    judged_before: Baseline
    not_judged_before: Sequence[str]

    def got_worse(self, max_drop: Fraction | None) -> bool:
        """Whether a case fails that passed, fell (by more than ``max_drop``, where that is given), or could
        no longer be judged."""
        standings = {each.standing(max_drop) for each in self.compared.comparisons}
        bad = {"worse", "fell"} if max_drop is not None else {"worse", "lower"}
        lost = any(key in self.judged_before.cases for key in self.compared.errored)
        return lost or not bad.isdisjoint(standings)


def difference(before: Run, now: Run) -> Difference:
    """Hold the second run against the first."""
    baseline = Baseline(before.judged)

    def is_gone(key: str) -> bool:
        return not now.has(key)

    compared = compare_runs(baseline, now, is_gone=is_gone)
    open_before = {*before.errored, *before.skipped}
    not_judged = tuple(sorted((key for key in compared.new if key in open_before), key=order))
    new = tuple(key for key in compared.new if key not in open_before)
    return Difference(replace(compared, new=new), baseline, not_judged)
