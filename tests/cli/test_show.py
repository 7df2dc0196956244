"""``pytest-rubric show``: results of an earlier run in a terminal."""

from __future__ import annotations

import os
import re
from datetime import datetime
from pathlib import Path

import pytest

from pytest_rubric.cli import main
from tests.cli.commands import pytest_rubric
from tests.cli.results import a_run, write_baseline, write_results
from tests.reporting.html.reading import read
from tests.reporting.samples import complexity_results, evaluated, judged_points, record_of


def test_all_results_in_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    records = [*a_run(), record_of("归并排序", evaluated(complexity_results(), threshold=20), "passed")]
    path = write_results(tmp_path / "r.jsonl", records)
    assert main(["show", str(path)]) == 0
    assert (
        capsys.readouterr().out
        == """\
case                                          score  verdict  threshold  lost most
--------------------------------------------  -----  -------  ---------  -------------------------------------
cases/support.rubric.yaml::late-refund           65  warn            60  #2 -20 Says that refunds end 14 days…
cases/support.rubric.yaml::facts (reference)     70  warn            60  half of the key facts are missing
cases/support.rubric.yaml::broken                 -  error           80  no endpoint
cases/support.rubric.yaml::归并排序              25  fail            20  #2 -25 说明了递归树的层数

4 cases, mean 53.3 over 3 of 4, 1 error, 3 passed
"""
    )


def test_from_ten_scores_on_the_interval_of_the_mean(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [record_of(f"case-{points}", judged_points(points), "passed") for points in range(60, 79, 2)]
    assert main(["show", str(write_results(tmp_path / "r.jsonl", records))]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "10 cases, mean 69, 10 passed",
        "95% interval of the mean: 65.6 to 72.4",
    ]
    assert main(["show", str(write_results(tmp_path / "r.jsonl", records[1:]))]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "9 cases, mean 70, 9 passed"


def test_the_command_itself(tmp_path: Path) -> None:
    write_results(tmp_path / "r.jsonl", a_run())
    done = pytest_rubric("show", "r.jsonl", "--case", "broken", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.lines[-1] == "  - no endpoint"


def test_one_case_with_its_decisions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = a_run()
    path = write_results(tmp_path / "r.jsonl", records)
    assert main(["show", str(path), "--case", "late-refund"]) == 0
    assert (
        capsys.readouterr().out
        == """\
cases/support.rubric.yaml::late-refund (cases/support.rubric.yaml:12)
rubric: 65, threshold 60, warn
a sentence made by code

  #1  +30  met  Answers in a polite tone
      why: It is polite throughout.

  #2  +20  not met  Says that refunds end 14 days after delivery
      why: The answer names no time limit at all.

  #3  +50  met  Names the support address
      why: It points to support.
      quote: "Write to support at any time."
      quote: "support@example.com" (not found)

  #4  -15  violated  Promises a refund that the policy excludes
      why: It promises the money back without any condition.
      quote: "We will of course refund you, whenever you ask."

tags: axis:tone 100, axis:accuracy 71, axis:safety 85
"""
    )


def test_points_of_another_evaluator_and_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = a_run()
    path = write_results(tmp_path / "r.jsonl", records)
    assert main(["show", str(path), "--case", "cases/support.rubric.yaml::facts"]) == 0
    assert (
        capsys.readouterr().out
        == """\
cases/support.rubric.yaml::facts (reference) (cases/support.rubric.yaml:12)
reference: 70, threshold 60, warn
half of the key facts are missing

  30, partial  semantic agreement (50)
      why: covers "refund", not the time limit

  10.5, missing  completeness (30)
      do: Name the time limit

  undecided  format (20)
"""
    )
    assert main(["show", str(path), "--case", "broken"]) == 0
    assert (
        capsys.readouterr().out
        == """\
cases/support.rubric.yaml::broken (cases/support.rubric.yaml:12)
rubric: -, threshold 80, error
  - no endpoint
"""
    )


def test_what_the_case_was_in_the_baseline(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = a_run()[0]
    record["outcome"] = "failed"
    record["baseline"] = {
        "nodeid": record["nodeid"], "standing": "fell", "passed": True, "score": 90, "interval": [90, 90],
        "threshold": 60, "verdict": "pass", "change": -25, "fell": 25, "flips": [], "cause": None,
        "case_changed": None, "judge_before": None,
    }  # fmt: skip
    path = write_results(tmp_path / "r.jsonl", [record])
    assert main(["show", str(path), "--case", "late-refund"]) == 0
    assert "rubric: 65, threshold 60, warn, failed; 90 in the baseline (fell)\n" in capsys.readouterr().out
    assert main(["show", str(path)]) == 0
    assert "  fell by 25: #2 -20 Says that" in capsys.readouterr().out


def test_no_result_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_results(tmp_path / "r.jsonl", [])
    assert main(["show", str(path)]) == 0
    assert capsys.readouterr().out == "no result\n"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("late-refnd", "no case 'late-refnd'; did you mean 'late-refund'?"),
        ("x", "no case 'x'; there are: late-refund, facts, broken"),
    ],
)
def test_a_case_that_is_not_there(
    name: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_results(tmp_path / "r.jsonl", a_run())
    assert main(["show", str(path), "--case", name]) == 2
    assert capsys.readouterr().err == f"pytest-rubric show: {told}\n"


def test_a_file_that_holds_no_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing, other = tmp_path / "none.jsonl", write_baseline(tmp_path / "base.json", a_run())
    assert main(["show", str(missing)]) == 2
    assert capsys.readouterr().err == (
        f"pytest-rubric show: {missing} can't be read: No such file or directory; name a file of --rubric-json\n"
    )
    assert main(["show", str(other)]) == 2
    assert capsys.readouterr().err == (
        f"pytest-rubric show: {other}:1: is broken JSON at column 2: Expecting property name enclosed in double quotes; write it anew: pytest --rubric-json FILE\n"
    )


def test_results_as_a_page(tmp_path: Path) -> None:
    records = [*a_run(), record_of("归并排序", evaluated(complexity_results(), threshold=20), "passed")]
    write_results(tmp_path / "r.jsonl", records)
    os.utime(tmp_path / "r.jsonl", (1_700_000_000, 1_700_000_000))
    done = pytest_rubric("show", "r.jsonl", "--html", "out/page.html", cwd=tmp_path)
    assert (done.code, done.out, done.err) == (0, "out/page.html: 4 cases\n", "")
    made = read((tmp_path / "out" / "page.html").read_text(encoding="utf-8"))
    assert "Results of r.jsonl, written " in made.one("header").text
    written = datetime.fromisoformat(made.one("time").attributes["datetime"])
    assert written.timestamp() == 1_700_000_000
    groups = [each for each in made.one("table", id="cases").every("tbody") if "data-run" in each.attributes]
    assert [each.every("bdi")[0].text for each in groups] == [
        "broken",
        "归并排序",
        "late-refund",
        "facts (reference)",
    ]
    assert "It is polite throughout." in groups[2].text


def test_one_case_as_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, page = write_results(tmp_path / "r.jsonl", a_run()), tmp_path / "page.html"
    assert main(["show", str(path), "--case", "facts", "--html", str(page)]) == 0
    assert capsys.readouterr().out == f"{page}: 1 case\n"
    assert len(re.findall("<tbody data-run", page.read_text(encoding="utf-8"))) == 1


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("file/page.html", "--html: {root}/file can't be written: File exists; name another place"),
        ("folder", "--html: {root}/folder can't be written: Is a directory; name another place"),
        ("r.jsonl", "--html: {root}/r.jsonl is the file of the results; name another file"),
    ],
)
def test_a_page_that_can_not_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], page: str, told: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    path = write_results(tmp_path / "r.jsonl", a_run())
    before = path.read_bytes()
    assert main(["show", str(path), "--html", str(tmp_path / page)]) == 2
    assert capsys.readouterr().err == f"pytest-rubric show: {told.format(root=tmp_path)}\n"
    assert path.read_bytes() == before
