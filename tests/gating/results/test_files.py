"""Files of earlier results: what can be read, and every way in which a line can be none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_rubric.errors import ConfigError
from pytest_rubric.gating import results
from tests.gating.calibration.building import criterion, record

AGAIN = "write it anew: pytest --rubric-json FILE"


def written(folder: Path, *lines: str | bytes, end: bytes = b"\n") -> Path:
    path = folder / "results.jsonl"
    path.write_bytes(b"\n".join(x if isinstance(x, bytes) else x.encode() for x in lines) + end)
    return path


def line(**more: Any) -> str:
    return json.dumps({**record("a", criterion("b", "met", "met")), **more}, ensure_ascii=False)


def test_records_come_back_as_they_were_written(tmp_path: Path) -> None:
    found = results.read(written(tmp_path, b"\xef\xbb\xbf" + line().encode(), "", line(id="天")))
    assert found == [json.loads(line()), json.loads(line(id="天"))]


def test_fields_that_may_be_null_may_be_missing(tmp_path: Path) -> None:
    old = json.loads(line())
    for name in ("human", "weaknesses", "target", "model", "file", "line"):
        del old[name]
    (found,) = results.read(written(tmp_path, json.dumps(old)))
    assert (found["human"], found["weaknesses"], found["target"]) == (None, None, None)


def test_fields_that_nobody_knows_are_left_out(tmp_path: Path) -> None:
    (found,) = results.read(written(tmp_path, line(of_a_later_version=float("nan"))))
    assert found == json.loads(line())


def test_an_empty_file_holds_nothing(tmp_path: Path) -> None:
    assert results.read(written(tmp_path, end=b"")) == []


def test_nothing_invisible_comes_in(tmp_path: Path) -> None:
    text = line(id="half a pair \ud83d, a bell \x07").encode("utf-8", "surrogatepass")
    with pytest.raises(ConfigError, match="is not UTF-8"):
        results.read(written(tmp_path, text))
    (found,) = results.read(
        written(tmp_path, json.dumps(json.loads(line(id="half a pair \ud83d, a bell \x07"))))
    )
    assert found["id"] == "half a pair \\ud83d, a bell \\x07"


@pytest.mark.parametrize(
    ("second", "told"),
    [
        ("{", "is broken JSON at column 2: Expecting property name enclosed in double quotes"),
        ("base: {}", "is broken JSON at column 1: Expecting value"),
        ("[" * 100_000, "is nested too deeply"),
        (b'{"version": 1, "id": "\xff"}', "is not UTF-8"),
        ('{"version": 1, "id": "a", "id": "b"}', 'has the key "id" twice in one object'),
        (line(version=2), "is of version 2, and only version 1 can be read here"),
        (line(version=True), "is of version true, and only version 1 can be read here"),
        (line(version="1"), 'is of version "1", and only version 1 can be read here'),
        (line(version=float("nan")), "is of version NaN, and only version 1 can be read here"),
    ],
    ids=["half", "text", "deep", "bytes", "twice", "version-2", "version-true", "version-text", "version-nan"],
)  # fmt: skip
def test_a_broken_line_is_named(tmp_path: Path, second: str | bytes, told: str) -> None:
    path = written(tmp_path, line(), second)
    with pytest.raises(ConfigError) as caught:
        results.read(path)
    assert str(caught.value) == f"{path}:2: {told}; {AGAIN}"


@pytest.mark.parametrize("second", ["[1]", "{}", "null", "1"])
def test_a_line_that_is_no_result(tmp_path: Path, second: str) -> None:
    path = written(tmp_path, line(), second)
    with pytest.raises(ConfigError) as caught:
        results.read(path)
    assert str(caught.value) == f"{path}:2: is no result of --rubric-json, which are objects with a `version`"


def test_a_run_that_was_interrupted_leaves_half_a_line(tmp_path: Path) -> None:
    path = written(tmp_path, line(), line()[:50], end=b"")
    with pytest.raises(ConfigError) as caught:
        results.read(path)
    assert str(caught.value) == (
        f"{path}:2: the line ends in the middle, as an interrupted run leaves it; remove the line, or {AGAIN}"
    )


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        results.read(tmp_path / "none.jsonl")
    assert str(caught.value) == (
        f"{tmp_path / 'none.jsonl'} can't be read: No such file or directory; name a file of --rubric-json"
    )
