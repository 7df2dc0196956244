"""The prompt of the judge of a reference case: constant instructions, then data, then the reply's form.

What a request does not ask about is not mentioned in it. Data is joined, never formatted, and
nothing is ever cut. How the words came about is told in ``docs/prompts.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pytest_rubric.evaluators.reference import texts_en, texts_zh
from pytest_rubric.evaluators.reference.parts import ALL_PARTS, FACTS, EntryId
from pytest_rubric.evaluators.reference.texts import Complaints, Texts
from pytest_rubric.judging.prompting import SECTIONS, Material, material_blocks
from pytest_rubric.judging.protocol import ChatMessage, Id

PROMPT_VERSION = "1"
"""Part of every stored exchange's key; raised when the texts change what a judge is told."""

_TEXTS: Mapping[str, Texts] = {"en": texts_en.TEXTS, "zh": texts_zh.TEXTS}


def complaints(prompt_lang: str) -> Complaints:
    """What a re-ask can say is wrong, in the language of the prompt."""
    return _TEXTS[prompt_lang].complaints


def messages(
    material: Material,
    parts: Sequence[str],
    *,
    feedback: bool,
    prompt_lang: str,
    report_lang: str,
) -> tuple[ChatMessage, ...]:
    """The request for these parts.

    The system message depends on everything but the material. With ``feedback=True`` and
    ``report_lang="en"`` this is the canonical form that stored exchanges are found by.
    """
    texts = _TEXTS[prompt_lang]
    system = [texts.rules, *(texts.parts[part] for part in parts)]
    system.append(f"{texts.example}\n{_object(texts.examples[part] for part in parts)}")
    if feedback:
        system.append(texts.feedback)
    system.append(texts.report_language[report_lang])
    shapes = [texts.shapes[part] for part in parts]
    if feedback:
        shapes.append(texts.feedback_shape)
    user = [*material_blocks(material, SECTIONS[prompt_lang]), f"{texts.reply}\n{_object(shapes)}"]
    return (ChatMessage("system", "\n\n".join(system)), ChatMessage("user", "\n\n".join(user)))


def follow_up(questions: Mapping[Id, str], unreadable: str | None, *, prompt_lang: str) -> str:
    """The re-ask: what was wrong, for what is in question only, and its form once more."""
    texts = _TEXTS[prompt_lang]
    asked = {id_ if isinstance(id_, str) else id_[0] for id_ in questions}
    if unreadable is not None:
        said = [f"{texts.follow_up_unreadable} {unreadable}"]
    else:
        said = [texts.follow_up, *(f"{_named(id_, texts)}: {why}" for id_, why in questions.items())]
    shape = _object(texts.shapes[part] for part in ALL_PARTS if part in asked)
    return "\n".join([*said, f"{texts.follow_up_reply}\n{shape}"])


def _named(id_: str | EntryId, texts: Texts) -> str:
    if isinstance(id_, str):
        return id_
    part, number = id_
    return f"{texts.follow_up_fact if part == FACTS else texts.follow_up_claim} {number}"


def _object(members: Iterable[str]) -> str:
    return "{" + ", ".join(members) + "}"
