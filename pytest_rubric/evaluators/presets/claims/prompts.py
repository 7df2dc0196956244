"""The texts of this family by language."""

from __future__ import annotations

from pytest_rubric.evaluators.presets.claims import texts_en, texts_zh
from pytest_rubric.evaluators.presets.claims.texts import Texts


def texts(lang: str) -> Texts:
    """What the judges are told in one language: ``zh``, else English."""
    return texts_zh.TEXTS if lang == "zh" else texts_en.TEXTS
