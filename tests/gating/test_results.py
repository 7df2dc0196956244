"""Results of earlier runs: what can be read, and every way in which a file can be broken."""

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
    assert [each["id"] for each in found] == ["a", "天"]
    assert found[0]["criteria"][0]["human"] == "met"


def test_fields_that_are_younger_than_a_file_are_null(tmp_path: Path) -> None:
    old = json.loads(line())
    for name in ("human", "weaknesses", "target", "model", "file", "line"):
        del old[name]
    (found,) = results.read(written(tmp_path, json.dumps(old)))
    assert (found["human"], found["weaknesses"], found["target"]) == (None, None, None)


def test_an_empty_file_holds_nothing(tmp_path: Path) -> None:
    assert results.read(written(tmp_path, end=b"")) == []


@pytest.mark.parametrize(
    ("second", "told"),
    [
        ("{", f"is no JSON; {AGAIN}"),
        (line().replace("70", "NaN", 1), f"is no JSON; {AGAIN}"),
        ("[" * 100_000, f"is no JSON; {AGAIN}"),
        (b'{"version": 1, "id": "\xff"}', f"is not UTF-8; {AGAIN}"),
        ("[1]", "is no result of --rubric-json, which are objects with a `version`"),
        ("{}", "is no result of --rubric-json, which are objects with a `version`"),
        (line(version=2), f"is of version 2, and only version 1 can be read here; {AGAIN}"),
        (line(version=True), f"is of version true, and only version 1 can be read here; {AGAIN}"),
        (line(criteria={}), f"`criteria` must be a list; {AGAIN}"),
        (line(score="70"), f"`score` must be a number or null; {AGAIN}"),
        (line(score=10**400), f"`score` must be a number or null; {AGAIN}"),
        (line(interval=[70]), f"`interval` must have two ends; {AGAIN}"),
        (line(interval=[None, 70]), f"`interval`: end 1 must be a number; {AGAIN}"),
        (line(title=None), f"`title` must be a text; {AGAIN}"),
        (line(summary=True), f"`summary` must be a text; {AGAIN}"),
        (line(threshold=True), f"`threshold` must be a number; {AGAIN}"),
        (line(human=[]), f"`human` must be an object or null; {AGAIN}"),
        (line(criteria=["x"]), f"criterion 1 is no object; {AGAIN}"),
        (line(criteria=[{"id": 1}]), f"criterion 1: `criterion` must be a text; {AGAIN}"),
        (
            line(criteria=[criterion("b", "met"), criterion("b", "good")]),
            "criterion 2: `status` must be one of clean, met, not_met, undecided, violated; " + AGAIN,
        ),
        (line(score=0).replace('"score": 0', '"score": 1e999'), f"`score` must be a number or null; {AGAIN}"),
        (line(human={"score": 5}), f"`human`: `reason` must be a text or null; {AGAIN}"),
        (
            line(human={"score": 5, "reason": "r", "criteria": []}),
            f"`human`: `criteria` must be an object; {AGAIN}",
        ),
        (line(weaknesses=["w"]), f"weakness 1 is no object; {AGAIN}"),
        (line(weaknesses=[{"cause": 1}]), f"weakness 1: `cause` must be a text or null; {AGAIN}"),
        (line(points=[{"label": "p", "score": "3"}]), f"point 1: `score` must be a number or null; {AGAIN}"),
        (line(tags={"axis:a": "high"}), f"tag axis:a must be a number or null; {AGAIN}"),
        (line(criteria=[criterion("b", "met", tags=[1])]), f"criterion 1: tag 1 must be a text; {AGAIN}"),
        (
            line(criteria=[criterion("b", "met", quotes=[{"text": "t"}])]),
            f"criterion 1: quote 1: `found` must be true or false; {AGAIN}",
        ),
        (
            line(criteria=[{**criterion("b", "met"), "human": []}]),
            "criterion 1: `human` must be one of clean, met, not_met, undecided, violated; " + AGAIN,
        ),
        (
            line(criteria=[criterion("b", "met", "yes")]),
            "criterion 1: `human` must be one of clean, met, not_met, undecided, violated; " + AGAIN,
        ),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, second: str | bytes, told: str) -> None:
    path = written(tmp_path, line(), second)
    with pytest.raises(ConfigError) as caught:
        results.read(path)
    assert str(caught.value) == f"{path}:2: {told}"


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
