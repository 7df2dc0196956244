"""Repeated runs through a real pytest: how often targets run, how often the judge is asked, what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.plugin.comparing import BETTER, WORSE, fair
from tests.support.loopback import Answer, Body, LoopbackJudge, criteria_of, rubric_reply
from tests.support.project import Project, Run

AGENT = """\
from pathlib import Path

ANSWERS = {
    "shaky": ["Basel 1", "no idea", "Basel 3", "Basel 4", "Basel 5"],
    "half": ["Basel.", "no.", "Basel.", "no."],
    "broken": ["Basel!", None, "Basel!"],
}


def answer(question):
    log = Path(f"{question}.runs")
    with log.open("a") as file:
        file.write("run\\n")
    said = ANSWERS[question][len(log.read_text().split()) - 1]
    if said is None:
        raise ValueError("no connection")
    return said
"""
NAMES_BASEL = {"Judge": [{"criterion": "Names Basel", "points": 20}]}


def repeated(name: str, n: int, rule: str | None = None, **more: Any) -> dict[str, Any]:
    made = {"id": name, "Input": name, "repeat": n, "target": "agent:answer", **NAMES_BASEL, **more}
    return made if rule is None else {**made, "pass_rule": rule}


def judge_basel(body: Body) -> Answer:
    """Yes where the output names it; a model under test answers that it does."""
    if body["model"] == "writer":
        return "Basel, says the model"
    named = "Basel" in str(body["messages"]).replace("Names Basel", "")
    return rubric_reply(lambda criterion, _: "Basel" if named else False, body, criteria_of(body))


@pytest.fixture
def endpoint() -> Iterator[LoopbackJudge]:
    with LoopbackJudge(reply=judge_basel) as served:
        yield served


def runs_of(project: Project) -> dict[str, int]:
    """How often each target ran."""
    return {path.stem: len(path.read_text().split()) for path in project.path.glob("*.runs")}


def outcomes(run: Run) -> dict[str, str]:
    return {record["nodeid"].partition("::")[2]: record["outcome"] for record in run.records}


def passes(record: dict[str, Any]) -> list[bool | None]:
    return [each["passed"] for each in record["repeat"]["runs"]]


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
