"""Places that can't be written and hooks that fail: told, and no result of others is lost."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case

CHECKED = [case("abc", {"check": {"contains": "b"}}, id=f"c{n}") for n in range(3)]


@pytest.mark.parametrize(
    ("args", "option"),
    [
        (["--rubric-json", "folder"], "--rubric-json"),
        (["--rubric-json", "file/x.jsonl"], "--rubric-json"),
        (["--rubric-report-dir", "file"], "--rubric-report-dir"),
        (["--rubric-html", "folder"], "--rubric-html"),
    ],
)
def test_a_place_that_can_not_be_written_is_told_before_anything_is_spent(
    project: Project, args: list[str], option: str
) -> None:
    (project.path / "folder").mkdir()
    project.write("file", "")
    project.write_cases([case("abc", "A")])
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run(*args, judge=judge.base_url, json_lines=False)
        assert judge.calls == 0
    assert run.code == 4
    assert f"{option}: " in run.out + run.err
    assert (run.out + run.err).count("be written") == 1
    assert "can't be written" in run.out + run.err
    assert "INTERNALERROR" not in run.out


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="nothing here is always full")
@pytest.mark.parametrize("options", [(), ("-q",), ("-n", "2")], ids=["loud", "quiet", "workers"])
def test_a_disk_that_is_full_costs_no_outcome_and_no_report(project: Project, options: Sequence[str]) -> None:
    project.write_cases(CHECKED)
    places = ["--rubric-json", "/dev/full", "--rubric-report-dir", "reports"]
    run = project.run(*options, *places, json_lines=False)
    assert (run.code, run.outcomes, run.err) == (0, {"passed": 3}, "")
    assert run.line("be written") == (
        "rubric: results could not be written: /dev/full: No space left on device"
    )
    reports = sorted(each.name for each in (project.path / "reports").iterdir())
    assert reports == [*(f"case_{n}_eval_result.md" for n in range(3)), "summary.md"]


def test_a_step_summary_that_can_not_be_written_costs_nothing_else(project: Project) -> None:
    project.write_cases(CHECKED)
    run = project.run(env={"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(project.path)})
    assert run.outcomes == {"passed": 3}
    assert "rubric: results could not be written: " in run.out


@pytest.mark.parametrize("quiet", [[], ["-q"], ["-n", "2"]])
def test_annotations_begin_their_lines(project: Project, quiet: list[str]) -> None:
    project.write_cases([case("abc", {"check": {"contains": "z"}}, id=f"c{n}") for n in range(2)])
    run = project.run(*quiet, env={"GITHUB_ACTIONS": "true"})
    assert len([line for line in run.out.splitlines() if line.startswith("::error ")]) == 2
    assert run.out.count("::error ") == 2


@pytest.mark.parametrize(
    ("hook", "told"),
    [
        ("pytest_rubric_render_report", "rubric: hook pytest_rubric_render_report failed: KeyError: 'oops'"),
        ("pytest_rubric_case_finished", "rubric: hook pytest_rubric_case_finished failed: KeyError: 'oops'"),
    ],
)
def test_a_hook_about_results_that_fails_costs_no_result(project: Project, hook: str, told: str) -> None:
    project.write("conftest.py", f"def {hook}():\n    raise KeyError('oops')\n")
    project.write_cases(CHECKED)
    run = project.run("--rubric-report-dir", "reports")
    assert run.outcomes == {"passed": 3}
    assert len(run.records) == 3
    assert told in run.out


def test_a_finished_hook_changes_nothing_that_is_written(project: Project) -> None:
    project.write("conftest.py", "def pytest_rubric_case_finished(record):\n    record.clear()\n")
    project.write_cases(CHECKED)
    run = project.run()
    assert run.scores == {"c0": 100, "c1": 100, "c2": 100}
    assert "mean 100" in run.out


def test_a_judge_that_can_not_be_made_is_an_error_of_the_items_that_need_it(project: Project) -> None:
    project.write("conftest.py", "def pytest_rubric_make_judge():\n    raise KeyError('oops')\n")
    project.write_cases([case("abc", "A", id="judged"), *CHECKED])
    run = project.run("--rubric-model", "any")
    assert run.outcomes == {"passed": 3, "error": 1}
    assert "hook pytest_rubric_make_judge failed: KeyError: 'oops'" in run.record("judged")["error"]


def test_a_register_hook_that_fails_is_a_usage_error(project: Project) -> None:
    project.write("conftest.py", "def pytest_rubric_register_evaluators():\n    raise KeyError('oops')\n")
    project.write_cases(CHECKED)
    run = project.run()
    assert run.code == 4
    assert "hook pytest_rubric_register_evaluators failed: KeyError: 'oops'" in run.out + run.err


def made(change: str) -> str:
    """Code that returns an evaluation in which one field is another."""
    fields = "state='judged', threshold=Fraction(60), passed=True, score=90, verdict='pass'"
    return (
        "from dataclasses import replace; from fractions import Fraction; from pytest_rubric import Evaluation; "
        f"return replace(Evaluation('odd', {fields}), {change})"
    )


@pytest.mark.parametrize(
    ("hook", "told"),
    [
        (
            "raise KeyError('oops')",
            "hook pytest_rubric_register_evaluators failed: KeyError: 'oops' (conftest.py:4)",
        ),
        (
            "registry.register(registry.named('rubric'))",
            "two evaluators are registered as 'rubric'; ids are unique: give one of them another",
        ),
    ],
)
def test_in_workers_each_test_tells_why_there_are_no_evaluators(
    project: Project, hook: str, told: str
) -> None:
    project.write(
        "conftest.py",
        f"""\
        def pytest_rubric_register_evaluators(config, registry):
            with (config.rootpath / config.workerinput["workerid"]).open("a") as file:
                file.write("once")
            {hook}
        """,
    )
    project.write_cases(CHECKED)
    run = project.run("-n", "2")
    assert (run.code, run.outcomes) == (1, {"error": 3})
    assert {record["error"] for record in run.records} == {told}
    assert (project.path / "gw0").read_text() == "once"


def test_a_file_of_evaluators_that_can_not_be_read_is_told_where_only_python_tests_run(
    project: Project,
) -> None:
    project.write("pytest.ini", "[pytest]\nrubric_evaluators = mine.yaml\n")
    project.write("mine.yaml", "name: mine\nprompts: Is it fine?\n")
    project.write("test_it.py", "def test_it(rubric):\n    rubric.check('abc', ['A'])\n")
    run = project.run()
    assert run.outcomes == {"failed": 1}
    assert "UsageError: rubric: mine.yaml:2:1: unknown key `prompts` in a custom evaluator" in run.out
    assert "hook pytest_rubric_register_evaluators" not in run.out


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return None", "evaluator 'odd' returned NoneType; it must return a pytest_rubric.Evaluation"),
        ("import sys; sys.exit(3)", "sys.exit(3) was called"),
        (
            made("score=150"),
            "evaluator 'odd' returned an Evaluation with score 150; allowed: None, or a number from 0 to 100",
        ),
        (
            made("score=float('nan')"),
            "evaluator 'odd' returned an Evaluation with score nan; allowed: None, or a number from 0 to 100",
        ),
        (
            made("score='90'"),
            "evaluator 'odd' returned an Evaluation with score '90'; allowed: None, or a number from 0 to 100",
        ),
        (
            made("verdict='great'"),
            "evaluator 'odd' returned an Evaluation with verdict 'great'; allowed: None, pass, warn, fail",
        ),
        (
            made("state='done'"),
            "evaluator 'odd' returned an Evaluation with state 'done'; allowed: judged, unscored, blocked, broken",
        ),
        (
            made("passed='yes'"),
            "evaluator 'odd' returned an Evaluation with passed 'yes'; allowed: None, True, False",
        ),
        (
            made("passed=None"),
            "evaluator 'odd' returned an Evaluation with state 'judged' and passed None; `passed` is True or False "
            "where it judged, and None where it did not",
        ),
        (
            made("state='broken'"),
            "evaluator 'odd' returned an Evaluation with state 'broken' and passed True; `passed` is True or False "
            "where it judged, and None where it did not",
        ),
    ],
)
def test_an_evaluator_that_breaks_its_contract_is_an_error_of_its_items(
    project: Project, body: str, told: str
) -> None:
    project.write(
        "conftest.py",
        f"""\
        class Odd:
            id = "odd"
            kind = None

            async def evaluate(self, subject, judge):
                {body}

            def requests(self, subject):
                return []

            def most_calls(self, case, settings):
                return 0

        def pytest_rubric_register_evaluators(registry):
            registry.register(Odd())
        """,
    )
    project.write_cases([case("abc", {"check": {"contains": "b"}}, id="a", evaluators=["odd"]), *CHECKED])
    run = project.run()
    assert run.outcomes == {"passed": 4, "error": 1}
    assert told in run.out


def test_a_pipe_is_no_output_file(project: Project) -> None:
    os.mkfifo(project.path / "pipe.txt")
    made = {
        "id": "pipe",
        "Input": "x",
        "ActualOutputFile": "pipe.txt",
        "Judge": [{"check": {"contains": "x"}}],
    }
    project.write_cases([made])
    assert "is a pipe or device, not a file" in project.run().record("pipe")["error"]


def test_a_threshold_that_would_take_for_ever_is_refused(project: Project) -> None:
    run = project.run("--rubric-threshold", "1e1000000000", json_lines=False)
    assert run.code == 4
    assert "allowed: a number from 0 to 100" in run.err


def test_what_can_not_be_read_is_reported_under_what_it_was_to_be(project: Project) -> None:
    unread: dict[str, dict[str, object]] = {
        "levels": {"Judge": [{"name": "Tone", "weight": -1}]},
        "file": {"JudgeFile": "missing.yaml"},
        "turns": {"turns": "hello"},
        "entry": {"evaluators": [{"nmae": "text-tone"}]},
        "prompt": {"evaluators": [{"name": "mine", "prompt": "places nothing"}, "text-format"]},
        "names": {"Judge": ["Greets"], "targets": {"a b": "m:f", "A-B": "m:g"}},
    }
    project.write_cases([{"id": id, "Input": "abc", **keys} for id, keys in unread.items()])
    run = project.run()
    assert {record["nodeid"].partition("::")[2]: record["evaluator"] for record in run.records} == {
        "levels": "rubric",
        "file": "rubric",
        "turns": "rubric",
        "entry": "evaluators",
        "prompt/custom-mine": "custom-mine",
        "prompt/text-format": "text-format",
        "names/a-b": "rubric",
    }
    assert {record["state"] for record in run.records} == {"blocked"}
    assert run.record("names")["error"].endswith(
        "case names: `targets` has two names that come to the same: `a b` and `A-B`"
    )
