"""Trace bundles and chats to read, built step by step."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pytest_rubric import runlog
from pytest_rubric.runlog import RunLog


def said(text: str, role: str = "assistant", **more: Any) -> dict[str, Any]:
    """An interaction of a bundle that only says something."""
    return {"role": role, "content": text, "kind": "scenario", **more}


def called(
    tool: str, arguments: object = None, *, output: str = "", error: str | None = None, **more: Any
) -> dict[str, Any]:
    """An interaction with one call, logged as a framework with sessions does."""
    wrapped = json.dumps([{} if arguments is None else arguments, {"session": "s-1"}])
    call: dict[str, Any] = {
        "id": f"{tool}_one",
        "type": "function",
        "function": {"name": tool, "arguments": wrapped},
        "state": "success" if error is None else "error",
        "output": output,
    }
    if error is not None:
        call["error"] = error
    return {"role": "assistant", "content": "", "kind": "scenario", "tool_calls": [call], **more}


def execution(
    id_: str, *interactions: dict[str, Any], parent: str | None = None, **about: Any
) -> dict[str, Any]:
    return {
        "execution": {"id": id_, "parentExecutionId": parent, **about},
        "session": {"interactions": list(interactions)},
    }


def bundle(*executions: dict[str, Any], root: str | None = None) -> dict[str, Any]:
    """A bundle whose root is the first execution."""
    return {
        "format": "agent-insight.trace-bundle",
        "version": 1,
        "rootExecutionId": root or executions[0]["execution"]["id"],
        "executions": list(executions),
    }


def run(*interactions: dict[str, Any], **about: Any) -> RunLog:
    """The steps of a bundle with one execution."""
    return understood(bundle(execution("run-1", *interactions, **about)))


def chat(*calls: tuple[str, object, str | None], tools: Sequence[object] | None = None) -> RunLog:
    """A chat with one call a message: name, arguments, and the text of the result."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Go on."}]
    for number, (name, arguments, result) in enumerate(calls):
        function = {"name": name, "arguments": json.dumps(arguments)}
        messages.append(
            {"role": "assistant", "content": None, "tool_calls": [{"id": f"c{number}", "function": function}]}
        )
        if result is not None:
            messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": result})
    log: dict[str, Any] = {"messages": messages}
    if tools is not None:
        log["tools"] = tools
    return understood(log)


def understood(log: object) -> RunLog:
    found = runlog.read(log)
    assert found is not None
    return found
