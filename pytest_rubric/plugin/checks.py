"""The checks of a Python test, from their turn to the report that takes them.

A check that failed in the baseline as well doesn't end its test: what follows it runs, and only where nothing
else ends the test is the test an expected failure. A subtest has a report of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_rubric.execution.engine import Judged
    from pytest_rubric.model import Case


@dataclass(frozen=True, slots=True)
class Checked:
    """One check. ``earlier`` counts those of the same test that have the same id and came before.

    ``known`` is why its failure is expected, ``raised`` what it failed with; at most one of them is given.
    """

    case: Case
    judged: Judged
    earlier: int = 0
    known: str | None = None
    raised: AssertionError | None = None


_CHECKED = pytest.StashKey[list[Checked]]()


def add(item: pytest.Item, checked: Checked) -> None:
    """Keep a check for the next report of its test."""
    item.stash.setdefault(_CHECKED, []).append(checked)


def take(item: pytest.Item) -> list[Checked]:
    """The checks since the last report of this test."""
    found = item.stash.get(_CHECKED, [])
    item.stash[_CHECKED] = []
    return found


def expect_failure(report: pytest.TestReport, call: pytest.CallInfo[None], checks: Sequence[Checked]) -> None:
    """Report a test as xfailed that nothing ended, and of whose checks some fail as in the baseline."""
    reasons = dict.fromkeys([each.known for each in checks if each.known is not None])
    if not reasons or report.when != "call" or call.excinfo is not None:
        return
    # as pytest itself reports what pytest.xfail() ended; a mark may have made an xpass of it
    report.outcome = "skipped"
    report.longrepr = None
    report.wasxfail = "; ".join(reasons)


def own_outcome(
    checked: Checked, report: pytest.TestReport, call: pytest.CallInfo[None], checks: Sequence[Checked]
) -> str | None:
    """What the check came to, where that is not what its test came to; else ``None``."""
    if checked.known is not None:
        return "xfailed"
    if _was_wanted(checked, report, call, checks):
        return "passed"
    if report.when == "call" or hasattr(report, "wasxfail"):
        return None
    # made by a fixture: what else fixtures do is no part of it
    if checked.judged.evaluation.passed:
        return "passed"
    return None if checked.raised is None else "failed"


def _was_wanted(
    checked: Checked, report: pytest.TestReport, call: pytest.CallInfo[None], checks: Sequence[Checked]
) -> bool:
    """Whether the test took the failure of this check as what it had to be, as in ``pytest.raises``.

    Where the test failed by itself in the end, it may have gathered failures to fail with all of them.
    """
    if checked.raised is None:
        return False
    ended_by = [] if call.excinfo is None else list(_behind(call.excinfo.value))
    if checked.raised in ended_by:
        return False
    return not report.failed or any(each.raised in ended_by for each in checks if each.raised is not None)


def _behind(error: BaseException) -> Iterator[BaseException]:
    """The error, what it was raised from, and what a group of errors holds."""
    found, seen = [error], {id(error)}
    while found:
        each = found.pop()
        yield each
        # not isinstance(): Python 3.10 has no type for groups
        for other in (each.__cause__, each.__context__, *getattr(each, "exceptions", ())):
            if isinstance(other, BaseException) and id(other) not in seen:
                seen.add(id(other))
                found.append(other)
