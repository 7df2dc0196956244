"""The one form that run logs of all known shapes are read into."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["system", "message", "tool_call", "orphan_result"]


@dataclass(slots=True)
class Step:
    """One thing that happened.

    ``index`` counts from 1; a ``system`` text is no step and has ``None``. ``actor`` is the role
    that spoke (``user``, ``assistant``, or what the log calls it). A ``tool_call`` holds the call
    and its result: ``arguments`` is the text of the arguments, as JSON where it is JSON and as
    written where it is not; ``result`` is ``None`` where the log has none. An ``orphan_result``
    is a result without a call before it. It is filled while a log is read, and not after.
    """

    kind: Kind
    actor: str
    text: str = ""
    index: int | None = None
    reasoning: str = ""
    tool: str | None = None
    arguments: str = ""
    result: str | None = None
    call_id: str | None = None


@dataclass(frozen=True, slots=True)
class RunLog:
    """A log that was understood: its steps in order, and the names of the tools on offer."""

    steps: tuple[Step, ...]
    tools: tuple[str, ...] = ()


@dataclass(slots=True)
class StepList:
    """Steps as they are read: it numbers them and brings results to their calls.

    Ids of calls are not unique in a log, so a result belongs to an open call of the last message
    that made calls: by its id, without an id by its order.
    """

    steps: list[Step] = field(default_factory=list)
    _open: list[Step] = field(default_factory=list)
    _count: int = 0

    def system(self, actor: str, text: str) -> None:
        """Instructions; no step."""
        if text:
            self.steps.append(Step("system", actor, text))

    def message(self, actor: str, text: str, reasoning: str = "") -> None:
        """A text that somebody said; an empty one is no step."""
        if text or reasoning:
            self._add(Step("message", actor, text, reasoning=reasoning))

    def calls(self, calls: list[Step], keep_open: bool = False) -> None:
        """The calls of one message; earlier ones without a result stay so unless ``keep_open``."""
        if not keep_open:
            self._open.clear()
        for call in calls:
            self._add(call)
        self._open.extend(calls)

    def result(self, actor: str, text: str, tool: str | None = None, call_id: str | None = None) -> None:
        """The result of a call."""
        for place, call in enumerate(self._open):
            if call_id is None or call.call_id is None or call.call_id == call_id:
                call.result = text
                del self._open[place]
                return
        self._add(Step("orphan_result", actor, text, tool=tool, call_id=call_id))

    def _add(self, step: Step) -> None:
        self._count += 1
        step.index = self._count
        self.steps.append(step)
