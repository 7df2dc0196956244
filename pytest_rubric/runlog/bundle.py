"""Trace bundles: ``{format: agent-insight.trace-bundle, version: 1, executions: [...]}``.

A bundle holds the executions of a run: the root's, and one for each agent that it started.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeGuard

from pytest_rubric.runlog.calls import call_step, settle, state
from pytest_rubric.runlog.content import text_of
from pytest_rubric.runlog.steps import MAIN, Claimed, Instruction, Kind, RunLog, Step, Tokens

_FORMAT = "agent-insight.trace-bundle"
_SYSTEM = frozenset({"system", "developer"})
_DEEPEST = 100
_LARGEST = 1e30
_RESULT = frozenset({"tool", "function"})


def read(log: object) -> RunLog | None:
    """Read a bundle; ``None`` for another shape."""
    if not isinstance(log, dict) or log.get("format") != _FORMAT:
        return None
    executions = [each for each in log.get("executions") or () if isinstance(each, dict)]
    if not executions:
        return None
    reading = _Reading(executions, log.get("rootExecutionId"))
    steps = reading.steps()
    for number, step in enumerate(steps, 1):
        step.index = number
    settle(steps)
    root = _mapping(reading.root.get("execution"))
    session = _mapping(reading.root.get("session"))
    return RunLog(
        tuple(_without_repeated_end(steps)),
        "trace bundle",
        tuple(Instruction(role, text, after.index if after else 0) for role, text, after in reading.system),
        query=_text(root.get("query")) or _text(session.get("query")),
        answer=_text(root.get("finalResult")),
        claimed=Claimed(
            _whole(root.get("tokens")),
            _whole(root.get("toolCallCount")),
            _whole(root.get("toolCallErrorCount")),
        ),
    )


class _Reading:
    """The executions of one bundle, parents before children."""

    def __init__(self, executions: list[dict[str, Any]], root: object) -> None:
        self._by_id = {
            _text(_mapping(each.get("execution")).get("id")) or str(n): each
            for n, each in enumerate(executions)
        }
        self._place = {id(each): n for n, each in enumerate(executions)}
        self._children: dict[str, list[dict[str, Any]]] = {}
        for each in self._by_id.values():
            if (parent := _parent(each)) is not None:
                self._children.setdefault(parent, []).append(each)
        self.root = self._by_id.get(str(root), executions[0])
        self.system: list[tuple[str, str, Step | None]] = []
        self._read: set[int] = set()

    def steps(self) -> list[Step]:
        """All steps: a child's stand behind the call that names it, else behind its parent's. Those of
        a chain that goes on for ever stand at the end."""
        found = self._execution(self.root, 0)
        for each in self._by_id.values():  # an execution whose parent is not in the bundle
            found += self._execution(each, 0)
        return found

    def _execution(self, execution: dict[str, Any], depth: int) -> list[Step]:
        if id(execution) in self._read:
            return []
        self._read.add(id(execution))
        own = list(self._own(execution, depth))
        name = _text(_mapping(execution.get("execution")).get("id"))
        children = [] if name is None or depth >= _DEEPEST else self._children.get(name, [])
        behind: list[list[Step]] = [[] for _ in own]
        at_the_end: list[Step] = []
        for child in children:
            below = self._execution(child, depth + 1)
            place = _spawned_by(own, child)
            if place is None:
                at_the_end += below
            else:
                behind[place] = below + behind[place]
        placed = [each for step, below in zip(own, behind, strict=True) for each in (step, *below)]
        return placed + at_the_end

    def _own(self, execution: Mapping[str, Any], depth: int) -> Iterator[Step]:
        session = _mapping(execution.get("session"))
        interactions = _list(session.get("interactions"))
        where = f"executions[{self._place[id(execution)]}].session." if len(self._place) > 1 else ""
        actor = MAIN if depth == 0 else _text(_mapping(execution.get("execution")).get("id")) or MAIN
        open_calls: list[Step] = []
        last: Step | None = None
        for number, each in enumerate(interactions):
            if not isinstance(each, dict):
                continue
            role = _text(each.get("role")) or "unknown role"
            if role in _SYSTEM:
                if said := text_of(each.get("content")):
                    self.system.append((role, said, last))
                continue
            if role in _RESULT:
                result = _result(each, open_calls, f"{where}interactions[{number}]")
                if result is not None:
                    last = result
                    yield result
                continue
            made = list(_interaction(each, role, actor, depth, f"{where}interactions[{number}]"))
            open_calls = [step for step in made if step.is_call and step.result is None] or open_calls
            last = made[-1] if made else last
            yield from made


def _interaction(each: Mapping[str, Any], role: str, actor: str, depth: int, source: str) -> Iterator[Step]:
    below = _text(each.get("subagent_session_id"))
    kind: Kind = "user" if role == "user" else "assistant"
    if "compaction" in (role, each.get("kind")):
        kind = "compaction"
    times = _mapping(each.get("timeInfo"))
    made: list[Step] = []
    reasoning = text_of(each.get("reasoning") or each.get("reasoning_content"))
    if said := text_of(each.get("content")):
        made.append(Step(kind, role, said, reasoning=reasoning, source=source))
    for number, call in enumerate(_list(each.get("tool_calls"))):
        if isinstance(call, dict):
            made.append(_call(call, role, f"{source}.tool_calls[{number}]"))
    if not said and reasoning and made:
        made[0].reasoning = reasoning
    for step in made:
        step.actor, step.depth = below or actor, depth + (below is not None)
        step.agent = _text(each.get("agent"))
        step.started_at, step.completed_at = _time(times.get("created")), _time(times.get("completed"))
        step.background = each.get("kind") == "background"
    if made and isinstance(each.get("usage"), dict):
        made[0].tokens = _tokens(each["usage"])
    yield from made


def _call(call: Mapping[str, Any], role: str, source: str) -> Step:
    function = _mapping(call.get("function"))
    step = call_step(
        role,
        _text(function.get("name")) or _text(call.get("name")),
        function.get("arguments", call.get("arguments")),
        call_id=_text(call.get("id")),
        source=source,
    )
    output = call.get("output", call.get("result"))
    step.result = None if output is None else text_of(output)
    state(step, call.get("state") or call.get("status"), call.get("error"))
    if step.error and not step.result:
        step.result = step.error
    return step


def _result(each: Mapping[str, Any], open_calls: list[Step], source: str) -> Step | None:
    """The result of an open call; a step of its own where there is none."""
    name = _text(each.get("tool_call_id"))
    for call in open_calls:
        if call.result is None and (name is None or call.call_id in (None, name)):
            call.result = text_of(each.get("content"))
            return None
    return Step("orphan_result", "tool", text_of(each.get("content")), call_id=name, source=source)


def _parent(execution: Mapping[str, Any]) -> str | None:
    return _text(_mapping(execution.get("execution")).get("parentExecutionId"))


def _spawned_by(steps: Sequence[Step], child: Mapping[str, Any]) -> int | None:
    """The place of the call that names the child; ``None`` where none does."""
    about = _mapping(child.get("execution"))
    names = [name for key in ("id", "agentSessionId", "taskId") if (name := _text(about.get(key)))]
    if not names:
        return None
    # whole names: run-1 does not stand in run-10
    named = re.compile("|".join(rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in names))
    for place, step in enumerate(steps):
        if step.is_call and (named.search(step.arguments) or named.search(step.result or "")):
            return place
    return None


def _without_repeated_end(steps: list[Step]) -> list[Step]:
    """Some bundles end with the first question and the final answer once more, without times."""
    if len(steps) < 4:
        return steps
    question, answer = steps[-2:]
    repeats = (
        question.kind == "user"
        and answer.kind == "assistant"
        and all(step.started_at is None and step.tokens is None for step in (question, answer))
        and question.text == next((step.text for step in steps if step.kind == "user"), None)
        and any(step.text == answer.text for step in steps[:-2] if step.kind == "assistant")
    )
    return steps[:-2] if repeats else steps


def _tokens(usage: Mapping[str, Any]) -> Tokens:
    cache = _mapping(usage.get("cache"))
    given = Tokens(
        _whole(usage.get("input")) or 0,
        _whole(usage.get("output")) or 0,
        _whole(usage.get("reasoning")) or 0,
        _whole(usage.get("cacheRead", usage.get("cache_read", cache.get("read")))) or 0,
        _whole(usage.get("cacheWrite", usage.get("cache_write", cache.get("write")))) or 0,
    )
    total = _whole(usage.get("total"))
    if total is None:
        total = given.input + given.output + given.reasoning + given.cache_read + given.cache_write
    return replace(given, total=total)


def _time(value: object) -> float | None:
    """Milliseconds, since the epoch or since the start of the run; ISO times too."""
    if isinstance(value, str):
        try:
            return datetime.fromisoformat(value.replace("Z", "+00:00")).timestamp() * 1000
        except (ValueError, OverflowError, OSError):  # a year that no clock has
            return None
    return float(value) if _is_number(value) else None


def _list(value: object) -> list[Any]:
    if isinstance(value, str):  # lists as JSON text, as some exports hold them
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return []
    return value if isinstance(value, list) else []


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _whole(value: object) -> int | None:
    return int(value) if _is_number(value) else None


def _is_number(value: object) -> TypeGuard[int | float]:
    """Whether this is a number; NaN and numbers beyond every use are none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return abs(value) < _LARGEST  # false for NaN


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
