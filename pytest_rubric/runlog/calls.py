"""What a call was and how it ended, from whatever a log says of it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from pytest_rubric.runlog.content import arguments_of, text_of
from pytest_rubric.runlog.steps import Capability, Step

LOADERS = frozenset({"skill", "load_skill", "skill_view", "skill_tool"})
"""Tools that load a skill. A call of one counts as the skill that it loads."""

_NAMES = ("name", "skill", "skill_name", "skillName")
_FAILED = re.compile(r"error|fail|cancel|time[sd]?[-_ ]?out", re.IGNORECASE)
_SUCCEEDED = re.compile(r"success|succeeded|completed?|done|ok", re.IGNORECASE)
# "Error: no such file", but not error_count or "errorless"
_SAYS_ERROR = re.compile(r"errors?(?![\w-])", re.IGNORECASE)
_STATUS_OF_FAILURE = frozenset({"error", "fail", "failed"})
_LONGEST_ERROR = 400


def call_step(
    role: str, name: str | None, arguments: object, *, call_id: str | None = None, source: str = ""
) -> Step:
    """A call as a step. ``arguments`` is a value, or the text of one; ``None`` is none."""
    parsed = _value(arguments)
    if _is_wrapped(parsed):
        parsed = arguments = parsed[0]  # type: ignore[index]  # checked
    tool, capability = _capability(name, parsed)
    return Step(
        "tool_call",
        role,
        tool=tool,
        capability=capability,
        arguments="" if arguments is None else arguments_of(arguments),
        parsed=parsed,
        call_id=call_id,
        source=source,
    )


def settle(steps: list[Step], *, answered: bool = True) -> None:
    """Give every call its status. ``answered`` says whether a result without a sign of failure is
    a success in logs of this shape."""
    for step in steps:
        if not step.is_call or step.status in ("ok", "error"):
            continue
        if step.result is None:
            step.status = "no_result"
        elif (failure := _failure(step.result)) is not None:
            step.status, step.error, step.error_source = "error", failure, "heuristic"
        else:
            step.status = "ok" if answered else "unknown"


def state(step: Step, said: object, error: object) -> None:
    """Take over what a log says of a call: its state, and its error; ``false``, ``{}`` and the like are
    no error."""
    message = text_of(error) if error else ""
    if message or (isinstance(said, str) and _FAILED.search(said)):
        step.status, step.error_source = "error", "explicit"
        step.error = (message or step.result or str(said))[:_LONGEST_ERROR]
    elif isinstance(said, str) and _SUCCEEDED.fullmatch(said.strip()) and not _failure(step.result or ""):
        step.status = "ok"


def _failure(result: str) -> str | None:
    """What a result says that went wrong, ``None`` where nothing gives it away."""
    text = result.lstrip()
    if _SAYS_ERROR.match(text):
        return text[:_LONGEST_ERROR]
    if text[:1] != "{":
        return None
    data = _value(text)
    if not isinstance(data, Mapping):
        return None
    if data.get("error"):
        return text_of(data["error"])[:_LONGEST_ERROR]
    said = data.get("status")
    if isinstance(said, str) and said.strip().casefold() in _STATUS_OF_FAILURE:
        return text[:_LONGEST_ERROR]
    return None


def _value(arguments: object) -> object:
    if not isinstance(arguments, str):
        return arguments
    try:
        return json.loads(arguments)
    except (ValueError, RecursionError):
        return None


def _is_wrapped(value: object) -> bool:
    """``[arguments, {"session": ...}]``, as some frameworks log a call."""
    return (
        isinstance(value, list)
        and len(value) == 2
        and isinstance(value[1], Mapping)
        and set(value[1]) == {"session"}
    )


def _capability(name: str | None, arguments: object) -> tuple[str | None, Capability]:
    if name is None:
        return None, "tool"
    if name.casefold() in LOADERS:
        return (_skill(arguments) or name), "skill"
    if name.casefold() == "task" and isinstance(arguments, Mapping):
        started = any(key in arguments for key in ("subagent_type", "subagentType"))
        return name, "delegate" if started else "tool"
    return name, "tool"


def _skill(arguments: object) -> str | None:
    if isinstance(arguments, Mapping):
        return next((arguments[key] for key in _NAMES if isinstance(arguments.get(key), str)), None)
    return arguments if isinstance(arguments, str) and arguments.strip() else None
