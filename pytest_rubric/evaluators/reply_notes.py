"""Notes of an evaluation about the replies that it rests on, as far as the kinds share them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from pytest_rubric.model import Quote, Usage
from pytest_rubric.model.lines import shortened


class ReplyWords(Protocol):
    """Templates about replies."""

    @property
    def repaired(self) -> str: ...

    @property
    def unused_fields(self) -> str: ...


class EvidenceNoteWords(Protocol):
    """Templates about the evidence of answers."""

    @property
    def quotes_not_found(self) -> str: ...

    @property
    def kept_count(self) -> str: ...

    @property
    def whole_count(self) -> str: ...


def about_replies(words: ReplyWords, usage: Usage, unused_fields: Collection[str]) -> Iterator[str]:
    """What was put right in replies, and which of their fields nobody asked for."""
    if usage.repaired:
        yield words.repaired.format(usage.repaired)
    if unused_fields:
        yield words.unused_fields.format(shortened(", ".join(sorted(unused_fields))))


def about_evidence(
    words: EvidenceNoteWords, quotes: Sequence[Quote], *, kept: int, whole: int
) -> Iterator[str]:
    """How many of the ``quotes`` that count were not found, how many answers were ``kept`` without evidence,
    and how many rest on the ``whole`` output."""
    lost = sum(not quote.found for quote in quotes)
    if lost:
        yield words.quotes_not_found.format(lost, len(quotes))
    if kept:
        yield words.kept_count.format(kept)
    if whole:
        yield words.whole_count.format(whole)
