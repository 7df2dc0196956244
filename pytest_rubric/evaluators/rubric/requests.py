"""Which requests a case makes: criteria in parts, parts by sample."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.quoting import Sources
from pytest_rubric.evaluators.requesting import RequestForm
from pytest_rubric.evaluators.rubric import reply
from pytest_rubric.evaluators.rubric.contract import RubricContract
from pytest_rubric.evaluators.rubric.prompt import PROMPT_VERSION, messages
from pytest_rubric.evaluators.subjects import material, prompt_language, turn_material
from pytest_rubric.judging.prompting import Material
from pytest_rubric.judging.protocol import ChatMessage, JudgeRequest
from pytest_rubric.model import Criterion

CRITERIA_PER_REQUEST = 25
"""How many criteria one request asks about at most."""


def judged(criteria: Sequence[Criterion]) -> tuple[Criterion, ...]:
    """The criteria that the judge decides: those without a check."""
    return tuple(criterion for criterion in criteria if criterion.check is None)


def parts(criteria: Sequence[Criterion], strategy: str) -> Iterator[Sequence[Criterion]]:
    """The criteria of each request of one sample, those of one turn of a conversation together. The
    parts are filled in order, so that a criterion added at the end leaves the requests before it
    as they are."""
    size = 1 if strategy == "criterion" else CRITERIA_PER_REQUEST
    for _, group in groupby(criteria, key=lambda criterion: criterion.turn):
        about = list(group)
        for start in range(0, len(about), size):
            yield about[start : start + size]


class Requests:
    """Makes the requests about one subject. Those about one text quote from it as indexed once."""

    def __init__(self, subject: Subject, lang: str) -> None:
        self._settings = subject.settings
        self._form = RequestForm("rubric", PROMPT_VERSION, subject.settings, subject.case.id, lang)
        self._prompt_lang = prompt_language(subject.case)
        self._report_lang = lang
        self._subject = subject
        # By turn of a conversation, ``None`` for the whole.
        self._texts: dict[int | None, tuple[Material, Sources]] = {}

    def first(self, criteria: Sequence[Criterion]) -> list[JudgeRequest]:
        """The first round: every part in every sample. Feedback is asked for once, in the first
        sample, with the first part about the whole output (of a conversation without such a part,
        about its last turn), and never one call a criterion."""
        asked = list(parts(criteria, self._settings.strategy))
        last = asked[-1][0].turn if asked else None
        chosen = next((part for part in asked if part[0].turn == last), None)
        with_feedback = chosen if self._settings.strategy != "criterion" else None
        return [
            self._request(part, sample, feedback=sample == 0 and part is with_feedback)
            for sample in range(self._settings.samples)
            for part in asked
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
        """``feedback`` says whether this request asks for it, where the settings want it."""
        ids = tuple(criterion.id for criterion in criteria)
        material, sources = self._about(criteria[0].turn)

        def words(with_feedback: bool, report_lang: str) -> tuple[ChatMessage, ...]:
            return messages(
                material,
                criteria,
                feedback=with_feedback,
                prompt_lang=self._prompt_lang,
                report_lang=report_lang,
            )

        contract = RubricContract(
            ids,
            sources,
            lenient=self._settings.evidence == "warn",
            prompt_lang=self._prompt_lang,
            report_lang=self._report_lang,
        )
        return self._form.request(words, reply.schema, ids, contract, sample=sample, feedback=feedback)

    def _about(self, turn: int | None) -> tuple[Material, Sources]:
        if turn not in self._texts:
            shown = material(self._subject) if turn is None else turn_material(self._subject, turn)
            self._texts[turn] = (shown, Sources(shown))
        return self._texts[turn]
