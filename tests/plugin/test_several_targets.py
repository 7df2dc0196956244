"""Models under test and several targets a case, through a real pytest: one endpoint is model and judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.loopback import Answer, Body, LoopbackJudge, criteria_of, failure, rubric_reply
from tests.support.project import Project, case

CASES = """\
defaults:
  targets:
    terse: {model: writer, prompt_file: prompts/terse.md, parameters: {temperature: 0.2}}
    thorough: {model: writer, prompt: "Tell all: {{input}}"}
cases:
- id: parcel
  Input: Where is the parcel?
  Judge:
  - criterion: Names Basel
- id: lamp
  Input: Where is the lamp?
  Judge:
  - criterion: Names Basel
"""


def write(body: Body) -> str:
    """What the model under test says: only the terse prompt makes it name a place."""
    return "Basel." if "Be terse." in str(body["messages"]) else "It is a long story."


def answer(body: Body) -> Answer:
    if body["model"] == "writer":
        return write(body)
    assert body["model"] == "loopback-1"
    output_names_it = "Basel." in str(body["messages"])
    return rubric_reply(lambda criterion, _: "Basel" if output_names_it else False, body, criteria_of(body))


@pytest.fixture
def endpoint() -> Iterator[LoopbackJudge]:
    with LoopbackJudge(reply=answer) as served:
        yield served


@pytest.fixture
def prompts(project: Project) -> Project:
    """A project with two prompts and two cases."""
    project.write("prompts/terse.md", "Be terse.\n")
    project.write("qa.rubric.yaml", CASES)
    return project


def calls(endpoint: LoopbackJudge) -> Counter[str]:
    """Calls by role."""
    return Counter("model" if body["model"] == "writer" else "judge" for body in endpoint.bodies)


def outcomes(records: list[dict[str, Any]]) -> dict[str, str]:
    return {record["nodeid"].partition("::")[2]: record["outcome"] for record in records}


ALL = {
    "parcel/terse": "passed",
    "parcel/thorough": "failed",
    "lamp/terse": "passed",
    "lamp/thorough": "failed",
}


@pytest.mark.parametrize("workers", [[], ["-n", "0"], ["-n", "2"]], ids=["plain", "n0", "n2"])
def test_each_case_is_judged_for_each_target(
    prompts: Project, endpoint: LoopbackJudge, workers: list[str]
) -> None:
    run = prompts.run(*workers, judge=endpoint.base_url)
    assert outcomes(run.records) == ALL
    assert calls(endpoint) == {"model": 4, "judge": 4}
    assert {(r["id"], r["target"], r["target_calls"], r["calls"]) for r in run.records} == {
        (id, target, 1, 1) for id in ("parcel", "lamp") for target in ("terse", "thorough")
    }
    assert "terse         2   100       2       0       0     2" in run.out.splitlines()
    assert "thorough      2     0       0       2       0     0" in run.out.splitlines()
    assert "targets: 4 calls, 40 tokens in, 10 out" in run.out.splitlines()
    sent = [body for body in endpoint.bodies if body["model"] == "writer"]
    assert [body.get("temperature") for body in sent].count(0.2) == 2


def test_stored_replies_are_the_judges_and_outputs_are_made_anew(
    prompts: Project, endpoint: LoopbackJudge
) -> None:
    prompts.run(judge=endpoint.base_url)
    again = prompts.run(judge=endpoint.base_url)
    assert calls(endpoint) == {"model": 8, "judge": 4}
    assert [(r["stored"], r["calls"], r["target_calls"]) for r in again.records] == [(1, 0, 1)] * 4


def test_a_changed_prompt_file_is_seen_by_the_next_run(prompts: Project, endpoint: LoopbackJudge) -> None:
    prompts.run(judge=endpoint.base_url)
    prompts.write("prompts/terse.md", "Be verbose.\n")
    assert outcomes(prompts.run(judge=endpoint.base_url).records) == dict.fromkeys(ALL, "failed")


@pytest.mark.parametrize(
    ("args", "chosen"),
    [
        (["-k", "terse"], ["parcel/terse", "lamp/terse"]),
        (["-k", "/thorough and not lamp"], ["parcel/thorough"]),
        (["-k", "parcel"], ["parcel/terse", "parcel/thorough"]),
        (["qa.rubric.yaml::lamp/thorough"], ["lamp/thorough"]),
    ],
)
def test_selection(prompts: Project, endpoint: LoopbackJudge, args: list[str], chosen: list[str]) -> None:
    run = prompts.run(*args, judge=endpoint.base_url)
    assert outcomes(run.records) == {name: ALL[name] for name in chosen}
    assert calls(endpoint)["model"] == len(chosen)


def test_last_failed_runs_the_target_that_failed(prompts: Project, endpoint: LoopbackJudge) -> None:
    prompts.run(judge=endpoint.base_url)
    before = calls(endpoint)["model"]
    run = prompts.run("--lf", judge=endpoint.base_url)
    assert list(outcomes(run.records)) == ["parcel/thorough", "lamp/thorough"]
    assert calls(endpoint)["model"] == before + 2


def test_collecting_calls_nobody_and_tells_what_would_be_called(
    prompts: Project, endpoint: LoopbackJudge
) -> None:
    run = prompts.run("--co", judge=endpoint.base_url, json_lines=False)
    assert endpoint.calls == 0
    assert run.line("rubric: 4 cases").startswith(
        "rubric: 4 cases, at most 4 judge calls and 4 of models under test (retries aside)"
    )


def test_reports_of_targets_keep_apart(prompts: Project, endpoint: LoopbackJudge) -> None:
    prompts.run("--rubric-report-dir", "reports", "--junitxml", "junit.xml", judge=endpoint.base_url)
    reports = prompts.path / "reports"
    found = sorted(path.relative_to(reports).as_posix() for path in reports.rglob("*.md"))
    assert found == [
        "summary.md",
        *[f"{target}/case_{n}_eval_result.md" for target in ("terse", "thorough") for n in (0, 1)],
    ]
    summary = (reports / "summary.md").read_text(encoding="utf-8")
    assert "[parcel/terse](terse/case_0_eval_result.md)" in summary
    assert "| thorough | 2 | 0 | 0 | 2 | 0 | 0 |" in summary
    assert "- Case: parcel/terse, qa.rubric.yaml:" in (reports / "terse" / "case_0_eval_result.md").read_text(
        encoding="utf-8"
    )
    assert '<property name="rubric_target" value="terse"' in (prompts.path / "junit.xml").read_text()


def test_items_of_one_output_ask_the_model_once(project: Project, endpoint: LoopbackJudge) -> None:
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
                return Evaluation("loud", "judged", Fraction(60), passed=True, score=100, verdict="pass")


        def pytest_rubric_register_evaluators(registry):
            registry.register(Loud())
        """,
    )
    targets = {"a": {"model": "writer", "prompt": "Be terse."}, "loud": {"ActualOutput": "BASEL"}}
    project.write_cases(
        [
            {
                "id": "x",
                "Input": "?",
                "evaluators": ["loud"],
                "Judge": [{"check": {"contains": "B"}}],
                "targets": targets,
            }
        ]
    )
    run = project.run("--rubric-report-dir", "reports", judge=endpoint.base_url)
    assert outcomes(run.records) == dict.fromkeys(["x/a", "x/a/loud", "x/loud", "x/loud/loud"], "passed")
    assert calls(endpoint) == {"model": 1}
    assert [record["target_calls"] for record in run.records] == [1, 0, 0, 0]
    found = {path.relative_to(project.path).as_posix() for path in project.path.rglob("*_eval_result.md")}
    assert found == {
        f"reports/{target}/case_0{evaluator}_eval_result.md"
        for target in ("a", "loud")
        for evaluator in ("", "_loud")
    }


def test_a_model_that_fails_is_an_error_of_its_items_alone(prompts: Project) -> None:
    def reply(body: Body) -> Answer:
        if body["model"] == "writer" and "Be terse." in str(body["messages"]):
            return failure(400, "no system messages here")
        return answer(body)

    with LoopbackJudge(reply=reply) as endpoint:
        run = prompts.run(judge=endpoint.base_url)
        assert calls(endpoint) == {"model": 4, "judge": 2}
    assert outcomes(run.records) == {
        name: "error" if name.endswith("terse") else outcome for name, outcome in ALL.items()
    }
    record = run.records[0]
    assert (record["state"], record["score"], record["target_calls"]) == ("blocked", None, 1)
    assert record["error"] == (
        "model writer: the endpoint refuses the request: HTTP 400: no system messages here; what it asks for can be "
        "set in `parameters` of the target"
    )
    assert "terse         2     -       0       0       2     0" in run.out.splitlines()


def test_the_judges_budget_is_not_the_models(prompts: Project, endpoint: LoopbackJudge) -> None:
    run = prompts.run("--rubric-max-calls", "4", judge=endpoint.base_url)
    assert outcomes(run.records) == ALL
    assert calls(endpoint) == {"model": 4, "judge": 4}


def test_a_model_needs_no_judge_where_all_criteria_are_checks(
    project: Project, endpoint: LoopbackJudge
) -> None:
    target = {"model": "writer", "prompt": "Be terse.", "base_url": endpoint.base_url}
    project.write_cases(
        [{"id": "a", "Input": "?", "target": target, "Judge": [{"check": {"contains": "Basel"}}]}]
    )
    run = project.run()
    assert run.scores == {"a": 100}
    assert calls(endpoint) == {"model": 1}
    assert (run.records[0]["target"], run.records[0]["target_calls"]) == (None, 1)


def test_a_scripted_judge_leaves_the_endpoint_to_the_model(project: Project, endpoint: LoopbackJudge) -> None:
    project.write(
        "conftest.py",
        """\
        from pytest_rubric import ScriptedJudge


        def pytest_rubric_make_judge():
            return ScriptedJudge.deciding(lambda id, request: "Basel")
        """,
    )
    target = {"model": "writer", "prompt": "Be terse."}
    project.write_cases([{"id": "a", "Input": "?", "target": target, "Judge": ["Names Basel"]}])
    run = project.run(judge=endpoint.base_url)
    assert (run.scores, run.records[0]["calls"], calls(endpoint)) == ({"a": 100}, 1, {"model": 1})


def test_a_hook_that_leaves_a_case_alone_leaves_it_to_the_model(
    prompts: Project, endpoint: LoopbackJudge
) -> None:
    prompts.write(
        "conftest.py",
        """\
        def pytest_rubric_run_target(case):
            return f"Basel. {case.target_name}" if case.target_name == "thorough" else None
        """,
    )
    run = prompts.run(judge=endpoint.base_url)
    assert outcomes(run.records) == dict.fromkeys(ALL, "passed")
    assert calls(endpoint) == {"model": 2, "judge": 4}


class TestOutputsFromElsewhere:
    def test_outputs_lie_in_a_folder_for_each_target(self, prompts: Project, endpoint: LoopbackJudge) -> None:
        prompts.write("out/terse/parcel.md", "Basel.")
        prompts.write("out/thorough/case_0_actual_output.txt", "Basel. Indeed.")
        run = prompts.run("--rubric-outputs", "out", "-k", "parcel", judge=endpoint.base_url)
        assert outcomes(run.records) == {"parcel/terse": "passed", "parcel/thorough": "passed"}
        assert calls(endpoint) == {"judge": 2}

    def test_a_missing_one_says_where_it_was_looked_for(
        self, prompts: Project, endpoint: LoopbackJudge
    ) -> None:
        prompts.write("out/terse/parcel.md", "Basel.")
        run = prompts.run("--rubric-outputs", "out", "-k", "parcel", judge=endpoint.base_url)
        error = run.records[1]["error"]
        folder = prompts.path / "out" / "thorough"
        assert error == f"--rubric-outputs: there is no folder {folder}"
        assert calls(endpoint) == {"judge": 1}

    def test_one_function_for_all_is_no_comparison(self, prompts: Project, endpoint: LoopbackJudge) -> None:
        run = prompts.run("--rubric-target", "agent:answer", "-k", "parcel", judge=endpoint.base_url)
        assert [record["error"] for record in run.records] == [
            f"case parcel/{target}: --rubric-target would give all `targets` of a case the same output; leave it out, "
            "or select other cases"
            for target in ("terse", "thorough")
        ]
        assert endpoint.calls == 0


def test_ids_that_meet_are_told(project: Project) -> None:
    output = {"ActualOutput": "x"}
    project.write_cases(
        [
            {"id": "a", "Judge": [{"check": {"equals": "x"}}], "targets": {"b": output}},
            case("x", {"check": {"equals": "x"}}, id="a/b"),
        ]
    )
    run = project.run()
    assert outcomes(run.records) == {"a/b": "passed", "a/b-2": "error"}
    assert "another item of this file is named 'a/b' already" in run.records[1]["error"]


def test_a_fault_of_the_case_is_told_for_each_target(project: Project) -> None:
    project.write_cases(
        [{"id": "a", "Jugde": [], "ExpectedOutput": "x", "targets": {"b": "m:f", "c": "m:f"}}]
    )
    run = project.run()
    assert outcomes(run.records) == {"a/b": "error", "a/c": "error"}


def test_lint_notes_of_a_case_count_once(prompts: Project, endpoint: LoopbackJudge) -> None:
    prompts.write("qa.rubric.yaml", CASES.replace("Where is the lamp?", "TODO"))
    run = prompts.run("-k", "lamp", judge=endpoint.base_url)
    assert len(run.records) == 2
    assert run.line("lint note").startswith("1 lint note: ")
