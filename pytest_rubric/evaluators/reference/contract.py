"""What a judgement against key facts must hold, part by part; every quote is looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from pytest_rubric.evaluators.asking import said_in
from pytest_rubric.evaluators.entries import scalar
from pytest_rubric.evaluators.feedback import LISTS, read_feedback
from pytest_rubric.evaluators.quoting import Sources, read_name, read_text
from pytest_rubric.evaluators.reference.decisions import (
    ClaimDecision,
    Claims,
    FactDecision,
    GradeDecision,
    KeyFact,
    Rejected,
    RelevanceDecision,
)
from pytest_rubric.evaluators.reference.parts import (
    ALL_PARTS,
    CLAIMS,
    FACTS,
    FORMAT,
    MOST_CLAIMS,
    RELEVANCE,
    Group,
    PartId,
)
from pytest_rubric.evaluators.reference.prompt import complaints, follow_up
from pytest_rubric.evaluators.reference.reading import Reader, conflicts
from pytest_rubric.evaluators.reference.wording import wording
from pytest_rubric.judging.ids import Matching, match_entries
from pytest_rubric.judging.protocol import CheckedReply, Id
from pytest_rubric.judging.words import yes_no
from pytest_rubric.model.text import visible
from pytest_rubric.scoring.reference import GRADES, Grade

_KNOWN_FIELDS = frozenset({*ALL_PARTS, *LISTS})

_Answer = FactDecision | Claims | GradeDecision | RelevanceDecision | Rejected


class JudgementContract:
    """The contract of one request about ``facts`` and the other parts of its ``group``.

    Facts are decided one by one, and so are the entries of the list of claims: what is wrong with
    one of them is a question about it alone. A list that can't be taken as a whole is a question
    about its part.
    """

    def __init__(
        self,
        group: Group,
        facts: Sequence[KeyFact],
        sources: Sources,
        *,
        prompt_lang: str,
        report_lang: str,
    ) -> None:
        self.group = group
        self._facts = {fact.number: fact for fact in facts}
        self._prompt_lang = prompt_lang
        self._report_lang = report_lang
        self._tell = complaints(prompt_lang)
        self._words = wording(report_lang)
        self._sources = sources
        self._reader = Reader(sources, self._tell, self._words)
        # What did not stand, by id and complaint: a reply only carries the complaint.
        self._rejected: dict[tuple[PartId, str], Rejected] = {}
        # The last entry about an id that did not stand and said something.
        self._said: dict[PartId, Rejected] = {}
        self.unused_fields: set[str] = set()

    def check(self, parsed: object) -> CheckedReply:
        """Judge a parsed object: what stands, and what is wrong with the rest."""
        if not isinstance(parsed, Mapping) or not self._has_the_shape(parsed):
            return CheckedReply(known=False)
        self.unused_fields.update(visible(str(name)) for name in parsed if name not in _KNOWN_FIELDS)
        value = parsed.get(FACTS)
        matching = match_entries(value, self.group.facts) if isinstance(value, list) else None
        read: dict[PartId, _Answer] = self._read_facts(matching)
        read |= {part: self._read(part, parsed.get(part)) for part in self.group.parts}
        relevance = read.get(RELEVANCE)
        if isinstance(relevance, RelevanceDecision) and not relevance.related and _covers(read):
            read[RELEVANCE] = Rejected(self._tell.unrelated_but_covered, self._words.unrelated_but_covered)
        decisions: dict[Id, object] = {}
        questions: dict[Id, str] = {}
        for id_, answer in read.items():
            self._sort(id_, answer, decisions, questions)
            if isinstance(answer, Claims):
                for number, entry in answer.entries.items():
                    self._sort((CLAIMS, number), entry, decisions, questions)
        return CheckedReply(
            known=True,
            decisions=decisions,
            questions=questions,
            extras=read_feedback(parsed, self._sources),
            repaired=matching is not None and matching.repaired,
        )

    def follow_up(self, questions: Mapping[Id, str], unreadable: str | None) -> str:
        """The text of the re-ask, in the language of the prompt."""
        return follow_up(questions, unreadable, self._facts, prompt_lang=self._prompt_lang)

    def rejected(self, id_: PartId, complaint: str | None) -> Rejected:
        """What a complaint that a reply carries means to people, and what was said.

        Where the last reply says nothing of it, an earlier answer tells more.
        """
        said = self._said.get(id_)
        known = self._rejected.get((id_, complaint or ""))
        if known is not None and (known.said is not None or said is None):
            return known
        if said is not None:
            return said
        note = said_in(self._report_lang, visible(complaint)) if complaint else self._words.missing_part
        return Rejected("", note)

    def _sort(
        self,
        id_: PartId,
        answer: _Answer | ClaimDecision,
        decisions: dict[Id, object],
        questions: dict[Id, str],
    ) -> None:
        if not isinstance(answer, Rejected):
            decisions[id_] = answer
            return
        questions[id_] = answer.complaint
        self._rejected[id_, answer.complaint] = answer
        if answer.said is not None:
            self._said[id_] = answer

    def _has_the_shape(self, parsed: Mapping[object, object]) -> bool:
        for name in self.group.names:
            kind: type = list if name in (FACTS, CLAIMS) else Mapping
            if isinstance(parsed.get(name), kind):
                return True
        return False

    def _read_facts(self, matching: Matching | None) -> dict[PartId, _Answer]:
        missing = Rejected(self._tell.missing_part, self._words.missing_part)
        read: dict[PartId, _Answer] = {}
        for number in self.group.facts:
            if matching is None:
                read[FACTS, number] = missing
            elif number in matching.entries:
                read[FACTS, number] = self._reader.fact(self._facts[number], matching.entries[number])
            elif number in matching.repeated:
                read[FACTS, number] = Rejected(self._tell.repeated, self._words.repeated)
            elif matching.unknown:
                read[FACTS, number] = Rejected(self._tell.wrong_ids, self._words.wrong_ids)
            else:
                read[FACTS, number] = missing
        return read

    def _read(self, part: str, value: object) -> _Answer:
        if value is None:
            return Rejected(self._tell.missing_part, self._words.missing_part)
        if part == CLAIMS:
            return self._claims(value)
        fields = value if isinstance(value, Mapping) else {}
        return self._grade(fields) if part == FORMAT else self._relevance(fields)

    def _claims(self, value: object) -> Claims | Rejected:
        numbered = self._reader.numbered(value, MOST_CLAIMS)
        if isinstance(numbered, Rejected):
            return numbered
        read = {number: self._reader.claim(number, fields) for number, fields in numbered.items()}
        entries = {number: entry for number, entry in read.items() if entry is not None}
        for number in conflicts(entries):
            said = cast(ClaimDecision, entries[number])
            entries[number] = Rejected(self._tell.two_decisions, self._words.two_decisions, said)
        return Claims(entries, dropped=len(read) - len(entries))

    def _grade(self, fields: Mapping[object, object]) -> GradeDecision | Rejected:
        name = read_name(fields.get("grade"))
        if name not in GRADES:
            return self._reader.unknown(self._tell.unknown_grade, scalar(fields.get("grade")))
        return GradeDecision(cast(Grade, name), read_text(fields.get("reason")))

    def _relevance(self, fields: Mapping[object, object]) -> RelevanceDecision | Rejected:
        related, reason = yes_no(fields.get("related")), read_text(fields.get("reason"))
        if related is None:
            return self._reader.unknown(self._tell.unknown_related, scalar(fields.get("related")))
        if not related and not reason:
            return Rejected(self._tell.unrelated_without_reason, self._words.unrelated_without_reason)
        return RelevanceDecision(related, reason)


def _covers(read: Mapping[PartId, _Answer]) -> bool:
    return any(
        isinstance(answer, FactDecision) and answer.status in ("covered", "partial")
        for answer in read.values()
    )
