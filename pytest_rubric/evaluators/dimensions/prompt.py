"""The prompt of the judge of dimensions: constant instructions, then data, then the reply's form.

The order lets servers share prefixes. Data is joined, never formatted, so braces and template
syntax in it stay text; nothing is ever cut. Weights are not told: they are no business of the
judge. How the words came about is told in ``docs/prompts.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pytest_rubric.evaluators.dimensions import texts_en, texts_zh
from pytest_rubric.evaluators.dimensions.texts import Complaints, Texts
from pytest_rubric.judging.prompting import SECTIONS, Material, material_blocks
from pytest_rubric.judging.protocol import ChatMessage
from pytest_rubric.model import Dimension

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
    system = [texts.instructions]
    if feedback:
        system.append(texts.feedback)
    system.append(texts.report_language[report_lang])
    user = [
        *material_blocks(material, SECTIONS[prompt_lang]),
        "\n".join([texts.dimensions, *(_shown(dimension, texts) for dimension in dimensions)]),
        _reply(dimensions, feedback, texts),
    ]
    return (ChatMessage("system", "\n\n".join(system)), ChatMessage("user", "\n\n".join(user)))


def follow_up(questions: Mapping[int, str], unreadable: str | None, *, prompt_lang: str) -> str:
    """The re-ask: what was wrong, for the ids in question only, and the reply's form once more."""
    texts = _TEXTS[prompt_lang]
    if unreadable is not None:
        said = [f"{texts.follow_up_unreadable} {unreadable}", f"{texts.reply_ids} {_ids(questions)}"]
    else:
        said = [texts.follow_up]
        said += [f"{texts.follow_up_dimension} {id_}: {why}" for id_, why in questions.items()]
    said += [f"{texts.follow_up_reply}\n{_shape(texts, None)}", texts.follow_up_empty]
    return "\n".join(said)


def _shown(dimension: Dimension, texts: Texts) -> str:
    """One dimension: its name, what it means, and the levels that may be given."""
    lines = [f"{dimension.id}. " + dimension.name]
    if dimension.description:
        lines.append(_indented(dimension.description))
    allowed = ", ".join(map(str, dimension.allowed))
    # Where only some levels are described, these are all there are: no scale is told.
    scale = "" if len(dimension.levels) > 1 else f", {texts.scale.format(dimension.maximum)}"
    lines.append(f"   {texts.levels} {allowed}{scale}")
    lines += [_indented(f"{level.score}: " + level.description) for level in dimension.levels]
    return "\n".join(lines)


def _indented(text: str) -> str:
    return "   " + text.replace("\n", "\n   ")


def _reply(dimensions: Sequence[Dimension], feedback: bool, texts: Texts) -> str:
    ids = _ids([dimension.id for dimension in dimensions])
    shape = _shape(texts, texts.feedback_shape if feedback else None)
    return f"{texts.reply_ids} {ids}\n{texts.reply}\n{shape}"


def _shape(texts: Texts, feedback_shape: str | None) -> str:
    shape = '{"dimensions": [' + texts.rating_shape + "]"
    return shape + (", " + feedback_shape if feedback_shape else "") + "}"


def _ids(ids: Sequence[int] | Mapping[int, str]) -> str:
    return ", ".join(str(id_) for id_ in ids)
