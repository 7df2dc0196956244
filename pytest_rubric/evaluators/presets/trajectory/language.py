"""The texts of the presets on the way by language: ``zh``, else English."""

from __future__ import annotations

from pytest_rubric.evaluators.presets.trajectory import texts_en, texts_zh
from pytest_rubric.evaluators.presets.trajectory.texts import (
    CommonTexts,
    QualityTexts,
    SelectionTexts,
    UtilizationTexts,
)


def common(lang: str) -> CommonTexts:
    """What all of them share."""
    return texts_zh.COMMON if lang == "zh" else texts_en.COMMON


def quality(lang: str) -> QualityTexts:
    """The texts of ``agent-trace-quality``."""
    return texts_zh.QUALITY if lang == "zh" else texts_en.QUALITY


def utilization(lang: str) -> UtilizationTexts:
    """The texts of ``agent-tool-utilization``."""
    return texts_zh.UTILIZATION if lang == "zh" else texts_en.UTILIZATION


def selection(lang: str) -> SelectionTexts:
    """The texts of ``agent-tool-selection``."""
    return texts_zh.SELECTION if lang == "zh" else texts_en.SELECTION
