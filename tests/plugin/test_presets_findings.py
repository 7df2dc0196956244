"""`fluency-text` and `hallucination-text` through a real pytest, beside the case's own rubric."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_rubric.scoring.deductions import FLUENCY, HALLUCINATION
from tests.support.loopback import Answer, Body, LoopbackJudge, criteria_of, rubric_reply
from tests.support.project import Project

TEXT = "The bridge was built in 1999 by Aberby. Built it was, and built. It carries the road to the north of the city."
CASES = {
    "cases": [
        {
            "id": "bridge",
            "Input": "Who built the bridge?",
            "ActualOutput": TEXT,
            "Judge": ["Names a builder"],
            "evaluators": ["fluency-text", {"name": "preset-hallucination-text", "threshold": 90}],
        }
    ]
}


def reply(body: Body) -> Answer:
    system = body["messages"][0]["content"]
    if "proofread" in system:
        issue = {
            "dimension": "repetition_and_redundancy",
            "quote": "Built it was, and built.",
            "reason": "it is said twice",
            "suggestion": "leave it out",
            "severity": "moderate",
            "count": 1,
        }
        return json.dumps({"checked": list(FLUENCY), "issues": [issue]})
    if "made-up" in system:
        finding = {"quote": "1999", "reason": "it was 1923", "severity": "severe"}
        types = [{"type": name, "findings": [finding] * (name == "numerical")} for name in HALLUCINATION]
        return json.dumps({"types": types, "catastrophic": False, "confidence": "high"})
    return json.dumps(rubric_reply(lambda text, _: "by Aberby", body, criteria_of(body)))


@pytest.fixture
def bridge(project: Project) -> Project:
    project.write("bridge.rubric.yaml", json.dumps(CASES))
    return project


def test_each_is_a_test_of_its_own_with_its_own_threshold(bridge: Project) -> None:
    with LoopbackJudge(reply=reply) as judge:
        run = bridge.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 3
    assert run.outcomes == {"passed": 2, "failed": 1}
    by_evaluator = {record["evaluator"]: record for record in run.records}
    assert {name: (record["nodeid"], record["score"]) for name, record in by_evaluator.items()} == {
        "rubric": ("bridge.rubric.yaml::bridge", 100),
        "fluency-text": ("bridge.rubric.yaml::bridge/fluency-text", 93),
        "hallucination-text": ("bridge.rubric.yaml::bridge/hallucination-text", 75),
    }
    made_up = by_evaluator["hallucination-text"]
    assert (made_up["threshold"], made_up["verdict"], made_up["outcome"]) == (90, "warn", "failed")
    assert made_up["summary"] == "“1999”: it was 1923"
    assert [(point["label"], point["score"]) for point in made_up["points"]] == [
        ("Entities", 100), ("Numbers", 80), ("Citations", 100), ("Logic and facts", 100), ("Share of the text", 95),
    ]  # fmt: skip
    assert "hallucination-text: 75 < 90 (warn)" in run.out
    report = Path(bridge.path / "reports" / "case_0_fluency-text_eval_result.md").read_text(encoding="utf-8")
    assert "Repetition" in report
    assert "leave it out" in report
    assert "score: max(0, 100 - 7) = 93" in report


def test_one_can_be_selected_and_a_replay_asks_nothing(bridge: Project) -> None:
    with LoopbackJudge(reply=reply) as judge:
        run = bridge.run("bridge.rubric.yaml::bridge/fluency-text", judge=judge.base_url)
        assert (judge.calls, run.scores) == (1, {"bridge": 93})
        bridge.run(judge=judge.base_url)
        assert judge.calls == 3
    again = bridge.run("--rubric-replies", "only")
    assert sorted(record["score"] for record in again.records) == [75, 93, 100]
    assert [record["calls"] for record in again.records] == [0, 0, 0]


def test_an_answer_that_leaves_a_dimension_out_is_an_error_after_one_more_call(bridge: Project) -> None:
    def forgets(body: Body) -> Answer:
        return json.dumps({"checked": list(FLUENCY)[1:], "issues": []})

    with LoopbackJudge(reply=forgets) as judge:
        run = bridge.run("bridge.rubric.yaml::bridge/fluency-text", judge=judge.base_url)
        assert judge.calls == 2
    assert run.outcomes == {"error": 1}
    assert run.record("bridge")["error"] == (
        "the judge's reply can't be used: `sentence_smoothness` is missing from `checked`: every one is answered "
        "exactly once"
    )


def test_an_unknown_name_is_told_with_the_nearest(bridge: Project) -> None:
    cases = {"cases": [{**CASES["cases"][0], "evaluators": ["fluency-txt"]}]}
    bridge.write("bridge.rubric.yaml", json.dumps(cases))
    run = bridge.run("bridge.rubric.yaml::bridge/fluency-txt")
    assert run.outcomes == {"error": 1}
    assert "no evaluator 'fluency-txt'; did you mean 'fluency-text'?" in run.record("bridge")["error"]
