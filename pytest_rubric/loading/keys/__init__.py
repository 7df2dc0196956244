"""The keys of the file format: tables that the loader, the JSON Schema and the docs go by.

One module for each part of a case: what it is (``case``), what is judged (``judge``, ``compare``,
``evaluators``), and where outputs come from (``outputs``).
"""

from __future__ import annotations

from pytest_rubric.loading.key_table import KeyTable
from pytest_rubric.loading.keys.case import (
    CASE_KEYS,
    EVIDENCE,
    FEEDBACK,
    FILE_KEYS,
    LANGUAGES,
    MESSAGE_KEYS,
    STRATEGIES,
)
from pytest_rubric.loading.keys.compare import (
    COMPARE_CRITERIA_KEYS,
    COMPARE_KEYS,
    COMPARED_KEYS,
    EXPECT,
    GRADED_KEYS,
)
from pytest_rubric.loading.keys.evaluators import (
    CATALOG_KEYS,
    CATALOG_KINDS,
    CATEGORIES,
    CUSTOM_KEYS,
    EVALUATOR_FILE_KEYS,
    EVALUATOR_KEYS,
    HUMAN_KEYS,
    LABELS,
    POINT_KEYS,
    WEIGHTED_KEYS,
)
from pytest_rubric.loading.keys.judge import (
    CHECK_KEYS,
    COUNT_KEYS,
    CRITERION_KEYS,
    DIMENSION_KEYS,
    DIMENSION_SCALE_KEYS,
    DIMENSIONS_KEYS,
    JUDGE_KEYS,
    LEVEL_KEYS,
    MOST_POINTS,
    SCALES,
    TOOL_ARGUMENTS_KEYS,
    TOOL_CALLED_KEYS,
)
from pytest_rubric.loading.keys.outputs import NAMED_TARGET_KEYS, TARGET_KEYS, TURN_KEYS

__all__ = [
    "CASE_KEYS",
    "CATALOG_KEYS",
    "CATALOG_KINDS",
    "CATEGORIES",
    "CHECK_KEYS",
    "COMPARED_KEYS",
    "COMPARE_CRITERIA_KEYS",
    "COMPARE_KEYS",
    "COUNT_KEYS",
    "CRITERION_KEYS",
    "CUSTOM_KEYS",
    "DIMENSIONS_KEYS",
    "DIMENSION_KEYS",
    "DIMENSION_SCALE_KEYS",
    "EVALUATOR_FILE_KEYS",
    "EVALUATOR_KEYS",
    "EVIDENCE",
    "EXPECT",
    "FEEDBACK",
    "FILE_KEYS",
    "GRADED_KEYS",
    "HUMAN_KEYS",
    "JUDGE_KEYS",
    "LABELS",
    "LANGUAGES",
    "LEVEL_KEYS",
    "MESSAGE_KEYS",
    "MOST_POINTS",
    "NAMED_TARGET_KEYS",
    "POINT_KEYS",
    "SCALES",
    "STRATEGIES",
    "TABLES",
    "TARGET_KEYS",
    "TOOL_ARGUMENTS_KEYS",
    "TOOL_CALLED_KEYS",
    "TURN_KEYS",
    "WEIGHTED_KEYS",
]

TABLES: tuple[KeyTable, ...] = (
    FILE_KEYS,
    CASE_KEYS,
    JUDGE_KEYS,
    CRITERION_KEYS,
    DIMENSIONS_KEYS,
    DIMENSION_SCALE_KEYS,
    DIMENSION_KEYS,
    LEVEL_KEYS,
    CHECK_KEYS,
    COUNT_KEYS,
    TOOL_CALLED_KEYS,
    TOOL_ARGUMENTS_KEYS,
    TARGET_KEYS,
    TURN_KEYS,
    NAMED_TARGET_KEYS,
    EVALUATOR_KEYS,
    POINT_KEYS,
    CATALOG_KEYS,
    WEIGHTED_KEYS,
    HUMAN_KEYS,
    COMPARE_KEYS,
    COMPARED_KEYS,
    COMPARE_CRITERIA_KEYS,
    GRADED_KEYS,
    MESSAGE_KEYS,
)
"""Every table."""
