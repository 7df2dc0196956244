"""What a reply of the rubric judge must hold: a decision about every criterion, each yes with evidence."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pytest_rubric.evaluators.feedback import LISTS, read_feedback
from pytest_rubric.evaluators.quoting import EVIDENCE_SOURCES, Sources, is_whole, read_quotes, read_text
from pytest_rubric.evaluators.rubric.decision import Decision
from pytest_rubric.evaluators.rubric.prompt import complaints, follow_up
from pytest_rubric.evaluators.rubric.texts import Complaints
from pytest_rubric.evaluators.rubric.wording import Wording, wording
from pytest_rubric.judging.ids import match_entries
from pytest_rubric.judging.protocol import CheckedReply
from pytest_rubric.judging.words import yes_no
from pytest_rubric.model.lines import shortened
from pytest_rubric.model.text import visible

_LONGEST_ANSWER = 200
_MOST_SHOWN = 5
_KNOWN_FIELDS = frozenset({"criteria", *LISTS})


@dataclass(frozen=True, slots=True)
class Rejection:
    """An answer that did not stand: why, in the language of the report, and what it said."""

    note: str
    said: Decision | None = None


@dataclass(frozen=True, slots=True)
class _Fault:
    """What is wrong with an answer: to the judge, to people, and what a yes without evidence said."""

    complaint: str
    note: str
    said: Decision | None = None


class RubricContract:
    """The contract of one request.

    ``ids`` are those that a reply must decide. With ``lenient`` a yes without evidence stands in
    where the re-ask does not mend it (``--rubric-evidence warn``).
    """

    def __init__(
        self,
        ids: tuple[int, ...],
        sources: Sources,
        *,
        lenient: bool,
        prompt_lang: str,
        report_lang: str,
    ) -> None:
        self._ids = ids
        self._sources = sources
        self._lenient = lenient
        self._prompt_lang = prompt_lang
        self._tell: Complaints = complaints(prompt_lang)
        self._words: Wording = wording(report_lang)
        # What was wrong with an answer, by id and complaint: a reply only carries the complaint.
        self._rejections: dict[tuple[int, str], Rejection] = {}
        # The last answer about an id that did not stand.
        self._said: dict[int, Rejection] = {}
        self._checked: tuple[object, CheckedReply] | None = None
        self.unused_fields: set[str] = set()

    def check(self, parsed: object) -> CheckedReply:
        """Judge a parsed object: which decisions stand, and what is wrong with the others."""
        # A reader looks at an object more than once; quotes are looked up the first time only.
        if self._checked is None or self._checked[0] is not parsed:
            self._checked = (parsed, self._check(parsed))
        return self._checked[1]

    def follow_up(self, questions: Mapping[int, str], unreadable: str | None) -> str:
        """The text of the re-ask, in the language of the prompt."""
        return follow_up(questions, unreadable, prompt_lang=self._prompt_lang)

    def rejection(self, id_: int, complaint: str | None) -> Rejection:
        """What a complaint that a reply carries for an id means to people, and what was said.

        Where the last reply says nothing of the id, an earlier answer tells more.
        """
        silent = complaint is None or complaint == self._tell.missing
        known = None if silent else self._rejections.get((id_, complaint or ""))
        said = self._said.get(id_)
        if known is not None:
            return known
        if silent:
            return said or Rejection(self._words.missing)
        return Rejection(visible(complaint or ""), said.said if said else None)

    def _check(self, parsed: object) -> CheckedReply:
        entries = parsed.get("criteria") if isinstance(parsed, Mapping) else None
        if not isinstance(parsed, Mapping) or not isinstance(entries, list):
            return CheckedReply(known=False)
        matching = match_entries(entries, self._ids)
        if matching is None:
            return CheckedReply(known=False)
        self.unused_fields.update(visible(str(name)) for name in parsed if name not in _KNOWN_FIELDS)
        decisions: dict[int, object] = {}
        questions: dict[int, str] = {}
        fallbacks: dict[int, object] = {}
        for id_ in self._ids:
            if id_ in matching.entries:
                answer: Decision | _Fault = self._read(matching.entries[id_])
            elif id_ in matching.repeated:
                answer = _Fault(self._tell.repeated, self._words.repeated)
            elif matching.unknown:
                answer = self._doubted(matching.unknown)
            else:
                answer = _Fault(self._tell.missing, self._words.missing)
            if isinstance(answer, Decision):
                decisions[id_] = answer
                continue
            questions[id_] = answer.complaint
            rejection = Rejection(answer.note, answer.said)
            self._rejections[id_, answer.complaint] = rejection
            if answer.said is not None:
                self._said[id_] = rejection
                if self._lenient:
                    fallbacks[id_] = replace(answer.said, without_evidence=answer.note)
        return CheckedReply(
            known=True,
            decisions=decisions,
            questions=questions,
            extras=read_feedback(parsed, self._sources),
            fallbacks=fallbacks,
            repaired=matching.repaired,
        )

    def _doubted(self, unknown: Sequence[object]) -> _Fault:
        """No answer stands where ids came that nobody asked about: the judge may have counted on."""
        said = [_scalar(id_) for id_ in unknown[:_MOST_SHOWN]]
        shown = ", ".join(shortened(json.dumps(id_, ensure_ascii=False)) for id_ in said)
        return _Fault(self._tell.unknown_ids(said), self._words.unknown_ids.format(shown))

    def _read(self, entry: Mapping[object, object]) -> Decision | _Fault:
        said = _scalar(entry.get("present"))
        yes = yes_no(said)
        if yes is None:
            shown = shortened(json.dumps(said, ensure_ascii=False))
            return _Fault(self._tell.unknown_answer(said), self._words.unknown_answer.format(shown))
        whole = is_whole(entry.get("basis"))
        answer = Decision(
            yes,
            reason=read_text(entry.get("reason")),
            basis="whole" if whole else "quote",
            quotes=read_quotes(entry.get("quotes"), self._sources),
        )
        evidence = [quote for quote in answer.quotes if quote.source in EVIDENCE_SOURCES]
        if not yes or any(quote.found for quote in evidence) or (whole and answer.reason):
            return answer
        if whole:
            return _Fault(self._tell.whole_without_reason, self._words.whole_without_reason, answer)
        if not answer.quotes:
            return _Fault(self._tell.yes_without_evidence, self._words.yes_without_evidence, answer)
        if not evidence:
            return _Fault(self._tell.evidence_not_from_output, self._words.evidence_not_from_output, answer)
        texts = [quote.text for quote in evidence]
        note = self._words.quote_not_found.format(shortened(texts[0]))
        return _Fault(self._tell.quote_not_found(texts), note, answer)


def _scalar(value: object) -> object:
    """A value that can be shown in a complaint, however large or deep the reply made it."""
    if isinstance(value, str):
        return value[:_LONGEST_ANSWER]
    return value if value is None or isinstance(value, (bool, int, float)) else type(value).__name__
