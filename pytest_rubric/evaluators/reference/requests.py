"""Which requests a case makes: the parts in groups, groups by sample."""

from __future__ import annotations

from collections.abc import Collection

from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.quoting import Sources
from pytest_rubric.evaluators.reference import reply
from pytest_rubric.evaluators.reference.contract import ReferenceContract
from pytest_rubric.evaluators.reference.parts import groups
from pytest_rubric.evaluators.reference.prompt import PROMPT_VERSION, messages
from pytest_rubric.evaluators.subjects import material, prompt_language
from pytest_rubric.judging.protocol import JudgeRequest


class Requests:
    """Makes the requests about one subject. All of them quote from the same indexed texts."""

    def __init__(self, subject: Subject, lang: str) -> None:
        self._settings = subject.settings
        self._case_id = subject.case.id
        self._prompt_lang = prompt_language(subject.case)
        self._report_lang = lang
        self._material = material(subject)
        self._sources = Sources(self._material)
        self._groups = groups(subject.settings.strategy)

    def first(self) -> list[JudgeRequest]:
        """The first round: every group in every sample. Feedback is asked for once, with the first
        sample, and never one call a part."""
        return [
            self._request(parts, sample, feedback=len(self._groups) == 1 and sample == 0)
            for sample in range(self._settings.samples)
            for parts in self._groups
        ]

    def extra(self, undecided: Collection[str]) -> list[JudgeRequest]:
        """The extra samples of the groups in which a part is undecided, numbered on."""
        first = self._settings.samples
        return [
            self._request(parts, sample, feedback=False)
            for sample in range(first, first + self._settings.extra_samples)
            for parts in self._groups
            if any(part in undecided for part in parts)
        ]

    def _request(self, parts: tuple[str, ...], sample: int, *, feedback: bool) -> JudgeRequest:
        """``feedback`` says whether this request asks for it in some mode; whether it does now is
        up to the settings. Both find the same stored exchange."""
        asks = feedback and self._settings.feedback == "full"
        canonical = asks == feedback and self._report_lang == "en"
        return JudgeRequest(
            evaluator="reference",
            prompt_version=PROMPT_VERSION,
            messages=messages(
                self._material,
                parts,
                feedback=asks,
                prompt_lang=self._prompt_lang,
                report_lang=self._report_lang,
            ),
            schema=reply.schema(parts, asks),
            ids=parts,
            contract=ReferenceContract(
                parts, self._sources, prompt_lang=self._prompt_lang, report_lang=self._report_lang
            ),
            canonical_messages=None
            if canonical
            else messages(
                self._material, parts, feedback=feedback, prompt_lang=self._prompt_lang, report_lang="en"
            ),
            canonical_schema=None if asks == feedback else reply.schema(parts, feedback),
            feedback="full" if asks else "none",
            sample=sample,
            timeout=self._settings.timeout,
            label=self._case_id,
        )
