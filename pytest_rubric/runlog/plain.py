"""A conversation as plain text, a line ``role: text`` for each turn."""

from __future__ import annotations

import re

from pytest_rubric.runlog.calls import call_step, settle
from pytest_rubric.runlog.steps import RunLog, StepList

_ROLES = {"human": "user", "gpt": "assistant", "ai": "assistant", "agent": "assistant", "observation": "tool"}
# A turn begins only at the start of a line, with a role that is known and a colon.
_TURN = re.compile(
    r"^(system|developer|user|human|assistant|gpt|ai|agent|tool|function|observation):[ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
_UNSEEN = "None"


def read(log: object) -> RunLog | None:
    """Read a text that begins with a turn and has at least two; ``None`` for anything else.

    An assistant's turn that is only ``None`` stands for a call that the text does not show: the
    tool's turn behind it is its result, and the tool's name is not known.
    """
    if not isinstance(log, str):
        return None
    found = list(_TURN.finditer(log))
    if len(found) < 2 or log[: found[0].start()].strip():
        return None
    steps = StepList()
    line, counted = 1, 0
    for number, match in enumerate(found):
        end = found[number + 1].start() if number + 1 < len(found) else len(log)
        role, text = match[1].lower(), log[match.end() : end].strip()
        role = _ROLES.get(role, role)
        line += log.count("\n", counted, match.start())
        counted = match.start()
        source = f"line {line}"
        if role in ("system", "developer"):
            steps.instruct(role, text)
        elif role in ("tool", "function"):
            steps.result(role, text, source=source)
        elif role == "assistant" and text == _UNSEEN:
            steps.calls([call_step(role, None, None, source=source)])
        else:
            steps.message(role, text, source=source)
    settle(steps.steps, answered=False)
    return RunLog(tuple(steps.steps), "plain text", tuple(steps.system))
