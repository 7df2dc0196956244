"""A baseline through a real pytest: how it is asked for, in Python tests, and for a run as a whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.plugin.baselines import BASELINE, PYTHON, UPDATE, baseline, checks, decide, told
from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case


def test_checks_of_python_tests_are_held_too(project: Project) -> None:
    project.write("test_it.py", PYTHON)
    with LoopbackJudge(lambda text, body: text != "B") as judge:
        first = project.run(*UPDATE, judge=judge.base_url)
        assert (first.outcomes, judge.calls) == ({"failed": 1}, 2)
        assert list(baseline(project)["cases"]) == [
            "test_it.py::test_reply#price",
            "test_it.py::test_reply#test_reply-2",
        ]
        known = project.run(*BASELINE, judge=judge.base_url)
        assert (known.code, known.outcomes, judge.calls) == (0, {"xfailed": 1}, 2)
        assert [record["outcome"] for record in known.records] == ["passed", "xfailed"]
        assert [record["baseline"]["standing"] for record in known.records] == ["same", "known"]
    with LoopbackJudge(lambda text, body: False, port=judge.port) as judge:
        worse = project.run(*UPDATE, "--rubric-replies", "refresh", judge=judge.base_url)
        assert judge.calls == 1
    assert "rubric: was 100, now 0 < 60 (fail): 1 of 1 criterion lost, #1 -10" in worse.out
    assert "ended before their check: test_it.py::test_reply#test_reply-2 (was 0)" in told(worse)
    # the test is still there: its second check keeps what it had
    assert list(baseline(project)["cases"]) == [
        "test_it.py::test_reply#price",
        "test_it.py::test_reply#test_reply-2",
    ]


def test_the_readmes_example_runs_as_shown(project: Project) -> None:
    """On its own first case, which fails: from then on that is known."""
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    first_case = re.findall(r"^```yaml\n(.*?)^```$", readme, re.M | re.S)[0]
    commands = readme.split("<!-- example: baseline -->\n```console\n")[1].split("```")[0].splitlines()
    project.write("lamp.rubric.yaml", first_case)
    record, hold = (project.run(*command.split()[1:]) for command in commands)
    assert (record.code, record.outcomes) == (1, {"failed": 1})
    assert (hold.code, hold.outcomes) == (0, {"xfailed": 1})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            BASELINE,
            "--rubric-baseline: there is no file {path}; record it with --rubric-update-baseline, or name "
            "another file",
        ),
        (
            ("--rubric-update-baseline",),
            "--rubric-update-baseline: no baseline file is named; add --rubric-baseline FILE, which may be a new "
            "one",
        ),
        (
            ("--rubric-max-drop", "5"),
            "--rubric-max-drop: there is no baseline that a case could fall from; add --rubric-baseline FILE",
        ),
        (
            ("--rubric-fail-if-worse",),
            "--rubric-fail-if-worse: there is no baseline that a run could be worse than; add --rubric-baseline FILE",
        ),
        (
            (*BASELINE, "--rubric-max-drop", "-1"),
            "--rubric-max-drop: found '-1', allowed: a number from 0 to 100",
        ),
        (
            (*UPDATE, "--rubric-json", "./base.json"),
            "--rubric-json: {path} is the baseline of --rubric-baseline, which the results of this run would replace; "
            "name another file",
        ),
        (
            ("--rubric-baseline", "half.json", "--rubric-update-baseline"),
            "--rubric-baseline: baseline {folder}/half.json: is broken JSON at line 2, column 1: Expecting "
            "property name enclosed in double quotes; restore it from version control, or delete it and record it "
            "anew with --rubric-update-baseline",
        ),
        (
            ("--rubric-baseline", "pytest.ini/base.json", "--rubric-update-baseline"),
            "--rubric-baseline: baseline {folder}/pytest.ini/base.json: can't be read: Not a directory; mend "
            "that, or name another file",
        ),
    ],
)
def test_what_can_not_be_held_is_told_before_anything_is_asked(
    project: Project, options: tuple[str, ...], message: str
) -> None:
    project.write("half.json", '{"version": 1, "cases": {\n')
    project.write_cases([case("abc", "A")])
    with LoopbackJudge(decide) as judge:
        run = project.run(*options, judge=judge.base_url, json_lines=False)
        assert judge.calls == 0
    assert run.code == 4
    shown = message.format(path=project.path / "base.json", folder=project.path)
    assert f"ERROR: {shown}\n" in run.err


def test_the_ini_file_names_the_baseline_and_keeps_the_drop_for_runs_that_have_one(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nrubric_max_drop = 5\nrubric_update_baseline = maybe\n")
    project.write_cases(checks("a"))
    run = project.run(*BASELINE)
    assert (run.code, run.err.strip()) == (
        4,
        "ERROR: ini option rubric_update_baseline: found 'maybe', allowed: true, false",
    )
    project.write("pytest.ini", "[pytest]\nrubric_max_drop = 5\nrubric_update_baseline = true\n")
    run = project.run("--rubric-baseline", "sub/base.json")
    assert (run.code, told(run)) == (
        0,
        ["sub/base.json updated: 1 case added, 0 changed, 0 as before, 0 dropped"],
    )
    project.write("pytest.ini", "[pytest]\nrubric_max_drop = 5\nrubric_baseline = sub/base.json\n")
    assert told(project.run())[0] == "1 case compared: 1 as before"
    project.write("pytest.ini", "[pytest]\nrubric_max_drop = 5\n")
    assert project.run().code == 0


def eight(project: Project, output: str) -> None:
    """Eight cases that code decides, and that pass whatever they lose."""
    halves = [{"check": {"contains": text}, "points": 50} for text in ("Hello", "EUR")]
    project.write_cases([case(output, *halves, id=f"c{n}", threshold=0) for n in range(8)])


def test_a_run_that_is_worse_as_a_whole_fails_where_that_is_asked_for(project: Project) -> None:
    worse = (*BASELINE, "--rubric-fail-if-worse")
    eight(project, "Hello, it costs 3 EUR.")
    with LoopbackJudge(decide) as judge:
        assert project.run(*UPDATE, judge=judge.base_url).code == 0
        eight(project, "Hello.")
        stopped = project.run(*worse, judge=judge.base_url)
        with_workers = project.run(*worse, "-q", "-n", "2", judge=judge.base_url)
        part = project.run(*worse, "-k", "not c0", judge=judge.base_url)
        assert judge.calls == 0
    assert (stopped.code, stopped.outcomes["passed"]) == (1, 8)
    assert told(stopped)[-1] == (
        "the run fails (--rubric-fail-if-worse): its mean changed (-50) over 8 comparable cases by more than "
        "chance explains (p = 0.008)"
    )
    assert (with_workers.code, told(with_workers)[-1]) == (1, told(stopped)[-1])
    assert part.code == 0
    assert told(part)[-1] == (
        "--rubric-fail-if-worse: not evaluated: -k 'not c0' left out 1 of 8 rubric tests"
    )
