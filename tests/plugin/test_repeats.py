"""Repeated runs through a real pytest: how often targets run, how often the judge is asked, what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.plugin.repeating import AGENT, judge_basel, outcomes, passes, repeated, runs_of
from tests.support.loopback import LoopbackJudge
from tests.support.project import Project


@pytest.fixture
def endpoint() -> Iterator[LoopbackJudge]:
    with LoopbackJudge(reply=judge_basel) as served:
        yield served


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["plain", "n2"])
def test_each_run_is_an_output_of_its_own_and_the_rule_decides(
    project: Project, endpoint: LoopbackJudge, workers: list[str]
) -> None:
    project.write("agent.py", AGENT)
    project.write_cases(
        [repeated("shaky", 5, "rate:0.8"), repeated("half", 4, "majority"), repeated("broken", 3)]
    )
    run = project.run(*workers, "--rubric-report-dir", "reports", judge=endpoint.base_url)
    assert run.code == 1
    assert outcomes(run) == {"shaky": "passed", "half": "failed", "broken": "error"}
    assert runs_of(project) == {"shaky": 5, "half": 4, "broken": 3}
    # equal outputs are asked about once: five different ones, two and one
    assert endpoint.calls == 8

    shaky, half, broken = (run.record(name) for name in ("shaky", "half", "broken"))
    assert (shaky["calls"], half["calls"], half["stored"], broken["calls"]) == (5, 2, 2, 1)
    assert passes(shaky) == [True, False, True, True, True]  # in the order in which it was called
    assert (shaky["score"], shaky["verdict"], shaky["repeat"]["needed"]) == (80, "pass", 4)
    assert (half["score"], half["verdict"], passes(half)) == (50, "fail", [True, False, True, False])
    assert (half["repeat"]["shown"], half["criteria"][0]["status"]) == (2, "not_met")
    hashes = [each["output_hash"] for each in half["repeat"]["runs"]]
    assert hashes == [hashes[0], half["output_hash"]] * 2
    assert len(set(hashes)) == 2
    assert (broken["score"], broken["interval"], passes(broken)) == (None, [66.67, 100], [True, None, True])
    assert broken["error"] == (
        "2 of 3 runs passed, 1 without an outcome, needed 3 (all)\n"
        "run 2: target agent:answer raised ValueError: no connection (agent.py:16)"
    )

    assert (
        "rubric: 2 of 4 runs passed, needed 3 (majority); worst: 0 < 60 (fail): 1 of 1 criterion lost, #1 -20"
        in run.out.splitlines()
    )
    assert (
        "rubric: no judgement: 2 of 3 runs passed, 1 without an outcome, needed 3 (all)"
        in run.out.splitlines()
    )
    told = "2 cases of 4 to 5 runs, 1 case without an outcome left out"
    line = f"repeated: {told}: pass@1 65 %, pass@2 91.7 %, pass@4 100 %; pass^2 38.3 %, pass^4 10 %"
    assert line in run.out.splitlines()
    summary = (project.path / "reports" / "summary.md").read_text(encoding="utf-8")
    assert f"Repeated: {told}.\n\n| k | pass@k | pass^k |" in summary
    assert " | failed | 0 |" in (project.path / "reports" / "case_1_eval_result.md").read_text(
        encoding="utf-8"
    )


def test_a_second_run_and_one_without_a_judge_cost_nothing(project: Project, endpoint: LoopbackJudge) -> None:
    project.write("agent.py", AGENT)
    project.write_cases([repeated("half", 4, "any")])
    first = project.run(judge=endpoint.base_url)
    assert (first.outcomes, endpoint.calls) == ({"passed": 1}, 2)
    (project.path / "half.runs").unlink()
    again = project.run("--rubric-replies", "only", judge=endpoint.base_url)
    assert (again.outcomes, endpoint.calls, runs_of(project)) == ({"passed": 1}, 2, {"half": 4})
    assert again.record("half")["score"] == first.record("half")["score"] == 50
    assert (again.record("half")["calls"], again.record("half")["stored"]) == (0, 4)
    assert "1 lint note: pytest-rubric lint" in again.out.splitlines()


def test_items_of_a_case_judge_the_same_outputs_by_the_same_rule(
    project: Project, endpoint: LoopbackJudge
) -> None:
    project.write("agent.py", AGENT)
    project.write(
        "conftest.py",
        """\
        from fractions import Fraction

        from pytest_rubric import Evaluation


        class Loud:
            id = "loud"
            kind = None

            def requests(self, subject):
                return []

            def most_calls(self, case, settings):
                return 0

            async def evaluate(self, subject, judge):
                passed = "Basel" in subject.output.text
                return Evaluation("loud", "judged", Fraction(60), passed=passed, score=100 * passed)


        def pytest_rubric_register_evaluators(registry):
            registry.register(Loud())
        """,
    )
    project.write_cases([repeated("half", 4, "majority", evaluators=["loud"])])
    run = project.run(judge=endpoint.base_url)
    assert outcomes(run) == {"half": "failed", "half/loud": "failed"}
    assert (runs_of(project), endpoint.calls) == ({"half": 4}, 2)
    by_criteria, by_code = map(passes, run.records)
    assert by_criteria == by_code
    assert Counter(by_code) == {True: 2, False: 2}


def test_a_model_is_asked_as_often_as_it_runs(project: Project, endpoint: LoopbackJudge) -> None:
    project.write_cases([repeated("model", 3, target={"model": "writer", "prompt": "Say: {{input}}"})])
    counted = project.run("--co", judge=endpoint.base_url)
    assert counted.line("judge calls") == (
        "rubric: 1 case, at most 3 judge calls and 3 of models under test (retries aside)"
    )
    assert endpoint.calls == 0
    run = project.run(judge=endpoint.base_url)
    assert run.outcomes == {"passed": 1}
    assert Counter(body["model"] for body in endpoint.bodies) == {"writer": 3, "loopback-1": 1}
    record = run.record("model")
    assert (record["target_calls"], record["calls"], record["stored"]) == (3, 1, 2)
    assert record["target_tokens"] == {"input": 30, "output": 15}


def test_a_rerun_is_a_rerun_of_all_runs(project: Project) -> None:
    project.write("agent.py", AGENT.replace('"half": [', '"half": ["no.", "no.", '))
    project.write_cases([repeated("half", 2, "any", Judge=[{"check": {"contains": "Basel"}}])])
    run = project.run("--reruns", "2")
    assert (run.outcomes, runs_of(project)) == ({"passed": 1, "rerun": 1}, {"half": 4})
    assert [(record["outcome"], Counter(passes(record))) for record in run.records] == [
        ("passed", {True: 1, False: 1})
    ]


def test_looking_ahead_counts_runs_and_a_stop_wastes_none_of_the_next_case(project: Project) -> None:
    project.write(
        "agent.py",
        """\
        import asyncio
        from pathlib import Path

        async def answer(question):
            with Path(f"{question}.runs").open("a") as file:
                file.write("run\\n")
            await asyncio.sleep(0.5)
            return "no"
        """,
    )
    cases = [repeated(name, 3, Judge=[{"check": {"contains": "Basel"}}]) for name in ("one", "two", "three")]
    project.write_cases(cases)
    run = project.run("-x", "--rubric-concurrency", "5")
    assert (run.outcomes, runs_of(project)) == ({"failed": 1}, {"one": 3})
    # with room for two cases, the second is under way when the first one fails
    run = project.run("-x", "--rubric-concurrency", "6")
    assert (run.outcomes, runs_of(project)) == ({"failed": 1}, {"one": 6, "two": 3})


def test_ctrl_c_ends_all_runs(project: Project, endpoint: LoopbackJudge) -> None:
    project.write(
        "agent.py",
        """\
        import asyncio
        from pathlib import Path

        async def answer(question):
            with Path("hang.runs").open("a") as file:
                file.write("run\\n")
            await asyncio.sleep(600)
        """,
    )
    project.write_cases([repeated("hang", 4)])
    run = project.interrupt(judge=endpoint.base_url, after=lambda: runs_of(project) == {"hang": 4})
    assert (run.code, runs_of(project), endpoint.calls) == (2, {"hang": 4}, 0)
    assert run.seconds < 20
