"""Tests that run more than once: reruns, subtests, and a worker that dies."""

from __future__ import annotations

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case


def test_a_rerun_runs_the_target_again_and_leaves_one_record(project: Project) -> None:
    project.write(
        "agent.py",
        """\
        calls = []

        def flaky(text):
            calls.append(text)
            if len(calls) == 1:
                raise ValueError("not yet")
            return "hello" if len(calls) == 3 else "bad"
        """,
    )
    made = {"id": "flaky", "Input": "x", "target": "agent:flaky", "Judge": [{"check": {"equals": "hello"}}]}
    project.write_cases([made, case("abc", {"check": {"contains": "b"}}, id="steady")])
    run = project.run("--reruns", "3", "--rubric-report-dir", "reports")
    assert run.outcomes == {"passed": 2, "rerun": 2}
    assert [(record["id"], record["outcome"], record["score"]) for record in run.records] == [
        ("flaky", "passed", 100),
        ("steady", "passed", 100),
    ]
    assert "2 cases, mean 100" in run.out


def test_each_check_in_a_subtest_is_kept(project: Project) -> None:
    pytest.importorskip("_pytest.subtests", reason="pytest 9 has subtests of its own")
    project.write(
        "test_python.py",
        """\
        def test_several(rubric, subtests):
            for wanted in ("a", "z", "b"):
                with subtests.test(wanted=wanted):
                    rubric.check("abc", criteria=[{"check": {"contains": wanted}}], name=wanted)
        """,
    )
    run = project.run()
    assert run.code == 1
    assert [(record["id"], record["outcome"]) for record in run.records] == [
        ("a", "passed"),
        ("z", "failed"),
        ("b", "passed"),
    ]


def test_the_case_of_a_worker_that_died_is_an_error_in_the_results(project: Project) -> None:
    project.write("agent.py", "import os\n\ndef dies(text):\n    os._exit(3)\n")
    project.write_cases(
        [
            {"id": "dies", "Input": "x", "target": "agent:dies", "Judge": [{"check": {"contains": "x"}}]},
            case("abc", {"check": {"contains": "b"}}, id="lives"),
        ]
    )
    run = project.run("-n", "2")
    died = run.record("dies")
    assert (died["outcome"], died["state"], died["score"]) == ("error", "broken", None)
    assert "crashed" in died["error"]
    assert run.record("lives")["outcome"] == "passed"
    assert "mean 100 over 1 of 2, 1 error" in run.out


def test_budgets_are_shared_out_whole(project: Project) -> None:
    project.write_cases([case(f"output {n}", "A", id=f"c{n}") for n in range(6)])
    with LoopbackJudge(lambda text, body: True) as judge:
        project.run("-n", "2", "--rubric-max-calls", "3", judge=judge.base_url)
        assert 1 <= judge.calls <= 3


def test_an_evaluator_named_twice_and_an_id_that_clashes_are_errors_of_their_own(project: Project) -> None:
    project.write_cases(
        [
            case("abc", {"check": {"contains": "b"}}, id="a", evaluators=["mine", "mine"]),
            case("abc", {"check": {"contains": "b"}}, id="a/mine"),
        ]
    )
    listed = project.run("--co", "-q", json_lines=False)
    ids = [line for line in listed.out.splitlines() if "::" in line]
    assert len(ids) == len(set(ids)) == 4
    run = project.run()
    assert "another item of this file is named 'a/mine' already" in run.out
