"""What judges a case: one package a kind, and one registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_rubric.evaluators.protocol import Evaluator


def built_in() -> list[Evaluator]:
    """The evaluators that come with the package."""
    from pytest_rubric.evaluators.dimensions.evaluator import DimensionsEvaluator
    from pytest_rubric.evaluators.free_text.evaluator import FreeTextEvaluator
    from pytest_rubric.evaluators.pairwise.evaluator import PairwiseEvaluator
    from pytest_rubric.evaluators.reference.evaluator import ReferenceEvaluator
    from pytest_rubric.evaluators.rubric.evaluator import RubricEvaluator

    return [
        RubricEvaluator(),
        ReferenceEvaluator(),
        DimensionsEvaluator(),
        FreeTextEvaluator(),
        PairwiseEvaluator(),
    ]
