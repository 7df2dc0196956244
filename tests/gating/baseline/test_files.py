"""The file on disk: whole or not at all, whoever writes it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pytest_rubric.errors import ConfigError
from pytest_rubric.gating.baseline import files
from pytest_rubric.gating.baseline.file_format import Baseline, dump
from pytest_rubric.judging.exchanges.locks import KeyLocks
from tests.gating.baseline.building import state

MEND = "restore it from version control, or delete it and record it anew with --rubric-update-baseline"


def with_case(key: str, baseline: Baseline) -> Baseline:
    return Baseline({**baseline.cases, key: state("70")})


def test_a_file_that_is_not_there_is_no_fault(tmp_path: Path) -> None:
    assert files.read(tmp_path / "b.json") is None


def test_a_first_update_makes_the_file_and_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "b.json"
    assert files.update(path, lambda old: with_case("f.yaml::a", old)) is True
    assert files.read(path) == Baseline({"f.yaml::a": state("70")})
    assert os.listdir(path.parent) == ["b.json"]


def test_an_update_that_changes_nothing_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    files.update(path, lambda old: with_case("f.yaml::a", old))
    before = path.stat()
    assert files.update(path, lambda old: with_case("f.yaml::a", old)) is False
    assert path.stat() == before


def test_a_mark_at_the_beginning_and_other_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    baseline = with_case("f.yaml::a", Baseline())
    path.write_bytes(b"\xef\xbb\xbf" + dump(baseline).replace("\n", "\r\n").encode())
    assert files.read(path) == baseline
    assert files.update(path, lambda old: old) is True
    assert path.read_bytes() == dump(baseline).encode()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\xff\xfe{}", f"is not UTF-8 (byte 0); {MEND}"),
        (None, "is a folder; name a file"),
        (b"", f"is empty; {MEND}"),
    ],
)
def test_a_file_that_can_not_be_read_is_never_replaced(
    content: bytes | None, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "b.json"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(ConfigError) as raised:
        files.update(path, lambda old: with_case("f.yaml::a", old))
    assert str(raised.value) == f"baseline {path}: {told}"
    assert path.is_dir() if content is None else path.read_bytes() == content


def test_a_file_that_nobody_may_read(tmp_path: Path) -> None:
    path = tmp_path / "part" / "b.json"
    path.parent.write_text("no folder", encoding="utf-8")
    with pytest.raises(ConfigError) as raised:
        files.read(path)
    assert str(raised.value) == (
        f"baseline {path}: can't be read: Not a directory; mend that, or name another file"
    )


def test_a_change_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    files.update(path, lambda old: with_case("f.yaml::a", old))
    before = path.read_bytes()

    def interrupted(old: Baseline) -> Baseline:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        files.update(path, interrupted)
    assert (path.read_bytes(), os.listdir(tmp_path)) == (before, ["b.json"])
    # and the lock is free again
    assert files.update(path, lambda old: with_case("f.yaml::b", old)) is True


@pytest.mark.parametrize(
    ("odd", "told"),
    [
        ({"score": Fraction(150)}, "score: found 150, allowed: a number from 0 to 100, or null"),
        ({"verdict": "great"}, 'verdict: found "great", allowed: pass, warn, fail, or null'),
        ({"low": Fraction(90), "high": Fraction(10)}, "high: found 10, allowed: a number from `low` to 100"),
    ],
)
def test_nothing_is_written_that_could_not_be_read_again(
    odd: dict[str, Any], told: str, tmp_path: Path
) -> None:
    path = tmp_path / "b.json"
    files.update(path, lambda old: with_case("f.yaml::a", old))
    before = path.read_bytes()
    with pytest.raises(ConfigError) as raised:
        files.update(path, lambda old: Baseline({**old.cases, "f.yaml::b": replace(state("70"), **odd)}))
    assert str(raised.value) == (
        f"baseline {path}: what this run leaves in it could not be read again: cases.f.yaml::b.{told}; "
        "mend the evaluator that gave this"
    )
    assert (path.read_bytes(), os.listdir(tmp_path)) == (before, ["b.json"])


def test_a_link_stays_a_link_and_permissions_stay_as_they_are(tmp_path: Path) -> None:
    path, link = tmp_path / "b.json", tmp_path / "link.json"
    files.update(path, lambda old: with_case("f.yaml::a", old))
    path.chmod(0o600)
    link.symlink_to(path)
    assert files.update(link, lambda old: with_case("f.yaml::b", old)) is True
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o600
    found = files.read(path)
    assert found is not None
    assert list(found.cases) == ["f.yaml::a", "f.yaml::b"]


WRITER = """\
import sys
from pathlib import Path
from pytest_rubric.gating.baseline import files
from tests.gating.baseline.test_files import with_case

for number in range(15):
    files.update(Path(sys.argv[1]), lambda old: with_case(f"f.yaml::{sys.argv[2]}-{number}", old))
"""


def test_two_processes_at_once_both_end_up_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    root = Path(__file__).parents[3]
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), name], cwd=root) for name in ("a", "b")
    ]
    seen = 0
    while any(writer.poll() is None for writer in writers):
        # a reader never sees a part of it
        found = files.read(path)
        assert found is None or len(found.cases) >= seen
        seen = 0 if found is None else len(found.cases)
    assert [writer.returncode for writer in writers] == [0, 0]
    found = files.read(path)
    assert found is not None
    assert set(found.cases) == {f"f.yaml::{name}-{number}" for name in "ab" for number in range(15)}
    assert os.listdir(tmp_path) == ["b.json"]


HOLDER = """\
import sys
import time
from pathlib import Path
from pytest_rubric.gating.baseline import files

def hold(old):
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
    return old

files.update(Path(sys.argv[1]), hold)
"""


@contextmanager
def held(path: Path, seconds: float = 60) -> Iterator[None]:
    """Another process is in the middle of an update."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path), str(seconds)],
        cwd=Path(__file__).parents[3],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield
    finally:
        holder.kill()
        holder.communicate()


def test_an_update_gives_up_where_another_process_hangs_in_one(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    files.update(path, lambda old: with_case("f.yaml::a", old))
    before = path.read_bytes()
    called = []

    def change(old: Baseline) -> Baseline:
        called.append(old)
        return with_case("f.yaml::b", old)

    with held(path):
        with pytest.raises(ConfigError) as raised:
            files.update(path, change, patience=0.2)
        assert (path.read_bytes(), called) == (before, [])
        # who only reads waits for nobody
        assert files.read(path) == with_case("f.yaml::a", Baseline())
    assert str(raised.value) == (
        f"baseline {path}: another process has been updating it for 0.2 s; end that process "
        f"(`fuser {KeyLocks(path).file}` names it) or wait for it, then run once more: replies that are stored "
        "are not asked for again"
    )
    # a lock goes away with its process
    assert files.update(path, change, patience=0) is True
    assert os.listdir(tmp_path) == ["b.json"]


def test_an_update_waits_for_one_that_takes_its_time(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    with held(path, seconds=0.5):
        assert files.update(path, lambda old: with_case("f.yaml::b", old), patience=60) is True
    assert files.read(path) == with_case("f.yaml::b", Baseline())


def test_one_that_hangs_with_another_file_holds_up_nobody(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    with held(tmp_path / "other.json"):
        assert files.update(path, lambda old: with_case("f.yaml::b", old), patience=0) is True
