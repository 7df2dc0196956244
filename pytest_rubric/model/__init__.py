"""The domain: frozen, public, without I/O. Everything else speaks in these terms."""

from __future__ import annotations

from pytest_rubric.model.case import (
    Case,
    CaseFile,
    Check,
    CriteriaRubric,
    Criterion,
    DimensionsRubric,
    FreeTextRubric,
    InputMessage,
    Location,
    MarkSpec,
    ModelSpec,
    NamedTarget,
    Overrides,
    Rubric,
    ScriptedTurn,
    TargetSpec,
)
from pytest_rubric.model.result import (
    CriterionResult,
    Evaluation,
    Feedback,
    FeedbackItem,
    Point,
    Quote,
    State,
    Status,
    Usage,
    Verdict,
)
from pytest_rubric.model.settings import CaseSettings, Settings
from pytest_rubric.model.subject import Output, TurnOutput

__all__ = [
    "Case",
    "CaseFile",
    "CaseSettings",
    "Check",
    "CriteriaRubric",
    "Criterion",
    "CriterionResult",
    "DimensionsRubric",
    "Evaluation",
    "Feedback",
    "FeedbackItem",
    "FreeTextRubric",
    "InputMessage",
    "Location",
    "MarkSpec",
    "ModelSpec",
    "NamedTarget",
    "Output",
    "Overrides",
    "Point",
    "Quote",
    "Rubric",
    "ScriptedTurn",
    "Settings",
    "State",
    "Status",
    "TargetSpec",
    "TurnOutput",
    "Usage",
    "Verdict",
]
