"""ShareGPT: ``conversations: [{from, value}]``, often with ``system`` and ``tools`` beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pytest_rubric.runlog.calls import call_step, settle
from pytest_rubric.runlog.content import definitions, text_of
from pytest_rubric.runlog.steps import RunLog, Step, StepList

_NAMES = {"human": "user", "gpt": "assistant"}
_CALL = frozenset({"function_call", "tool_call"})
_RESULT = frozenset({"observation", "tool_response", "tool"})


def read(log: object) -> RunLog | None:
    """Read a mapping with ``conversations``, or a bare list of turns; ``None`` for another shape."""
    turns = log.get("conversations") if isinstance(log, dict) else log
    if not isinstance(turns, list) or not turns:
        return None
    if not all(isinstance(turn, dict) and isinstance(turn.get("from"), str) for turn in turns):
        return None
    steps = StepList()
    if isinstance(log, dict):
        steps.instruct("system", text_of(log.get("system")))
    after_call = False
    container = "conversations" if isinstance(log, dict) else ""
    for number, turn in enumerate(turns):
        after_call = _add(steps, turn, after_call, f"{container}[{number}]")
    settle(steps.steps)
    offered = definitions(log.get("tools")) if isinstance(log, dict) else None
    return RunLog(
        tuple(steps.steps),
        "ShareGPT",
        tuple(steps.system),
        None if offered is None else tuple(offered),
        offered or {},
    )


def _add(steps: StepList, turn: Mapping[str, Any], after_call: bool, source: str) -> bool:
    """Add one turn; tells whether it was a call, so that calls in a row form one message."""
    name, text = turn["from"], text_of(turn.get("value"))
    if name in _CALL:
        steps.calls(_calls(text, source), keep_open=after_call)
        return True
    if name in _RESULT:
        steps.result(name, text, source=source)
    elif name == "system":
        steps.instruct("system", text)
    else:
        steps.message(_NAMES.get(name, name), text, source=source)
    return False


def _calls(text: str, source: str) -> list[Step]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    found = [
        call_step("assistant", call["name"], call.get("arguments"), source=source)
        for call in (data if isinstance(data, list) else [data])
        if isinstance(call, dict) and isinstance(call.get("name"), str)
    ]
    # Broken or unknown JSON is shown as written.
    return found or [call_step("assistant", None, text, source=source)]
