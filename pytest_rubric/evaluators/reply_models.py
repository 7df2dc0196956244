"""What the replies of several evaluators have in common, as strict models: the schemas' one source.

Reading is more lenient than this; a server that keeps to the schema writes exactly this. Every
property is required, and evidence stands before the decision: a model that decides first finds
reasons for what it said.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class StrictModel(BaseModel):
    """No unknown keys, no conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


class QuoteModel(StrictModel):
    source: Literal["output", "run_log", "reference", "input", "context"] = Field(alias="from")
    text: str


class StrengthModel(StrictModel):
    text: str
    quote: str
    beyond_reference: bool


class WeaknessModel(StrictModel):
    cause: Literal["prompt", "rubric", "testcase"]
    text: str
    quote: str


class SuggestionModel(StrictModel):
    aim: Literal["reasoning_steps", "output_structure", "edge_cases", "knowledge", "tool_use"]
    text: str
