"""The scripts that CI stands on: what they take from README.md and pyproject.toml."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def script(name: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / ".ci" / name, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_ci_runs_the_tests_as_the_readme_says() -> None:
    done = script("readme_command.py", ROOT / "README.md", "test")
    assert done.returncode == 0
    assert "pip install '.[test]'" in done.stdout
    assert " -m pytest" in done.stdout
    assert done.stdout.strip() in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()


def test_the_last_line_under_the_right_mark_is_the_command(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- ci: other -->\n```console\nno\n```\n\n<!-- ci: test -->\n\n```console\nfirst\nsecond --x\n```\n",
        encoding="utf-8",
    )
    assert script("readme_command.py", page, "test").stdout == "second --x\n"


@pytest.mark.parametrize(
    "text", ["", "<!-- ci: test -->\n\nprose\n\n```console\npytest\n```\n", "```\npytest\n```\n"]
)
def test_a_readme_without_the_command_is_an_error(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    done = script("readme_command.py", page, "test")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{page}: no fenced block with a command follows a line `<!-- ci: test -->`\n"


@pytest.mark.skipif(sys.version_info < (3, 11), reason="the standard library reads TOML from 3.11 on")
def test_the_oldest_dependencies(tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    text = '[project]\ndependencies = ["one[fast]>=1.2", "two-x >= 3"]\n[project.optional-dependencies]\n'
    project.write_text(text + 'test = ["three>=0.1.0"]\ndev = ["four"]\n', encoding="utf-8")
    assert script("floors.py", project, "test").stdout == "one==1.2\ntwo-x==3\nthree==0.1.0\n"
    done = script("floors.py", project, "dev")
    assert (done.returncode, done.stderr) == (1, "'four' has no floor; write it as name>=version\n")


@pytest.mark.skipif(sys.version_info < (3, 11), reason="the standard library reads TOML from 3.11 on")
def test_every_dependency_has_a_floor() -> None:
    done = script("floors.py", ROOT / "pyproject.toml", "test")
    assert (done.returncode, done.stderr) == (0, "")
    assert any(line.startswith("pytest==") for line in done.stdout.splitlines())
