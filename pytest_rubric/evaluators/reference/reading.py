"""Reading the entries of a reply: words looked up, decisions one of a few."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from pytest_rubric.evaluators.entries import scalar
from pytest_rubric.evaluators.quoting import Sources, read_name, read_text
from pytest_rubric.evaluators.reference.decisions import ClaimDecision, FactDecision, KeyFact, Rejected
from pytest_rubric.evaluators.reference.texts import Complaints
from pytest_rubric.evaluators.reference.wording import Wording
from pytest_rubric.judging.words import as_id
from pytest_rubric.model import Quote
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.reference import ClaimKind, FactStatus

_STATUSES = ("covered", "partial", "missing", "contradicted")
_KINDS = ("wrong", "unsupported", "harmless", "useful")
_WITHOUT_COST = ("harmless", "useful")


class Reader:
    """Reads entries: what is wrong is told to the judge (``tell``) and to people (``words``)."""

    def __init__(self, sources: Sources, tell: Complaints, words: Wording) -> None:
        self._sources = sources
        self._tell = tell
        self._words = words

    def numbered(self, value: object, most: int) -> dict[int, Mapping[object, object]] | Rejected:
        """The entries of a list that the judge made, by the numbers that it gave them."""
        if not isinstance(value, list) or not all(isinstance(entry, Mapping) for entry in value):
            return Rejected(self._tell.not_a_list, self._words.bad_list)
        if len(value) > most:
            return Rejected(self._tell.about(self._tell.too_many, most), self._words.too_many.format(most))
        found: dict[int, Mapping[object, object]] = {}
        for entry in value:
            number = as_id(entry.get("id"))
            if number is None or number in found or not 1 <= number <= most:
                return Rejected(self._tell.bad_ids, self._words.bad_list)
            found[number] = entry
        return found

    def key_fact(self, number: int, fields: Mapping[object, object]) -> KeyFact | Rejected:
        """A key fact whose words stand in the reference."""
        words = self._sources.quote("reference", _written(fields.get("fact")))
        if not words.found:
            note = self._words.fact_not_in_reference.format(shortened(words.text))
            return Rejected(self._tell.about(self._tell.fact_not_in_reference, words.text), note)
        importance = read_name(fields.get("importance"))
        if importance not in ("core", "detail"):
            return self.unknown(self._tell.unknown_importance, fields.get("importance"))
        return KeyFact(number, words, importance == "core")

    def fact(self, fact: KeyFact, fields: Mapping[object, object]) -> FactDecision | Rejected:
        """A decision about a key fact that the output shows; that it is missing needs no showing."""
        status = read_name(fields.get("status"))
        written = _written(fields.get("quote"))
        quote = self._sources.quote("output", written) if written.strip() else None
        said = FactDecision(
            fact,
            status=cast(FactStatus, status) if status in _STATUSES else "undecided",
            reason=read_text(fields.get("reason")),
            quote=quote,
        )
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
        kind = read_name(fields.get("kind"))
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

    def unknown(
        self, complaint: str, value: object, said: FactDecision | ClaimDecision | None = None
    ) -> Rejected:
        """A word that is none of those to choose from."""
        shown = scalar(value)
        note = self._words.unknown_word.format(shortened(str(shown)))
        return Rejected(self._tell.about(complaint, shown), note, said)

    def _stands_in_reference(self, quote: Quote) -> bool:
        return quote.passage is not None and self._sources.quote("reference", quote.passage).found

    def _not_found(self, quote: Quote, said: FactDecision | ClaimDecision) -> Rejected:
        note = self._words.quote_not_found.format(shortened(quote.text))
        complaint = self._tell.about(self._tell.quote_not_found, quote.text)
        return Rejected(complaint, note, said, lacks_evidence=True)


def conflicts(entries: Mapping[int, ClaimDecision | Rejected]) -> list[int]:
    """The numbers of claims about the same words that are of different kinds."""
    by_passage: dict[tuple[int | None, int | None], list[ClaimDecision]] = {}
    for entry in entries.values():
        if isinstance(entry, ClaimDecision):
            by_passage.setdefault((entry.quote.start, entry.quote.end), []).append(entry)
    return [
        entry.number
        for same in by_passage.values()
        if len({entry.kind for entry in same}) > 1
        for entry in same
    ]


def _written(value: object) -> str:
    """A quote as the judge wrote it: it is looked up so, before anything is made visible."""
    return value if isinstance(value, str) else ""
