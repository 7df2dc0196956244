"""The four presets of the text family. They share the shape of the answer, and differ in their formulas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pytest_rubric.evaluators.presets.graded.model import Dimension, Level, Total
from pytest_rubric.evaluators.presets.graded.preset import GradedPreset
from pytest_rubric.evaluators.presets.protocol import Need
from pytest_rubric.evaluators.presets.text import dimensions, texts
from pytest_rubric.evaluators.presets.text.form import SeverityForm
from pytest_rubric.evaluators.presets.text.scoring import LEVELS, MaxPlusShare, WeightedGeometricMean, kept

Formula = Callable[[Mapping[str, Level], str], Total]

CONCISENESS_WEIGHTS = {
    "expression_efficiency": Fraction("0.3"),
    "cliche_condensation": Fraction("0.2"),
    "main_focus": Fraction("0.3"),
    "information_completeness": Fraction("0.2"),
}


def ai_flavor() -> GradedPreset:
    """Formulas that make a text sound made by a machine."""
    return _preset("text-ai-flavor", dimensions.AI_FLAVOR, texts.AI_FLAVOR, kept, shows_query=True)


def form() -> GradedPreset:
    """Numbering, marks, lists, punctuation, layout."""
    formula = MaxPlusShare(frozenset({"numbering_continuity", "citation_mark_correctness"}))
    return _preset("text-format", dimensions.FORMAT, texts.FORMAT, formula)


def language_consistency() -> GradedPreset:
    """Whether the answer keeps to the language of the question."""
    formula = MaxPlusShare(frozenset({"primary_language_match"}))
    return _preset(
        "text-language-consistency",
        dimensions.LANGUAGE,
        texts.LANGUAGE,
        formula,
        needs=("query",),
        shows_query=True,
    )


def conciseness() -> GradedPreset:
    """Whether the answer is as short as the question allows, and no shorter."""
    formula = WeightedGeometricMean(CONCISENESS_WEIGHTS, guard="information_completeness", cap=Fraction(60))
    return _preset(
        "text-conciseness",
        dimensions.CONCISENESS,
        texts.CONCISENESS,
        formula,
        needs=("query",),
        shows_query=True,
    )


def _preset(
    id_: str,
    parts: tuple[Dimension, ...],
    scope: texts.Scope,
    formula: Formula,
    *,
    needs: Sequence[Need] = (),
    shows_query: bool = False,
) -> GradedPreset:
    return GradedPreset(
        id=id_,
        parts=parts,
        levels=LEVELS,
        form=SeverityForm(tuple(each.key for each in parts)),
        texts=texts.texts(scope, parts),
        total=formula,
        needs=needs,
        shows_query=shows_query,
    )
