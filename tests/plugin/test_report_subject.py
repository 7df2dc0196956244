"""A report file alone tells which case and which output it is about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.project import Project

CHECK = [{"check": {"contains": "Fine"}}]


def about(report: Path) -> list[str]:
    """The lines about case and output: the first of the list below the arithmetic."""
    lines = report.read_text(encoding="utf-8").split("### Calculation\n", 1)[1].splitlines()
    return [line for line in lines if line.startswith(("- Case: ", "- Output "))]


@pytest.mark.parametrize(
    ("case", "origin"),
    [
        ({"ActualOutput": "Fine."}, "ActualOutput"),
        ({"ActualOutputFile": "out/reply.md"}, "cases/out/reply.md (ActualOutputFile)"),
        ({"target": "agent:answer"}, "target agent:answer"),
        ({"target": "agent:told"}, "run 4711"),
        ({"target": {"command": ["echo", "Fine."]}}, "command `echo Fine.`"),
        ({"turns": [{"user": "Well?", "ActualOutput": "Fine."}]}, "ActualOutput"),
        (
            {
                "turns": [{"user": "Well?", "ActualOutput": "Fine."}, {"user": "And now?"}],
                "target": "agent:answer",
            },
            "ActualOutput, target agent:answer",
        ),
    ],
    ids=["inline", "file", "function", "function that says more", "command", "turns", "mixed turns"],
)
def test_the_output_is_said_to_come_from(project: Project, case: dict[str, Any], origin: str) -> None:
    project.write(
        "agent.py",
        """
        from pytest_rubric import Output

        def answer(input):
            return "Fine."

        def told(input):
            return Output("Fine.", origin="run 4711")
        """,
    )
    project.write("cases/out/reply.md", "Fine.\n")
    given = {"id": "well", "Judge": CHECK, **({} if "turns" in case else {"Input": "Well?"}), **case}
    project.write_cases([given], "cases/a.rubric.yaml")
    run = project.run("--rubric-report-dir", "reports")
    assert run.outcomes == {"passed": 1}
    assert run.record("well")["calls"] == 0
    assert about(project.path / "reports" / "case_0_eval_result.md") == [
        "- Case: well, cases/a.rubric.yaml:3",
        f"- Output from: {origin}",
    ]


def test_an_output_of_a_folder_a_hook_or_a_fixture(project: Project) -> None:
    project.write_cases([{"id": "well", "Input": "Well?", "ActualOutput": "Bad.", "Judge": CHECK}])
    project.write("run_7/well.md", "Fine.\n")
    report = project.path / "reports" / "case_0_eval_result.md"
    project.run("--rubric-report-dir", "reports", "--rubric-outputs", "run_7")
    assert about(report)[1] == "- Output from: run_7/well.md (--rubric-outputs)"

    project.write("conftest.py", "def pytest_rubric_run_target(case):\n    return 'Fine.'\n")
    project.run("--rubric-report-dir", "reports")
    assert about(report)[1] == "- Output from: pytest_rubric_run_target"

    project.write("conftest.py", "def pytest_rubric_run_target(case):\n    return None\n")
    project.run("--rubric-report-dir", "reports")
    assert about(report)[1] == "- Output from: ActualOutput", "the hook left it to the case"

    project.write(
        "conftest.py", "import pytest\n\n\n@pytest.fixture\ndef rubric_target():\n    return 'Fine.'\n"
    )
    project.run("--rubric-report-dir", "reports")
    assert about(report)[1] == "- Output from: fixture rubric_target"


def test_a_check_in_a_python_test(project: Project) -> None:
    project.write(
        "test_reply.py",
        """
        def test_reply(rubric):
            rubric.check("Fine.", [{"check": {"contains": "Fine"}}])
        """,
    )
    project.run("--rubric-report-dir", "reports")
    (report,) = (project.path / "reports" / "python").glob("*.md")
    assert about(report) == ["- Case: test_reply, test_reply.py:2", "- Output from: rubric.check"]


def test_both_outputs_of_a_comparison(project: Project) -> None:
    project.write("out/a.md", "Fine.")
    project.write_cases(
        [{"id": "two", "Input": "Well?", "compare": {"A": {"file": "out/a.md"}, "B": {"output": "Fine."}}}]
    )
    run = project.run("--rubric-report-dir", "reports")
    assert run.record("two")["calls"] == 0, "two that are the same need no judge"
    assert about(project.path / "reports" / "case_0_eval_result.md") == [
        "- Case: two, cases.rubric.yaml:3",
        "- Output A from: out/a.md (compare)",
        "- Output B from: compare",
    ]


def test_a_case_whose_output_is_missing_is_named_all_the_same(project: Project) -> None:
    project.write_cases(
        [{"name": "Well, then?", "Input": "Well?", "ActualOutputFile": "gone.md", "Judge": CHECK}]
    )
    run = project.run("--rubric-report-dir", "reports")
    assert run.outcomes == {"error": 1}
    assert about(project.path / "reports" / "case_0_eval_result.md") == [
        "- Case: Well-then (Well, then?), cases.rubric.yaml:3"
    ]
