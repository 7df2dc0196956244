"""The replies of the presets that list findings, as strict models: the schemas' one source.

Words that a judge chooses from are listed, so that a server that keeps to the schema can write no other.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pytest_rubric.evaluators.reply_models import StrictModel
from pytest_rubric.scoring.deductions import FLUENCY, HALLUCINATION

FluencyDimension = Annotated[str, Field(json_schema_extra={"enum": list(FLUENCY)})]
HallucinationType = Annotated[str, Field(json_schema_extra={"enum": list(HALLUCINATION)})]


class IssueModel(StrictModel):
    dimension: FluencyDimension
    quote: str
    reason: str
    suggestion: str
    severity: Literal["light", "moderate", "severe"]
    count: int


class FluencyReply(StrictModel):
    checked: list[FluencyDimension]
    issues: list[IssueModel]


class FindingModel(StrictModel):
    quote: str
    reason: str
    severity: Literal["none", "light", "severe"]


class TypeModel(StrictModel):
    type: HallucinationType
    findings: list[FindingModel]


class HallucinationReply(StrictModel):
    types: list[TypeModel]
    catastrophic: bool
    confidence: Literal["high", "medium", "low"]
