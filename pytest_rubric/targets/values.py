"""What the placeholders of a target's templates stand for."""

from __future__ import annotations

from collections.abc import Mapping

from pytest_rubric.model import Case


def input_transcript(case: Case) -> str:
    """The input as text; a chat is a line ``role: text`` for each message."""
    if case.input is None or isinstance(case.input, str):
        return case.input or ""
    return "\n".join(f"{message.role}: {message.content}" for message in case.input)


def path_values(case: Case) -> Mapping[str, str]:
    """What a path may use."""
    return {"index": str(case.index), "id": case.id}


def prompt_values(case: Case) -> Mapping[str, str]:
    """What a prompt under test may use."""
    return {"input": input_transcript(case), "context": case.context or ""}


def command_values(case: Case) -> Mapping[str, str]:
    """What a command may use: never the reference, which an agent under test must not know."""
    return {"input": input_transcript(case), "context": case.context or "", **path_values(case)}
