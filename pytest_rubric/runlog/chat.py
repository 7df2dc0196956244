"""Chat messages in the shape of the OpenAI API: ``{role, content, tool_calls, tool_call_id}``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pytest_rubric.runlog.content import arguments_of, text_of, tool_names
from pytest_rubric.runlog.steps import RunLog, Step, StepList

_CONTAINERS = ("messages", "traj", "conversations")
_SYSTEM = frozenset({"system", "developer"})
_RESULT = frozenset({"tool", "function"})


def read(log: object) -> RunLog | None:
    """Read a bare list of messages, or a mapping that holds one; ``None`` for another shape."""
    messages = _messages(log)
    if messages is None:
        return None
    steps = StepList()
    for message in messages:
        _add(steps, message)
    return RunLog(tuple(steps.steps), tool_names(log.get("tools")) if isinstance(log, dict) else ())


def _messages(log: object) -> list[dict[str, Any]] | None:
    if isinstance(log, dict):
        log = next((log[key] for key in _CONTAINERS if isinstance(log.get(key), list)), None)
    if not isinstance(log, list) or not log:
        return None
    if not all(isinstance(message, dict) for message in log):
        return None
    return log if any(isinstance(message.get("role"), str) for message in log) else None


def _add(steps: StepList, message: Mapping[str, Any]) -> None:
    role = message["role"] if isinstance(message.get("role"), str) else "unknown role"
    text = text_of(message.get("content"))
    if role in _SYSTEM:
        steps.system(role, text)
    elif role in _RESULT:
        steps.result(role, text, _text(message.get("name")), _text(message.get("tool_call_id")))
    else:
        refusal = text_of(message.get("refusal"))
        said = "\n".join(part for part in (text, refusal) if part)
        if "content" not in message and "tool_calls" not in message and "function_call" not in message:
            # nothing known in it: shown whole, so that nothing is lost
            said = text_of({key: value for key, value in message.items() if key != "role"})
        reasoning = text_of(message.get("reasoning_content") or message.get("reasoning"))
        steps.message(role, said, reasoning)
        calls = [_call(role, call) for call in _calls(message)]
        if calls:
            steps.calls(calls)


def _calls(message: Mapping[str, Any]) -> list[Any]:
    calls = message.get("tool_calls")
    found = list(calls) if isinstance(calls, list) else []
    if isinstance(message.get("function_call"), dict):
        found.append({"function": message["function_call"]})
    return found


def _call(actor: str, call: object) -> Step:
    if not isinstance(call, dict):
        return Step("tool_call", actor, arguments=arguments_of(call))
    function = call.get("function")
    inner = function if isinstance(function, dict) else call
    name = _text(inner.get("name"))
    arguments = inner.get("arguments", inner.get("input"))
    if name is None and arguments is None:
        arguments = call
    return Step(
        "tool_call",
        actor,
        tool=name,
        arguments="" if arguments is None else arguments_of(arguments),
        call_id=_text(call.get("id")),
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
