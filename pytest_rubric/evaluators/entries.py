"""A reply that is a list of entries by id: which of them count, and what is wrong with the others.

The evaluator's reader says what one entry means. Here stands what holds for every kind: an entry
that is missing, repeated or in doubt is never patched over, and what an answer said is remembered,
so that people can be told why it did not stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pytest_rubric.evaluators.asking import said_in
from pytest_rubric.evaluators.feedback import LISTS, read_feedback
from pytest_rubric.evaluators.quoting import Sources
from pytest_rubric.evaluators.remedies import Cause
from pytest_rubric.judging.ids import match_entries
from pytest_rubric.judging.protocol import CheckedReply
from pytest_rubric.model.text import visible

A = TypeVar("A")

_LONGEST_ANSWER = 200
_MOST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Rejection(Generic[A]):
    """An answer that did not stand: why, in the language of the report, and what it said."""

    note: str
    said: A | None = None
    cause: Cause | None = "form"


@dataclass(frozen=True, slots=True)
class Objection(Generic[A]):
    """What is wrong with an entry: to the judge, to people, and what it said, where it said
    something that only lacks evidence."""

    complaint: str
    note: str
    said: A | None = None


class EntryReader(Protocol[A]):
    """What an evaluator makes of the entries of its replies."""

    @property
    def missing(self) -> Objection[A]:
        """For an id without an entry."""
        ...

    @property
    def repeated(self) -> Objection[A]:
        """For an id with more than one entry."""
        ...

    def doubted(self, unknown: Sequence[object]) -> Objection[A]:
        """For an id that no entry can be relied on for, since some came under ids that nobody asked
        about (JSON scalars): the judge may have counted on."""
        ...

    def read(self, id_: int, entry: Mapping[object, object]) -> A | Objection[A]:
        """What one entry says. Must not raise on any JSON value."""
        ...

    def without_evidence(self, answer: A, note: str) -> A:
        """An answer that is kept although it lacks evidence (``--rubric-evidence warn``)."""
        ...

    def follow_up(self, questions: Mapping[int, str], unreadable: str | None) -> str:
        """The text of the re-ask: see :class:`~pytest_rubric.judging.protocol.Contract`."""
        ...


class EntriesContract(Generic[A]):
    """The contract of one request: a list of entries under ``key``, one for each of ``ids``.

    With ``lenient`` an answer without evidence stands in where the re-ask does not mend it.
    """

    def __init__(
        self,
        key: str,
        ids: tuple[int, ...],
        reader: EntryReader[A],
        sources: Sources,
        *,
        lenient: bool,
        report_lang: str,
    ) -> None:
        self._lang = report_lang
        self._key = key
        self._ids = ids
        self._reader = reader
        self._sources = sources
        self._lenient = lenient
        # What was wrong with an answer, by id and complaint: a reply only carries the complaint.
        self._rejections: dict[tuple[int, str], Rejection[A]] = {}
        # The last answer about an id that did not stand.
        self._said: dict[int, Rejection[A]] = {}
        self.unused_fields: set[str] = set()

    def check(self, parsed: object) -> CheckedReply:
        """Judge a parsed object: which decisions stand, and what is wrong with the others."""
        entries = parsed.get(self._key) if isinstance(parsed, Mapping) else None
        if not isinstance(parsed, Mapping) or not isinstance(entries, list):
            return CheckedReply(known=False)
        matching = match_entries(entries, self._ids)
        if matching is None:
            return CheckedReply(known=False)
        known_fields = {self._key, *LISTS}
        self.unused_fields.update(visible(str(name)) for name in parsed if name not in known_fields)
        decisions: dict[int, object] = {}
        questions: dict[int, str] = {}
        fallbacks: dict[int, object] = {}
        answer: A | Objection[A]
        for id_ in self._ids:
            if id_ in matching.entries:
                answer = self._reader.read(id_, matching.entries[id_])
            elif id_ in matching.repeated:
                answer = self._reader.repeated
            elif matching.unknown:
                answer = self._reader.doubted([scalar(each) for each in matching.unknown[:_MOST_SHOWN]])
            else:
                answer = self._reader.missing
            if not isinstance(answer, Objection):
                decisions[id_] = answer
                continue
            questions[id_] = answer.complaint
            rejection = Rejection(answer.note, answer.said, "evidence" if answer.said is not None else "form")
            self._rejections[id_, answer.complaint] = rejection
            if answer.said is not None:
                self._said[id_] = rejection
                if self._lenient:
                    fallbacks[id_] = self._reader.without_evidence(answer.said, answer.note)
        return CheckedReply(
            known=True,
            decisions=decisions,
            questions=questions,
            extras=read_feedback(parsed, self._sources),
            fallbacks=fallbacks,
            repaired=matching.repaired,
        )

    def follow_up(self, questions: Mapping[int, str], unreadable: str | None) -> str:
        """The text of the re-ask, in the language of the prompt."""
        return self._reader.follow_up(questions, unreadable)

    def rejection(self, id_: int, complaint: str | None) -> Rejection[A]:
        """What a complaint that a reply carries for an id means to people, and what was said.

        Where the last reply says nothing of the id, an earlier answer tells more.
        """
        missing = self._reader.missing
        silent = complaint is None or complaint == missing.complaint
        known = None if silent else self._rejections.get((id_, complaint or ""))
        said = self._said.get(id_)
        if known is not None:
            return known
        if silent:
            return said or Rejection(missing.note)
        return Rejection(said_in(self._lang, visible(complaint or "")), said.said if said else None)


def scalar(value: object) -> object:
    """A value that can be shown in a complaint, however large or deep the reply made it."""
    if isinstance(value, str):
        return value[:_LONGEST_ANSWER]
    return value if value is None or isinstance(value, (bool, int, float)) else type(value).__name__
