"""Gates of a suite through a real run: what fails it, what is printed and written, and what is asked."""

from __future__ import annotations

import json

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case

GATES = """\
[pytest]
rubric_min_mean = 80
rubric_min_pass_rate = 60
rubric_min_tag =
    axis:accuracy 100
    smoke 60
rubric_max_errors = 0
"""


def suite(project: Project) -> None:
    """Scores 100, 100 and 20: a mean of 73 and a third, two of three passed."""
    project.write("pytest.ini", GATES)
    project.write_cases(
        [
            case("good", {"criterion": "Names it", "points": 4, "tags": ["axis:accuracy"]}, id="one"),
            case("better", {"criterion": "Names it", "points": 4, "tags": ["axis:accuracy"]}, id="two"),
            case(
                "bad",
                {"criterion": "Names it", "points": 1, "tags": ["axis:accuracy"]},
                {"criterion": "Misses it", "points": 4},
                id="three",
                tags=["smoke"],
                threshold=10,
            ),
        ]
    )


def decide(criterion: str, body: object) -> bool:
    return "Names" in criterion


FAILED = ["gate: mean score 73.3 < 80 over 3 cases", "gate: tag smoke 20 < 60 over 1 case"]
HELD = "gates held: pass rate 100% >= 60%; tag axis:accuracy 100 >= 100; errors 0 <= 0"


def test_a_gate_that_does_not_hold_fails_a_run_in_which_every_case_passed(project: Project) -> None:
    suite(project)
    with LoopbackJudge(decide) as judge:
        run = project.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 3
        assert run.outcomes["passed"] == 3
        assert run.code == 1
        for line in [*FAILED, HELD]:
            assert run.line(line) == line
        summary = (project.path / "reports/summary.md").read_text("utf-8")
        assert "".join(f"- {line}\n" for line in FAILED) in summary
        found = json.loads((project.path / "reports/gates.json").read_text("utf-8"))
        assert [each["held"] for each in found["gates"]] == [False, True, True, False, True]
        assert run.record("three")["criterion_tags"] == ["axis:accuracy"]

        quiet = project.run("-q", "-n", "2", judge=judge.base_url)
        assert judge.calls == 3, "all replies are stored"
    assert quiet.code == 1
    fails = "the run fails, though no test did: what is told above does not hold (exit code 1)"
    assert run.line(fails) == quiet.line(fails) == fails
    assert [line for line in quiet.out.splitlines() if line.startswith("gate")] == [*FAILED, HELD]


def test_a_partial_run_is_not_evaluated_and_says_why(project: Project) -> None:
    suite(project)
    with LoopbackJudge(decide) as judge:
        run = project.run("-k", "three", "--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 1
        assert run.code == 0
        reason = "-k three left out 2 of 3 rubric tests"
        assert run.line("gate") == f"gates: not evaluated: {reason}"
        assert json.loads((project.path / "reports/gates.json").read_text("utf-8")) == {
            "version": 1,
            "not_evaluated": reason,
            "gates": [],
        }
        quiet = project.run("-k", "three", "-n", "2", "-q", judge=judge.base_url)
        assert judge.calls == 1
    assert quiet.code == 0
    assert quiet.line("gate") == run.line("gate")


def test_gates_that_hold_take_one_line(project: Project) -> None:
    suite(project)
    with LoopbackJudge(decide) as judge:
        run = project.run(
            "-o", "rubric_min_mean=73.3", "-o", "rubric_min_tag=axis:accuracy 80", judge=judge.base_url
        )
        assert judge.calls == 3
    assert run.code == 0
    assert run.line("gates held") == (
        "gates held: mean score 73.33 >= 73.3; pass rate 100% >= 60%; tag axis:accuracy 100 >= 80; errors 0 <= 0"
    )


def test_nothing_left_is_a_result_too(project: Project) -> None:
    suite(project)
    project.write("test_plain.py", "def test_plain():\n    pass\n")
    with LoopbackJudge(decide) as judge:
        none_left = project.run("-k", "plain", judge=judge.base_url)
        none_there = project.run("test_plain.py", judge=judge.base_url)
        assert judge.calls == 0
    assert (none_left.code, none_there.code) == (0, 0)
    assert none_left.line("gate") == "gates: not evaluated: -k plain left out 3 of 3 rubric tests"
    assert none_there.line("gate") == "gates: not evaluated: no rubric test was collected"


def test_on_github_the_run_has_an_annotation_and_the_summary_begins_with_its_gates(project: Project) -> None:
    suite(project)
    summary = project.path / "step.md"
    with LoopbackJudge(decide) as judge:
        run = project.run(
            judge=judge.base_url,
            env={"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)},
        )
        assert judge.calls == 3
    told = "%0A".join([*FAILED, HELD]).replace("100%", "100%25").replace("60%;", "60%25;")
    assert run.line("::error") == f"::error title=rubric%3A the run as a whole::{told}"
    lines = summary.read_text("utf-8").splitlines()
    assert lines[4] == f"- {FAILED[0]}"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            "rubric_min_pass_rate = 0.95",
            "ini option rubric_min_pass_rate: found '0.95', allowed: a number from 0 to 100, as in 80 (no share "
            "of 1, such as 0.8)",
        ),
        (
            "rubric_min_tag =\n    smoke 80\n    axis:accuracy\n",
            "ini option rubric_min_tag: found 'axis:accuracy', allowed: a tag and a number from 0 to 100, as in "
            "axis:accuracy 80",
        ),
        (
            "rubric_min_tag =\n    smoke 80\n    smoke 90\n",
            "ini option rubric_min_tag: found 'smoke' twice, allowed: each tag once",
        ),
    ],
    ids=["share", "no floor", "twice"],
)
def test_a_gate_that_is_mistyped_is_told_before_anything_runs(
    project: Project, lines: str, message: str
) -> None:
    project.write("pytest.ini", f"[pytest]\n{lines}")
    run = project.run(json_lines=False)
    assert run.code == 4
    assert f"ERROR: {message}" in run.err
