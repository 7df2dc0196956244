"""The schemas of replies: a server that keeps to them can't write a word that nobody asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from pydantic import BaseModel

from pytest_rubric.evaluators.custom.reply_models import points_model
from pytest_rubric.evaluators.presets.answers import depth, instruction_questions, quality_questions
from pytest_rubric.evaluators.presets.claims import reply_models as claims
from pytest_rubric.evaluators.presets.findings import models as findings
from pytest_rubric.evaluators.presets.trajectory import models as trajectory
from pytest_rubric.judging.schemas import reply_schema

CHOSEN = {
    "basis", "confidence", "coverage", "dimension", "importance", "kind", "level", "need", "rating", "required",
    "severity", "stage", "status", "type", "verdict",
}  # fmt: skip
MODELS = [
    (claims.AccuracyModel, {"status"}),
    (claims.FaithfulnessModel, {"status"}),
    (claims.CompletionModel, {"coverage", "stage", "kind", "severity"}),
    (findings.FluencyReply, {"dimension", "severity"}),
    (findings.HallucinationReply, {"type", "severity", "confidence"}),
    (trajectory.QualityReply, {"coverage", "severity", "dimension", "level"}),
    (trajectory.UtilizationReply, {"need", "kind"}),
    (trajectory.SelectionReply, {"dimension", "severity", "verdict"}),
    (points_model(), {"basis", "status"}),
    (depth._needs_model(), {"dimension", "required"}),
    (depth._verdicts_model(), {"dimension", "verdict"}),
    (instruction_questions._constraints_model(), {"type"}),
    (instruction_questions._verdicts_model(), {"status"}),
    (quality_questions._needs_model(), {"importance"}),
    (quality_questions._coherence_model(), {"kind", "rating"}),
    (quality_questions._relevance_model(), {"verdict"}),
    (quality_questions._completeness_model(), {"verdict"}),
]


def choices(node: object) -> Iterator[str]:
    """The names of the properties whose words are listed, at any depth."""
    if isinstance(node, list):
        for item in node:
            yield from choices(item)
    elif isinstance(node, Mapping):
        for name, child in node.get("properties", {}).items():
            if "enum" in child:
                yield name
        for child in node.values():
            yield from choices(child)


@pytest.mark.parametrize(("model", "expected"), MODELS, ids=lambda each: getattr(each, "__name__", None))
def test_words_to_choose_from_are_listed(model: type[BaseModel], expected: set[str]) -> None:
    assert set(choices(reply_schema(model))) & CHOSEN == expected
