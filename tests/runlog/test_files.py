"""Run logs from files."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_rubric import runlog
from pytest_rubric.errors import TargetError


@pytest.mark.parametrize(
    ("name", "content", "log"),
    [
        ("log.json", '{"conversations": []}', {"conversations": []}),
        ("log.json", '\ufeff[{"role": "user"}]', [{"role": "user"}]),
        ("log.json", '{"role": "user"}\n{"role": "tool"}\n', [{"role": "user"}, {"role": "tool"}]),
        ("log.jsonl", '{"role": "user"}\n\n{"role": "tool"}', [{"role": "user"}, {"role": "tool"}]),
        ("log.JSONL", '[{"role": "user"}]\n', [{"role": "user"}]),
        ("log.txt", "user: hi\r\n", "user: hi\n"),
        ("log", "a\x1bb", "a\\x1bb"),
    ],
)
def test_reads_json_lines_and_text(tmp_path: Path, name: str, content: str, log: object) -> None:
    (tmp_path / name).write_bytes(content.encode())
    assert runlog.load(tmp_path / name) == log


def test_undecodable_bytes_are_replaced(tmp_path: Path) -> None:
    (tmp_path / "log.txt").write_bytes(b"caf\xe9")
    assert runlog.load(tmp_path / "log.txt") == "caf\ufffd"


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("log.json", "{broken", "Expecting property name enclosed in double quotes, line 1, column 2"),
        ("log.json", "", "Expecting value, line 1, column 1"),
        ("log.jsonl", '{"a": 1}\n{"a"', "Expecting ':' delimiter, line 2, column 5"),
        ("log.json", '{"a": 1}\n{', "Expecting property name enclosed in double quotes, line 2, column 2"),
        ("log.json", "[" * 200_000, "it is nested too deeply"),
        ("log.jsonl", "[" * 200_000, "line 1 is nested too deeply"),
    ],
    ids=["object", "empty", "second-line", "lines-as-json", "deep", "deep-line"],
)
def test_a_file_that_is_no_json_is_an_error(tmp_path: Path, name: str, content: str, reason: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(TargetError) as caught:
        runlog.load(path)
    assert str(caught.value) == (
        f"run log {path} is no JSON: {reason}; mend it, or name it .txt to have it shown as text"
    )


def test_missing_files_and_folders_are_errors(tmp_path: Path) -> None:
    with pytest.raises(TargetError) as caught:
        runlog.load(tmp_path / "none.json")
    assert str(caught.value) == f"run log {tmp_path / 'none.json'} can't be read: No such file or directory"
    with pytest.raises(TargetError, match="can't be read: Is a directory"):
        runlog.load(tmp_path)
