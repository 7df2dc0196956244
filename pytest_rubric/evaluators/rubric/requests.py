"""Which requests a case makes: criteria in parts, parts by sample."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.quoting import Sources
from pytest_rubric.evaluators.rubric import reply
from pytest_rubric.evaluators.rubric.contract import RubricContract
from pytest_rubric.evaluators.rubric.prompt import PROMPT_VERSION, messages
from pytest_rubric.evaluators.subjects import material, prompt_language
from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.model import Criterion

CRITERIA_PER_REQUEST = 25
"""How many criteria one request asks about at most."""


def judged(criteria: Sequence[Criterion]) -> tuple[Criterion, ...]:
    """The criteria that the judge decides: those without a check."""
    return tuple(criterion for criterion in criteria if criterion.check is None)


def parts(criteria: Sequence[Criterion], strategy: str) -> Iterator[Sequence[Criterion]]:
    """The criteria of each request of one sample. The parts are filled in order, so that a
    criterion added at the end leaves the requests before it as they are."""
    size = 1 if strategy == "criterion" else CRITERIA_PER_REQUEST
    for start in range(0, len(criteria), size):
        yield criteria[start : start + size]


class Requests:
    """Makes the requests about one subject. All of them quote from the same indexed texts."""

    def __init__(self, subject: Subject, lang: str) -> None:
        self._settings = subject.settings
        self._case_id = subject.case.id
        self._prompt_lang = prompt_language(subject.case)
        self._report_lang = lang
        self._material = material(subject)
        self._sources = Sources(self._material)

    def first(self, criteria: Sequence[Criterion]) -> list[JudgeRequest]:
        """The first round: every part in every sample. Feedback is asked for once, with the
        first part of the first sample, and never one call a criterion."""
        with_feedback = self._settings.strategy != "criterion"
        return [
            self._request(part, sample, feedback=with_feedback and sample == number == 0)
            for sample in range(self._settings.samples)
            for number, part in enumerate(parts(criteria, self._settings.strategy))
        ]

    def extra(self, criteria: Sequence[Criterion]) -> list[JudgeRequest]:
        """The extra samples about these criteria, numbered on from the first round's."""
        first = self._settings.samples
        return [
            self._request(part, sample, feedback=False)
            for sample in range(first, first + self._settings.extra_samples)
            for part in parts(criteria, self._settings.strategy)
        ]

    def _request(self, criteria: Sequence[Criterion], sample: int, *, feedback: bool) -> JudgeRequest:
        """``feedback`` says whether this request asks for it in some mode; whether it does now is
        up to the settings. Both find the same stored exchange."""
        asks = feedback and self._settings.feedback == "full"
        ids = tuple(criterion.id for criterion in criteria)
        canonical = asks == feedback and self._report_lang == "en"
        return JudgeRequest(
            evaluator="rubric",
            prompt_version=PROMPT_VERSION,
            messages=messages(
                self._material,
                criteria,
                feedback=asks,
                prompt_lang=self._prompt_lang,
                report_lang=self._report_lang,
            ),
            schema=reply.schema(asks),
            ids=ids,
            contract=RubricContract(
                ids,
                self._sources,
                lenient=self._settings.evidence == "warn",
                prompt_lang=self._prompt_lang,
                report_lang=self._report_lang,
            ),
            canonical_messages=None
            if canonical
            else messages(
                self._material,
                criteria,
                feedback=feedback,
                prompt_lang=self._prompt_lang,
                report_lang="en",
            ),
            canonical_schema=None if asks == feedback else reply.schema(feedback),
            feedback="full" if asks else "none",
            sample=sample,
            timeout=self._settings.timeout,
            label=self._case_id,
        )
