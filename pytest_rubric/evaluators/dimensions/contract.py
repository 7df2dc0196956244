"""What a reply of the judge of dimensions must hold: a level of every dimension, with evidence."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pytest_rubric.evaluators.dimensions.prompt import complaints, follow_up
from pytest_rubric.evaluators.dimensions.rated import Rated
from pytest_rubric.evaluators.dimensions.wording import wording
from pytest_rubric.evaluators.entries import EntriesContract, Objection, scalar
from pytest_rubric.evaluators.quoting import EVIDENCE_SOURCES, Sources, is_whole, read_quotes, read_text
from pytest_rubric.judging.words import as_id
from pytest_rubric.model import Dimension
from pytest_rubric.model.lines import shortened

KEY = "dimensions"

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


class _Reader:
    """Reads one entry: the level, and what it rests on."""

    def __init__(
        self, dimensions: Sequence[Dimension], sources: Sources, prompt_lang: str, report_lang: str
    ) -> None:
        self._dimensions = {dimension.id: dimension for dimension in dimensions}
        self._sources = sources
        self._prompt_lang = prompt_lang
        self._tell = complaints(prompt_lang)
        self._words = wording(report_lang)
        self.missing: Objection[Rated] = Objection(self._tell.missing, self._words.missing)
        self.repeated: Objection[Rated] = Objection(self._tell.repeated, self._words.repeated)

    def follow_up(self, questions: Mapping[int, str], unreadable: str | None) -> str:
        return follow_up(questions, unreadable, prompt_lang=self._prompt_lang)

    def doubted(self, unknown: Sequence[object]) -> Objection[Rated]:
        shown = ", ".join(shortened(json.dumps(id_, ensure_ascii=False)) for id_ in unknown)
        return Objection(self._tell.unknown_ids(unknown), self._words.unknown_ids.format(shown))

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
        whole = is_whole(entry.get("basis"))
        answer = Rated(
            level,
            justification=read_text(entry.get("justification")),
            basis="whole" if whole else "quote",
            quotes=read_quotes(entry.get("quotes"), self._sources),
            improvement=read_text(entry.get("improvement")),
        )
        evidence = [quote for quote in answer.quotes if quote.source in EVIDENCE_SOURCES]
        if any(quote.found for quote in evidence) or (whole and answer.justification):
            return answer
        tell, words = self._tell, self._words
        if whole:
            return Objection(tell.whole_without_reason, words.whole_without_reason, answer)
        if not answer.quotes:
            return Objection(tell.no_evidence, words.no_evidence, answer)
        if not evidence:
            return Objection(tell.evidence_not_from_output, words.evidence_not_from_output, answer)
        texts = [quote.text for quote in evidence]
        note = words.quote_not_found.format(shortened(texts[0]))
        return Objection(tell.quote_not_found(texts), note, answer)


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
