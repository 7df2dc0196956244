"""What an item leaves for its report, and what a report carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pytest_rubric.execution.engine import Judged


@dataclass(frozen=True, slots=True)
class Finished:
    """The result of an item whose turn came."""

    judged: Judged


FINISHED = pytest.StashKey[Finished]()
ATTRIBUTE = "rubric"


def entries_of(report: pytest.TestReport) -> list[dict[str, Any]]:
    """The entries of a report (see :mod:`pytest_rubric.plugin.reports`), none where it is not ours."""
    entries: list[dict[str, Any]] = getattr(report, ATTRIBUTE, [])
    return entries
