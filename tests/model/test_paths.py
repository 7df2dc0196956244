"""Places that hold nothing, and places that nobody can look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_rubric.model.paths import is_lost


def test_what_is_there_is_not_lost(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    assert not is_lost(tmp_path / "a")
    assert not is_lost(tmp_path)


@pytest.mark.parametrize("name", ["nothing", "a/below-a-file", "x" * 300, "with\0null"])
def test_where_nothing_can_be(tmp_path: Path, name: str) -> None:
    (tmp_path / "a").write_text("")
    assert is_lost(tmp_path / name)


def test_a_link_in_a_circle_can_not_be_looked_at(tmp_path: Path) -> None:
    (tmp_path / "round").symlink_to("round")
    assert not is_lost(tmp_path / "round")
