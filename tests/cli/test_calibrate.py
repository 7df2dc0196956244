"""``pytest-rubric calibrate``: what it writes where, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.commands import pytest_rubric
from tests.gating.calibration.building import criterion, four_criteria, record
from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case


def results(folder: Path, name: str = "results.jsonl", wrong: int = 1) -> str:
    lines = [json.dumps(each, ensure_ascii=False) + "\n" for each in four_criteria(wrong, 3)]
    (folder / name).write_text("".join(lines), encoding="utf-8")
    return name


def test_the_report_is_printed(tmp_path: Path) -> None:
    done = pytest_rubric("calibrate", results(tmp_path), cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.lines[:2] == ["# Calibration report", ""]
    assert "| all | 2/3 | 66.7 % | 21-94 % | 0 | undefined | 1 | 0 |" in done.lines


def test_several_files_and_a_place_to_write_to(tmp_path: Path) -> None:
    results(tmp_path)
    (tmp_path / "second.jsonl").write_text(json.dumps(record("天", criterion("x", "met", "met"))) + "\n")
    done = pytest_rubric(
        "calibrate",
        "results.jsonl",
        "second.jsonl",
        "--output",
        "out/report.md",
        "--lang",
        "zh",
        cwd=tmp_path,
    )
    assert (done.code, done.err) == (0, "")
    assert done.lines == [
        "judge and people agree on 3 of 4 decisions (75 %); 2 findings",
        "written: out/report.md",
        "written: out/calibration_report.json",
    ]
    assert (tmp_path / "out" / "report.md").read_text(encoding="utf-8").startswith("# 校准报告\n")
    found = json.loads((tmp_path / "out" / "calibration_report.json").read_text(encoding="utf-8"))
    assert [each["items"] for each in found["sources"]] == [3, 1]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "calibration_report.json",
        "report.md",
    ]


def test_json_alone(tmp_path: Path) -> None:
    done = pytest_rubric("calibrate", results(tmp_path), "--output", "found.json", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.lines == [
        "judge and people agree on 2 of 3 decisions (66.7 %); 2 findings",
        "written: found.json",
    ]
    assert json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))["overall"]["agreeing"] == 2
    assert not (tmp_path / "calibration_report.json").exists()


def test_without_labels_it_says_so_beside_the_files(tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").write_text(json.dumps(record("a", criterion("x", "met", None))) + "\n")
    done = pytest_rubric("calibrate", "results.jsonl", "--output", "found.json", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.lines == ["no decision could be compared with a label; 0 findings", "written: found.json"]


def test_runs_whose_labels_contradict_each_other(tmp_path: Path) -> None:
    done = pytest_rubric(
        "calibrate", results(tmp_path), results(tmp_path, "again.jsonl", wrong=0), cwd=tmp_path
    )
    assert done.code == 0
    assert (
        "1. **[testcase]** Labels of people contradict each other (decisions: 1). This report leaves these decisions out."
        in done.lines
    )
    assert "- Results left out, since another one about the same output counts: 3." in done.lines


def test_what_can_not_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "broken.jsonl").write_text('{"version": 2}\n')
    (tmp_path / "empty.jsonl").write_text("")
    for name, told in (
        (
            "broken.jsonl",
            "broken.jsonl:1: is of version 2, and only version 1 can be read here; write it anew: "
            "pytest --rubric-json FILE",
        ),
        ("empty.jsonl", "no result in empty.jsonl"),
        ("none.jsonl", "none.jsonl can't be read: No such file or directory; name a file of --rubric-json"),
    ):
        done = pytest_rubric("calibrate", name, cwd=tmp_path)
        assert (done.code, done.out, done.err) == (2, "", f"pytest-rubric calibrate: {told}\n")


def test_a_place_that_can_not_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = pytest_rubric("calibrate", results(tmp_path), "--output", "file/report.md", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err == ("pytest-rubric calibrate: file can't be written: File exists; name another place\n")


def test_a_run_without_a_judge_takes_nothing_from_one_before_it(project: Project) -> None:
    labelled = [{"criterion": "A", "human": "yes"}, {"criterion": "B", "human": "no"}]
    project.write_cases([case("a lamp", *labelled, id="lamp")])
    project.write("test_bed.py", f"def test_bed(rubric):\n    rubric.check('a bed', {labelled[1:]})\n")
    with LoopbackJudge(lambda text, body: True) as judge:
        project.run("--rubric-json", "first.jsonl", judge=judge.base_url, json_lines=False)
        assert judge.calls == 2
    down = ("--rubric-replies", "only", "--rubric-model", "another", "--rubric-json", "down.jsonl")
    assert project.run(*down, json_lines=False).outcomes == {"error": 1, "failed": 1}
    for order in (("first.jsonl", "down.jsonl"), ("down.jsonl", "first.jsonl")):
        done = pytest_rubric("calibrate", *order, "--output", "found.json", cwd=project.path)
        assert done.code == 0
        found = json.loads((project.path / "found.json").read_text(encoding="utf-8"))
        assert (found["overall"]["decisions"], found["overall"]["agreeing"]) == (3, 1)
        assert (found["items"], found["repeated_items"], found["labels"]["undecided"]) == (2, 2, 0)
