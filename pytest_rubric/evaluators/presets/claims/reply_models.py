"""The replies of this family, as strict models. Evidence and reason stand before the decision."""

from __future__ import annotations

from typing import Literal

from pytest_rubric.evaluators.reply_models import StrictModel


class ClaimModel(StrictModel):
    id: int
    quote: str
    text: str
    needs_full_coverage: bool


class ClaimsModel(StrictModel):
    claims: list[ClaimModel]


class KeyPointModel(StrictModel):
    id: int
    quote: str
    text: str


class KeyPointsModel(StrictModel):
    key_points: list[KeyPointModel]


class ComparedClaimModel(StrictModel):
    id: int
    reason: str
    quote: str
    status: Literal["correct", "partially_correct", "wrong", "not_in_reference"]


class AccuracyModel(StrictModel):
    claims: list[ComparedClaimModel]


class CitationModel(StrictModel):
    step: str
    quote: str


class BackedClaimModel(StrictModel):
    id: int
    reason: str
    citations: list[CitationModel]
    status: Literal["supported", "contradicted", "not_covered"]


class FaithfulnessModel(StrictModel):
    claims: list[BackedClaimModel]


class CoverageModel(StrictModel):
    id: int
    reason: str
    quote: str
    coverage: Literal["covered", "partial", "missing", "wrong"]
    stage: Literal[
        "evidence_collection", "tool_usage", "reasoning", "final_answer", "model_or_environment", "unknown"
    ]
    steps: list[str]
    suggestion: str


class IssueModel(StrictModel):
    quote: str
    text: str
    kind: Literal["incorrect_fact", "extra_content", "verbosity", "format", "other"]
    severity: Literal["low", "medium", "high"]


class CompletionModel(StrictModel):
    key_points: list[CoverageModel]
    result_issues: list[IssueModel]
