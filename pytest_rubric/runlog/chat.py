"""Chat messages in the shape of the OpenAI API: ``{role, content, tool_calls, tool_call_id}``.

Also its relative with typed parts: ``content`` as a list of ``{type: text | reasoning | tool_call,
value}``, whose calls have no ids and may be answered by one message that lists the results.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pytest_rubric.runlog.calls import call_step, settle
from pytest_rubric.runlog.content import as_json, definitions, text_of
from pytest_rubric.runlog.steps import RunLog, Step, StepList

_CONTAINERS = ("messages", "traj", "conversations")
_SYSTEM = frozenset({"system", "developer"})
_RESULT = frozenset({"tool", "function"})
_TYPED = frozenset({"reasoning", "tool_call"})


def read(log: object) -> RunLog | None:
    """Read a bare list of messages, or a mapping that holds one; ``None`` for another shape."""
    container, messages = _messages(log)
    if messages is None:
        return None
    steps = StepList()
    if isinstance(log, dict):
        steps.instruct("system", text_of(log.get("system")))
    for number, message in enumerate(messages):
        _add(steps, message, f"{container}[{number}]")
    settle(steps.steps)
    offered = definitions(log.get("tools")) if isinstance(log, dict) else None
    return RunLog(
        tuple(steps.steps),
        "chat messages",
        tuple(steps.system),
        None if offered is None else tuple(offered),
        offered or {},
    )


def _messages(log: object) -> tuple[str, list[dict[str, Any]] | None]:
    container = ""
    if isinstance(log, dict):
        container = next((key for key in _CONTAINERS if isinstance(log.get(key), list)), "")
        log = log.get(container)
    if not isinstance(log, list) or not log:
        return container, None
    if not all(isinstance(message, dict) for message in log):
        return container, None
    return container, log if any(isinstance(message.get("role"), str) for message in log) else None


def _add(steps: StepList, message: Mapping[str, Any], source: str) -> None:
    role = message["role"] if isinstance(message.get("role"), str) else "unknown role"
    content = message.get("content")
    if role in _SYSTEM:
        steps.instruct(role, text_of(content))
    elif role in _RESULT:
        _results(steps, role, message, source)
    elif isinstance(content, list) and _is_typed(content):
        _typed(steps, role, content, source)
    else:
        text, refusal = text_of(content), text_of(message.get("refusal"))
        said = "\n".join(part for part in (text, refusal) if part)
        if "content" not in message and "tool_calls" not in message and "function_call" not in message:
            # nothing known in it: shown whole, so that nothing is lost
            said = text_of({key: value for key, value in message.items() if key != "role"})
        reasoning = text_of(message.get("reasoning_content") or message.get("reasoning"))
        steps.message(role, said, reasoning, source=source)
        calls = [_call(role, call, place) for call, place in _calls(message, source)]
        if calls:
            steps.calls(calls)


def _results(steps: StepList, role: str, message: Mapping[str, Any], source: str) -> None:
    for result in _listed(message.get("content")) or [message]:
        steps.result(role, text_of(result.get("content")), _text(result.get("name")), _id(result), source)


def _listed(content: object) -> list[Mapping[str, Any]]:
    """Several results in one message: a JSON list of ``{tool_call_id, name, content}``."""
    text = text_of(content).strip()
    if text[:1] != "[":
        return []
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return []
    fits = all(isinstance(each, dict) and "content" in each and _id(each) for each in found)
    return found if found and fits else []


def _id(result: Mapping[str, Any]) -> str | None:
    return _text(result.get("tool_call_id"))


def _is_typed(content: list[Any]) -> bool:
    return any(isinstance(part, dict) and part.get("type") in _TYPED and "value" in part for part in content)


def _typed(steps: StepList, role: str, content: list[Any], source: str) -> None:
    reasoning, said, calls = [], [], []
    for number, part in enumerate(content):
        kind = part.get("type") if isinstance(part, dict) else None
        if kind == "reasoning":
            reasoning.append(text_of(part.get("value")))
        elif kind == "tool_call":
            calls.append(_typed_call(role, part.get("value"), f"{source}.content[{number}]"))
        else:
            said.append(text_of([part]))
    text = "\n".join(filter(None, said))
    thought = "\n".join(filter(None, reasoning))
    if text or not calls:
        steps.message(role, text, thought, source=source)
    elif thought:
        calls[0].reasoning = thought
    if calls:
        steps.calls(calls)


def _typed_call(role: str, value: object, source: str) -> Step:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return call_step(role, None, value, source=source)
    return _call(role, value, source)


def _calls(message: Mapping[str, Any], source: str) -> list[tuple[Any, str]]:
    calls = message.get("tool_calls")
    found = (
        [(call, f"{source}.tool_calls[{n}]") for n, call in enumerate(calls)]
        if isinstance(calls, list)
        else []
    )
    if isinstance(message.get("function_call"), dict):
        found.append(({"function": message["function_call"]}, f"{source}.function_call"))
    return found


def _call(role: str, call: object, source: str) -> Step:
    if not isinstance(call, dict):
        return call_step(role, None, as_json(call), source=source)
    function = call.get("function")
    inner = function if isinstance(function, dict) else call
    name = _text(inner.get("name"))
    arguments = inner.get("arguments", inner.get("input"))
    if name is None and arguments is None:
        arguments = call
    return call_step(role, name, arguments, call_id=_text(call.get("id")), source=source)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
