"""Where outputs come from, through a real pytest."""

from __future__ import annotations

import time

import pytest

from tests.support.loopback import Body, LoopbackJudge
from tests.support.project import Project


def says(*words: str) -> object:
    """A judge that says yes where the output holds one of these words."""

    def decide(text: str, body: Body) -> bool:
        return any(word in body["messages"][1]["content"] for word in words)

    return decide


@pytest.mark.parametrize("kind", ["def", "async def"])
def test_callables_get_the_input(project: Project, kind: str) -> None:
    project.write("agent.py", f"{kind} answer(text):\n    return 'Echo: ' + text\n")
    project.write(
        "cases.rubric.yaml",
        """\
        defaults: {target: "agent:answer"}
        cases:
        - {id: a, Input: one, Judge: [{check: {equals: "Echo: one"}}]}
        - {id: b, Input: two, Judge: [{check: {equals: "Echo: two"}}]}
        """,
    )
    assert project.run().scores == {"a": 100, "b": 100}


def test_command_gets_the_input_on_stdin_and_no_shell(project: Project) -> None:
    project.write(
        "cases.rubric.yaml",
        """\
        cases:
        - id: a
          Input: "$(touch pwned); one"
          target: {command: [cat], stdin: "{{input}}"}
          Judge: [{check: {equals: "$(touch pwned); one"}}]
        """,
    )
    assert project.run().scores == {"a": 100}
    assert not (project.path / "pwned").exists()


def test_a_failing_target_and_a_hanging_one_are_errors_of_their_items(project: Project) -> None:
    project.write(
        "agent.py",
        "import time\n\ndef fails(text):\n    raise ValueError('no such order')\n\ndef hangs(text):\n    time.sleep(60)\n",
    )
    project.write(
        "cases.rubric.yaml",
        """\
        cases:
        - {id: fails, Input: x, target: "agent:fails", Judge: [A]}
        - {id: hangs, Input: x, target: {function: "agent:hangs", timeout: 1}, Judge: [A]}
        - {id: command, Input: x, target: {command: [sleep, "60"], timeout: 1}, Judge: [A]}
        - {id: missing, Input: x, target: "agent:nothing", Judge: [A]}
        - {id: none, Input: x, Judge: [A]}
        - {id: fine, Input: x, ActualOutput: x, Judge: [{check: {equals: x}}]}
        """,
    )
    started = time.monotonic()
    with LoopbackJudge(says("x")) as judge:  # type: ignore[arg-type]
        run = project.run(judge=judge.base_url)
        assert judge.calls == 0
    assert time.monotonic() - started < 30
    assert run.outcomes == {"error": 5, "passed": 1}
    assert {record["state"] for record in run.records if record["id"] != "fine"} == {"blocked"}
    assert "ValueError: no such order" in run.record("fails")["error"]
    assert "agent.py:4" in run.record("fails")["error"]


def test_outputs_folder_goes_before_the_case_and_never_falls_back(project: Project) -> None:
    project.write("out/first.md", "found by id")
    project.write("out/case_1_actual_output.txt", "found by position")
    project.write(
        "cases.rubric.yaml",
        """\
        cases:
        - {id: first, Input: x, ActualOutput: inline, Judge: [{check: {equals: found by id}}]}
        - {id: second, Input: x, ActualOutput: inline, Judge: [{check: {equals: found by position}}]}
        - {id: third, Input: x, ActualOutput: inline, Judge: [{check: {equals: inline}}]}
        """,
    )
    run = project.run("--rubric-outputs", "out", "--rubric-report-dir", "out")
    assert run.outcomes == {"passed": 2, "error": 1}
    assert "case_2_actual_output.txt" in run.record("third")["error"]
    written = sorted(path.name for path in (project.path / "out").glob("*_eval_result.md"))
    assert written == ["case_0_eval_result.md", "case_1_eval_result.md", "case_2_eval_result.md"]


def test_with_two_case_files_each_has_a_folder(project: Project) -> None:
    for name in ("a/x", "b/x", "y"):
        project.write(
            f"{name}.rubric.yaml",
            f"cases:\n- {{id: one, Input: x, Judge: [{{check: {{contains: {name}}}}}]}}\n",
        )
    for stem, name in (("a-x", "a/x"), ("b-x", "b/x"), ("y", "y")):
        project.write(f"out/{stem}/case_0_actual_output.txt", name)
    run = project.run("--rubric-outputs", "out", "--rubric-report-dir", "reports", "-k", "one")
    assert run.outcomes == {"passed": 3}
    assert sorted(
        str(p.relative_to(project.path / "reports")) for p in (project.path / "reports").rglob("case*")
    ) == [
        "a-x/case_0_eval_result.md",
        "b-x/case_0_eval_result.md",
        "y/case_0_eval_result.md",
    ]


def test_rubric_target_goes_before_the_case(project: Project) -> None:
    project.write("agent.py", "def answer(case):\n    return case.id.upper()\n")
    project.write(
        "cases.rubric.yaml",
        "cases:\n- {id: abc, Input: x, ActualOutput: inline, Judge: [{check: {equals: ABC}}]}\n",
    )
    assert project.run("--rubric-target", "agent:answer").scores == {"abc": 100}


def test_fixture_target_runs_in_the_items_turn_with_its_fixtures(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        import sqlite3, threading
        import pytest

        @pytest.fixture
        def database():
            # sqlite refuses to be used from another thread
            with sqlite3.connect(":memory:") as connection:
                yield connection

        @pytest.fixture
        def rubric_target(database):
            def run(text):
                return database.execute("select upper(?)", (text,)).fetchone()[0]
            return run
        """,
    )
    project.write("cases.rubric.yaml", "cases:\n- {id: a, Input: abc, Judge: [{check: {equals: ABC}}]}\n")
    assert project.run().scores == {"a": 100}


def test_hook_target_reaches_the_files_below_its_folder(project: Project) -> None:
    project.write("a/conftest.py", "def pytest_rubric_run_target(case):\n    return 'hook ' + case.input\n")
    project.write("a/cases.rubric.yaml", "cases:\n- {id: a, Input: x, Judge: [{check: {equals: hook x}}]}\n")
    project.write("b/cases.rubric.yaml", "cases:\n- {id: b, Input: x, Judge: [{check: {equals: hook x}}]}\n")
    run = project.run()
    assert run.outcomes == {"passed": 1, "error": 1}
    assert run.record("b")["state"] == "blocked"


def test_a_target_runs_once_for_all_evaluators_of_a_case(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        from pathlib import Path
        from pytest_rubric import Evaluation

        class Length:
            id = "length"
            kind = None

            async def evaluate(self, subject, judge):
                ok = len(subject.output.text) > 3
                return Evaluation(evaluator=self.id, state="judged", threshold=subject.settings.threshold,
                                  passed=ok, score=100 if ok else 0, verdict="pass" if ok else "fail",
                                  summary="long enough" if ok else "too short")

            def requests(self, subject):
                return []

            def most_calls(self, case, settings):
                return 0

        def pytest_rubric_register_evaluators(registry):
            registry.register(Length())

        def pytest_rubric_run_target(case):
            with Path("runs.txt").open("a") as file:
                file.write(case.id + "\\n")
            return "abcdef"
        """,
    )
    project.write(
        "cases.rubric.yaml",
        """\
        cases:
        - {id: both, Input: x, Judge: [{check: {equals: abcdef}}], evaluators: [length]}
        - {id: only, Input: x, evaluators: [length]}
        """,
    )
    run = project.run("--rubric-report-dir", "reports")
    assert [record["nodeid"].split("::")[1] for record in run.records] == [
        "both",
        "both/length",
        "only/length",
    ]
    assert run.outcomes == {"passed": 3}
    assert (project.path / "runs.txt").read_text().split() == ["both", "only"]
    assert (project.path / "reports" / "case_0_length_eval_result.md").exists()
    assert project.run("cases.rubric.yaml::both/length").outcomes == {"passed": 1}


def test_functions_of_checks_are_found_where_those_of_targets_are(project: Project) -> None:
    project.write("mine.py", "def long_enough(output):\n    return len(output) > 2, 'three characters'\n")
    project.write(
        "evals/cases.rubric.yaml",
        """\
        cases:
        - {id: a, Input: x, ActualOutput: abc, Judge: [{check: {python: "mine:long_enough"}}]}
        """,
    )
    # as the console script runs it: the current folder is not on the import path by itself
    run = project.run("-p", "no:cacheprovider", "--import-mode=importlib", env={"PYTHONSAFEPATH": "1"})
    assert run.scores == {"a": 100}
