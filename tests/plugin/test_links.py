"""Symbolic links inside the root directory that lead out of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.project import Project

CRITERIA = [{"check": {"contains": "secret"}}]


@pytest.fixture
def outside(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder elsewhere, and ``link`` in the project that leads there."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "out.txt").write_text("secret", encoding="utf-8")
    (folder / "judge.yaml").write_text("- {check: {contains: secret}}\n", encoding="utf-8")
    (project.path / "link").symlink_to(folder)
    (project.path / "out.txt").symlink_to(folder / "out.txt")
    return folder


@pytest.mark.parametrize(
    ("key", "more", "file"),
    [
        ("ActualOutputFile", {"ActualOutputFile": "out.txt"}, "out.txt"),
        ("ActualOutputFile", {"ActualOutputFile": "link/out.txt"}, "out.txt"),
        ("RunLogFile", {"ActualOutput": "secret", "RunLogFile": "link/out.txt"}, "out.txt"),
        ("cwd", {"target": {"command": ["cat", "out.txt"], "cwd": "link"}}, ""),
        ("JudgeFile", {"ActualOutput": "secret", "JudgeFile": "link/judge.yaml"}, "judge.yaml"),
    ],
)
def test_a_link_out_of_the_root_directory_is_not_followed_unless_that_is_allowed(
    project: Project, outside: Path, key: str, more: dict[str, Any], file: str
) -> None:
    case = {"id": "a", "Input": "x", **more}
    if key != "JudgeFile":
        case["Judge"] = CRITERIA
    project.write_cases([case])
    run = project.run()
    assert run.outcomes == {"error": 1}
    error = run.record("a")["error"]
    assert f"`{key}`" in error
    assert f"a link to {outside / file}; set rubric_allow_outside_root to allow it" in error
    assert project.run("-o", "rubric_allow_outside_root=true").outcomes == {"passed": 1}


def test_a_root_directory_that_is_a_link_itself_is_no_way_out(
    project: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    project.write("out/text.txt", "secret")
    (project.path / "inside.txt").symlink_to("out/text.txt")
    project.write_cases([{"id": "a", "Input": "x", "ActualOutputFile": "inside.txt", "Judge": CRITERIA}])
    door = tmp_path_factory.mktemp("door") / "project"
    door.symlink_to(project.path)
    assert project.run(f"--rootdir={door}", str(door / "cases.rubric.yaml"), cwd=door).outcomes == {
        "passed": 1
    }


def test_links_in_a_circle_are_one_clear_error(project: Project) -> None:
    (project.path / "a.txt").symlink_to("b.txt")
    (project.path / "b.txt").symlink_to("a.txt")
    project.write_cases([{"id": "a", "Input": "x", "ActualOutputFile": "a.txt", "Judge": CRITERIA}])
    run = project.run()
    assert run.outcomes == {"error": 1}
    assert "ActualOutputFile of case a" in run.record("a")["error"]
    assert "can't be read" in run.record("a")["error"]
