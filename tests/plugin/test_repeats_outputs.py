"""Where the outputs of repeated runs come from, and which of them are kept."""

from __future__ import annotations

from collections import Counter

from tests.plugin.comparing import BETTER, WORSE, fair
from tests.plugin.repeating import AGENT, outcomes, passes, repeated, runs_of
from tests.support.loopback import LoopbackJudge
from tests.support.project import Project


def test_where_outputs_come_from(project: Project) -> None:
    """Fixtures, hooks, conversations and several targets; checks decide, so nothing is asked."""
    basel = {"Judge": [{"check": {"contains": "Basel"}}], "repeat": 3, "Input": "x"}
    project.write("agent.py", AGENT)
    project.write(
        "fixed/conftest.py",
        """\
        import threading

        import pytest

        calls = []


        @pytest.fixture
        def rubric_target(request):
            if "output" in request.node.name:
                return "Basel"

            def answer(text):
                assert threading.current_thread() is threading.main_thread()
                calls.append(text)
                if len(calls) == 2:
                    raise ValueError("second call")
                return "Basel"

            async def later(text):
                return "Basel"

            return later if "async" in request.node.name else answer
        """,
    )
    project.write_cases(
        [
            {**basel, "id": "function", "pass_rule": "majority"},
            {**basel, "id": "async"},
            {**basel, "id": "output"},
        ],
        "fixed/a.rubric.yaml",
    )
    project.write(
        "hooked/conftest.py",
        """\
        calls = []

        def pytest_rubric_run_target(case):
            calls.append(case.id)
            return f"Basel {len(calls)}"
        """,
    )
    project.write_cases(
        [{**basel, "id": "hook", "Judge": [{"check": {"regex": "Basel [1-3]"}}]}], "hooked/b.rubric.yaml"
    )
    project.write_cases(
        [
            {
                **{key: value for key, value in basel.items() if key != "Input"},
                "id": "talk",
                "turns": ["half", {"user": "And?", "ActualOutput": "Basel, as I said"}],
                "target": "talk:answer",
            },
            {**basel, "id": "several", "targets": {"live": "talk:answer", "old": {"ActualOutput": "Basel"}}},
            {**basel, "id": "inline", "ActualOutput": "Basel"},
            {**basel, "id": "file", "ActualOutputFile": "x.txt"},
        ],
        "plain/c.rubric.yaml",
    )
    project.write(
        "talk.py",
        """\
        from pathlib import Path

        def answer(messages):
            name = "several" if isinstance(messages, str) else "talk"
            with Path(f"{name}.runs").open("a") as file:
                file.write("run\\n")
            return "Basel"
        """,
    )
    run = project.run()
    assert outcomes(run) == {
        "function": "passed",
        "async": "passed",
        "output": "error",
        "hook": "passed",
        "talk": "passed",
        "several/live": "passed",
        "several/old": "error",
        "inline": "error",
        "file": "error",
    }
    assert runs_of(project) == {"talk": 3, "several": 3}
    function = run.record("function")
    assert passes(function) == [True, None, True]
    assert function["repeat"]["runs"][1]["error"] == (
        "fixture rubric_target raised ValueError: second call (fixed/conftest.py:17)"
    )
    assert (
        "RubricWarning: function: run 2 without an outcome, which the others decide without: fixture "
        "rubric_target raised ValueError: second call (fixed/conftest.py:17)" in run.out
    )
    assert run.record("output")["error"] == (
        "fixture rubric_target is an output, and case output runs its target 3 times (`repeat`): return a "
        "function that makes an output, or leave `repeat` out"
    )
    assert run.record("inline")["error"] == (
        "`repeat` runs the target again, and `ActualOutput` is the same each time: give the case a `target` "
        "instead, or leave `repeat` out"
    )
    assert [record["repeat"] for record in run.records if record["outcome"] == "error"] == [None] * 4


def test_outputs_of_a_folder_are_one_a_case_and_a_target_of_the_command_line_runs_again(
    project: Project,
) -> None:
    project.write("agent.py", AGENT)
    project.write("out/half.md", "Basel.")
    project.write_cases([repeated("half", 4, Judge=[{"check": {"contains": "Basel"}}])])
    folder = project.run("--rubric-outputs", "out")
    assert (folder.outcomes, runs_of(project)) == ({"error": 1}, {})
    assert folder.record("half")["error"] == (
        "case half runs its target 4 times (`repeat`), and --rubric-outputs has one output a case; run it without "
        "--rubric-outputs, or leave `repeat` out"
    )
    typed = project.run("--rubric-target", "agent:answer")
    assert (typed.outcomes, runs_of(project)) == ({"failed": 1}, {"half": 4})


def test_a_comparison_is_made_in_pairs(project: Project) -> None:
    project.write(
        "agent.py",
        f"""\
        from pathlib import Path

        BETTER, WORSE = {(BETTER, WORSE)!r}

        def run(name):
            log = Path(name + ".runs")
            with log.open("a") as file:
                file.write("run\\n")
            return len(log.read_text().split())

        def new(text):
            return BETTER if run("new") != 2 else WORSE

        async def old(text):
            run("old")
            return WORSE
        """,
    )
    compare = {"A": {"target": "agent:new"}, "B": {"target": "agent:old"}, "expect": "A"}
    project.write_cases(
        [{"id": "pair", "Input": "x", "repeat": 3, "pass_rule": "majority", "compare": compare}]
    )

    with LoopbackJudge(reply=fair) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 2  # both orders of one pair; the other is the same, and one has equal outputs
    assert (run.outcomes, runs_of(project)) == ({"passed": 1}, {"new": 3, "old": 3})
    record = run.record("pair")
    assert Counter(passes(record)) == {True: 2, False: 1}
    assert (record["score"], record["verdict"]) == (83.33, "pass")


def test_the_first_output_is_stored_whatever_its_score(project: Project) -> None:
    project.write("agent.py", AGENT.replace('"Basel 1", "no idea"', '"no idea", "Basel 2"'))
    project.write_cases([repeated("shaky", 5, "any", Judge=[{"check": {"contains": "Basel"}}])])
    run = project.run("--rubric-save-outputs", "saved")
    assert run.outcomes == {"passed": 1}
    assert (project.path / "saved" / "shaky.md").read_text(encoding="utf-8") == "no idea"
