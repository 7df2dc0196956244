"""The evaluators that serve the kinds of ``Judge``, each imported when a case is of its kind.

A run of one kind imports a third of what all five need.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from pytest_rubric.evaluators.protocol import Evaluator

# Ids are permanent, as those of presets are; each of these is also the name of the kind that it serves.
BUILT_IN: Mapping[str, str] = {
    "rubric": "rubric.evaluator:RubricEvaluator",
    "reference": "reference.evaluator:ReferenceEvaluator",
    "dimensions": "dimensions.evaluator:DimensionsEvaluator",
    "free_text": "free_text.evaluator:FreeTextEvaluator",
    "pairwise": "pairwise.evaluator:PairwiseEvaluator",
}
"""Every one by its id and kind: ``module:class`` in :mod:`pytest_rubric.evaluators`."""


def make(id_: str) -> Evaluator:
    """The evaluator of this id. Raises ``KeyError`` where there is none."""
    module, _, name = BUILT_IN[id_].partition(":")
    found = getattr(importlib.import_module(f"pytest_rubric.evaluators.{module}"), name)
    return cast("Evaluator", found())
