"""Reading entries whose answers rest on evidence: a quote from what was made, or a reason for an answer
about the whole.

What an answer is, and which of them needs evidence, is for each kind of evaluator to say.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pytest_rubric.evaluators.complaints import EntryComplaints
from pytest_rubric.evaluators.entries import Objection
from pytest_rubric.evaluators.quoting import EVIDENCE_SOURCES, Sources, is_whole, read_quotes
from pytest_rubric.model import Quote
from pytest_rubric.model.lines import shortened

A = TypeVar("A")


class EvidenceWords(Protocol):
    """What people are told is wrong with an entry; ``{}`` stands for what the judge wrote."""

    @property
    def missing(self) -> str: ...

    @property
    def repeated(self) -> str: ...

    @property
    def unknown_ids(self) -> str: ...

    @property
    def evidence_not_from_output(self) -> str: ...

    @property
    def quote_not_found(self) -> str: ...

    @property
    def whole_without_reason(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an entry says that its answer rests on: its quotes, or (``is_whole``) all of the output."""

    is_whole: bool
    quotes: tuple[Quote, ...]

    @property
    def basis(self) -> str:
        return "whole" if self.is_whole else "quote"

    @property
    def of_output(self) -> tuple[Quote, ...]:
        """The quotes from what was made."""
        return tuple(quote for quote in self.quotes if quote.source in EVIDENCE_SOURCES)


class EvidenceReader(Generic[A]):
    """What the readers of such entries share: objections that need no look at the answer, and those
    about its evidence. ``tell`` is said to the judge, ``told`` to people."""

    def __init__(self, sources: Sources, tell: EntryComplaints, told: EvidenceWords) -> None:
        self._sources = sources
        self._complaints = tell
        self._notes = told
        self.missing: Objection[A] = Objection(tell.missing, told.missing)
        self.repeated: Objection[A] = Objection(tell.repeated, told.repeated)

    def doubted(self, unknown: Sequence[object]) -> Objection[A]:
        """See :class:`~pytest_rubric.evaluators.entries.EntryReader`."""
        shown = ", ".join(shortened(json.dumps(id_, ensure_ascii=False)) for id_ in unknown)
        return Objection(self._complaints.unknown_ids(unknown), self._notes.unknown_ids.format(shown))

    def evidence(self, entry: Mapping[object, object]) -> Evidence:
        """What an entry rests on, its quotes looked up."""
        return Evidence(is_whole(entry.get("basis")), read_quotes(entry.get("quotes"), self._sources))

    def unproven(
        self, answer: A, evidence: Evidence, reason: str, without: tuple[str, str]
    ) -> Objection[A] | None:
        """Why an answer does not stand for want of evidence; ``None`` where it has some.

        ``without`` is the complaint and the note for an answer without any quote.
        """
        tell, told = self._complaints, self._notes
        proving = evidence.of_output
        if any(quote.found for quote in proving) or (evidence.is_whole and reason):
            return None
        if evidence.is_whole:
            return Objection(tell.whole_without_reason, told.whole_without_reason, answer)
        if not evidence.quotes:
            return Objection(*without, answer)
        if not proving:
            return Objection(tell.evidence_not_from_output, told.evidence_not_from_output, answer)
        texts = [quote.text for quote in proving]
        note = told.quote_not_found.format(shortened(texts[0]))
        return Objection(tell.quote_not_found(texts), note, answer)
