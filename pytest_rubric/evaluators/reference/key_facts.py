"""The key facts of a reference: listed once, from the reference alone, before any output is judged.

The request knows nothing of the output, so its stored reply serves every output that is judged by
this reference: a score changes because the output did, never because the facts were cut differently.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pytest_rubric.evaluators.asking import said_in
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.quoting import Sources
from pytest_rubric.evaluators.reference import reply
from pytest_rubric.evaluators.reference.decisions import KeyFact, KeyFacts, Rejected
from pytest_rubric.evaluators.reference.parts import FACTS, MOST_FACTS
from pytest_rubric.evaluators.reference.prompt import (
    PROMPT_VERSION,
    complaints,
    key_facts_follow_up,
    key_facts_messages,
)
from pytest_rubric.evaluators.reference.reading import Reader
from pytest_rubric.evaluators.reference.wording import Wording, wording
from pytest_rubric.evaluators.subjects import material, prompt_language
from pytest_rubric.judging.protocol import CheckedReply, Id, JudgeReply, JudgeRequest
from pytest_rubric.model.text import visible


@dataclass(frozen=True, slots=True)
class Listed:
    """The key facts that stand, numbered from 1, and why entries of the list don't."""

    facts: tuple[KeyFact, ...]
    left_out: tuple[str, ...] = ()


def request(subject: Subject, lang: str) -> JudgeRequest:
    """The request for the key facts of a subject's reference."""
    prompt_lang = prompt_language(subject.case)
    shown = material(subject)
    return JudgeRequest(
        evaluator="reference",
        prompt_version=PROMPT_VERSION,
        messages=key_facts_messages(shown, prompt_lang=prompt_lang),
        schema=reply.key_facts_schema(),
        ids=(FACTS,),
        contract=KeyFactsContract(Sources(shown), prompt_lang=prompt_lang, report_lang=lang),
        feedback="none",
        timeout=subject.settings.timeout,
        label=subject.case.id,
    )


def listed(answer: JudgeReply, contract: KeyFactsContract, words: Wording) -> Listed | str:
    """The key facts that a reply lists; a text says why there are none."""
    said = answer.decisions.get(FACTS)
    if not isinstance(said, KeyFacts):
        complaint = answer.questions.get(FACTS)
        return contract.note(complaint) if complaint else words.no_facts
    facts: dict[tuple[int | None, int | None], KeyFact] = {}
    left_out: list[str] = []
    for number, entry in said.entries.items():
        if isinstance(entry, Rejected):
            mended = answer.decisions.get((FACTS, number))
            if not isinstance(mended, KeyFact):
                left_out.append(entry.note)
                continue
            entry = mended
        place = entry.reference.start, entry.reference.end
        earlier = facts.get(place)
        # the same words twice are one fact, and core if any of them says so
        facts[place] = entry if earlier is None else replace(earlier, core=earlier.core or entry.core)
    if not facts:
        return words.no_facts_stand.format(left_out[0] if left_out else "?")
    in_order = sorted(facts.values(), key=lambda fact: fact.reference.start or 0)
    return Listed(
        tuple(replace(fact, number=number) for number, fact in enumerate(in_order, 1)), tuple(left_out)
    )


class KeyFactsContract:
    """The contract of the request: a list that is not empty, each fact in the reference's own words."""

    def __init__(self, sources: Sources, *, prompt_lang: str, report_lang: str) -> None:
        self._prompt_lang = prompt_lang
        self._tell = complaints(prompt_lang)
        self._words = wording(report_lang)
        self._reader = Reader(sources, self._tell, self._words)
        self._report_lang = report_lang
        # What was wrong with a list, by complaint: a reply only carries the complaint.
        self._notes: dict[str, str] = {}

    def check(self, parsed: object) -> CheckedReply:
        """Judge a parsed object: what stands, and what is wrong with the rest."""
        if not isinstance(parsed, Mapping) or FACTS not in parsed:
            return CheckedReply(known=False)
        value = parsed[FACTS]
        numbered = self._reader.numbered(value, MOST_FACTS)
        if isinstance(numbered, dict) and not numbered:
            numbered = Rejected(self._tell.no_facts, self._words.no_facts)
        if isinstance(numbered, Rejected):
            self._notes[numbered.complaint] = numbered.note
            return CheckedReply(known=True, questions={FACTS: numbered.complaint})
        entries = {number: self._reader.key_fact(number, fields) for number, fields in numbered.items()}
        decisions: dict[Id, object] = {FACTS: KeyFacts(entries)}
        questions: dict[Id, str] = {}
        for number, entry in entries.items():
            if isinstance(entry, Rejected):
                questions[FACTS, number] = entry.complaint
            else:
                decisions[FACTS, number] = entry
        return CheckedReply(known=True, decisions=decisions, questions=questions)

    def follow_up(self, questions: Mapping[Id, str], unreadable: str | None) -> str:
        """The text of the re-ask, in the language of the prompt."""
        return key_facts_follow_up(questions, unreadable, prompt_lang=self._prompt_lang)

    def note(self, complaint: str) -> str:
        """What a complaint about the list means to people."""
        return self._notes.get(complaint) or said_in(self._report_lang, visible(complaint))
