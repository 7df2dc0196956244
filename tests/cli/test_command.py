"""The command itself: version, schema, usage, and its script."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.commands import pytest_rubric

SCRIPT = Path(sysconfig.get_path("scripts"), "pytest-rubric")


def test_version(tmp_path: Path) -> None:
    done = pytest_rubric("--version", cwd=tmp_path)
    assert (done.code, done.out) == (0, f"pytest-rubric {version('pytest-rubric')}\n")


def test_the_installed_script_is_the_same_command(tmp_path: Path) -> None:
    done = subprocess.run(
        [SCRIPT, "--version"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, pytest_rubric("--version", cwd=tmp_path).out)


@pytest.mark.parametrize("arguments", [[], ["lint", "--loud"], ["paint"], ["schema", "--strict"]])
def test_wrong_usage(arguments: list[str], tmp_path: Path) -> None:
    done = pytest_rubric(*arguments, cwd=tmp_path)
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith("usage: pytest-rubric ")


def test_help_names_the_commands(tmp_path: Path) -> None:
    done = pytest_rubric("--help", cwd=tmp_path)
    assert done.code == 0
    assert "print the JSON Schema of case files" in done.out
    assert "tell what is wrong or odd in case files" in done.out


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "gbk"])
def test_schema_is_a_json_schema_on_any_console(encoding: str, tmp_path: Path) -> None:
    done = pytest_rubric("schema", cwd=tmp_path, encoding=encoding)
    assert done.code == 0
    schema = json.loads(done.out)
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    case: dict[str, Any] = {
        "Input": "Hi",
        "ActualOutput": "Hello",
        "Judge": [{"criterion": "Greets", "points": 10}],
    }
    assert validator(schema).is_valid({"cases": [case]})
    assert not validator(schema).is_valid(
        {"cases": [{**case, "Judge": [{"criterion": "Greets", "points": 0}]}]}
    )


def test_version_and_help_need_no_heavy_import(tmp_path: Path) -> None:
    code = (
        "import sys, pytest_rubric.cli as cli\n"
        "try: cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'yaml', 'pydantic', 'openai', 'aiohttp', 'jsonschema', 'tabulate', 'pytest'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr.strip() == "[]"


def test_a_reader_that_leaves_is_no_traceback(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed_pipe:
        done = subprocess.run(
            [sys.executable, "-m", "pytest_rubric", "schema"],
            cwd=tmp_path,
            stdout=closed_pipe,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, b"")


def test_lint_without_a_path_looks_in_the_current_folder(tmp_path: Path) -> None:
    case = "{Input: x, ActualOutput: y, Judge: [{criterion: A, points: 0}]}"
    (tmp_path / "a.rubric.yaml").write_text(f"cases:\n- {case}\n", encoding="utf-8")
    done = pytest_rubric("lint", cwd=tmp_path)
    assert done.code == 1
    assert done.out.startswith("a.rubric.yaml:2:")
