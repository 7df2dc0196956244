"""The reply that the rubric judge is asked for, as strict models."""

from __future__ import annotations

from typing import Literal

from pytest_rubric.evaluators.reply_models import (
    QuoteModel,
    StrengthModel,
    StrictModel,
    SuggestionModel,
    WeaknessModel,
)


class DecisionModel(StrictModel):
    id: int
    reason: str
    basis: Literal["quote", "whole"]
    quotes: list[QuoteModel]
    present: bool


class DecisionsReply(StrictModel):
    criteria: list[DecisionModel]


class FullReply(DecisionsReply):
    strengths: list[StrengthModel]
    weaknesses: list[WeaknessModel]
    suggestions: list[SuggestionModel]
