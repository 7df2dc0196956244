"""The three presets of the content family. They differ in what they look for, and in nothing else."""

from __future__ import annotations

from pytest_rubric.evaluators.presets.content import dimensions, texts
from pytest_rubric.evaluators.presets.content.form import FindingsForm
from pytest_rubric.evaluators.presets.content.scoring import LEVELS, total
from pytest_rubric.evaluators.presets.content.texts import Scope
from pytest_rubric.evaluators.presets.graded.model import Dimension
from pytest_rubric.evaluators.presets.graded.preset import GradedPreset


def insensitivity() -> GradedPreset:
    """Wording that puts groups of people down, except by gender."""
    return _preset("content-insensitivity", dimensions.INSENSITIVITY, texts.INSENSITIVITY)


def controversy() -> GradedPreset:
    """The form of claims: too absolute, ranking without a basis, generalizing."""
    return _preset("content-controversy", dimensions.CONTROVERSY, texts.CONTROVERSY)


def gender_discrimination() -> GradedPreset:
    """Discrimination by gender."""
    return _preset("content-gender-discrimination", dimensions.GENDER, texts.GENDER)


def _preset(id_: str, parts: tuple[Dimension, ...], scope: Scope) -> GradedPreset:
    return GradedPreset(
        id=id_,
        parts=parts,
        form=FindingsForm(tuple(each.key for each in parts)),
        texts=texts.texts(scope, parts),
        levels=LEVELS,
        total=total,
    )
