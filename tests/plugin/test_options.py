"""Options: one table, the same in code, README and errors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pytest_rubric.plugin.option_table import OPTIONS
from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case

README = Path(__file__).parents[2] / "README.md"


def test_the_readme_has_exactly_the_options_that_exist() -> None:
    rows = re.findall(
        r"^\| `(--rubric-[a-z-]+|rubric_[a-z_]+)`[^|]*\|([^|]*)\|([^|]*)\|", README.read_text("utf-8"), re.M
    )
    assert len(rows) == len(OPTIONS), "each in one of the tables, and once"
    documented = {name: (values.strip(), default.strip()) for name, values, default in rows}
    existing = {(row.option if row.flag else row.ini): (row.values, row.default) for row in OPTIONS}
    plain = {
        name: (values.replace("`", ""), default.replace("`", ""))
        for name, (values, default) in documented.items()
    }
    assert plain == existing


def test_environment_variables_stand_beside_their_options() -> None:
    text = README.read_text("utf-8")
    for row in OPTIONS:
        for name in row.env:
            (line,) = [line for line in text.splitlines() if line.startswith(f"| `{row.option}`")]
            assert f"`{name}`" in line


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--rubric-threshold", "high"], "--rubric-threshold: found 'high', allowed: a number from 0 to 100"),
        (["--rubric-threshold", "101"], "--rubric-threshold: found '101', allowed: a number from 0 to 100"),
        (["--rubric-threshold", "nan"], "--rubric-threshold: found 'nan', allowed: a number from 0 to 100"),
        (
            ["--rubric-threshold", "0.8"],
            "--rubric-threshold: found '0.8', allowed: a number from 0 to 100, as in 80 (no share of 1, such as 0.8)",
        ),
        (
            ["--rubric-verdicts", "0.8,0.6"],
            "--rubric-verdicts: found '0.8,0.6', allowed: two numbers from 0 to 100, the higher first, as in 80,60",
        ),
        (
            ["--rubric-verdicts", "60,80"],
            "--rubric-verdicts: found '60,80', allowed: two numbers from 0 to 100, the higher first, as in 80,60",
        ),
        (["--rubric-replies", "never"], "--rubric-replies: found 'never', allowed: auto, refresh, off, only"),
        (["--rubric-concurrency", "0"], "--rubric-concurrency: found '0', allowed: a whole number from 1"),
        (["--rubric-samples", "1.5"], "--rubric-samples: found '1.5', allowed: a whole number from 1"),
        (
            ["--rubric-extra-samples", "-1"],
            "--rubric-extra-samples: found '-1', allowed: a whole number from 0",
        ),
        (["--rubric-timeout", "inf"], "--rubric-timeout: found 'inf', allowed: seconds, more than 0"),
    ],
)
def test_a_mistyped_option_says_what_is_allowed(project: Project, args: list[str], message: str) -> None:
    run = project.run(*args, json_lines=False)
    assert run.code == 4
    assert f"ERROR: {message}" in run.err


def test_a_mistyped_ini_value_is_told_before_anything_runs(project: Project) -> None:
    project.write("pytest.ini", '[pytest]\nrubric_model_parameters = {"seed": NaN}\n')
    project.write_cases([case("abc", {"check": {"contains": "b"}})])
    run = project.run(json_lines=False)
    assert run.code == 4
    assert (
        "ini option rubric_model_parameters: found '{\"seed\": NaN}', "
        'allowed: a JSON object, as in {"seed": 7}' in run.out + run.err
    )


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("rubric_min_maen", "did you mean rubric_min_mean?"),
        ("rubric_colour_of_the_sky", "`pytest --help` lists those that there are"),
    ],
)
def test_an_ini_value_that_nobody_knows_is_told_before_anything_runs(
    project: Project, name: str, advice: str
) -> None:
    project.write("pytest.ini", f"[pytest]\n{name} = 80\n")
    project.write_cases([case("abc", {"check": {"contains": "b"}})])
    run = project.run(json_lines=False)
    assert run.code == 4
    assert f"ERROR: ini option {name}: there is no such option; {advice}\n" in run.err


def test_ini_values_of_others_are_left_to_pytest(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nsome_other_value = 80\n")
    project.write_cases([case("abc", {"check": {"contains": "b"}})])
    run = project.run()
    assert run.outcomes == {"passed": 1, "warning": 1}
    assert "PytestConfigWarning: Unknown config option: some_other_value" in run.out


def test_precedence_command_line_case_defaults_ini(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nrubric_threshold = 10\n")
    criteria = [{"check": {"contains": "a"}}]
    project.write(
        "cases.rubric.yaml",
        """\
        defaults: {threshold: 20}
        cases:
        - {id: own, Input: x, ActualOutput: a, threshold: 30, Judge: [{check: {contains: a}}]}
        - {id: default, Input: x, ActualOutput: a, Judge: [{check: {contains: a}}]}
        """,
    )
    project.write_cases([case("a", *criteria, id="ini")], name="b.rubric.yaml")
    run = project.run()
    assert {record["id"]: record["threshold"] for record in run.records} == {
        "own": 30,
        "default": 20,
        "ini": 10,
    }
    typed = project.run("--rubric-threshold", "40")
    assert {record["threshold"] for record in typed.records} == {40}


def test_the_environment_names_model_and_endpoint(project: Project) -> None:
    project.write_cases([case("abc", "A")])
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run(
            env={"OPENAI_BASE_URL": judge.base_url, "OPENAI_MODEL": "second", "RUBRIC_MODEL": "first"}
        )
        assert judge.calls == 1
        assert judge.bodies[0]["model"] == "first"
    assert run.scores == {"case-0": 100}


def test_model_parameters_reach_the_request_and_the_key(project: Project) -> None:
    project.write("pytest.ini", '[pytest]\nrubric_model_parameters = {"seed": 7, "enable_thinking": false}\n')
    project.write_cases([case("abc", "A")])
    with LoopbackJudge(lambda text, body: True) as judge:
        project.run(judge=judge.base_url)
        assert (judge.bodies[0]["seed"], judge.bodies[0]["enable_thinking"]) == (7, False)
        project.write("pytest.ini", '[pytest]\nrubric_model_parameters = {"seed": 8}\n')
        project.run(judge=judge.base_url)
        assert judge.calls == 2
