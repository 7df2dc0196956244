"""The one form that run logs of all known shapes are read into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["user", "assistant", "tool_call", "orphan_result", "compaction"]
Capability = Literal["tool", "skill", "delegate"]
Status = Literal["ok", "error", "no_result", "unknown"]

_LONGEST_NUMBER = 9  # digits; no log has as many steps

MAIN = "main"
"""The actor of steps that no sub-agent made."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a step or a run took. ``total`` is the sum where the log gives none."""

    input: int = 0
    output: int = 0
    reasoning: int = 0
    cache_read: int = 0
    cache_write: int = 0
    total: int = 0

    def __add__(self, other: Tokens) -> Tokens:
        return Tokens(
            self.input + other.input,
            self.output + other.output,
            self.reasoning + other.reasoning,
            self.cache_read + other.cache_read,
            self.cache_write + other.cache_write,
            self.total + other.total,
        )


@dataclass(slots=True)
class Step:
    """One thing that happened. It is filled while a log is read, and not after.

    ``index`` counts from 1. ``role`` is what the log calls the one who spoke. ``actor`` tells
    agents apart: ``main``, or the session of a sub-agent, ``depth`` levels below; ``agent`` is its name.

    A ``tool_call`` holds the call and its result. ``tool`` is ``None`` where the log hides the name;
    ``arguments`` is the text of the arguments, as JSON where it is JSON and as written where it is
    not, and ``parsed`` their value, ``None`` where it is no JSON. ``capability`` is ``skill`` for a call
    that loads one (``tool`` is then the skill's name) and ``delegate`` for one that starts a sub-agent.
    ``result`` is ``None`` where the log has none. ``error`` is the message of a failure;
    ``error_source`` says whether the log names it (``explicit``) or the result's text gives it away
    (``heuristic``). An ``orphan_result`` is a result without a call before it.

    Times are in milliseconds, since the epoch or since the run began. ``background`` marks what the
    log itself calls that. ``source`` is the place in the log, as ``interactions[4].tool_calls[0]``.
    """

    kind: Kind
    role: str
    text: str = ""
    index: int = 0
    actor: str = MAIN
    agent: str | None = None
    depth: int = 0
    reasoning: str = ""
    tool: str | None = None
    capability: Capability = "tool"
    arguments: str = ""
    parsed: object = None
    result: str | None = None
    call_id: str | None = None
    status: Status = "unknown"
    error: str | None = None
    error_source: Literal["explicit", "heuristic"] | None = None
    started_at: float | None = None
    completed_at: float | None = None
    tokens: Tokens | None = None
    background: bool = False
    source: str = ""

    @property
    def is_call(self) -> bool:
        return self.kind == "tool_call"

    @property
    def duration_ms(self) -> float | None:
        if self.started_at is None or self.completed_at is None:
            return None
        return self.completed_at - self.started_at


@dataclass(frozen=True, slots=True)
class Instruction:
    """A text of the system or the developer; no step. It stands behind the step ``after``, 0 for
    the beginning."""

    role: str
    text: str
    after: int = 0


@dataclass(frozen=True, slots=True)
class Claimed:
    """Totals that a log gives of itself; ``None`` where it gives none."""

    tokens: int | None = None
    calls: int | None = None
    errors: int | None = None


@dataclass(frozen=True, slots=True)
class RunLog:
    """A log that was understood.

    ``system`` holds the instructions, which are no steps. ``tools`` are the names of the tools on
    offer and ``definitions`` whatever the log says of each; both are ``None`` where the log has no
    such list (an empty one says that there was no tool). ``query`` and ``answer`` are the first
    question and the final answer, as the log names them or else as its steps give them.
    """

    steps: tuple[Step, ...]
    shape: str = ""
    system: tuple[Instruction, ...] = ()
    tools: tuple[str, ...] | None = None
    definitions: Mapping[str, object] = field(default_factory=dict)
    query: str | None = None
    answer: str | None = None
    claimed: Claimed = Claimed()

    @property
    def calls(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if step.is_call)

    def has_step(self, anchor: str) -> bool:
        """Whether an anchor such as ``step-3`` names a step of this log."""
        return self.step_at(anchor) is not None

    def step_at(self, anchor: str) -> Step | None:
        """The step that an anchor names, ``None`` where there is no such step."""
        head, _, number = anchor.strip().rpartition("step-")
        if head or not number.isdecimal() or len(number) > _LONGEST_NUMBER:
            return None
        return self.steps[int(number) - 1] if 1 <= int(number) <= len(self.steps) else None

    def call_at(self, anchor: str) -> Step | None:
        """The same for calls; ``None`` where the step is none."""
        step = self.step_at(anchor)
        return step if step is not None and step.is_call else None


@dataclass(slots=True)
class StepList:
    """Steps as they are read: it numbers them and brings results to their calls.

    Ids of calls are not unique in a log, so a result belongs to an open call of the last message
    that made calls: by its id, without an id by its order.
    """

    steps: list[Step] = field(default_factory=list)
    system: list[Instruction] = field(default_factory=list)
    _open: list[Step] = field(default_factory=list)

    def instruct(self, role: str, text: str) -> None:
        """Instructions; no step."""
        if text:
            self.system.append(Instruction(role, text, len(self.steps)))

    def add(self, step: Step) -> None:
        """A step of any kind, as it is."""
        step.index = len(self.steps) + 1
        self.steps.append(step)

    def message(self, role: str, text: str, reasoning: str = "", *, source: str = "") -> None:
        """A text that somebody said; an empty one is no step."""
        if text or reasoning:
            kind: Kind = "user" if role == "user" else "assistant"
            self.add(Step(kind, role, text, reasoning=reasoning, source=source))

    def calls(self, calls: list[Step], keep_open: bool = False) -> None:
        """The calls of one message; earlier ones without a result stay so unless ``keep_open``."""
        if not keep_open:
            self._open.clear()
        for call in calls:
            self.add(call)
        self._open.extend(calls)

    def result(
        self, role: str, text: str, tool: str | None = None, call_id: str | None = None, source: str = ""
    ) -> None:
        """The result of a call."""
        for place, call in enumerate(self._open):
            if call_id is None or call.call_id is None or call.call_id == call_id:
                call.result = text
                del self._open[place]
                return
        self.add(Step("orphan_result", role, text, tool=tool, call_id=call_id, source=source))
