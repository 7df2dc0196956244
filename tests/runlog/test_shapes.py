"""The less usual shapes: typed parts, several results in one message, plain text; and what a judge sees."""

from __future__ import annotations

import json

import pytest

from pytest_rubric import runlog
from pytest_rubric.runlog.view import MOST_STEPS
from tests.runlog.building import called, chat, run, said, understood


def typed(*parts: tuple[str, object]) -> list[dict[str, object]]:
    return [{"type": kind, "value": value} for kind, value in parts]


def test_typed_parts_and_one_message_that_answers_several_calls() -> None:
    log = understood(
        {
            "messages": [
                {"role": "user", "content": typed(("text", "Compare."))},
                {
                    "role": "assistant",
                    "content": typed(
                        ("reasoning", "Both at once."),
                        ("tool_call", json.dumps({"name": "price", "arguments": {"of": "a"}})),
                        ("tool_call", {"name": "price", "arguments": {"of": "b"}}),
                    ),
                },
                {
                    "role": "tool",
                    "content": json.dumps(
                        [
                            {"tool_call_id": "x", "name": "price", "content": "3"},
                            {"tool_call_id": "y", "name": "price", "content": "4"},
                        ]
                    ),
                },
                {"role": "assistant", "content": typed(("reasoning", "So a."), ("text", "a is cheaper."))},
            ]
        }
    )
    assert [(step.kind, step.text, step.reasoning) for step in log.steps] == [
        ("user", "Compare.", ""),
        ("tool_call", "", "Both at once."),
        ("tool_call", "", ""),
        ("assistant", "a is cheaper.", "So a."),
    ]
    assert [(call.tool, call.parsed, call.result) for call in log.calls] == [
        ("price", {"of": "a"}, "3"),
        ("price", {"of": "b"}, "4"),
    ]


@pytest.mark.parametrize("arguments", ['{"of": ', "3 + 4", '["a"]'])
def test_broken_arguments_are_kept_as_written(arguments: str) -> None:
    function = {"name": "price", "arguments": arguments}
    (call,) = understood([{"role": "assistant", "tool_calls": [{"id": "1", "function": function}]}]).calls
    assert call.arguments == arguments
    assert runlog.as_text([{"role": "assistant", "tool_calls": [{"function": function}]}]) == (
        f"step-1 tool call: price\narguments: {arguments}\nno result"
    )


@pytest.mark.parametrize("content", ["[3, 4]", '[{"a": 1}]', "[", "[]"])
def test_a_result_that_happens_to_be_a_list_is_one_result(content: str) -> None:
    (call,) = chat(("list", {}, content)).calls
    assert call.result == content


def test_plain_text_is_read_turn_by_turn_and_calls_it_hides_have_no_name() -> None:
    log = understood(
        "system: Be brief.\nuser: Is it late?\nSee below: it says so.\nassistant: None\ntool: 48 minutes\n"
        "assistant: Yes:\n48 minutes."
    )
    assert [(step.kind, step.text, step.tool, step.result) for step in log.steps] == [
        ("user", "Is it late?\nSee below: it says so.", None, None),
        ("tool_call", "", None, "48 minutes"),
        ("assistant", "Yes:\n48 minutes.", None, None),
    ]
    assert log.steps[1].status == "unknown"
    assert [instruction.text for instruction in log.system] == ["Be brief."]
    assert [step.source for step in log.steps] == ["line 2", "line 4", "line 6"]


@pytest.mark.parametrize(
    "text",
    [
        "Called the tool, then answered.",
        "note: user: a\nuser: b",
        "user: only one turn",
        "",
        "a user: b\nuser: c",
    ],
)
def test_other_text_is_no_log_and_stays_as_it_is(text: str) -> None:
    assert runlog.read(text) is None
    assert runlog.as_text(text) == text


@pytest.mark.parametrize(
    ("anchor", "there"),
    [("step-1", True), ("step-2", True), ("step-0", False), ("step-3", False), ("step", False), ("a step-1", False),
     ("step-²", False)],
)  # fmt: skip
def test_anchors_name_steps_that_exist(anchor: str, there: bool) -> None:
    assert run(said("Hello.", "user"), said("Hello.")).has_step(anchor) is there


@pytest.mark.parametrize(
    ("tools", "names"), [(None, None), ([], ()), ("[]", ()), ("[", None), ([{"name": "a"}], ("a",))]
)
def test_an_empty_catalog_is_one(tools: object, names: tuple[str, ...] | None) -> None:
    assert understood({"messages": [{"role": "user", "content": "Hi."}], "tools": tools}).tools == names
    assert understood({"conversations": [{"from": "human", "value": "Hi."}], "tools": tools}).tools == names


def test_a_digest_is_bounded_and_says_what_it_leaves_out() -> None:
    log = run(*[called("get", {"page": n}, output="x" * 1000) for n in range(400)])
    shown = runlog.digest(log)
    assert shown.count("tool call: get") == MOST_STEPS
    assert "[step-81 to step-320 not shown]" in shown
    assert "x" * 400 + " [... 600 more characters]" in shown
    assert "x" * 401 not in shown
    assert "step-400 tool call: get" in shown


def test_background_is_left_out_first() -> None:
    busy = [called("poll", kind="background") for _ in range(200)]
    shown = runlog.digest(run(said("Go.", "user"), *busy, said("Done.")))
    assert shown == "step-1 user:\nGo.\n\n[step-2 to step-201 not shown]\n\nstep-202 assistant:\nDone."


def test_a_judge_sees_failures_skills_and_who_acted() -> None:
    log = run(
        called("load_skill", {"name": "tables"}, output="loaded"),
        called("get", error="[401] no", role="subagent", agent="scout", subagent_session_id="team-scout"),
    )
    assert runlog.as_text(log) == (
        'step-1 skill call: tables\narguments: {"name": "tables"}\nresult: loaded\n\n'
        "step-2 tool call (scout): get\narguments: {}\nresult (error): [401] no"
    )
