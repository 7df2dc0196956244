"""Files that are whole or not there at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from pytest_rubric.runtime.writing import write


def test_a_file_and_its_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "report.md"
    write(path, "评分 1\n")
    assert path.read_bytes() == "评分 1\n".encode()
    assert os.listdir(path.parent) == ["report.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions there")
def test_a_file_that_is_there_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    write(path, "new")
    assert path.read_text(encoding="utf-8") == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_can_not_be_put_in_place_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    path.mkdir()
    with pytest.raises(OSError, match=r"report\.md") as caught:
        write(path, "new")
    assert caught.value.filename == str(path)
    assert os.listdir(tmp_path) == ["report.md"]


def test_a_text_that_is_no_utf_8_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    write(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write(path, "\ud800")
    assert path.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["report.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("there", [True, False], ids=["to a file", "to nothing yet"])
def test_what_a_link_points_to_is_written(tmp_path: Path, there: bool) -> None:
    link, file = tmp_path / "latest.md", tmp_path / "kept" / "report.md"
    file.parent.mkdir()
    if there:
        file.write_text("old", encoding="utf-8")
    link.symlink_to(file)
    write(link, "new")
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == "new"
    assert os.listdir(file.parent) == ["report.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such pipes there")
def test_a_pipe_takes_the_text_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "report.md"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write(pipe, "评分 1\n")
        assert os.read(reading, 100) == "评分 1\n".encode()
    finally:
        os.close(reading)
    assert pipe.is_fifo()
    assert os.listdir(tmp_path) == ["report.md"]
