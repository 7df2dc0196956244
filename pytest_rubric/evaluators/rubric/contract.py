"""What a reply of the rubric judge must hold: a decision about every criterion, each yes with evidence."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pytest_rubric.evaluators.entries import EntriesContract, Objection, scalar
from pytest_rubric.evaluators.quoting import EVIDENCE_SOURCES, Sources, is_whole, read_quotes, read_text
from pytest_rubric.evaluators.rubric.decision import Decision
from pytest_rubric.evaluators.rubric.prompt import complaints, follow_up
from pytest_rubric.evaluators.rubric.wording import wording
from pytest_rubric.judging.words import yes_no
from pytest_rubric.model.lines import shortened


class RubricContract(EntriesContract[Decision]):
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
        reader = _Reader(sources, prompt_lang, report_lang)
        super().__init__("criteria", ids, reader, sources, lenient=lenient, report_lang=report_lang)


class _Reader:
    """Reads one entry: yes or no, and the evidence for a yes."""

    def __init__(self, sources: Sources, prompt_lang: str, report_lang: str) -> None:
        self._sources = sources
        self._prompt_lang = prompt_lang
        self._tell = complaints(prompt_lang)
        self._words = wording(report_lang)
        self.missing: Objection[Decision] = Objection(self._tell.missing, self._words.missing)
        self.repeated: Objection[Decision] = Objection(self._tell.repeated, self._words.repeated)

    def follow_up(self, questions: Mapping[int, str], unreadable: str | None) -> str:
        return follow_up(questions, unreadable, prompt_lang=self._prompt_lang)

    def doubted(self, unknown: Sequence[object]) -> Objection[Decision]:
        shown = ", ".join(shortened(json.dumps(id_, ensure_ascii=False)) for id_ in unknown)
        return Objection(self._tell.unknown_ids(unknown), self._words.unknown_ids.format(shown))

    def without_evidence(self, answer: Decision, note: str) -> Decision:
        return replace(answer, without_evidence=note)

    def read(self, id_: int, entry: Mapping[object, object]) -> Decision | Objection[Decision]:
        said = scalar(entry.get("present"))
        yes = yes_no(said)
        if yes is None:
            shown = shortened(json.dumps(said, ensure_ascii=False))
            return Objection(self._tell.unknown_answer(said), self._words.unknown_answer.format(shown))
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
            return Objection(self._tell.whole_without_reason, self._words.whole_without_reason, answer)
        if not answer.quotes:
            return Objection(self._tell.yes_without_evidence, self._words.yes_without_evidence, answer)
        if not evidence:
            note = self._words.evidence_not_from_output
            return Objection(self._tell.evidence_not_from_output, note, answer)
        texts = [quote.text for quote in evidence]
        note = self._words.quote_not_found.format(shortened(texts[0]))
        return Objection(self._tell.quote_not_found(texts), note, answer)
