"""What an item leaves for its report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_rubric.execution.engine import Judged


@dataclass(frozen=True, slots=True)
class Finished:
    """The result of an item whose turn came."""

    judged: Judged


FINISHED = pytest.StashKey[Finished]()
