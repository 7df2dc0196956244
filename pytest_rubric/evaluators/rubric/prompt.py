"""The prompt of the rubric judge.

What the criteria of one case have in common stands before the criteria, so that servers share it. How the
words came about, and how often a small model is right with them, is told in ``docs/prompts.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pytest_rubric.evaluators.prompts import entries_follow_up, entries_reply, request_messages
from pytest_rubric.evaluators.rubric import texts_en, texts_zh
from pytest_rubric.evaluators.rubric.texts import Complaints, Texts
from pytest_rubric.judging.prompting import SECTIONS, Material, material_blocks
from pytest_rubric.judging.protocol import ChatMessage
from pytest_rubric.model import Criterion

KEY = "criteria"
"""Under this key of a reply its entries stand."""

PROMPT_VERSION = "1"
"""Part of every stored exchange's key; raised when the texts change what a judge is told."""

_TEXTS: Mapping[str, Texts] = {"en": texts_en.TEXTS, "zh": texts_zh.TEXTS}


def complaints(prompt_lang: str) -> Complaints:
    """What a re-ask can say is wrong with an answer, in the language of the prompt."""
    return _TEXTS[prompt_lang].complaints


def messages(
    material: Material,
    criteria: Sequence[Criterion],
    *,
    feedback: bool,
    prompt_lang: str,
    report_lang: str,
) -> tuple[ChatMessage, ...]:
    """The request for these criteria, as they are numbered in the case.

    The system message depends on the three keywords alone. With ``feedback=True`` and
    ``report_lang="en"`` this is the canonical form that stored exchanges are found by.
    """
    texts = _TEXTS[prompt_lang]
    user = material_blocks(material, SECTIONS[prompt_lang])
    if material.conversation:
        user.append(texts.conversation)
    ids = [criterion.id for criterion in criteria]
    user += [_statements(criteria, texts), entries_reply(KEY, ids, texts, feedback=feedback)]
    return request_messages([texts.instructions], user, texts, feedback=feedback, report_lang=report_lang)


def follow_up(questions: Mapping[int, str], unreadable: str | None, *, prompt_lang: str) -> str:
    """The re-ask, in the language of the prompt."""
    return entries_follow_up(KEY, questions, unreadable, _TEXTS[prompt_lang])


def _statements(criteria: Sequence[Criterion], texts: Texts) -> str:
    """The criteria by number, without points, tags or anything else that tells their sign."""
    lines = [f"{criterion.id}. " + criterion.text.replace("\n", "\n   ") for criterion in criteria]
    return texts.statements + "\n" + "\n".join(lines)
