"""Completion, accuracy and faithfulness through a real pytest: three tests of one case, four questions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.evaluators.presets.claims_replies import (
    backed,
    claims,
    compared,
    completion,
    covered,
    decided,
    key_points,
)
from tests.support.loopback import Answer, Body, LoopbackJudge
from tests.support.project import Project

OUTPUT = "Your parcel is in Lyon. It arrives on Friday. Shipping is free."
LOG = [
    {"role": "user", "content": "Where is my parcel?"},
    {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": "a", "function": {"name": "track", "arguments": '{"parcel": 7}'}}],
    },
    {"role": "tool", "tool_call_id": "a", "content": "location: Lyon; delivery: Saturday"},
    {"role": "assistant", "content": OUTPUT},
]
CASE: dict[str, Any] = {
    "id": "parcel",
    "Input": "Where is my parcel?",
    "ExpectedOutput": "It is in Lyon and arrives on Saturday, late, because of snow.",
    "ActualOutput": OUTPUT,
    "RunLog": LOG,
    "evaluators": ["result-accuracy", "result-faithfulness", "preset-agent-task-completion"],
}
SAID = ("Your parcel is in Lyon", "It arrives on Friday", "Shipping is free")
REPLIES = {
    "You list the claims": claims(*SAID),
    "You list the key points": key_points("in Lyon", "on Saturday", "because of snow"),
    "You compare the CLAIMS": decided(
        compared(1, "correct", "in Lyon"),
        compared(2, "wrong", "arrives on Saturday", "it arrives on Saturday"),
        compared(3, "not_in_reference"),
    ),
    "You check the CLAIMS": decided(
        backed(1, "supported", ("step-2", "location: Lyon")),
        backed(2, "contradicted", ("step-2", "delivery: Saturday"), reason="delivery is on Saturday"),
        backed(3, "not_covered", reason="nothing on the price"),
    ),
    "You check which KEY_POINTS": completion(
        covered(1, "covered", "Your parcel is in Lyon"),
        covered(
            2, "wrong", "It arrives on Friday", "Friday, not Saturday", stage="reasoning", steps=["step-2"]
        ),
        covered(3, "missing", reason="no word of snow", stage="final_answer"),
    ),
}


def reply(body: Body) -> Answer:
    system = body["messages"][0]["content"]
    (found,) = [made for opening, made in REPLIES.items() if system.startswith(opening)]
    return json.dumps(found)


@pytest.fixture
def parcel(project: Project) -> Project:
    project.write_cases([CASE])
    return project


def by_evaluator(records: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {record["evaluator"]: record for record in records}


@pytest.mark.parametrize("mode", ["auto", "off", "refresh"])
def test_three_tests_ask_five_questions_and_for_the_claims_once(parcel: Project, mode: str) -> None:
    with LoopbackJudge(reply=reply) as judge:
        run = parcel.run("--rubric-replies", mode, judge=judge.base_url)
        assert judge.calls == 5
        asked = [body["messages"][0]["content"].split(",")[0] for body in judge.bodies]
        assert sorted(line.split(" of the")[0] for line in asked if line.startswith("You list")) == [
            "You list the claims",
            "You list the key points",
        ]
    assert run.outcomes == {"failed": 3}
    found = by_evaluator(run.records)
    assert {name: record["score"] for name, record in found.items()} == {
        "result-accuracy": 50,
        "result-faithfulness": 33.3,
        "agent-task-completion": 33.3,
    }
    assert sum(record["calls"] for record in run.records) == 5
    assert sum(record["stored"] for record in run.records) == 1


def test_what_is_told_of_each(parcel: Project) -> None:
    with LoopbackJudge(reply=reply) as judge:
        run = parcel.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 5
    found = by_evaluator(run.records)
    faithful = found["result-faithfulness"]
    assert (faithful["nodeid"], faithful["verdict"], faithful["outcome"], faithful["state"]) == (
        "cases.rubric.yaml::parcel/result-faithfulness",
        "fail",
        "failed",
        "judged",
    )
    assert faithful["summary"] == (
        "contradicts what the run saw: It arrives on Friday! - delivery is on Saturday"
    )
    assert [
        (point["label"], point["score"], point["status"], point["anchors"]) for point in faithful["points"]
    ] == [
        ("Your parcel is in Lyon!", 100, "covered", ["step-2"]),
        ("It arrives on Friday!", 0, "missing", ["step-2"]),
        ("Shipping is free!", 0, "missing", []),
    ]
    assert [point["score"] for point in found["result-accuracy"]["points"]] == [100, 0, None]
    assert [point["anchors"] for point in found["agent-task-completion"]["points"]] == [[], ["step-2"], []]
    assert "result-faithfulness: 33.3 < 60 (fail)" in run.out
    reports = parcel.path / "reports"
    report = Path(reports / "case_0_result-faithfulness_eval_result.md").read_text(encoding="utf-8")
    assert "1 supported, 1 contradicted, 1 not covered: 1 of 3 backed" in report
    assert "delivery: Saturday" in report
    report = Path(reports / "case_0_result-accuracy_eval_result.md").read_text(encoding="utf-8")
    assert "not counted, since the reference says nothing about them: 1 of 3 claims" in report
    report = Path(reports / "case_0_agent-task-completion_eval_result.md").read_text(encoding="utf-8")
    assert "100 × 1 / 3 = 33.3" in report
    assert "lost at: reasoning" in report


def test_stored_replies_are_shared_from_run_to_run(parcel: Project) -> None:
    with LoopbackJudge(reply=reply) as judge:
        first = parcel.run("-k", "accuracy", judge=judge.base_url)
        assert (judge.calls, first.outcomes) == (2, {"failed": 1, "deselected": 2})
        # the claims are found, only their judgement is asked for
        second = parcel.run("-k", "faithfulness", judge=judge.base_url)
        assert judge.calls == 3
        assert (second.records[0]["calls"], second.records[0]["stored"]) == (1, 1)
        parcel.run(judge=judge.base_url)
        assert judge.calls == 5
    again = parcel.run("--rubric-replies", "only")
    assert sorted(record["score"] for record in again.records) == [33.3, 33.3, 50]
    assert [(record["calls"], record["stored"]) for record in again.records] == [(0, 2)] * 3


def test_claims_that_were_never_recorded_are_an_error_that_says_so(parcel: Project) -> None:
    with LoopbackJudge(reply=reply) as judge:
        parcel.run("-k", "completion", judge=judge.base_url)
        assert judge.calls == 2
    run = parcel.run("--rubric-replies", "only")
    assert run.outcomes == {"error": 2, "failed": 1}
    errors = {record["evaluator"]: record["error"] for record in run.records if record["error"]}
    assert set(errors) == {"result-accuracy", "result-faithfulness"}
    assert all(error.startswith("no stored reply for ") for error in errors.values())


def test_no_reference_and_no_evidence_block_before_anything_is_asked(project: Project) -> None:
    bare = {key: value for key, value in CASE.items() if key not in ("ExpectedOutput", "RunLog")}
    project.write_cases([bare])
    with LoopbackJudge(reply=reply) as judge:
        run = project.run(judge=judge.base_url)
        assert (judge.calls, run.outcomes) == (0, {"error": 3})
    assert {record["state"] for record in run.records} == {"blocked"}
    assert [record["error"].split(":")[0] for record in run.records] == [
        "result-accuracy needs a reference answer",
        "result-faithfulness needs what the run saw",
        "agent-task-completion needs a reference answer",
    ]
    assert "result-accuracy: not judged: needs a reference answer: give the case an ExpectedOutput" in run.out


def test_an_invented_citation_is_an_error_after_one_more_call(parcel: Project) -> None:
    invented = decided(
        backed(1, "supported", ("step-2", "location: Paris")),
        backed(2, "not_covered"),
        backed(3, "not_covered"),
    )

    def invents(body: Body) -> Answer:
        return (
            json.dumps(invented) if "You check the CLAIMS" in body["messages"][0]["content"] else reply(body)
        )

    with LoopbackJudge(reply=invents) as judge:
        run = parcel.run("-k", "faithfulness", judge=judge.base_url)
        assert (judge.calls, run.outcomes) == (3, {"error": 1, "deselected": 2})
    assert run.record("parcel")["error"] == (
        "the judge's reply can't be used: the quote of claim 1 does not stand in the text: \"location: Paris\""
    )
