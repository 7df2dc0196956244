"""A scripted conversation: the target is asked turn by turn, each time with all that was said before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Mapping
from dataclasses import replace

from pytest_rubric.errors import TargetError
from pytest_rubric.model import Case, InputMessage, Output, TurnOutput
from pytest_rubric.model.text import visible
from pytest_rubric.targets.protocol import Target

Conversation = Generator[Case, Output, Output]
"""Yields the case of each turn that has to be answered, is sent its output, and returns the whole."""


def conversation(case: Case) -> Conversation:
    """The conversation of a case with ``turns``.

    The case of a turn has the messages so far as its ``input``, the user's last, and no turns. A
    turn with a recorded reply is not asked for.
    """
    messages = list(case.input) if isinstance(case.input, tuple) else []
    went: list[TurnOutput] = []
    usage: dict[str, int] = {}
    notes: list[str] = []
    origins: dict[str, None] = {}
    for number, turn in enumerate(case.turns, 1):
        messages.append(InputMessage("user", turn.user))
        if turn.reply is not None:
            output = Output(visible(turn.reply), origin="ActualOutput")
        else:
            output = yield replace(case, input=tuple(messages), turns=())
        messages.append(InputMessage("assistant", output.text))
        went.append(TurnOutput(turn.user, output.text, output.run_log))
        origins[output.origin] = None
        for name, amount in (output.usage or {}).items():
            usage[name] = usage.get(name, 0) + amount
        notes += [f"turn {number}: {note}" for note in output.notes]
    return Output(
        "\n\n".join(turn.reply for turn in went),
        run_log=_joined_logs(went),
        usage=usage or None,
        notes=tuple(notes),
        turns=tuple(went),
        origin=", ".join(filter(None, origins)),
    )


def converse(case: Case, answer: Callable[[Case], Output]) -> Output:
    """Hold the conversation of a case with a function that answers here and now.

    Raises :class:`~pytest_rubric.errors.TargetError` that names the turn.
    """
    talk = conversation(case)
    sent: Output | None = None
    while True:
        try:
            turn = talk.send(sent) if sent is not None else next(talk)
        except StopIteration as end:
            return _whole(end)
        try:
            sent = answer(turn)
        except TargetError as error:
            raise _at_turn(case, turn, error) from error


class ConversationTarget:
    """Holds the conversation of a case with a target; ``None`` where every reply is recorded."""

    def __init__(self, inner: Target | None) -> None:
        self._inner = inner
        self.label = "turns" if inner is None else inner.label
        self.is_at_hand = inner is None

    async def run(self, case: Case) -> Output:
        """Ask the target turn by turn. Raises :class:`~pytest_rubric.errors.TargetError` that names
        the turn; what was said up to there is not judged."""
        talk = conversation(case)
        sent: Output | None = None
        used: Mapping[str, int] | None = None
        while True:
            try:
                turn = talk.send(sent) if sent is not None else next(talk)
            except StopIteration as end:
                return _whole(end)
            if self._inner is None:
                raise _at_turn(
                    case, turn, TargetError("the turn has no recorded reply, and there is no target")
                )
            try:
                sent = await self._inner.run(turn)
            except TargetError as error:
                failed = _at_turn(case, turn, error)
                failed.usage = _added(used, error.usage)
                raise failed from error
            used = _added(used, sent.usage)
            await asyncio.sleep(0)  # a target that never waits must not hold up the others


def _added(one: Mapping[str, int] | None, other: Mapping[str, int] | None) -> Mapping[str, int] | None:
    if not one or not other:
        return one or other
    return {name: one.get(name, 0) + other.get(name, 0) for name in {**one, **other}}


def _whole(end: StopIteration) -> Output:
    output = end.value
    assert isinstance(output, Output)
    return output


def _at_turn(case: Case, turn: Case, error: TargetError) -> TargetError:
    opening = len(case.input) if isinstance(case.input, tuple) else 0
    said = len(turn.input) if isinstance(turn.input, tuple) else 0
    number = (said - opening + 1) // 2
    return TargetError(f"turn {number} of {len(case.turns)}: {error}", error.details)


def _joined_logs(turns: list[TurnOutput]) -> object:
    """The logs of all turns as one text; a single one stays as it is."""
    logs = [(number, turn.run_log) for number, turn in enumerate(turns, 1) if turn.run_log is not None]
    if len(logs) < 2:
        return logs[0][1] if logs else None
    from pytest_rubric import runlog  # few conversations have several

    return "\n\n".join(f"turn {number}\n{runlog.as_text(log)}" for number, log in logs)
