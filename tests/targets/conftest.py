"""Fixtures of the tests of targets."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.targets.support import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A root directory with one case file."""
    return Bench(tmp_path)


@pytest.fixture
def own_imports() -> Iterator[None]:
    """What a test imports and puts on the path is gone after it."""
    path, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        if name.split(".")[0] in ("agent", "agents", "broken", "needs", "slow", "leaves"):
            del sys.modules[name]
