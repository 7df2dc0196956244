"""The presets on the way through a real pytest and a real HTTP endpoint."""

from __future__ import annotations

import json
from typing import Any

from tests.evaluators.presets.trajectory import (
    ANSWER,
    ASKED,
    QUALITY,
    SELECTION,
    UTILIZATION,
    issue,
    log,
    path,
    quality,
    selection,
    utilization,
    waste,
)
from tests.support.loopback import Body, LoopbackJudge
from tests.support.project import Project

CALLS: tuple[tuple[str, dict[str, str], str], ...] = (
    ("timetable", {"pier": "east"}, "six and nine"),
    ("timetable", {"pier": "east"}, "six and nine"),
    ("weather", {}, "calm"),
)
REPLIES = {
    "the way that an agent took": quality("covered", "missing", path_=path("1.0", "0.5")),
    "used the tools and skills": utilization("required", "irrelevant", findings=[waste("step-3")]),
    "the calls of an agent one by one": selection(
        "partial", "met", "met", "met", "met", issues=[issue("wrong_core_tool", "step-4", "weather")]
    ),
}


def case(*evaluators: str, **more: Any) -> dict[str, Any]:
    return {
        "id": "ferry",
        "Input": ASKED,
        "ActualOutput": ANSWER,
        "RunLogFile": "ferry.json",
        "evaluators": list(evaluators),
        "key_actions": ["Look up the timetable.", "Check that the ferry runs on this day."],
        "catalog": ["timetable", {"name": "weather", "description": "Tells the weather."}],
        **more,
    }


def reply(body: Body) -> dict[str, object]:
    system = body["messages"][0]["content"]
    (found,) = (said for words, said in REPLIES.items() if words in system)
    return found


def write(project: Project, *cases: dict[str, Any]) -> None:
    project.write("ferry.json", json.dumps(log(*CALLS)))
    project.write_cases(cases)


def test_three_presets_on_one_log_in_every_face(project: Project) -> None:
    write(project, case(QUALITY, UTILIZATION, SELECTION))
    with LoopbackJudge(reply=reply) as judge:
        run = project.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 3
    assert run.outcomes == {"passed": 2, "failed": 1, "warning": 2}
    by_evaluator = {record["evaluator"]: record for record in run.records}
    scores = {id_: (record["score"], record["verdict"]) for id_, record in by_evaluator.items()}
    assert scores == {QUALITY: (67.5, "warn"), UTILIZATION: (79.2, "warn"), SELECTION: (50, "fail")}


def test_the_record_and_the_report_of_one(project: Project) -> None:
    write(project, case(UTILIZATION))
    with LoopbackJudge(reply=reply) as judge:
        run = project.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 1
    (record,) = run.records
    assert record["nodeid"] == f"cases.rubric.yaml::ferry/{UTILIZATION}"
    assert record["summary"] == "step-3 (timetable) brought nothing: known already"
    assert record["points"][2] == {
        "label": "Calls that brought something",
        "score": 50,
        "maximum": 100,
        "status": "partial",
        "evidence": "1 of 2 such calls brought something.\n- step-3 timetable (redundant): known already\n"
        "Facts of the log: Identical calls (same tool, same arguments): timetable at step-3, as at step-2. "
        "No call failed.",
        "suggestion": "read once",
        "anchors": ["step-3"],
    }
    report = (project.path / "reports" / f"case_0_{UTILIZATION}_eval_result.md").read_text("utf-8")
    assert "- Calls that serve the task: 66.7/100" in report
    assert "Score = (50 × 100 + 25 × 66.7 + 25 × 50) / 100 = 79.2" in report


def test_stored_replies_replay_the_run_without_a_call(project: Project) -> None:
    write(project, case(QUALITY, UTILIZATION, SELECTION))
    with LoopbackJudge(reply=reply) as judge:
        first = project.run(judge=judge.base_url)
        assert judge.calls == 3
    again = project.run("--rubric-replies", "only")
    assert [record["score"] for record in again.records] == [record["score"] for record in first.records]
    assert sum(record["calls"] for record in again.records) == 0
    assert sum(record["stored"] for record in again.records) == 3


def test_what_is_missing_is_an_error_and_what_leaves_nothing_to_judge_a_skip(project: Project) -> None:
    write(
        project,
        case(UTILIZATION, id="no-catalog", catalog=None),
        case(QUALITY, id="no-log", RunLogFile=None),
        case(QUALITY, id="no-calls", RunLogFile=None, RunLog=log(), key_actions=[]),
        case(UTILIZATION, id="nothing-offered", RunLogFile=None, RunLog=log(), catalog=[]),
    )
    with LoopbackJudge(reply=reply) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 0
    assert run.outcomes == {"error": 2, "skipped": 2}
    states = {record["id"]: record["state"] for record in run.records}
    assert states == {
        "no-catalog": "blocked",
        "no-log": "blocked",
        "no-calls": "unscored",
        "nothing-offered": "unscored",
    }


def test_a_step_that_does_not_exist_is_asked_about_once_more_and_then_an_error(project: Project) -> None:
    write(project, case(UTILIZATION))
    wrong = utilization("required", "irrelevant", findings=[waste("step-40")])
    with LoopbackJudge(reply=[json.dumps(wrong)]) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 2
        asked_again = judge.bodies[1]["messages"][-1]["content"]
    assert run.outcomes == {"error": 1}
    assert 'finding 1 names "step-40", which is no call of a tool' in asked_again
    assert 'finding 1 names "step-40", which is no call of a tool' in run.records[0]["error"]
