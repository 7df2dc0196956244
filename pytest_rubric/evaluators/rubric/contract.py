"""What a reply of the rubric judge must hold: a decision about every criterion, each yes with evidence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from pytest_rubric.evaluators.entries import EntriesContract, Objection, scalar
from pytest_rubric.evaluators.evidence_reader import EvidenceReader
from pytest_rubric.evaluators.quoting import Sources, read_text
from pytest_rubric.evaluators.rubric.decision import Decision
from pytest_rubric.evaluators.rubric.prompt import KEY, complaints, follow_up
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
        super().__init__(KEY, ids, reader, sources, lenient=lenient, report_lang=report_lang)


class _Reader(EvidenceReader[Decision]):
    """Reads one entry: yes or no, and the evidence for a yes."""

    def __init__(self, sources: Sources, prompt_lang: str, report_lang: str) -> None:
        self._prompt_lang = prompt_lang
        self._tell = complaints(prompt_lang)
        self._words = wording(report_lang)
        super().__init__(sources, self._tell, self._words)

    def follow_up(self, questions: Mapping[int, str], unreadable: str | None) -> str:
        return follow_up(questions, unreadable, prompt_lang=self._prompt_lang)

    def without_evidence(self, answer: Decision, note: str) -> Decision:
        return replace(answer, without_evidence=note)

    def read(self, id_: int, entry: Mapping[object, object]) -> Decision | Objection[Decision]:
        said = scalar(entry.get("present"))
        yes = yes_no(said)
        if yes is None:
            shown = shortened(json.dumps(said, ensure_ascii=False))
            return Objection(self._tell.unknown_answer(said), self._words.unknown_answer.format(shown))
        evidence = self.evidence(entry)
        answer = Decision(
            yes, reason=read_text(entry.get("reason")), basis=evidence.basis, quotes=evidence.quotes
        )
        if not yes:
            return answer
        without = self._tell.yes_without_evidence, self._words.yes_without_evidence
        return self.unproven(answer, evidence, answer.reason, without) or answer
