"""Requests whose stored exchanges are found whatever the feedback and the language of the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pytest_rubric.judging.protocol import ChatMessage, Contract, Id, JudgeRequest
from pytest_rubric.model import CaseSettings

Messages = Callable[[bool, str], tuple[ChatMessage, ...]]
"""The messages with or without feedback, for a report in a language (``zh`` or ``en``)."""

Schema = Callable[[bool], Mapping[str, object]]
"""The reply's schema with or without feedback."""


@dataclass(frozen=True, slots=True)
class RequestForm:
    """What the requests of one evaluation have in common. ``report_lang`` is ``zh`` or ``en``."""

    evaluator: str
    prompt_version: str
    settings: CaseSettings
    label: str
    report_lang: str

    def request(
        self,
        messages: Messages,
        schema: Schema,
        ids: tuple[Id, ...],
        contract: Contract,
        *,
        sample: int,
        feedback: bool,
    ) -> JudgeRequest:
        """``feedback`` says whether this request asks for it in some mode; whether it does now is up
        to the settings. Both find the same stored exchange, as reports of both languages do."""
        asks = feedback and self.settings.feedback == "full"
        canonical = asks == feedback and self.report_lang == "en"
        return JudgeRequest(
            evaluator=self.evaluator,
            prompt_version=self.prompt_version,
            messages=messages(asks, self.report_lang),
            schema=schema(asks),
            ids=ids,
            contract=contract,
            canonical_messages=None if canonical else messages(feedback, "en"),
            canonical_schema=None if asks == feedback else schema(feedback),
            feedback="full" if asks else "none",
            sample=sample,
            timeout=self.settings.timeout,
            label=self.label,
        )
