"""The reply that the judge of a comparison is asked for, as strict models."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pytest_rubric.evaluators.reply_models import StrictModel


class SidedQuote(StrictModel):
    position: Literal["first", "second"] = Field(alias="from")
    text: str


class GradeModel(StrictModel):
    id: int
    reason: str
    first: Literal[1, 2, 3, 4, 5]
    second: Literal[1, 2, 3, 4, 5]


class ExpectationModel(StrictModel):
    id: int
    reason: str
    basis: Literal["quote", "whole"]
    quotes: list[SidedQuote]
    first: bool
    second: bool


class RemarkModel(StrictModel):
    of: Literal["first", "second"]
    text: str
    quote: str


class DecisionsReply(StrictModel):
    reason: str
    quotes: list[SidedQuote]
    criteria: list[GradeModel]
    expectations: list[ExpectationModel]
    winner: Literal["first", "second", "tie"]


class FullReply(StrictModel):
    reason: str
    quotes: list[SidedQuote]
    criteria: list[GradeModel]
    expectations: list[ExpectationModel]
    strengths: list[RemarkModel]
    weaknesses: list[RemarkModel]
    winner: Literal["first", "second", "tie"]
