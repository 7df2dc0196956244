"""The reply that is asked for, as strict models: the schema's one source.

Reading is more lenient than this (see the evaluator); a server that keeps to the schema
writes exactly this. Every property is required, and evidence stands before the decision: a
model that decides first finds reasons for what it said.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class QuoteModel(_Strict):
    source: Literal["output", "run_log", "reference", "input", "context"] = Field(alias="from")
    text: str


class DecisionModel(_Strict):
    id: int
    reason: str
    basis: Literal["quote", "whole"]
    quotes: list[QuoteModel]
    present: bool


class StrengthModel(_Strict):
    text: str
    quote: str
    beyond_reference: bool


class WeaknessModel(_Strict):
    cause: Literal["prompt", "rubric", "testcase"]
    text: str
    quote: str


class SuggestionModel(_Strict):
    aim: Literal["reasoning_steps", "output_structure", "edge_cases", "knowledge", "tool_use"]
    text: str


class DecisionsReply(_Strict):
    criteria: list[DecisionModel]


class FullReply(DecisionsReply):
    strengths: list[StrengthModel]
    weaknesses: list[WeaknessModel]
    suggestions: list[SuggestionModel]
