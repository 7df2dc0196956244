"""Logs that no agent should write: they cost time in proportion to their size, and end nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from pytest_rubric import runlog
from pytest_rubric.runlog.steps import RunLog


def steps_of(log: object) -> RunLog:
    found = runlog.read(log)
    assert found is not None
    return found


def call(number: int, arguments: object, name: str = "search") -> dict[str, object]:
    function = {"name": name, "arguments": arguments}
    return {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": f"c{number}", "type": "function", "function": function}],
    }


def result(number: int, content: object = "done") -> dict[str, object]:
    return {"role": "tool", "tool_call_id": f"c{number}", "content": content}


def nested(depth: int) -> object:
    deep: object = "the end"
    for _ in range(depth):
        deep = {"children": [deep]}
    return deep


CYCLE: list[object] = []
CYCLE.append(CYCLE)


@pytest.mark.parametrize(
    "arguments",
    [
        nested(20_000),
        "[" * 20_000 + "]" * 20_000,
        CYCLE,
        {(1, 2): "a key that is no text"},
        {"count": 10**6000},
        '{"count": %s}' % ("9" * 6000),
        {"share": float("nan"), "most": float("inf")},
        '{"share": NaN}',
        '{"name": "\\ud800"}',
        {"\ud800": "\udfff"},
        "\x00\x1b[31m",
        b"\xff",
    ],
    ids=["deep", "deep text", "cycle", "keys", "long", "long text", "nan", "nan text", "half", "halves", "control", "bytes"],
)  # fmt: skip
def test_whatever_a_call_is_given_the_log_is_read_and_told(arguments: object) -> None:
    log = [call(1, arguments), result(1, arguments), call(2, arguments, name="\ud83d"), result(2)]
    found = steps_of(log)
    assert [step.index for step in found.calls] == [1, 2]
    assert runlog.facts(found).errors == ()
    json.dumps(runlog.as_text(log), ensure_ascii=False).encode()


def test_what_is_nested_too_deep_keeps_its_beginning() -> None:
    (step,) = steps_of([call(1, {"query": "tables", "more": nested(20_000)}), result(1)]).calls
    assert step.arguments.startswith('{"query": "tables", "more": {"children": [{"children": [')
    assert '"…"' in step.arguments
    (step,) = steps_of([call(1, {"query": "tables", "count": 10**6000}), result(1)]).calls
    assert step.arguments == '{"query": "tables", "count": "(a whole number of 19,932 bits)"}'


def test_ten_thousand_steps() -> None:
    log = [
        message for number in range(5000) for message in (call(number, f'{{"q": {number}}}'), result(number))
    ]
    found = steps_of(log)
    assert (len(found.calls), runlog.facts(found).counts) == (5000, {"search": 5000})


def test_of_a_huge_result_its_beginning_tells_whether_it_was_used() -> None:
    huge = "order 77123 " + "x " * 2_000_000 + "order 99123"
    log = [call(1, "{}"), result(1, huge), {"role": "assistant", "content": "It is 77123."}]
    assert runlog.facts(steps_of(log)).use == {1: "used"}
    log = [call(1, "{}"), result(1, huge), {"role": "assistant", "content": "It is 99123."}]
    assert runlog.facts(steps_of(log)).use == {1: "unused"}


def execution(name: str, parent: str | None = None, **more: Any) -> dict[str, object]:
    interaction = {
        "role": "assistant",
        "content": f"I am {name}",
        "tool_calls": [{"id": "c", "function": {"name": "look", "arguments": "{}"}, "output": "seen"}],
        **more,
    }
    about = {"id": name, "parentExecutionId": parent}
    return {"execution": about, "session": {"interactions": [interaction]}}


def bundle(executions: list[dict[str, object]], **more: object) -> Mapping[str, Any]:
    return {"format": "agent-insight.trace-bundle", "version": 1, "executions": executions, **more}


@pytest.mark.parametrize(
    "executions",
    [
        [execution("a", "b"), execution("b", "a"), execution("c", "c")],
        [execution(f"e{number}", f"e{number - 1}") for number in range(3000)],
        [execution("e0"), *(execution(f"e{number}", "e0") for number in range(1, 3000))],
    ],
    ids=["cycle", "chain", "siblings"],
)
def test_every_execution_of_a_bundle_is_read_once(executions: list[dict[str, object]]) -> None:
    found = steps_of(bundle(executions, rootExecutionId="nobody"))
    assert sorted(step.text for step in found.steps if step.kind == "assistant" and step.text) == sorted(
        f"I am {each['execution']['id']}"  # type: ignore[index]
        for each in executions
    )
    assert [step.index for step in found.steps] == list(range(1, len(found.steps) + 1))


@pytest.mark.parametrize(
    "odd",
    [
        {"usage": {"input": float("nan"), "total": 10**400}},
        {"usage": {"total": float("inf")}},
        {"timeInfo": {"created": float("nan"), "completed": float("inf")}},
        {"timeInfo": {"created": "0001-01-01T00:00:00", "completed": "9999-12-31T23:59:59"}},
    ],
)
def test_figures_that_are_none_are_left_out(odd: dict[str, Any]) -> None:
    log = bundle([execution("a", **odd)])
    log["executions"][0]["execution"] |= {"tokens": float("nan"), "toolCallCount": float("inf")}
    facts = runlog.facts(steps_of(log))
    assert facts.differences == ()
    assert facts.duration_ms is None or abs(facts.duration_ms) < 1e30
    assert facts.tokens is None or facts.tokens.total == 0


def test_lines_of_a_long_conversation_are_counted_once() -> None:
    found = steps_of("".join(f"user: {number}\nassistant: yes\n" for number in range(20_000)))
    assert (len(found.steps), found.steps[-1].source) == (40_000, "line 40000")
