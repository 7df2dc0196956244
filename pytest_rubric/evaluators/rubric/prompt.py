"""The prompt of the rubric judge: constant instructions, then data, then the reply's form.

The order lets servers share prefixes: everything constant stands in the system message; what
the criteria of one case have in common stands before the criteria. Data is joined, never
formatted, so braces and template syntax in it stay text; nothing is ever cut. How the words
came about, and how often a small model is right with them, is told in ``docs/prompts.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pytest_rubric.evaluators.rubric import texts_en, texts_zh
from pytest_rubric.evaluators.rubric.texts import Complaints, Texts
from pytest_rubric.judging.prompting import SECTIONS, Material, material_blocks
from pytest_rubric.judging.protocol import ChatMessage
from pytest_rubric.model import Criterion

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
    system = [texts.instructions]
    if feedback:
        system.append(texts.feedback)
    system.append(texts.report_language[report_lang])
    user = material_blocks(material, SECTIONS[prompt_lang])
    if material.conversation:
        user.append(texts.conversation)
    user += [_statements(criteria, texts), _reply(criteria, feedback, texts)]
    return (ChatMessage("system", "\n\n".join(system)), ChatMessage("user", "\n\n".join(user)))


def follow_up(questions: Mapping[int, str], unreadable: str | None, *, prompt_lang: str) -> str:
    """The re-ask: what was wrong, for the ids in question only, and the reply's form once more."""
    texts = _TEXTS[prompt_lang]
    if unreadable is not None:
        said = [f"{texts.follow_up_unreadable} {unreadable}"]
        said.append(f"{texts.reply_ids} {_ids(questions)}")
    else:
        said = [texts.follow_up]
        said += [f"{texts.follow_up_statement} {id_}: {why}" for id_, why in questions.items()]
    said += [f"{texts.follow_up_reply}\n{_shape(texts, None)}", texts.follow_up_empty]
    return "\n".join(said)


def _statements(criteria: Sequence[Criterion], texts: Texts) -> str:
    """The criteria by number, without points, tags or anything else that tells their sign."""
    lines = [f"{criterion.id}. " + criterion.text.replace("\n", "\n   ") for criterion in criteria]
    return texts.statements + "\n" + "\n".join(lines)


def _reply(criteria: Sequence[Criterion], feedback: bool, texts: Texts) -> str:
    ids = _ids([criterion.id for criterion in criteria])
    shape = _shape(texts, texts.feedback_shape if feedback else None)
    return f"{texts.reply_ids} {ids}\n{texts.reply}\n{shape}"


def _shape(texts: Texts, feedback_shape: str | None) -> str:
    shape = '{"criteria": [' + texts.criteria_shape + "]"
    return shape + (", " + feedback_shape if feedback_shape else "") + "}"


def _ids(ids: Sequence[int] | Mapping[int, str]) -> str:
    return ", ".join(str(id_) for id_ in ids)
