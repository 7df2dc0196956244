"""The replies of the presets on the way, as strict models: their schemas' one source."""

from __future__ import annotations

from typing import Literal

from pytest_rubric.evaluators.reply_models import StrictModel


class ActionModel(StrictModel):
    id: int
    reason: str
    steps: list[str]
    coverage: Literal["covered", "partial", "missing", "not_applicable"]
    severity: Literal["none", "low", "medium", "high"]
    suggestion: str


class PathModel(StrictModel):
    dimension: Literal["tool_choice", "redundancy"]
    reason: str
    steps: list[str]
    level: Literal["1.0", "0.5", "0.0"]
    suggestion: str


class QualityReply(StrictModel):
    actions: list[ActionModel]
    path: list[PathModel]


class NeedModel(StrictModel):
    id: int
    reason: str
    need: Literal["required", "optional", "irrelevant"]
    idle_reason: str


class WasteModel(StrictModel):
    step: str
    reason: str
    kind: Literal["redundant", "ineffective"]
    suggestion: str


class UtilizationReply(StrictModel):
    entries: list[NeedModel]
    findings: list[WasteModel]


class IssueModel(StrictModel):
    code: Literal[
        "missing_required_tool",
        "wrong_core_tool",
        "irrelevant_call",
        "redundant_call",
        "hallucinated_critical_argument",
        "invalid_argument",
        "ignored_key_result",
        "dependency_order_violation",
        "other",
    ]
    dimension: Literal[
        "tool_necessity", "tool_match", "parameter_validity", "result_utilization", "call_order"
    ]
    tool: str
    step: str
    reason: str
    severity: Literal["low", "medium", "high"]
    suggestion: str


class VerdictModel(StrictModel):
    dimension: Literal[
        "tool_necessity", "tool_match", "parameter_validity", "result_utilization", "call_order"
    ]
    reason: str
    verdict: Literal["met", "partial", "missing"]
    suggestion: str


class SelectionReply(StrictModel):
    issues: list[IssueModel]
    dimensions: list[VerdictModel]
