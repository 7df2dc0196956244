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


@pytest.mark.parametrize("most", [1, 4])
def test_workers_spend_one_budget_to_its_last_call(project: Project, most: int) -> None:
    """Not a part each: with fewer calls than workers some would have none."""
    project.write_cases([case(f"output {n}", "A", id=f"c{n}") for n in range(6)])
    with LoopbackJudge(lambda text, body: True, delay=0.2) as judge:
        run = project.run("-n", "2", "--rubric-max-calls", str(most), judge=judge.base_url)
        assert judge.calls == most
    assert run.outcomes == {"passed": most, "error": 6 - most}
    assert f"the budget of {most} judge call" in run.out
    assert run.code == 1


def test_workers_share_a_budget_of_tokens_and_a_crash_gives_none_back(project: Project) -> None:
    project.write("test_dies.py", "import os\n\ndef test_dies():\n    os._exit(1)\n")
    project.write_cases([case(f"output {n}", "A", id=f"c{n}") for n in range(8)])
    temporary = project.path / "tmp"
    temporary.mkdir()
    with LoopbackJudge(lambda text, body: True) as judge:
        options = ["--rubric-max-tokens", "60", "--rubric-concurrency", "2"]
        run = project.run("-n", "2", *options, judge=judge.base_url, env={"TMPDIR": str(temporary)})
        assert 2 <= judge.calls < 6, "10 and more tokens a call, and at most two of them on their way"
    assert run.outcomes["error"] + run.outcomes["passed"] == 8
    assert "the budget of 60 tokens a session is spent (--rubric-max-tokens)" in run.out
    assert list(temporary.glob("pytest-rubric-*/*")) == [], "the counter goes with the run"


def test_an_evaluator_named_twice_and_an_id_that_clashes_are_errors_of_their_own(project: Project) -> None:
    project.write_cases(
        [
            case("abc", {"check": {"contains": "b"}}, id="a", evaluators=["mine", "mine"]),
            case("abc", {"check": {"contains": "b"}}, id="a/mine"),
        ]
    )
    run = project.run()
    errors = {record["nodeid"].partition("::")[2]: record["error"] for record in run.records}
    assert list(errors) == ["a", "a/mine", "a/mine-2"]
    assert "`evaluators` names mine more than once" in errors["a"]
    assert errors["a/mine"] == errors["a"]
    assert "another item of this file is named 'a/mine' already" in errors["a/mine-2"]
