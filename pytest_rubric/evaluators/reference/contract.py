"""What a reply about a reference case must hold, part by part; every quote is looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from pytest_rubric.evaluators.feedback import LISTS, read_feedback
from pytest_rubric.evaluators.quoting import Sources, read_text
from pytest_rubric.evaluators.reference.decisions import (
    ClaimDecision,
    Claims,
    FactDecision,
    Facts,
    GradeDecision,
    Rejected,
    RelevanceDecision,
)
from pytest_rubric.evaluators.reference.entries import Reader, conflicts
from pytest_rubric.evaluators.reference.parts import (
    ALL_PARTS,
    CLAIMS,
    FACTS,
    FORMAT,
    MOST_ENTRIES,
    RELEVANCE,
)
from pytest_rubric.evaluators.reference.prompt import complaints, follow_up
from pytest_rubric.evaluators.reference.wording import Wording, wording
from pytest_rubric.judging.protocol import CheckedReply, Id
from pytest_rubric.judging.words import as_id, yes_no
from pytest_rubric.model.text import visible
from pytest_rubric.scoring.reference import GRADES, Grade

_KNOWN_FIELDS = frozenset({*ALL_PARTS, *LISTS})

_Part = Facts | Claims | GradeDecision | RelevanceDecision | Rejected


class ReferenceContract:
    """The contract of one request. ``parts`` are those that a reply must decide.

    Entries of a list are decided one by one: what is wrong with one of them is a question about
    it alone. A list that can't be taken as a whole is a question about its part.
    """

    def __init__(
        self, parts: tuple[str, ...], sources: Sources, *, prompt_lang: str, report_lang: str
    ) -> None:
        self._parts = parts
        self._prompt_lang = prompt_lang
        self._tell = complaints(prompt_lang)
        self._words: Wording = wording(report_lang)
        self._sources = sources
        self._reader = Reader(sources, self._tell, self._words)
        # Why a part did not stand, by part and complaint: a reply only carries the complaint.
        self._notes: dict[tuple[str, str], str] = {}
        self._checked: tuple[object, CheckedReply] | None = None
        self.unused_fields: set[str] = set()

    def check(self, parsed: object) -> CheckedReply:
        """Judge a parsed object: what stands, and what is wrong with the rest."""
        # A reader looks at an object more than once; quotes are looked up the first time only.
        if self._checked is None or self._checked[0] is not parsed:
            self._checked = (parsed, self._check(parsed))
        return self._checked[1]

    def follow_up(self, questions: Mapping[Id, str], unreadable: str | None) -> str:
        """The text of the re-ask, in the language of the prompt."""
        return follow_up(questions, unreadable, prompt_lang=self._prompt_lang)

    def note(self, part: str, complaint: str | None) -> str:
        """What a complaint that a reply carries for a part means to people."""
        known = self._notes.get((part, complaint or ""))
        return known or visible(complaint or "") or self._words.missing_part

    def _check(self, parsed: object) -> CheckedReply:
        if not isinstance(parsed, Mapping) or not self._has_the_shape(parsed):
            return CheckedReply(known=False)
        self.unused_fields.update(visible(str(name)) for name in parsed if name not in _KNOWN_FIELDS)
        read: dict[str, _Part] = {part: self._read(part, parsed.get(part)) for part in self._parts}
        relevance = read.get(RELEVANCE)
        if isinstance(relevance, RelevanceDecision) and not relevance.related and _covers(read.get(FACTS)):
            read[RELEVANCE] = Rejected(self._tell.unrelated_but_covered, self._words.unrelated_but_covered)
        decisions: dict[Id, object] = {}
        questions: dict[Id, str] = {}
        for part, answer in read.items():
            if isinstance(answer, Rejected):
                questions[part] = answer.complaint
                self._notes[part, answer.complaint] = answer.note
                continue
            decisions[part] = answer
            if isinstance(answer, (Facts, Claims)):
                for number, entry in answer.entries.items():
                    if isinstance(entry, Rejected):
                        questions[part, number] = entry.complaint
                    else:
                        decisions[part, number] = entry
        return CheckedReply(
            known=True,
            decisions=decisions,
            questions=questions,
            extras=read_feedback(parsed, self._sources),
        )

    def _has_the_shape(self, parsed: Mapping[object, object]) -> bool:
        for part in self._parts:
            kind: type = list if part in (FACTS, CLAIMS) else Mapping
            if isinstance(parsed.get(part), kind):
                return True
        return False

    def _read(self, part: str, value: object) -> _Part:
        if value is None:
            return Rejected(self._tell.missing_part, self._words.missing_part)
        if part == FACTS:
            return self._facts(value)
        if part == CLAIMS:
            return self._claims(value)
        fields = value if isinstance(value, Mapping) else {}
        return self._grade(fields) if part == FORMAT else self._relevance(fields)

    def _facts(self, value: object) -> Facts | Rejected:
        if isinstance(value, list) and not value:
            return Rejected(self._tell.no_facts, self._words.no_facts)
        numbered = self._numbered(value)
        if isinstance(numbered, Rejected):
            return numbered
        entries = {number: self._reader.fact(number, fields) for number, fields in numbered.items()}
        for number in conflicts(entries):
            said = cast(FactDecision, entries[number])
            entries[number] = Rejected(self._tell.two_decisions, self._words.two_decisions, said)
        return Facts(entries)

    def _claims(self, value: object) -> Claims | Rejected:
        numbered = self._numbered(value)
        if isinstance(numbered, Rejected):
            return numbered
        read = {number: self._reader.claim(number, fields) for number, fields in numbered.items()}
        entries = {number: entry for number, entry in read.items() if entry is not None}
        for number in conflicts(entries):
            said = cast(ClaimDecision, entries[number])
            entries[number] = Rejected(self._tell.two_decisions, self._words.two_decisions, said)
        return Claims(entries, dropped=len(read) - len(entries))

    def _numbered(self, value: object) -> dict[int, Mapping[object, object]] | Rejected:
        """The entries of a list by their ids."""
        if not isinstance(value, list) or not all(isinstance(entry, Mapping) for entry in value):
            return Rejected(self._tell.not_a_list, self._words.bad_list)
        if len(value) > MOST_ENTRIES:
            return Rejected(self._tell.too_many, self._words.bad_list)
        found: dict[int, Mapping[object, object]] = {}
        for entry in value:
            number = as_id(entry.get("id"))
            if number is None or number in found or not 1 <= number <= MOST_ENTRIES:
                return Rejected(self._tell.bad_ids, self._words.bad_list)
            found[number] = entry
        return found

    def _grade(self, fields: Mapping[object, object]) -> GradeDecision | Rejected:
        name = self._reader.word(fields.get("grade"))
        if name not in GRADES:
            return self._reader.unknown(self._tell.unknown_grade, fields.get("grade"))
        return GradeDecision(cast(Grade, name), read_text(fields.get("reason")))

    def _relevance(self, fields: Mapping[object, object]) -> RelevanceDecision | Rejected:
        related, reason = yes_no(fields.get("related")), read_text(fields.get("reason"))
        if related is None:
            return self._reader.unknown(self._tell.unknown_related, fields.get("related"))
        if not related and not reason:
            return Rejected(self._tell.unrelated_without_reason, self._words.unrelated_without_reason)
        return RelevanceDecision(related, reason)


def _covers(facts: _Part | None) -> bool:
    if not isinstance(facts, Facts):
        return False
    return any(
        isinstance(entry, FactDecision) and entry.status in ("covered", "partial")
        for entry in facts.entries.values()
    )
