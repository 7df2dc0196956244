"""Run logs of the known shapes as numbered steps."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_rubric import runlog

CALL = {
    "id": "c1",
    "type": "function",
    "function": {"name": "weather", "arguments": '{"city": "Z\\u00fcrich"}'},
}


def text(*messages: dict[str, Any]) -> str:
    return runlog.as_text(list(messages))


def test_plain_text_stays_as_it_is() -> None:
    log = "user: hi\n\n  assistant: {not json\n"
    assert runlog.as_text(log) == log
    assert runlog.read(log) is None


def test_control_characters_are_made_visible() -> None:
    assert runlog.as_text("a\x1b[31mb") == "a\\x1b[31mb"
    assert text({"role": "user", "content": "a\x00\ud83d"}) == "step-1 user:\na\\x00\\ud83d"


def test_chat_messages_become_numbered_steps() -> None:
    log = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Weather?"},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "c1", "content": "9 °C"},
        {"role": "assistant", "content": "It is 9 °C."},
    ]
    expected = (
        "system:\nBe brief.\n\n"
        "step-1 user:\nWeather?\n\n"
        'step-2 tool call: weather\narguments: {"city": "Zürich"}\nresult: 9 °C\n\n'
        "step-3 assistant:\nIt is 9 °C."
    )
    assert runlog.as_text(log) == expected
    assert runlog.as_text({"messages": log, "model": "m"}) == expected
    assert runlog.as_text({"traj": log, "reward": 1.0}) == expected
    assert runlog.as_text([{"messages": log}]) == expected
    assert runlog.as_text(json.dumps({"messages": log})) == expected


def test_text_beside_calls_comes_before_them() -> None:
    log = {"role": "assistant", "content": "Let me look.", "tool_calls": [CALL, {**CALL, "id": "c2"}]}
    shown = text(log, {"role": "tool", "tool_call_id": "c2", "content": "second"})
    assert shown == (
        "step-1 assistant:\nLet me look.\n\n"
        'step-2 tool call: weather\narguments: {"city": "Zürich"}\nno result\n\n'
        'step-3 tool call: weather\narguments: {"city": "Zürich"}\nresult: second'
    )


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ("{broken json", "{broken json"),
        ({"a": "ü"}, '{"a": "ü"}'),
        ("[1, 2]", "[1, 2]"),
        ('"just text"', '"just text"'),
        ("NaN", "NaN"),
    ],
)
def test_arguments_are_shown_also_when_they_are_no_json(arguments: object, shown: str) -> None:
    call = {"id": "c1", "function": {"name": "get", "arguments": arguments}}
    log = text({"role": "assistant", "content": None, "tool_calls": [call]})
    assert log == f"step-1 tool call: get\narguments: {shown}\nno result"


def test_parts_are_joined_and_binary_ones_are_marked() -> None:
    parts = [
        {"type": "text", "text": "Look:"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
        {"type": "input_audio", "input_audio": {"data": "AAAA"}},
        {"type": "chart", "points": [1, 2]},
        "and more",
    ]
    assert text({"role": "user", "content": parts}) == (
        'step-1 user:\nLook:\n[image]\n[audio]\n{"type": "chart", "points": [1, 2]}\nand more'
    )


def test_base64_inside_a_text_is_marked() -> None:
    said = f"![plot](data:image/png;base64,{'A' * 5000}) done"
    assert text({"role": "assistant", "content": said}) == "step-1 assistant:\n![plot]([image/png]) done"


@pytest.mark.parametrize("role", ["critic", "Planner", "ipython"])
def test_unknown_roles_keep_their_names(role: str) -> None:
    assert text({"role": role, "content": "hm"}) == f"step-1 {role}:\nhm"


def test_developer_text_is_shown_in_its_place_and_is_no_step() -> None:
    shown = text(
        {"role": "user", "content": "a"},
        {"role": "developer", "content": "b"},
        {"role": "user", "content": "c"},
    )
    assert shown == "step-1 user:\na\n\ndeveloper:\nb\n\nstep-2 user:\nc"


@pytest.mark.parametrize("role", ["tool", "function"])
def test_a_result_without_a_call_is_a_step(role: str) -> None:
    shown = text({"role": "user", "content": "a"}, {"role": role, "name": "get", "content": "42"})
    assert shown == f"step-1 user:\na\n\nstep-2 {role} (result of get without a call):\n42"


def test_results_belong_to_calls_of_the_same_message_though_ids_repeat() -> None:
    log = runlog.read(
        [
            {"role": "assistant", "tool_calls": [CALL]},
            {"role": "assistant", "tool_calls": [CALL]},
            {"role": "tool", "tool_call_id": "c1", "content": "late"},
        ]
    )
    assert log is not None
    assert [step.result for step in log.steps] == [None, "late"]


def test_a_function_call_of_the_old_kind_is_a_call() -> None:
    shown = text(
        {"role": "assistant", "content": None, "function_call": {"name": "get", "arguments": "{}"}},
        {"role": "function", "name": "get", "content": "42"},
    )
    assert shown == "step-1 tool call: get\narguments: {}\nresult: 42"


@pytest.mark.parametrize("call", ["get", {"x": 1}, {"function": "get"}, None, {"function": {"name": 3}}])
def test_calls_of_no_known_shape_are_shown_whole(call: object) -> None:
    shown = text({"role": "assistant", "content": None, "tool_calls": [call]})
    assert shown.startswith("step-1 tool call: unknown tool\narguments: ")
    assert json.dumps(call).strip('"') in shown


def test_messages_without_known_keys_lose_nothing() -> None:
    assert text({"role": "user", "note": "x"}) == 'step-1 user:\n{"note": "x"}'
    assert (
        text({"role": "user", "content": "a"}, {"content": "b"})
        == "step-1 user:\na\n\nstep-2 unknown role:\nb"
    )


def test_reasoning_stands_with_its_message() -> None:
    shown = text({"role": "assistant", "content": "4", "reasoning_content": "2 + 2"})
    assert shown == "step-1 assistant:\n(reasoning) 2 + 2\n4"


def test_sharegpt_becomes_numbered_steps() -> None:
    log = {
        "system": "Sei kurz.",
        "tools": '[{"name": "weather", "parameters": {}}]',
        "conversations": [
            {"from": "human", "value": "天气？"},
            {"from": "function_call", "value": '{"name": "weather", "arguments": {"city": "苏黎世"}}'},
            {"from": "observation", "value": "9 °C"},
            {"from": "gpt", "value": "九度。"},
            {"from": "observation", "value": "stray"},
            {"from": "narrator", "value": "the end"},
        ],
    }
    assert runlog.as_text(log) == (
        "tools on offer: weather\n\n"
        "system:\nSei kurz.\n\n"
        "step-1 user:\n天气？\n\n"
        'step-2 tool call: weather\narguments: {"city": "苏黎世"}\nresult: 9 °C\n\n'
        "step-3 assistant:\n九度。\n\n"
        "step-4 observation (result without a call):\nstray\n\n"
        "step-5 narrator:\nthe end"
    )


def test_sharegpt_calls_in_a_row_take_results_in_order() -> None:
    log = runlog.read(
        [
            {"from": "function_call", "value": '[{"name": "a"}, {"name": "b", "arguments": {}}]'},
            {"from": "function_call", "value": "broken {"},
            {"from": "observation", "value": "1"},
            {"from": "observation", "value": "2"},
        ]
    )
    assert log is not None
    assert [(step.tool, step.arguments, step.result) for step in log.steps] == [
        ("a", "", "1"),
        ("b", "{}", "2"),
        (None, "broken {", None),
    ]


@pytest.mark.parametrize(
    "log",
    [
        {"events": [{"a": "ü"}]},
        [],
        {},
        [1, "x"],
        42,
        [{"role": "user", "content": "x"}, "stray"],
        {"conversations": "none"},
        {"messages": []},
    ],
)
def test_any_other_shape_is_shown_as_json(log: object) -> None:
    assert runlog.as_text(log) == json.dumps(log, ensure_ascii=False, indent=2)


def test_what_json_can_not_hold_is_shown_all_the_same() -> None:
    cycle: dict[str, object] = {}
    cycle["self"] = cycle
    assert runlog.as_text(cycle) == '{\n  "self": "…"\n}'
    assert runlog.as_text({"set": {1}}) == '{\n  "set": "{1}"\n}'


def test_nothing_is_cut() -> None:
    log = [{"role": "user", "content": f"message {number} {'x' * 1000}"} for number in range(500)]
    shown = runlog.as_text(log)
    assert shown.count("x" * 1000) == 500
    assert "step-500 user:\nmessage 499 " in shown
