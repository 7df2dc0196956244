"""Blind comparisons through a real pytest and a real HTTP endpoint."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.plugin.comparing import BETTER, WORSE, compared, fair, pair, places, user
from tests.support.loopback import Body, LoopbackJudge
from tests.support.project import Project


def first_wins(body: Body) -> dict[str, Any]:
    made = fair(body)
    for entry in made["criteria"]:
        entry |= {"first": 5, "second": 2}
    return {**made, "winner": "first"}


def test_two_outputs_two_calls_and_a_winner(project: Project) -> None:
    project.write_cases([pair(expect="A", expectations=["Says what to do"])])
    with LoopbackJudge(reply=fair) as judge:
        run = project.run("-v", "--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 2
        assert [places(body) for body in judge.bodies] in (
            [(BETTER, WORSE), (WORSE, BETTER)],
            [(WORSE, BETTER), (BETTER, WORSE)],
        )
    assert run.outcomes == {"passed": 1}
    record = run.record("lift")
    assert (record["evaluator"], record["score"], record["threshold"], record["verdict"]) == (
        "pairwise",
        100,
        100,
        "pass",
    )
    assert [(o["first"], o["winner"], o["stated"]) for o in compared(run)["orders"]] == [
        ("A", "A", "A"),
        ("B", "A", "A"),
    ]
    written = json.loads((project.path / "reports" / "case_0_comparison.json").read_text(encoding="utf-8"))
    assert list(written) == ["winner", "reasoning", "rubric", "output_quality", "expectation_results"]
    assert {key: value for key, value in compared(run).items() if key not in ("expect", "orders")} == written
    report = (project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8")
    assert "**Total: 100**" in report
    assert "- A content: correctness: 5/5" in report
    assert "A wins, as expected (A): in both orders; overall scores A 10, B 4" in report
    assert "Quality:" not in report, "the bands are about one output"


def test_a_failure_says_who_wins_first(project: Project) -> None:
    project.write_cases([pair(expect="B")])
    with LoopbackJudge(reply=fair) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 2
    assert run.outcomes == {"failed": 1}
    assert "pairwise: A wins, expected B: in both orders; overall scores A 10, B 4" in run.out.splitlines()
    assert "FAILED cases.rubric.yaml::lift - pairwise: A wins, expected B: in both orders" in run.out
    assert "A shown first: A 5 + 5 = 10; B 2 + 2 = 4; the judge says A → A wins by overall score" in " ".join(
        run.out.split()
    ).replace("E ", "")
    assert "why: A shown first: FIRST and SECOND differ in what they say." in run.out


def test_nothing_in_a_request_tells_the_sides_apart(project: Project) -> None:
    (project.path / "gpt-new.txt").write_text(BETTER)
    (project.path / "baseline.txt").write_text(WORSE)
    project.write_cases(
        [
            {
                "id": "secret-name",
                "Input": "What about the lift?",
                "compare": {"A": {"file": "gpt-new.txt"}, "B": {"file": "baseline.txt"}, "expect": "A"},
            }
        ]
    )
    with LoopbackJudge(reply=fair) as judge:
        assert project.run(judge=judge.base_url).outcomes == {"passed": 1}
        assert judge.calls == 2
        for body in judge.bodies:
            sent = json.dumps(body)
            assert not re.search("gpt-new|baseline|secret-name|not_worse|\\bexpect\\b", sent)


def test_identical_outputs_are_a_tie_without_a_call(project: Project) -> None:
    project.write_cases(
        [
            {
                "Input": "a",
                "id": "same",
                "compare": {"A": {"output": "a"}, "B": {"output": "a \n"}, "expect": "not_worse"},
            }
        ]
    )
    run = project.run()
    assert run.outcomes == {"passed": 1}
    record = run.record("same")
    assert (record["calls"], record["stored"], record["comparison"]["winner"]) == (0, 0, "TIE")
    assert record["summary"] == "a tie, as expected (A or a tie): the outputs are identical"


def test_replies_are_stored_and_replayed_and_a_changed_side_is_a_miss(project: Project) -> None:
    project.write_cases([pair(expect="A")])
    with LoopbackJudge(reply=fair) as judge:
        project.run(judge=judge.base_url)
        assert judge.calls == 2
    again = project.run("--rubric-replies", "only")
    assert again.outcomes == {"passed": 1}
    assert (again.record("lift")["calls"], again.record("lift")["stored"]) == (0, 2)
    # what is expected, and the language of the report, are no part of what was asked
    project.write_cases([pair(expect="not_worse")])
    assert project.run("--rubric-replies", "only", "--rubric-lang", "zh").outcomes == {"passed": 1}
    project.write_cases(
        [
            {
                **pair(expect="A"),
                "compare": {"A": {"output": BETTER + "!"}, "B": {"output": WORSE}, "expect": "A"},
            }
        ]
    )
    changed = project.run("--rubric-replies", "only")
    assert changed.outcomes == {"error": 1}
    assert "--rubric-replies" in changed.record("lift")["error"]


def test_the_estimate_counts_both_orders(project: Project) -> None:
    project.write_cases([pair(expect="A")])
    run = project.run("--collect-only", "--rubric-samples", "2", json_lines=False)
    assert "at most 8 judge calls" in run.out


def test_a_reply_that_can_not_be_read_is_never_a_tie(project: Project) -> None:
    def reply(body: Body) -> Any:
        return fair(body) if places(body)[0] == BETTER else '{"winner":"A","why":"the first answer expl'

    project.write_cases([pair(expect="A")])
    with LoopbackJudge(reply=reply) as judge:
        run = project.run("--rubric-extra-samples", "0", judge=judge.base_url)
        assert judge.calls == 3, "two orders, and a re-ask"
    assert run.outcomes == {"error": 1}
    assert compared(run)["winner"] is None
    assert run.record("lift")["interval"] == [50, 100]
    assert (
        "pairwise: no judgement: the outcome stayed open: possible are A wins or a tie; expected A" in run.out
    )


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])
def test_position_bias_is_told_once(project: Project, workers: list[str]) -> None:
    cases = [{**pair(expect="not_worse"), "id": f"lift-{n}"} for n in range(4)]
    for number, made in enumerate(cases):
        made["Input"] = f"What about lift {number}?"
    project.write_cases(cases)

    def reply(body: Body) -> dict[str, Any]:
        return first_wins(body) if "lift 3" in user(body) else fair(body)

    with LoopbackJudge(reply=reply) as judge:
        run = project.run(*workers, "--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 8
    assert run.outcomes == {"passed": 4}
    told = (
        "position bias: of 4 pairs 1 flips with the order (25 %), the output shown first wins 5 of 8 decided "
        "replies (63 %)"
    )
    assert " ".join(run.out.split()).count(told) == 1
    assert f"P{told[1:]}.\n" in (project.path / "reports" / "summary.md").read_text(encoding="utf-8")


def test_a_few_pairs_tell_nothing_about_the_place(project: Project) -> None:
    project.write_cases([pair(expect="not_worse")])
    with LoopbackJudge(reply=first_wins) as judge:
        assert "position bias" not in project.run(judge=judge.base_url).out
        assert judge.calls == 2


def test_targets_of_both_sides_are_run_once_each(project: Project) -> None:
    project.write(
        "agents.py",
        f"""\
        from pathlib import Path

        def run(name, text):
            with Path("runs.txt").open("a") as log:
                log.write(name + "\\n")
            return text

        def new(question):
            return run("new", {BETTER!r})

        async def old(question):
            return run("old", {WORSE!r})
        """,
    )
    project.write_cases(
        [
            {
                "id": "lift",
                "Input": "What about the lift?",
                "compare": {"A": {"target": "agents:new"}, "B": {"target": "agents:old"}, "expect": "A"},
            }
        ]
    )
    with LoopbackJudge(reply=fair) as judge:
        assert project.run(judge=judge.base_url).outcomes == {"passed": 1}
        assert judge.calls == 2
    assert sorted((project.path / "runs.txt").read_text().split()) == ["new", "old"]


@pytest.mark.parametrize(
    ("side", "told"),
    [
        ({"file": "none.md"}, "`B` of case lift: there is no file"),
        ({"dir": "none"}, "`B` of case lift: the folder"),
        ({"target": "agents:none"}, "target agents:none: there is no module agents"),
        ({"target": {"command": ["false"]}}, "command `false` exited with code 1"),
    ],
)
def test_a_side_that_can_not_be_had_is_an_error_without_a_call(
    project: Project, side: dict[str, Any], told: str
) -> None:
    made = pair(expect="A")
    made["compare"]["B"] = side
    project.write_cases([made])
    with LoopbackJudge(reply=fair) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 0
    assert run.outcomes == {"error": 1}
    record = run.record("lift")
    assert record["state"] == "blocked"
    assert record["error"].startswith(told)


def test_a_fixture_is_no_output_of_two_explicit_sides(project: Project) -> None:
    project.write(
        "conftest.py",
        "import pytest\n\n@pytest.fixture\ndef rubric_target():\n    raise RuntimeError('not wanted')\n",
    )
    project.write_cases([pair(expect="A")])
    with LoopbackJudge(reply=fair) as judge:
        assert project.run(judge=judge.base_url).outcomes == {"passed": 1}
        assert judge.calls == 2


def test_an_evaluator_beside_a_comparison_gets_the_cases_own_output(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        from pytest_rubric import Evaluation

        class Length:
            id, kind = "length", None

            async def evaluate(self, subject, judge):
                return Evaluation(evaluator=self.id, state="judged", threshold=subject.settings.threshold, passed=True,
                                  score=100, verdict="pass", summary=subject.output.text)

            def requests(self, subject):
                return []

            def most_calls(self, case, settings):
                return 0

        def pytest_rubric_register_evaluators(registry):
            registry.register(Length())
        """,
    )
    project.write_cases([{**pair(expect="A"), "ActualOutput": "its own", "evaluators": ["length"]}])
    with LoopbackJudge(reply=fair) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 2
    assert run.outcomes == {"passed": 2}
    assert {r["evaluator"]: r["summary"] for r in run.records}["length"] == "its own"
