"""The answers that a reply is made of, as they count."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_rubric.evaluators.pairwise.parts import Position
from pytest_rubric.model import Quote


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an answer rests on: a reason, and the quotes from the output that it is about, looked up
    in there. ``missing`` is the complaint about an answer that is kept although they don't stand there."""

    reason: str = ""
    quotes: tuple[Quote, ...] = ()
    missing: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A level (1 to 5) of one output, or whether an expectation holds of it."""

    value: int | bool
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Preference:
    """Which output the judge says is better; ``position`` is ``None`` for a tie."""

    position: Position | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """A strength or weakness of one output; ``quote`` is the passage where it was found in there."""

    position: Position
    text: str
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class Remarks:
    """What a reply says beside its decisions."""

    strengths: tuple[Remark, ...] = ()
    weaknesses: tuple[Remark, ...] = ()
