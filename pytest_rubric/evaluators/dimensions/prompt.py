"""The prompt of the judge of dimensions.

Weights are not told: they are no business of the judge. How the words came about is told in
``docs/prompts.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pytest_rubric.evaluators.dimensions import texts_en, texts_zh
from pytest_rubric.evaluators.dimensions.texts import Complaints, Texts
from pytest_rubric.evaluators.prompts import entries_follow_up, entries_reply, numbers, request_messages
from pytest_rubric.judging.prompting import SECTIONS, Material, material_blocks
from pytest_rubric.judging.protocol import ChatMessage
from pytest_rubric.model import Dimension

KEY = "dimensions"
"""Under this key of a reply its entries stand."""

PROMPT_VERSION = "1"
"""Part of every stored exchange's key; raised when the texts change what a judge is told."""

_TEXTS: Mapping[str, Texts] = {"en": texts_en.TEXTS, "zh": texts_zh.TEXTS}


def complaints(prompt_lang: str) -> Complaints:
    """What a re-ask can say is wrong with an answer, in the language of the prompt."""
    return _TEXTS[prompt_lang].complaints


def messages(
    material: Material,
    dimensions: Sequence[Dimension],
    *,
    feedback: bool,
    prompt_lang: str,
    report_lang: str,
) -> tuple[ChatMessage, ...]:
    """The request for these dimensions, as they are numbered in the case.

    The system message depends on the three keywords alone. With ``feedback=True`` and
    ``report_lang="en"`` this is the canonical form that stored exchanges are found by.
    """
    texts = _TEXTS[prompt_lang]
    user = [
        *material_blocks(material, SECTIONS[prompt_lang]),
        "\n".join([texts.dimensions, *(_shown(dimension, texts) for dimension in dimensions)]),
        entries_reply(KEY, [dimension.id for dimension in dimensions], texts, feedback=feedback),
    ]
    return request_messages([texts.instructions], user, texts, feedback=feedback, report_lang=report_lang)


def follow_up(questions: Mapping[int, str], unreadable: str | None, *, prompt_lang: str) -> str:
    """The re-ask, in the language of the prompt."""
    return entries_follow_up(KEY, questions, unreadable, _TEXTS[prompt_lang])


def _shown(dimension: Dimension, texts: Texts) -> str:
    """One dimension: its name, what it means, and the levels that may be given."""
    lines = [f"{dimension.id}. " + dimension.name]
    if dimension.description:
        lines.append(_indented(dimension.description))
    allowed = numbers(dimension.allowed)
    # Where only some levels are described, these are all there are: no scale is told.
    scale = "" if len(dimension.levels) > 1 else f", {texts.scale.format(dimension.maximum)}"
    lines.append(f"   {texts.levels} {allowed}{scale}")
    lines += [_indented(f"{level.score}: " + level.description) for level in dimension.levels]
    return "\n".join(lines)


def _indented(text: str) -> str:
    return "   " + text.replace("\n", "\n   ")
