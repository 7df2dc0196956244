"""The preset evaluators, in families that share an engine where they really share one.

Each is imported when a case names it.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_rubric.evaluators.protocol import Evaluator

# Ids are permanent: they stand in node ids, in stored results and in baselines.
PRESETS: Mapping[str, str] = {
    "agent-task-completion": "claims.completion:AgentTaskCompletion",
    "agent-tool-selection": "trajectory.selection:ToolSelection",
    "agent-tool-utilization": "trajectory.utilization:ToolUtilization",
    "agent-trace-quality": "trajectory.quality:TraceQuality",
    "content-controversy": "content.presets:controversy",
    "content-gender-discrimination": "content.presets:gender_discrimination",
    "content-insensitivity": "content.presets:insensitivity",
    "creativity-expression": "creativity.preset:expression",
    "depth-result": "answers.depth:DepthResult",
    "fluency-text": "findings.fluency:FluencyText",
    "hallucination-text": "findings.hallucination:HallucinationText",
    "result-accuracy": "claims.accuracy:ResultAccuracy",
    "result-answer": "answers.quality:ResultAnswer",
    "result-faithfulness": "claims.faithfulness:ResultFaithfulness",
    "result-instruction": "answers.instruction:ResultInstruction",
    "text-ai-flavor": "text.presets:ai_flavor",
    "text-conciseness": "text.presets:conciseness",
    "text-format": "text.presets:form",
    "text-language-consistency": "text.presets:language_consistency",
}
"""Every preset by its id: ``module:maker`` in this package, a class or a function without arguments."""

ALIASES: Mapping[str, str] = {
    "trace-quality-evaluator": "agent-trace-quality",
    "preset-insensitivity": "content-insensitivity",
    "preset-controversy": "content-controversy",
    "preset-gender-discrimination": "content-gender-discrimination",
}
"""Other names, taken in case files; results always have the id. So has ``preset-`` before any id."""


def names() -> dict[str, str]:
    """The id for every name that a case file may use."""
    return {
        **{id_: id_ for id_ in PRESETS},
        **{f"preset-{id_}": id_ for id_ in PRESETS},
        **{alias: id_ for alias, id_ in ALIASES.items() if id_ in PRESETS},
    }


def make(id_: str) -> Evaluator:
    """The preset of this id. Raises ``KeyError`` where there is none."""
    from pytest_rubric.evaluators.presets.evaluator import PresetEvaluator

    module, _, name = PRESETS[id_].partition(":")
    found = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    return PresetEvaluator(found())
