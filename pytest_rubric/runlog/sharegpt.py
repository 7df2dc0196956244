"""ShareGPT: ``conversations: [{from, value}]``, often with ``system`` and ``tools`` beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pytest_rubric.runlog.content import arguments_of, text_of, tool_names
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
        steps.system("system", text_of(log.get("system")))
    after_call = False
    for turn in turns:
        after_call = _add(steps, turn, after_call)
    return RunLog(tuple(steps.steps), tool_names(log.get("tools")) if isinstance(log, dict) else ())


def _add(steps: StepList, turn: Mapping[str, Any], after_call: bool) -> bool:
    """Add one turn; tells whether it was a call, so that calls in a row form one message."""
    name, text = turn["from"], text_of(turn.get("value"))
    if name in _CALL:
        steps.calls(_calls(text), keep_open=after_call)
        return True
    if name in _RESULT:
        steps.result(name, text)
    elif name == "system":
        steps.system(name, text)
    else:
        steps.message(_NAMES.get(name, name), text)
    return False


def _calls(text: str) -> list[Step]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    found = [
        Step(
            "tool_call",
            "assistant",
            tool=call["name"],
            arguments="" if call.get("arguments") is None else arguments_of(call["arguments"]),
        )
        for call in (data if isinstance(data, list) else [data])
        if isinstance(call, dict) and isinstance(call.get("name"), str)
    ]
    # Broken or unknown JSON is shown as written.
    return found or [Step("tool_call", "assistant", arguments=text)]
