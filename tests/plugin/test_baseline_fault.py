"""A baseline that is not there or can't be read stops rubric tests, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case

INI = "[pytest]\nrubric_baseline = base.json\n"
UNIT = "def test_adds():\n    assert 1 + 1 == 2\n"
CHECK = "def test_reply(rubric):\n    rubric.check('x', ['A'])\n"
LATE = "def test_late(request):\n    request.getfixturevalue('rubric').check('x', ['A'])\n"


def nothing(path: Path) -> str:
    return f"there is no file {path}; record it with --rubric-update-baseline, or name another file"


def unmerged(path: Path) -> str:
    path.write_text("<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> topic\n", encoding="utf-8")
    return f"baseline {path}: "


@pytest.fixture(params=[nothing, unmerged], ids=["missing", "unmerged"])
def message(request: pytest.FixtureRequest, project: Project) -> str:
    """What is told of the baseline that the ini file of the project names, where it is told."""
    fault: Callable[[Path], str] = request.param
    project.write("pytest.ini", INI)
    project.write("test_unit.py", UNIT)
    return "ERROR: --rubric-baseline: " + fault(project.path / "base.json")


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_runs_without_rubric_tests_run(project: Project, message: str, options: tuple[str, ...]) -> None:
    run = project.run(*options)
    assert (run.code, run.outcomes, run.err) == (0, {"passed": 1}, "")
    assert "baseline" not in run.out

    project.write("test_reply.py", CHECK)
    project.write_cases([case("abc", "A", id="one")])
    unit = project.run("-k", "adds", *options)
    assert (unit.code, unit.outcomes["passed"], unit.err) == (0, 1, "")
    listed = project.run("--co", "-q")
    assert (listed.code, listed.err) == (0, "")
    assert "cases.rubric.yaml::one" in listed.out


@pytest.mark.parametrize("options", [(), ("-n", "2"), ("-n", "2", "--dist", "loadfile")])
@pytest.mark.parametrize("only", ["case", "check"])
def test_it_is_told_before_anything_is_asked(
    project: Project, message: str, options: tuple[str, ...], only: str
) -> None:
    if only == "case":
        project.write_cases([case("abc", "A"), case("abc", "B")])
    else:
        project.write("test_reply.py", CHECK)
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run(*options, judge=judge.base_url)
        assert judge.calls == 0
    assert run.code == 4
    assert run.err.startswith(message)
    assert "INTERNALERROR" not in run.out
    assert run.outcomes == {}


def test_a_test_that_asks_for_the_fixture_later_ends_there(project: Project, message: str) -> None:
    project.write("test_late.py", LATE)
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 0
    assert (run.code, run.outcomes) == (1, {"failed": 1, "passed": 1})
    assert message.removeprefix("ERROR: ") in run.out


def test_a_missing_one_is_recorded_where_that_is_asked_for(project: Project) -> None:
    project.write("pytest.ini", INI)
    project.write_cases([case("abc", {"check": {"contains": "b"}}, id="one")])
    recorded = project.run("--rubric-update-baseline")
    assert (recorded.code, recorded.line("baseline: ")) == (
        0,
        "baseline: base.json updated: 1 case added, 0 changed, 0 as before, 0 dropped",
    )
    assert project.run().code == 0
