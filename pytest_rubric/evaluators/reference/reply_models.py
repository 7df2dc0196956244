"""The replies that the judge of a reference case is asked for, as strict models."""

from __future__ import annotations

from typing import Literal

from pytest_rubric.evaluators.reply_models import StrictModel, SuggestionModel, WeaknessModel


class KeyFactModel(StrictModel):
    id: int
    fact: str
    importance: Literal["core", "detail"]


class FactModel(StrictModel):
    id: int
    reason: str
    quote: str
    status: Literal["covered", "partial", "contradicted", "missing"]


class ClaimModel(StrictModel):
    id: int
    quote: str
    reason: str
    kind: Literal["wrong", "unsupported", "useful", "harmless"]


class FormatModel(StrictModel):
    reason: str
    grade: Literal["good", "fair", "poor"]


class RelevanceModel(StrictModel):
    reason: str
    related: bool


class KeyFactsReply(StrictModel):
    facts: list[KeyFactModel]


class FactsReply(StrictModel):
    facts: list[FactModel]


class ClaimsReply(StrictModel):
    claims: list[ClaimModel]


class FormReply(StrictModel):
    format: FormatModel
    relevance: RelevanceModel


class JudgementReply(StrictModel):
    facts: list[FactModel]
    claims: list[ClaimModel]
    format: FormatModel
    relevance: RelevanceModel


class FullReply(JudgementReply):
    weaknesses: list[WeaknessModel]
    suggestions: list[SuggestionModel]
