"""What users import: a list that only changes on purpose."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import distribution, entry_points, version
from importlib.resources import files
from pathlib import Path

import pytest

import pytest_rubric

ROOT = Path(__file__).parents[1]
PUBLIC = [
    "BudgetSpent",
    "Case",
    "CaseFileError",
    "ChatMessage",
    "CheckedReply",
    "ConfigError",
    "Contract",
    "Criterion",
    "CriterionResult",
    "Evaluation",
    "Evaluator",
    "EvaluatorError",
    "InvalidReply",
    "Judge",
    "JudgeCallFailed",
    "JudgeError",
    "JudgeRefused",
    "JudgeReply",
    "JudgeRequest",
    "JudgeUnavailable",
    "MissingRecording",
    "Normalised",
    "NormalisedPoint",
    "Output",
    "Point",
    "RubricError",
    "RubricWarning",
    "ScriptedJudge",
    "Subject",
    "TargetError",
    "Turn",
    "Usage",
    "normalise",
]


def test_the_public_names() -> None:
    assert sorted(pytest_rubric.__all__) == PUBLIC
    assert dir(pytest_rubric) == PUBLIC


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_can_be_imported(name: str) -> None:
    found = getattr(pytest_rubric, name)
    assert found.__module__.startswith("pytest_rubric.")
    assert found.__name__ == name
    assert found.__doc__


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match=r"^module 'pytest_rubric' has no attribute 'Rubrik'$"):
        _ = pytest_rubric.Rubrik
    assert not hasattr(pytest_rubric, "__wrapped__")


def test_every_error_is_of_the_one_tree() -> None:
    raised = [
        cls
        for cls in map(pytest_rubric.__getattr__, PUBLIC)
        if isinstance(cls, type) and issubclass(cls, Exception) and not issubclass(cls, Warning)
    ]
    assert pytest_rubric.JudgeError in raised
    assert [cls for cls in raised if not issubclass(cls, pytest_rubric.RubricError)] == []


def test_importing_the_package_imports_none_of_its_modules() -> None:
    code = "import sys, pytest_rubric; print([m for m in sys.modules if m.startswith('pytest_rubric.')])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "[]\n"


def test_the_types_are_shipped() -> None:
    assert files("pytest_rubric").joinpath("py.typed").is_file()


def test_the_version_is_that_of_the_project_file() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    declared = re.search(r'^version = "(.+)"$', project, re.M)
    assert declared is not None
    assert version("pytest-rubric") == declared[1]


def test_the_entry_points() -> None:
    ours = {(e.group, e.name): e.value for e in distribution("pytest-rubric").entry_points}
    assert ours == {
        ("pytest11", "rubric"): "pytest_rubric.plugin",
        ("console_scripts", "pytest-rubric"): "pytest_rubric.cli:main",
    }
    (plugin,) = entry_points(group="pytest11", name="rubric")
    assert callable(plugin.load().pytest_addoption)
