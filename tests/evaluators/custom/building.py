"""Definitions, replies and one evaluation, for the tests of custom evaluators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pytest_rubric.evaluators.custom.evaluator import CustomPromptEvaluator
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.model import CustomEvaluator, CustomPoint, Evaluation
from tests.evaluators.presets.building import Answer, Answers
from tests.evaluators.presets.building import evaluate as evaluated

OUTPUT = "Good morning. Your parcel is late because of snow. It comes on Friday."
PROMPT = "How does this reply treat the customer? {{actual_output}}"


def definition(*points: str | CustomPoint, prompt: str = PROMPT, **more: Any) -> CustomEvaluator:
    listed = tuple(CustomPoint(each) if isinstance(each, str) else each for each in points)
    return CustomEvaluator("manners", prompt, points=listed, **more)


def point(label: str, weight: str = "1", meant: str = "", *, na_allowed: bool = False) -> CustomPoint:
    return CustomPoint(label, Fraction(weight), meant, na_allowed)


def said(label: str, status: str, *quotes: str, **more: object) -> dict[str, object]:
    """One entry of a reply; a suggestion where one is needed."""
    entry: dict[str, object] = {
        "label": label,
        "reason": f"about {label}",
        "basis": "quote",
        "quotes": list(quotes),
        "steps": [],
        "suggestion": "Say it." if status in ("partial", "missing") else "",
        "status": status,
    }
    return entry | more


def reply(*entries: Mapping[str, object]) -> dict[str, object]:
    return {"points": list(entries)}


def evaluate(
    written: CustomEvaluator, subject: Subject, answer: Answer | Sequence[Answer]
) -> tuple[Evaluation, Answers]:
    return evaluated(CustomPromptEvaluator(written), subject, {written.id: answer})
