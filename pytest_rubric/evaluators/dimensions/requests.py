"""Which requests a case makes: dimensions in parts, parts by sample."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pytest_rubric.evaluators.dimensions import reply
from pytest_rubric.evaluators.dimensions.contract import DimensionsContract
from pytest_rubric.evaluators.dimensions.prompt import PROMPT_VERSION, messages
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.quoting import Sources
from pytest_rubric.evaluators.requesting import RequestForm
from pytest_rubric.evaluators.subjects import material, prompt_language
from pytest_rubric.judging.protocol import ChatMessage, JudgeRequest
from pytest_rubric.model import Dimension

EVALUATOR = "dimensions"

DIMENSIONS_PER_REQUEST = 12
"""How many dimensions one request asks about at most."""


def parts(dimensions: Sequence[Dimension], strategy: str) -> Iterator[Sequence[Dimension]]:
    """The dimensions of each request of one sample, filled in order."""
    size = 1 if strategy == "criterion" else DIMENSIONS_PER_REQUEST
    for start in range(0, len(dimensions), size):
        yield dimensions[start : start + size]


class Requests:
    """Makes the requests about one subject. All of them quote from the same indexed texts."""

    def __init__(self, subject: Subject, lang: str) -> None:
        self._settings = subject.settings
        self._form = RequestForm(EVALUATOR, PROMPT_VERSION, subject.settings, subject.case.id, lang)
        self._prompt_lang = prompt_language(subject.case)
        self._report_lang = lang
        self._material = material(subject)
        self._sources = Sources(self._material)

    def first(self, dimensions: Sequence[Dimension]) -> list[JudgeRequest]:
        """The first round: every part in every sample. Feedback is asked for once, with the
        first part of the first sample, and never one call a dimension."""
        with_feedback = self._settings.strategy != "criterion"
        return [
            self._request(part, sample, feedback=with_feedback and sample == number == 0)
            for sample in range(self._settings.samples)
            for number, part in enumerate(parts(dimensions, self._settings.strategy))
        ]

    def extra(self, dimensions: Sequence[Dimension]) -> list[JudgeRequest]:
        """The extra samples about these dimensions, numbered on from the first round's."""
        first = self._settings.samples
        return [
            self._request(part, sample, feedback=False)
            for sample in range(first, first + self._settings.extra_samples)
            for part in parts(dimensions, self._settings.strategy)
        ]

    def _request(self, dimensions: Sequence[Dimension], sample: int, *, feedback: bool) -> JudgeRequest:
        """``feedback`` says whether this request asks for it, where the settings want it."""
        ids = tuple(dimension.id for dimension in dimensions)

        def words(with_feedback: bool, report_lang: str) -> tuple[ChatMessage, ...]:
            return messages(
                self._material,
                dimensions,
                feedback=with_feedback,
                prompt_lang=self._prompt_lang,
                report_lang=report_lang,
            )

        contract = DimensionsContract(
            dimensions,
            self._sources,
            lenient=self._settings.evidence == "warn",
            prompt_lang=self._prompt_lang,
            report_lang=self._report_lang,
        )
        return self._form.request(words, reply.schema, ids, contract, sample=sample, feedback=feedback)
