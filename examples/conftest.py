"""Registers the evaluators of `own_evaluators/`: the hook belongs into the root directory."""

from __future__ import annotations

from own_evaluators.evaluators import FewMessages, ShortSentences

from pytest_rubric.evaluators.registry import EvaluatorRegistry


def pytest_rubric_register_evaluators(registry: EvaluatorRegistry) -> None:
    registry.register(ShortSentences())
    registry.register(FewMessages())
