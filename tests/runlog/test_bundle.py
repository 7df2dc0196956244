"""Trace bundles: executions, sub-agents, states of calls, tokens and times."""

from __future__ import annotations

import json

import pytest

from pytest_rubric import runlog
from pytest_rubric.runlog import Claimed, Tokens
from tests.runlog.building import bundle, called, execution, run, said, understood


def test_texts_and_calls_are_steps_and_empty_texts_are_none() -> None:
    log = run(
        said("Find the fee.", "user"),
        {**called("search", {"q": "fee"}, output="3 euros"), "content": "I look it up."},
        called("note", {"text": "3"}),
        said(""),
        said("It is 3 euros."),
        finalResult="The fee is 3 euros.",
    )
    assert [(step.index, step.kind, step.text or step.tool) for step in log.steps] == [
        (1, "user", "Find the fee."),
        (2, "assistant", "I look it up."),
        (3, "tool_call", "search"),
        (4, "tool_call", "note"),
        (5, "assistant", "It is 3 euros."),
    ]
    assert (log.query, log.answer, log.shape) == ("Find the fee.", "The fee is 3 euros.", "trace bundle")
    assert [step.source for step in log.steps][2:4] == [
        "interactions[1].tool_calls[0]",
        "interactions[2].tool_calls[0]",
    ]


def test_arguments_are_those_of_the_call_without_its_session() -> None:
    (call,) = run(called("search", {"q": "fee"})).calls
    assert (call.arguments, call.parsed) == ('{"q": "fee"}', {"q": "fee"})


@pytest.mark.parametrize(
    ("call", "status", "error", "source"),
    [
        ({"state": "success", "output": ""}, "ok", None, None),
        ({"state": "completed", "output": "3"}, "ok", None, None),
        ({"state": "error", "output": "", "error": "[401] no"}, "error", "[401] no", "explicit"),
        ({"state": "cancelled", "output": "half"}, "error", "half", "explicit"),
        ({"status": "timed out", "output": ""}, "error", "timed out", "explicit"),
        ({"output": "3"}, "ok", None, None),
        ({"output": "Error: no such file"}, "error", "Error: no such file", "heuristic"),
        ({"output": '{"error": "no such file"}'}, "error", "no such file", "heuristic"),
        ({"output": '{"error": null, "rows": 3}'}, "ok", None, None),
        ({"output": '{"status": "failed"}'}, "error", '{"status": "failed"}', "heuristic"),
        ({"state": "success", "output": '{"error": "no"}'}, "error", "no", "heuristic"),
        ({"output": "3", "error": False}, "ok", None, None),
        ({"output": "3", "error": {}}, "ok", None, None),
        ({"output": "3", "error": {"code": 7}}, "error", '{"code": 7}', "explicit"),
        ({"output": "error_count: 0"}, "ok", None, None),
        ({"output": "Errorless run"}, "ok", None, None),
        ({"output": "ERROR no such file"}, "error", "ERROR no such file", "heuristic"),
        ({}, "no_result", None, None),
    ],
)
def test_how_a_call_ended(
    call: dict[str, object], status: str, error: str | None, source: str | None
) -> None:
    made = {"id": "a", "function": {"name": "get", "arguments": "{}"}, **call}
    (step,) = run({"role": "assistant", "content": "", "tool_calls": [made]}).calls
    assert (step.status, step.error, step.error_source) == (status, error, source)


def test_sub_agents_are_actors_of_their_own() -> None:
    log = run(
        called("spawn"),
        called("search", role="subagent", agent="scout", subagent_session_id="team-scout", kind="background"),
    )
    first, second = log.calls
    assert (first.actor, first.depth, first.background) == ("main", 0, False)
    assert (second.actor, second.depth, second.agent, second.background) == ("team-scout", 1, "scout", True)


def test_a_child_stands_behind_the_call_that_names_it_else_behind_its_parent() -> None:
    log = understood(
        bundle(
            execution("root", called("task", {"run": "named"}), said("Between."), said("Done.")),
            execution("other", said("From the other."), parent="root"),
            execution("named", called("read"), parent="root"),
            execution("lost", said("Nobody's."), parent="elsewhere"),
        )
    )
    assert [step.tool or step.text for step in log.steps] == [
        "task", "read", "Between.", "Done.", "From the other.", "Nobody's."
    ]  # fmt: skip
    assert [step.index for step in log.steps] == [1, 2, 3, 4, 5, 6]
    assert [(step.actor, step.depth) for step in log.steps][:2] == [("main", 0), ("named", 1)]
    assert log.steps[1].source == "executions[2].session.interactions[0].tool_calls[0]"


def test_a_child_is_named_by_its_whole_name() -> None:
    log = understood(
        bundle(
            execution("root", called("spawn", {"run": "child-10"}), called("spawn", {"run": "child-1"})),
            execution("child-1", said("one"), parent="root"),
            execution("child-10", said("ten"), parent="root"),
        )
    )
    assert [step.text or step.arguments for step in log.steps] == [
        '{"run": "child-10"}',
        "ten",
        '{"run": "child-1"}',
        "one",
    ]


def test_executions_that_name_each_other_end() -> None:
    log = understood(
        bundle(execution("a", said("One."), parent="b"), execution("b", said("Two."), parent="a"), root="a")
    )
    assert [step.text for step in log.steps] == ["One.", "Two."]


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        ({"input": 9, "output": 3, "total": 15}, Tokens(9, 3, total=15)),
        ({"input": 9, "output": 3, "reasoning": 1}, Tokens(9, 3, 1, total=13)),
        ({"input": 9, "cacheRead": 4, "cacheWrite": 2}, Tokens(9, 0, 0, 4, 2, total=15)),
        ({"input": 9, "cache": {"read": 4, "write": 2}}, Tokens(9, 0, 0, 4, 2, total=15)),
    ],
)
def test_tokens_belong_to_the_first_step_of_their_message(usage: dict[str, object], tokens: Tokens) -> None:
    log = run({**called("get"), "content": "Now.", "usage": usage})
    assert [step.tokens for step in log.steps] == [tokens, None]


def test_times_are_numbers_or_iso_texts() -> None:
    log = run(
        said("Now.", timeInfo={"created": 400, "completed": 900}),
        said("Then.", timeInfo={"created": "2026-03-01T10:00:00Z", "completed": "2026-03-01T10:00:02.500Z"}),
        said("Never.", timeInfo={"created": "soon"}),
    )
    assert [step.duration_ms for step in log.steps] == [500, 2500, None]
    assert log.steps[0].started_at == 400


def test_a_log_that_counts_itself_is_checked() -> None:
    log = run(called("get", error="no"), tokens=12, toolCallCount=2, toolCallErrorCount=1)
    assert log.claimed == Claimed(12, 2, 1)
    (difference,) = runlog.facts(log).differences
    assert (difference.what, difference.said, difference.found) == ("calls", 2, 1)
    assert str(difference) == "the log says 2 calls, its steps add up to 1"


def test_a_repeated_end_is_dropped() -> None:
    end = [said("Find it.", "user"), said("Found.")]
    timed = said("Found.", usage={"total": 3}, timeInfo={"created": 1, "completed": 2})
    assert len(run(said("Find it.", "user"), timed, *end).steps) == 2
    assert len(run(said("Find it.", "user"), said("Not yet."), *end).steps) == 4


def test_skills_and_sub_agents_are_told_from_tools() -> None:
    log = run(
        called("load_skill", {"skill_name": "tables"}),
        called("task", {"subagent_type": "scout", "prompt": "Look."}),
        called("task", {"title": "Look."}),
    )
    assert [(call.tool, call.capability) for call in log.calls] == [
        ("tables", "skill"), ("task", "delegate"), ("task", "tool")
    ]  # fmt: skip


@pytest.mark.parametrize(
    "damaged",
    [
        {"format": "agent-insight.trace-bundle", "version": 1, "executions": []},
        {"format": "agent-insight.trace-bundle", "version": 1},
        {"format": "agent-insight.trace-bundle", "version": 1, "executions": ["a"]},
    ],
)
def test_a_bundle_without_executions_is_no_log(damaged: object) -> None:
    assert runlog.read(damaged) is None
    assert json.loads(runlog.as_text(damaged)) == damaged


@pytest.mark.parametrize(
    "interactions",
    [None, "no list", ["a", 3, None], [{}], [{"role": "assistant", "tool_calls": ["x", {"function": 3}]}]],
)
def test_odd_interactions_are_passed_over(interactions: object) -> None:
    log = runlog.read(
        {
            "format": "agent-insight.trace-bundle",
            "executions": [{"execution": {"id": "a"}, "session": {"interactions": interactions}}],
        }
    )
    assert log is not None
    assert len(log.steps) <= 1


def test_interactions_may_be_json_text() -> None:
    made = execution("a")
    made["session"]["interactions"] = json.dumps([said("Hello.", "user")])
    assert [step.text for step in understood(bundle(made)).steps] == ["Hello."]
