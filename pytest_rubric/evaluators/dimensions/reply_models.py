"""The reply that the judge of dimensions is asked for, as strict models."""

from __future__ import annotations

from typing import Literal

from pytest_rubric.evaluators.reply_models import (
    QuoteModel,
    StrengthModel,
    StrictModel,
    SuggestionModel,
    WeaknessModel,
)


class RatingModel(StrictModel):
    id: int
    basis: Literal["quote", "whole"]
    quotes: list[QuoteModel]
    justification: str
    level: int
    improvement: str


class RatingsReply(StrictModel):
    dimensions: list[RatingModel]


class FullReply(RatingsReply):
    strengths: list[StrengthModel]
    weaknesses: list[WeaknessModel]
    suggestions: list[SuggestionModel]
