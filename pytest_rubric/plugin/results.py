"""What an item leaves for its report, and what a report carries."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

import pytest

if TYPE_CHECKING:
    from pytest_rubric.execution.engine import Judged
    from pytest_rubric.plugin.saving import Saved
    from pytest_rubric.reporting.record import Record


class Entry(TypedDict):
    """What the process with the terminal gets to know of one evaluation. Plain data only, since
    it crosses from xdist's workers.

    ``report`` is the Markdown, ``report_path`` its place below the report folder, with ``/``.
    ``passed`` is the gate of the evaluation alone, ``None`` unless judged. ``no_judge`` is the whole
    cause where there was none, ``unavailable`` that ``--rubric-on-unavailable`` is about it.
    ``unrecorded`` says that a stored reply is missing. ``lint_notes`` are those of the case,
    ``file_lint_notes`` those of its file as a whole. ``notes`` are remarks for the summary.
    ``lines`` are those of the criteria in the case file. ``saved`` is the output as it was written
    for later runs, ``kept_back`` says that an earlier one stays in its place. ``own_outcome`` is that of
    a check in a Python test where it is another one than its test's. ``scripted`` says that a
    ``ScriptedJudge`` stood in for the judge.
    """

    record: Record
    report: str
    report_path: str
    passed: bool | None
    no_judge: str | None
    unavailable: bool
    unrecorded: bool
    lint_notes: int
    file_lint_notes: int
    notes: list[str]
    lines: list[int | None]
    saved: Saved | None
    kept_back: bool
    own_outcome: str | None
    scripted: bool


FINISHED: pytest.StashKey[Judged] = pytest.StashKey()
"""In the stash of an item: its result, from its turn to its report."""
ATTRIBUTE = "rubric"
"""Where a report carries its entries."""


def entries_of(report: pytest.TestReport) -> list[Entry]:
    """The entries of a report (made by :mod:`pytest_rubric.plugin.reports`), none where it is not ours."""
    entries: list[Entry] = getattr(report, ATTRIBUTE, [])
    return entries
