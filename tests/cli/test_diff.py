"""``pytest-rubric diff``: two runs compared as a run is with its baseline."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_rubric.cli import main
from pytest_rubric.reporting.record import Record
from pytest_rubric.reporting.record_text import dump
from tests.cli.commands import pytest_rubric
from tests.cli.results import a_run, a_worse_run, write_baseline, write_results

Write = Callable[[Path, list[Record]], Path]

FILE = "cases/support.rubric.yaml"
WORSE = f"""\
2 cases compared: 1 worse, 1 as before
mean 67.5 then, 42.5 now (-25), over 2 cases scored in both: can't tell (it would take about 16 cases); passing then and \
failing now 1, the other way round 0: can't tell (it would take about 14 cases)
worse: {FILE}::late-refund 65 -> 15
"""
RESULT = dump(a_run()[0])
CHANGED = f"""\

{FILE}::late-refund: 65 (warn) -> 15 (fail)
  #3 met, now not met  Names the support address
      then: Write to support at any time.
      now: It names no address.
"""


def test_two_files_of_results_as_a_person_compares_them(tmp_path: Path) -> None:
    write_results(tmp_path / "a.jsonl", a_run())
    write_results(tmp_path / "b.jsonl", a_worse_run())
    done = pytest_rubric("diff", "a.jsonl", "b.jsonl", cwd=tmp_path)
    assert (done.code, done.err) == (1, "")
    assert done.out == f"{WORSE}not judged in a.jsonl: {FILE}::broken\n{CHANGED}"


@pytest.mark.parametrize("before", [write_results, write_baseline])
@pytest.mark.parametrize("now", [write_results, write_baseline])
def test_either_kind_on_either_side(
    before: Write, now: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a = before(tmp_path / "a.txt", a_run())
    b = now(tmp_path / "b.txt", a_worse_run())
    assert main(["diff", str(a), str(b)]) == 1
    known = "not judged in a.txt" if before is write_results else "new, not in a.txt"
    assert capsys.readouterr().out == f"{WORSE}{known}: {FILE}::broken\n{CHANGED}"
    assert main(["diff", str(a), str(a)]) == 0
    assert capsys.readouterr().out.startswith("2 cases compared: 2 as before\n")


def test_better_is_not_worse_and_what_can_no_longer_be_judged_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = write_results(tmp_path / "good.jsonl", a_worse_run()[1:])
    lost = write_results(tmp_path / "lost.jsonl", a_run()[1:])
    assert main(["diff", str(good), str(lost)]) == 1
    assert f"errors: {FILE}::broken (was 80)" in capsys.readouterr().out
    assert main(["diff", str(lost), str(good)]) == 0


@pytest.mark.parametrize(("max_drop", "code"), [(None, 1), ("9.9", 1), ("10", 0), ("100", 0)])
def test_a_case_may_fall_as_far_as_allowed(
    max_drop: str | None, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, now = a_run()[1], a_run()[1]
    before["score"], before["interval"] = 80, [80, 80]
    a = write_results(tmp_path / "a.jsonl", [before])
    b = write_results(tmp_path / "b.jsonl", [now])
    options = [] if max_drop is None else ["--max-drop", max_drop]
    assert main(["diff", str(a), str(b), *options]) == code
    shown = "1 fell by more than 9.9" if max_drop == "9.9" else "1 lower"
    assert capsys.readouterr().out.startswith(f"1 case compared: {shown}\n")


def test_results_of_earlier_versions_lack_fields_and_are_compared_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, records in (("a.jsonl", a_run()), ("b.jsonl", a_worse_run())):
        kept = [
            {
                key: value
                for key, value in each.items()
                if key not in ("passed", "case_hash", "output_hash", "judge", "baseline")
            }
            for each in records
        ]
        (tmp_path / name).write_text("".join(json.dumps(each) + "\n" for each in kept), encoding="utf-8")
    assert main(["diff", str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")]) == 1
    assert capsys.readouterr().out == f"{WORSE}not judged in a.jsonl: {FILE}::broken\n{CHANGED}"


def test_no_result_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = write_results(tmp_path / "a.jsonl", [])
    assert main(["diff", str(empty), str(empty)]) == 0
    assert capsys.readouterr().out == "no case to compare\n"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "{path} does not exist; name a file of --rubric-json or --rubric-baseline"),
        (
            "",
            "baseline {path}: is empty; restore it from version control, or delete it and record it anew with "
            "--rubric-update-baseline",
        ),
        (
            '{"version": 1, "nodeid": "a"}\n',
            "{path}:1: id: found nothing, allowed: a text; write it anew: pytest --rubric-json FILE",
        ),
        (
            '{"version": 2, "cases": {}}\n',
            "baseline {path}: has version 2, this pytest-rubric reads 1; restore it from version control, or delete "
            "it and record it anew with --rubric-update-baseline",
        ),
    ],
)
def test_what_can_not_be_read(
    content: str | None, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = write_results(tmp_path / "good.jsonl", a_run())
    path = tmp_path / "other"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    assert main(["diff", str(good), str(path)]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", f"pytest-rubric diff: {told.format(path=path)}\n")


def test_results_whose_fields_have_another_shape(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = a_run()
    records[0]["judge"] = {}  # type: ignore[typeddict-item]  # which is the fault
    path = write_results(tmp_path / "a.jsonl", records)
    assert main(["diff", str(path), str(path)]) == 2
    assert capsys.readouterr().err == (
        f"pytest-rubric diff: {path}:1: judge.prompts: found nothing, allowed: an object; "
        "write it anew: pytest --rubric-json FILE\n"
    )


@pytest.mark.parametrize(
    ("first", "told"),
    [
        (
            "\n" + RESULT.replace("65", "NaN", 1),
            "2: score: found NaN, allowed: a number from 0 to 100, or null",
        ),
        (RESULT[:60], "1: is broken JSON at column 26: Unterminated string starting at"),
        (RESULT.replace("support", "\ud83d", 1), "1: is not UTF-8"),
    ],
    ids=["nan", "half", "bytes"],
)
def test_a_first_line_that_is_broken_is_told_as_that_of_a_result(
    first: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(first.encode("utf-8", "surrogatepass") + b"\n" + RESULT.encode())
    assert main(["diff", str(path), str(path)]) == 2
    assert capsys.readouterr().err == (
        f"pytest-rubric diff: {path}:{told}; write it anew: pytest --rubric-json FILE\n"
    )


def test_an_allowed_drop_that_is_no_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "a", "b", "--max-drop", "-3"]) == 2
    assert capsys.readouterr().err == (
        "pytest-rubric diff: --max-drop: found '-3', allowed: a number from 0 to 100\n"
    )
