"""Fixtures of the tests of commands."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same width wherever the tests run: tables are cut to the terminal's."""
    monkeypatch.setenv("COLUMNS", "120")
