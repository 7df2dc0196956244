"""Rubric evaluations as pytest assertions.

The public names are loaded when they are first used, so that the plugin costs nothing at start.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_rubric.errors import (
        BudgetSpent,
        CaseFileError,
        ConfigError,
        EvaluatorError,
        InvalidReply,
        JudgeCallFailed,
        JudgeError,
        JudgeRefused,
        JudgeUnavailable,
        MissingRecording,
        RubricError,
        RubricWarning,
        TargetError,
    )
    from pytest_rubric.evaluators.protocol import Evaluator, Subject
    from pytest_rubric.judging.protocol import (
        ChatMessage,
        CheckedReply,
        Contract,
        Judge,
        JudgeReply,
        JudgeRequest,
        Turn,
    )
    from pytest_rubric.judging.scripted import ScriptedJudge
    from pytest_rubric.model import Case, Criterion, CriterionResult, Evaluation, Output, Point, Usage
    from pytest_rubric.scoring.normalise import Normalised, NormalisedPoint, normalise

_HOMES = {
    "BudgetSpent": "errors",
    "CaseFileError": "errors",
    "ConfigError": "errors",
    "EvaluatorError": "errors",
    "InvalidReply": "errors",
    "JudgeCallFailed": "errors",
    "JudgeError": "errors",
    "JudgeRefused": "errors",
    "JudgeUnavailable": "errors",
    "MissingRecording": "errors",
    "RubricError": "errors",
    "RubricWarning": "errors",
    "TargetError": "errors",
    "Evaluator": "evaluators.protocol",
    "Subject": "evaluators.protocol",
    "ChatMessage": "judging.protocol",
    "CheckedReply": "judging.protocol",
    "Contract": "judging.protocol",
    "Judge": "judging.protocol",
    "JudgeReply": "judging.protocol",
    "JudgeRequest": "judging.protocol",
    "Turn": "judging.protocol",
    "ScriptedJudge": "judging.scripted",
    "Case": "model",
    "Criterion": "model",
    "CriterionResult": "model",
    "Evaluation": "model",
    "Output": "model",
    "Point": "model",
    "Usage": "model",
    "Normalised": "scoring.normalise",
    "NormalisedPoint": "scoring.normalise",
    "normalise": "scoring.normalise",
}

__all__ = [
    "BudgetSpent",
    "Case",
    "CaseFileError",
    "ChatMessage",
    "CheckedReply",
    "ConfigError",
    "Contract",
    "Criterion",
    "CriterionResult",
    "Evaluation",
    "Evaluator",
    "EvaluatorError",
    "InvalidReply",
    "Judge",
    "JudgeCallFailed",
    "JudgeError",
    "JudgeRefused",
    "JudgeReply",
    "JudgeRequest",
    "JudgeUnavailable",
    "MissingRecording",
    "Normalised",
    "NormalisedPoint",
    "Output",
    "Point",
    "RubricError",
    "RubricWarning",
    "ScriptedJudge",
    "Subject",
    "TargetError",
    "Turn",
    "Usage",
    "normalise",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
