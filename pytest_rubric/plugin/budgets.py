"""Budgets of a session that has several processes: the workers of pytest-xdist count together."""

from __future__ import annotations

import shutil
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pytest_rubric.judging.ledger import FileLedger
from pytest_rubric.plugin import session as session_module

_COUNTER = pytest.StashKey[Path]()


def share(config: pytest.Config, node: Any) -> None:
    """Tell a worker where to count. Nothing where there is no budget."""
    settings = session_module.of(config).settings
    if settings.max_calls is None and settings.max_tokens is None:
        return
    if _COUNTER not in config.stash:
        try:
            config.stash[_COUNTER] = _make(config)
        except OSError as error:
            raise pytest.UsageError(
                f"rubric: workers can't share a budget: {error}; let the environment variable TMPDIR name a "
                "folder that can be written, or run without -n"
            ) from None
    node.workerinput[session_module.BUDGET] = str(config.stash[_COUNTER])


def _make(config: pytest.Config) -> Path:
    folder = tempfile.mkdtemp(prefix="pytest-rubric-")
    config.add_cleanup(partial(shutil.rmtree, folder, ignore_errors=True))
    counter = Path(folder) / "budget"
    FileLedger.create(counter)
    return counter
