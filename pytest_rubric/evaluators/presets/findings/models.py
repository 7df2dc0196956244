"""The replies of the presets that list findings, as strict models: the schemas' one source."""

from __future__ import annotations

from pytest_rubric.evaluators.reply_models import StrictModel


class IssueModel(StrictModel):
    dimension: str
    quote: str
    reason: str
    suggestion: str
    severity: str
    count: int


class FluencyReply(StrictModel):
    checked: list[str]
    issues: list[IssueModel]


class FindingModel(StrictModel):
    type: str
    quote: str
    reason: str
    severity: str


class HallucinationReply(StrictModel):
    checked: list[str]
    findings: list[FindingModel]
    catastrophic: bool
    confidence: str
