"""Fixtures of the tests of targets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.targets.support import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A root directory with one case file."""
    return Bench(tmp_path)
