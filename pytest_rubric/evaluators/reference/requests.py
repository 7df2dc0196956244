"""Which requests a judgement makes: facts and parts in groups, groups by sample."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.quoting import Sources
from pytest_rubric.evaluators.reference import reply
from pytest_rubric.evaluators.reference.contract import JudgementContract
from pytest_rubric.evaluators.reference.decisions import KeyFact
from pytest_rubric.evaluators.reference.parts import Group, PartId, groups
from pytest_rubric.evaluators.reference.prompt import PROMPT_VERSION, messages
from pytest_rubric.evaluators.requesting import RequestForm
from pytest_rubric.evaluators.subjects import material, prompt_language
from pytest_rubric.judging.protocol import ChatMessage, JudgeRequest


class Requests:
    """Makes the requests about one subject. All of them quote from the same indexed texts."""

    def __init__(self, subject: Subject, facts: Sequence[KeyFact], lang: str) -> None:
        self._settings = subject.settings
        self._form = RequestForm("reference", PROMPT_VERSION, subject.settings, subject.case.id, lang)
        self._facts = facts
        self._prompt_lang = prompt_language(subject.case)
        self._report_lang = lang
        self._material = material(subject)
        self._sources = Sources(self._material)
        self._groups = groups(subject.settings.strategy, tuple(fact.number for fact in facts))

    def first(self) -> list[JudgeRequest]:
        """The first round: every group in every sample. Feedback is asked for once, with the first
        sample, and never one call a part."""
        return [
            self._request(group, sample, feedback=len(self._groups) == 1 and sample == 0)
            for sample in range(self._settings.samples)
            for group in self._groups
        ]

    def extra(self, undecided: Collection[PartId]) -> list[JudgeRequest]:
        """The extra samples of the groups in which something is undecided, numbered on."""
        first = self._settings.samples
        return [
            self._request(group, sample, feedback=False)
            for sample in range(first, first + self._settings.extra_samples)
            for group in self._groups
            if any(id_ in undecided for id_ in group.ids)
        ]

    def _request(self, group: Group, sample: int, *, feedback: bool) -> JudgeRequest:
        """``feedback`` says whether this request asks for it, where the settings want it."""
        facts = [fact for fact in self._facts if fact.number in group.facts]

        def words(with_feedback: bool, report_lang: str) -> tuple[ChatMessage, ...]:
            return messages(
                self._material,
                facts,
                group.names,
                feedback=with_feedback,
                prompt_lang=self._prompt_lang,
                report_lang=report_lang,
            )

        contract = JudgementContract(
            group,
            facts,
            self._sources,
            prompt_lang=self._prompt_lang,
            report_lang=self._report_lang,
        )
        schema = partial(reply.schema, group.names)
        return self._form.request(words, schema, group.ids, contract, sample=sample, feedback=feedback)
