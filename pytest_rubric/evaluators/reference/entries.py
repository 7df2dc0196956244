"""Reading one fact or one claim of a reply: its words looked up, its decision one of a few."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from pytest_rubric.evaluators.quoting import Sources, read_name, read_text
from pytest_rubric.evaluators.reference.decisions import ClaimDecision, FactDecision, Rejected
from pytest_rubric.evaluators.reference.texts import Complaints
from pytest_rubric.evaluators.reference.wording import Wording
from pytest_rubric.model import Quote
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.reference import ClaimKind, FactStatus

_STATUSES = ("covered", "partial", "missing", "contradicted")
_KINDS = ("wrong", "unsupported", "harmless", "useful")
_WITHOUT_COST = ("harmless", "useful")
_LONGEST_WORD = 200


class Reader:
    """Reads entries: what is wrong is told to the judge (``tell``) and to people (``words``)."""

    def __init__(self, sources: Sources, tell: Complaints, words: Wording) -> None:
        self._sources = sources
        self._tell = tell
        self._words = words

    def fact(self, number: int, fields: Mapping[object, object]) -> FactDecision | Rejected:
        """A fact whose words stand in the reference, and whose decision the output shows."""
        written = _written(fields.get("fact"))
        reference = self._sources.quote("reference", written)
        if not reference.found:
            note = self._words.fact_not_in_reference.format(shortened(written))
            complaint = self._tell.about(self._tell.fact_not_in_reference, reference.text)
            return Rejected(complaint, note, invented=shortened(written))
        importance = self.word(fields.get("importance"))
        status = self.word(fields.get("status"))
        quote = self._quote(fields.get("quote"))
        said = FactDecision(
            number,
            reference,
            core=importance != "detail",
            status=cast(FactStatus, status) if status in _STATUSES else "undecided",
            reason=read_text(fields.get("reason")),
            quote=quote,
        )
        if importance not in ("core", "detail"):
            return self.unknown(self._tell.unknown_importance, fields.get("importance"), said)
        if status not in _STATUSES:
            return self.unknown(self._tell.unknown_status, fields.get("status"), said)
        if status == "missing" or (quote is not None and quote.found):
            return said
        if quote is None:
            complaint = self._tell.about(self._tell.no_quote, status)
            return Rejected(complaint, self._words.no_quote, said, lacks_evidence=True)
        return self._not_found(quote, said)

    def claim(self, number: int, fields: Mapping[object, object]) -> ClaimDecision | Rejected | None:
        """A claim whose words stand in the output; ``None`` for one that costs nothing and
        doesn't: there is nothing to ask about it."""
        kind = self.word(fields.get("kind"))
        quote = self._sources.quote("output", _written(fields.get("quote")))
        said = ClaimDecision(
            number,
            quote,
            kind=cast(ClaimKind, kind) if kind in _KINDS else "undecided",
            reason=read_text(fields.get("reason")),
            in_reference=kind == "unsupported" and self._stands_in_reference(quote),
        )
        if kind not in _KINDS:
            return self.unknown(self._tell.unknown_kind, fields.get("kind"), said)
        if quote.found:
            return said
        return None if kind in _WITHOUT_COST else self._not_found(quote, said)

    def word(self, value: object) -> str:
        """One of a few words, as a model may write it."""
        return read_name(value)

    def unknown(
        self, complaint: str, value: object, said: FactDecision | ClaimDecision | None = None
    ) -> Rejected:
        """A word that is none of those to choose from."""
        if isinstance(value, str):
            value = value[:_LONGEST_WORD]
        elif not (value is None or isinstance(value, (bool, int, float))):
            value = type(value).__name__
        note = self._words.unknown_word.format(shortened(str(value)))
        return Rejected(self._tell.about(complaint, value), note, said)

    def _quote(self, value: object) -> Quote | None:
        written = _written(value)
        return self._sources.quote("output", written) if written.strip() else None

    def _stands_in_reference(self, quote: Quote) -> bool:
        return quote.passage is not None and self._sources.quote("reference", quote.passage).found

    def _not_found(self, quote: Quote, said: FactDecision | ClaimDecision) -> Rejected:
        note = self._words.quote_not_found.format(shortened(quote.text))
        complaint = self._tell.about(self._tell.quote_not_found, quote.text)
        return Rejected(complaint, note, said, lacks_evidence=True)


def _written(value: object) -> str:
    """A quote as the judge wrote it: it is looked up so, before anything is made visible."""
    return value if isinstance(value, str) else ""


def passage(entry: FactDecision | ClaimDecision) -> tuple[int | None, int | None]:
    """The place of the words that an entry is about: the same place is the same entry."""
    quote = entry.reference if isinstance(entry, FactDecision) else entry.quote
    return quote.start, quote.end


def conflicts(
    entries: Mapping[int, FactDecision | Rejected] | Mapping[int, ClaimDecision | Rejected],
) -> list[int]:
    """The numbers of entries about the same words that decide differently."""
    by_passage: dict[tuple[int | None, int | None], list[FactDecision | ClaimDecision]] = {}
    for entry in entries.values():
        if not isinstance(entry, Rejected):
            by_passage.setdefault(passage(entry), []).append(entry)
    return [
        entry.number
        for same in by_passage.values()
        if len({_decision(entry) for entry in same}) > 1
        for entry in same
    ]


def _decision(entry: FactDecision | ClaimDecision) -> tuple[object, ...]:
    return (entry.status, entry.core) if isinstance(entry, FactDecision) else (entry.kind,)
