"""What a check finds, before the sign of the points makes a status of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pytest_rubric.model import Quote

_LONGEST_PASSAGE = 300
_MOST_QUOTES = 3


class CheckFault(Exception):
    """A check could not be made; the message says why, in the language of the report.

    ``details`` is the traceback of the user's code, if there is one.
    """

    def __init__(self, message: str, details: str | None = None) -> None:
        super().__init__(message)
        self.details = details or None


class WrongArgument(Exception):
    """The argument of a check has the wrong shape. The loader refuses such arguments; a case that
    is made in Python may still bring one."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether the check holds, why in one sentence, and the passages that show it."""

    holds: bool
    reason: str
    quotes: tuple[Quote, ...] = ()


def passages(output: str, spans: Iterable[tuple[int, int]]) -> tuple[Quote, ...]:
    """The first few of these spans of the output as quotes; empty ones say nothing, long ones are cut."""
    quotes: list[Quote] = []
    for start, end in spans:
        end = min(end, start + _LONGEST_PASSAGE)
        if end > start:
            text = output[start:end]
            quotes.append(Quote("output", text, found=True, start=start, end=end, passage=text))
        if len(quotes) == _MOST_QUOTES:
            break
    return tuple(quotes)


def trimmed(output: str) -> tuple[int, int]:
    """Where an output begins and ends, white space around it left out."""
    start = len(output) - len(output.lstrip())
    return start, max(start, len(output.rstrip()))
