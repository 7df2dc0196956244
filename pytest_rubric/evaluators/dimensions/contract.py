"""What a reply of the judge of dimensions must hold: a level of every dimension, with evidence."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pytest_rubric.evaluators.dimensions.prompt import KEY, complaints, follow_up
from pytest_rubric.evaluators.dimensions.rated import Rated
from pytest_rubric.evaluators.dimensions.wording import wording
from pytest_rubric.evaluators.entries import EntriesContract, Objection, scalar
from pytest_rubric.evaluators.evidence_reader import EvidenceReader
from pytest_rubric.evaluators.quoting import Sources, read_text
from pytest_rubric.judging.words import as_id
from pytest_rubric.model import Dimension
from pytest_rubric.model.lines import shortened

_OUT_OF = re.compile(r"\s*([0-9]{1,2})\s*/\s*([0-9]{1,2})\s*")


class DimensionsContract(EntriesContract[Rated]):
    """The contract of one request, about the dimensions that a reply must rate.

    With ``lenient`` a level without evidence stands in where the re-ask does not mend it
    (``--rubric-evidence warn``).
    """

    def __init__(
        self,
        dimensions: Sequence[Dimension],
        sources: Sources,
        *,
        lenient: bool,
        prompt_lang: str,
        report_lang: str,
    ) -> None:
        reader = _Reader(dimensions, sources, prompt_lang, report_lang)
        ids = tuple(dimension.id for dimension in dimensions)
        super().__init__(KEY, ids, reader, sources, lenient=lenient, report_lang=report_lang)


class _Reader(EvidenceReader[Rated]):
    """Reads one entry: the level, and what it rests on."""

    def __init__(
        self, dimensions: Sequence[Dimension], sources: Sources, prompt_lang: str, report_lang: str
    ) -> None:
        self._dimensions = {dimension.id: dimension for dimension in dimensions}
        self._prompt_lang = prompt_lang
        self._tell = complaints(prompt_lang)
        self._words = wording(report_lang)
        super().__init__(sources, self._tell, self._words)

    def follow_up(self, questions: Mapping[int, str], unreadable: str | None) -> str:
        return follow_up(questions, unreadable, prompt_lang=self._prompt_lang)

    def without_evidence(self, answer: Rated, note: str) -> Rated:
        return replace(answer, without_evidence=note)

    def read(self, id_: int, entry: Mapping[object, object]) -> Rated | Objection[Rated]:
        dimension = self._dimensions[id_]
        said = scalar(entry.get("level"))
        level = read_level(said, dimension)
        if level is None:
            shown = shortened(json.dumps(said, ensure_ascii=False))
            allowed = ", ".join(map(str, dimension.allowed))
            return Objection(
                self._tell.unknown_level(said, dimension.allowed),
                self._words.unknown_level.format(shown, allowed),
            )
        evidence = self.evidence(entry)
        answer = Rated(
            level,
            justification=read_text(entry.get("justification")),
            basis=evidence.basis,
            quotes=evidence.quotes,
            improvement=read_text(entry.get("improvement")),
        )
        without = self._tell.no_evidence, self._words.no_evidence
        return self.unproven(answer, evidence, answer.justification, without) or answer


def read_level(value: object, dimension: Dimension) -> int | None:
    """The level that ``value`` states, ``None`` where it states none that may be given.

    ``4``, ``4.0``, ``"4"``, ``"**4**"`` and, on a scale up to 5, ``"4/5"``. Nothing is rounded,
    clamped or rescaled: 4.5, 90 and 0.8 are no levels.
    """
    if isinstance(value, str) and (match := _OUT_OF.fullmatch(value)):
        if int(match[2]) != dimension.maximum:
            return None
        value = match[1]
    level = as_id(value)
    return level if level in dimension.allowed else None
