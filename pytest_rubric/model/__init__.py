"""The domain: frozen, public, without I/O. Everything else speaks in these terms."""

from __future__ import annotations

from pytest_rubric.model.case import (
    Case,
    CaseFile,
    CatalogEntry,
    Check,
    CriteriaRubric,
    Criterion,
    Dimension,
    DimensionsRubric,
    FreeTextRubric,
    InputMessage,
    Level,
    Location,
    MarkSpec,
    ModelSpec,
    NamedTarget,
    Overrides,
    Rubric,
    ScriptedTurn,
    TargetSpec,
    WeightedText,
)
from pytest_rubric.model.comparison import CompareSpec, Comparison, OrderResult
from pytest_rubric.model.custom import CustomEvaluator, CustomPoint
from pytest_rubric.model.gates import SuiteGates
from pytest_rubric.model.human import HumanLabels
from pytest_rubric.model.repeat import PassRule, Run, Runs
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
from pytest_rubric.model.subject import Output, OutputFile, TurnOutput

__all__ = [
    "Case",
    "CaseFile",
    "CaseSettings",
    "CatalogEntry",
    "Check",
    "CompareSpec",
    "Comparison",
    "CriteriaRubric",
    "Criterion",
    "CriterionResult",
    "CustomEvaluator",
    "CustomPoint",
    "Dimension",
    "DimensionsRubric",
    "Evaluation",
    "Feedback",
    "FeedbackItem",
    "FreeTextRubric",
    "HumanLabels",
    "InputMessage",
    "Level",
    "Location",
    "MarkSpec",
    "ModelSpec",
    "NamedTarget",
    "OrderResult",
    "Output",
    "OutputFile",
    "Overrides",
    "PassRule",
    "Point",
    "Quote",
    "Rubric",
    "Run",
    "Runs",
    "ScriptedTurn",
    "Settings",
    "State",
    "Status",
    "SuiteGates",
    "TargetSpec",
    "TurnOutput",
    "Usage",
    "Verdict",
    "WeightedText",
]
