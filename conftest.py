"""Fixtures of the project's own tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.project import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty project in which a real pytest can be run."""
    return Project(tmp_path)
