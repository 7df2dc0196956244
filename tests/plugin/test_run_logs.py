"""Run logs through a real pytest: checks on them, and what a judge is shown."""

from __future__ import annotations

import json

from tests.support.loopback import Body, LoopbackJudge
from tests.support.project import Project, case

LOG = {
    "format": "agent-insight.trace-bundle",
    "version": 1,
    "executions": [
        {
            "execution": {"id": "r", "finalResult": "Paid."},
            "session": {
                "interactions": [
                    {"role": "user", "content": "Pay the bill."},
                    {
                        "role": "assistant",
                        "content": "I try.",
                        "tool_calls": [
                            {
                                "function": {"name": "pay", "arguments": '{"bill": 7}'},
                                "state": "error",
                                "error": "[402] declined",
                            }
                        ],
                    },
                ]
            },
        }
    ],
}


def test_checks_look_at_the_log_without_a_judge(project: Project) -> None:
    project.write("log.json", json.dumps(LOG))
    project.write_cases(
        [
            case(
                "Paid.",
                {"check": {"tool_called": "pay"}, "points": 10},
                {"check": {"tool_arguments": {"tool": "pay", "arguments": {"bill": 7}}}, "points": 10},
                {"check": {"no_unrecovered_error": True}, "points": 20},
                id="logged",
                RunLogFile="log.json",
            ),
            case("Paid.", {"check": {"tool_called": "pay"}}, id="unlogged"),
        ]
    )
    run = project.run()
    assert run.outcomes == {"failed": 1, "error": 1}
    record = run.record("logged")
    assert (record["score"], record["calls"]) == (50, 0)
    assert [each["status"] for each in record["criteria"]] == ["met", "met", "not_met"]
    assert record["criteria"][2]["quotes"][0]["text"] == "step-3 tool call: pay"
    assert "pay failed at step-3 and did not recover: [402] declined" in run.out
    assert "there is no run log: give the case RunLog or RunLogFile" in str(run.record("unlogged")["error"])


def test_a_judge_sees_the_steps_and_may_quote_them(project: Project) -> None:
    def decide(text: str, body: Body) -> dict[str, object]:
        assert "result (error): [402] declined" in body["messages"][1]["content"]
        return {"quotes": [{"from": "run_log", "text": "[402] declined"}], "basis": "quote", "present": True}

    project.write_cases([case("Paid.", {"criterion": "A payment failed", "points": -10}, RunLog=LOG, id="a")])
    with LoopbackJudge(decide=decide) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 1
    assert run.record("a")["criteria"][0]["status"] == "violated"
