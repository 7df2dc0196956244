"""What a reply about one order must hold: every level and every answer, and who is better."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pytest_rubric.evaluators.asking import said_in
from pytest_rubric.evaluators.entries import scalar
from pytest_rubric.evaluators.pairwise.decision import (
    Answer,
    Evidence,
    Preference,
    Remark,
    Remarks,
)
from pytest_rubric.evaluators.pairwise.parts import POSITIONS, PREFERENCE, Id, Position
from pytest_rubric.evaluators.pairwise.prompt import follow_up, texts_for
from pytest_rubric.evaluators.pairwise.wording import Wording, wording
from pytest_rubric.evaluators.quoting import is_whole, read_name, read_text
from pytest_rubric.evaluators.remedies import Cause
from pytest_rubric.judging.ids import Matching, match_entries
from pytest_rubric.judging.protocol import CheckedReply
from pytest_rubric.judging.words import as_id, yes_no
from pytest_rubric.model import Quote
from pytest_rubric.model.comparison import Side
from pytest_rubric.model.lines import shortened
from pytest_rubric.model.text import visible
from pytest_rubric.scoring.comparison import LEVELS

Lookup = Callable[[Position, str], Quote]
"""Looks a quote up in the output that was shown in a position."""

_DECISIONS = ("criteria", "expectations", "winner")
_KNOWN_FIELDS = frozenset({*_DECISIONS, "quotes", "strengths", "weaknesses", "reason"})
_MOST_SHOWN = 5
_MOST_REMARKS = 10
_LONGEST_REMARK = 800

Entry = Mapping[object, object]


@dataclass(frozen=True, slots=True)
class _Fault:
    """What is wrong with an answer: to the judge, to people, and what was said without evidence."""

    complaint: str
    note: str
    said: Answer | None = None


Answers = dict[Id | str, Answer | Preference | _Fault]


class PairwiseContract:
    """The contract of one request, with ``first`` shown first.

    ``criteria`` and ``expectations`` are how many there are. With ``lenient`` an
    answer whose quotes don't stand in the output is kept where the re-ask does not mend it
    (``--rubric-evidence warn``).
    """

    def __init__(
        self,
        criteria: int,
        expectations: int,
        first: Side,
        lookup: Lookup,
        *,
        lenient: bool,
        prompt_lang: str,
        report_lang: str,
    ) -> None:
        self.first = first
        self.report_lang = report_lang
        self._criteria = criteria
        self._expectations = expectations
        self._lookup = lookup
        self._lenient = lenient
        self._prompt_lang = prompt_lang
        self._tell = texts_for(prompt_lang).complaints
        self._words: Wording = wording(report_lang)
        # What was wrong with an answer, by id and complaint: a reply only carries the complaint.
        self._faults: dict[tuple[Id | str, str], _Fault] = {}
        self.unused_fields: set[str] = set()

    def check(self, parsed: object) -> CheckedReply:
        """Judge a parsed object: which answers stand, and what is wrong with the others."""
        if not isinstance(parsed, Mapping):
            return CheckedReply(known=False)
        if not any(name in parsed for name in _DECISIONS):
            return CheckedReply(known=False)
        self.unused_fields.update(visible(str(name)) for name in parsed if name not in _KNOWN_FIELDS)
        answers: Answers = {
            **self._levels(parsed),
            **self._expectations_of(parsed),
            PREFERENCE: self._preference(parsed),
        }
        faults = {id_: found for id_, found in answers.items() if isinstance(found, _Fault)}
        self._faults |= {(id_, fault.complaint): fault for id_, fault in faults.items()}
        return CheckedReply(
            known=True,
            decisions={id_: found for id_, found in answers.items() if id_ not in faults},
            questions={id_: fault.complaint for id_, fault in faults.items()},
            extras=self._remarks(parsed),
            fallbacks={
                id_: _kept(fault.said, fault.note)
                for id_, fault in faults.items()
                if fault.said is not None and self._lenient
            },
        )

    def follow_up(self, questions: Mapping[Id | str, str], unreadable: str | None) -> str:
        """The text of the re-ask, in the language of the prompt."""
        return follow_up(questions, unreadable, prompt_lang=self._prompt_lang)

    def note(self, id_: Id | str, complaint: str) -> str:
        """What a complaint that a reply carries means to people."""
        fault = self._faults.get((id_, complaint))
        return said_in(self.report_lang, visible(complaint)) if fault is None else fault.note

    def cause(self, id_: Id | str, complaint: str) -> Cause:
        """What kind of fault a complaint is about."""
        fault = self._faults.get((id_, complaint))
        return "form" if fault is None or fault.said is None else "evidence"

    def _levels(self, parsed: Entry) -> Answers:
        """The levels. All of one output rest on the same quotes."""
        numbers = range(1, self._criteria + 1)
        found = self._entries(parsed.get("criteria"), numbers)
        quotes = {position: self._quotes(parsed, position) for position in POSITIONS}
        answers: Answers = {}
        for number in numbers:
            for position in POSITIONS:
                answers[("criteria", number), position] = self._level(
                    found[number], position, quotes[position]
                )
        return answers

    def _expectations_of(self, parsed: Entry) -> Answers:
        numbers = range(1, self._expectations + 1)
        found = self._entries(parsed.get("expectations"), numbers)
        return {
            (("expectations", number), position): self._holds(found[number], position)
            for number in numbers
            for position in POSITIONS
        }

    def _entries(self, entries: object, numbers: range) -> dict[int, Entry | _Fault]:
        """The entry of each number, or why there is none that can be relied on."""
        matching = match_entries(entries if isinstance(entries, list) else [], numbers) or Matching({})
        otherwise = _Fault(self._tell.missing, self._words.missing)
        if matching.unknown and not matching.entries:
            said = [scalar(id_) for id_ in matching.unknown[:_MOST_SHOWN]]
            shown = ", ".join(map(_short, said))
            otherwise = _Fault(self._tell.unknown_ids(said), self._words.unknown_ids.format(shown))
        repeated = _Fault(self._tell.repeated, self._words.repeated)
        return {
            id_: matching.entries.get(id_) or (repeated if id_ in matching.repeated else otherwise)
            for id_ in numbers
        }

    def _level(self, entry: Entry | _Fault, position: Position, quotes: tuple[Quote, ...]) -> Answer | _Fault:
        if isinstance(entry, _Fault):
            return entry
        said = scalar(entry.get(position))
        level = as_id(said)
        if level is None or level not in LEVELS:
            return _Fault(self._tell.bad_level(said), self._words.bad_level.format(_short(said)))
        evidence = Evidence(read_text(entry.get("reason")), quotes)
        if not evidence.reason:
            return _Fault(self._tell.no_reason, self._words.no_reason)
        answer = Answer(level, evidence)
        # A level may be about what is missing, or about the whole: then there is nothing to quote.
        return self._invented(answer) if quotes and not _is_found(evidence) else answer

    def _holds(self, entry: Entry | _Fault, position: Position) -> Answer | _Fault:
        if isinstance(entry, _Fault):
            return entry
        said = scalar(entry.get(position))
        value = yes_no(said)
        if value is None:
            return _Fault(self._tell.bad_answer(said), self._words.bad_answer.format(_short(said)))
        evidence = Evidence(read_text(entry.get("reason")), self._quotes(entry, position))
        answer = Answer(value, evidence)
        if not value or _is_found(evidence) or (is_whole(entry.get("basis")) and evidence.reason):
            return answer
        if evidence.quotes:
            return self._invented(answer)
        return _Fault(self._tell.no_evidence, self._words.no_evidence, answer)

    def _invented(self, answer: Answer) -> _Fault:
        texts = [quote.text for quote in answer.evidence.quotes]
        note = self._words.quote_not_found.format(shortened(texts[0]))
        return _Fault(self._tell.quotes_not_found(texts), note, answer)

    def _preference(self, parsed: Entry) -> Preference | _Fault:
        if "winner" not in parsed:
            return _Fault(self._tell.missing, self._words.missing)
        said = scalar(parsed.get("winner"))
        name = read_name(said)
        reason = read_text(parsed.get("reason"))
        if name == "tie":
            return Preference(None, reason)
        for position in POSITIONS:
            if name == position:
                return Preference(position, reason)
        return _Fault(self._tell.bad_winner(said), self._words.bad_winner.format(_short(said)))

    def _quotes(self, entry: Entry, position: Position) -> tuple[Quote, ...]:
        """The quotes of an entry that are said to be from one of the two outputs."""
        given = [quote for quote in _listed(entry.get("quotes")) if read_name(quote.get("from")) == position]
        texts = [text for quote in given if isinstance(text := quote.get("text"), str) and text.strip()]
        return tuple(self._lookup(position, text) for text in texts)

    def _remarks(self, parsed: Entry) -> Remarks | None:
        if not any(isinstance(parsed.get(name), list) for name in ("strengths", "weaknesses")):
            return None
        return Remarks(
            self._remark_list(parsed.get("strengths")), self._remark_list(parsed.get("weaknesses"))
        )

    def _remark_list(self, value: object) -> tuple[Remark, ...]:
        """Read leniently: remarks never change a score. One about neither output is left out."""
        found: list[Remark] = []
        for entry in _listed(value):
            text, name = read_text(entry.get("text")), read_name(entry.get("of"))
            for position in POSITIONS:
                if text and name == position and len(found) < _MOST_REMARKS:
                    quote = entry.get("quote")
                    looked_up = (
                        self._lookup(position, quote) if isinstance(quote, str) and quote.strip() else None
                    )
                    passage = looked_up.passage if looked_up is not None else None
                    found.append(Remark(position, shortened(text, _LONGEST_REMARK), passage))
        return tuple(found)


def _kept(answer: Answer, why: str) -> Answer:
    return replace(answer, evidence=replace(answer.evidence, missing=why))


def _is_found(evidence: Evidence) -> bool:
    return any(quote.found for quote in evidence.quotes)


def _listed(value: object) -> list[Entry]:
    return [entry for entry in value if isinstance(entry, Mapping)] if isinstance(value, list) else []


def _short(value: object) -> str:
    return shortened(json.dumps(value, ensure_ascii=False))
