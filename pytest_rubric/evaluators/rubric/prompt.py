"""The prompt of the rubric judge: constant instructions, then data, then the reply's form.

The order lets servers share prefixes: everything constant stands in the system message; what
the criteria of one case have in common stands before the criteria. Data is joined, never
formatted, so braces and template syntax in it stay text; nothing is ever cut. How the words
came about, and how often a small model is right with them, is told in ``docs/prompts.md``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pytest_rubric.evaluators.rubric import texts_en, texts_zh
from pytest_rubric.evaluators.rubric.texts import Complaints, Texts
from pytest_rubric.judging.protocol import ChatMessage
from pytest_rubric.model import Case, Criterion, InputMessage
from pytest_rubric.model.text import language_of

PROMPT_VERSION = "1"
"""Part of every stored exchange's key; raised when the texts change what a judge is told."""

_TEXTS: Mapping[str, Texts] = {"en": texts_en.TEXTS, "zh": texts_zh.TEXTS}


@dataclass(frozen=True, slots=True)
class Material:
    """The texts that a judge is shown. ``run_log`` is already rendered as text.

    What is ``None`` or blank is left out of the prompt.
    """

    input: str | tuple[InputMessage, ...] | None
    context: str | None
    reference: str | None
    run_log: str | None
    output: str


def prompt_language(case: Case) -> str:
    """``zh`` or ``en``: the language in which the case itself is written."""
    said = [criterion.text for criterion in case.criteria]
    if case.input is not None:
        said.append(input_text(case.input))
    return language_of("\n".join(said))


def input_text(value: str | tuple[InputMessage, ...]) -> str:
    """An input as plain text: the contents of its turns, a blank line between them."""
    if isinstance(value, str):
        return value
    return "\n\n".join(message.content for message in value)


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
    user = [*_material(material, texts), _statements(criteria, texts), _reply(criteria, feedback, texts)]
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


def _material(material: Material, texts: Texts) -> list[str]:
    names = texts.sections
    blocks = []
    if isinstance(material.input, tuple):
        if material.input:
            blocks.append(_chat(names.input, material.input, texts))
    elif material.input and material.input.strip():
        blocks.append(_block(names.input, material.input, texts))
    for name, text in (
        (names.context, material.context),
        (names.reference, material.reference),
        (names.run_log, material.run_log),
    ):
        if text and text.strip():
            blocks.append(_block(name, text, texts))
    blocks.append(_block(names.output, material.output, texts))
    return blocks


def _block(name: str, text: str, texts: Texts, mark: str | None = None) -> str:
    """``text`` between two lines that it can't contain."""
    mark = mark or _mark(text)
    return f"[{name} {texts.sections.begins} #{mark}]\n{text}\n[{name} {texts.sections.ends} #{mark}]"


def _mark(text: str) -> str:
    """Eight hex digits that do not occur in ``text`` and depend on nothing else.

    Whoever writes the text can't know its mark beforehand; should one hit it all the same, the
    next is taken. A random mark would make every request new to the stored exchanges.
    """
    folded = text.casefold()
    attempt = 0
    while True:
        mark = hashlib.sha256(f"{attempt}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()[:8]
        if mark not in folded:
            return mark
        attempt += 1


def _chat(name: str, turns: Sequence[InputMessage], texts: Texts) -> str:
    """A chat as turns; the line above each turn has the block's mark, so that no turn can fake one."""
    mark = _mark("\n".join(f"{turn.role}\n{turn.content}" for turn in turns))
    shown = [
        f"[{texts.sections.turn} {number} {' '.join(turn.role.split())} #{mark}]\n{turn.content}"
        for number, turn in enumerate(turns, 1)
    ]
    return _block(name, "\n".join(shown), texts, mark)


def _statements(criteria: Sequence[Criterion], texts: Texts) -> str:
    """The criteria by number, without points, tags or anything else that tells their sign."""
    lines = [f"{criterion.id}. " + criterion.text.replace("\n", "\n   ") for criterion in criteria]
    return texts.sections.statements + "\n" + "\n".join(lines)


def _reply(criteria: Sequence[Criterion], feedback: bool, texts: Texts) -> str:
    ids = _ids([criterion.id for criterion in criteria])
    shape = _shape(texts, texts.feedback_shape if feedback else None)
    return f"{texts.reply_ids} {ids}\n{texts.reply}\n{shape}"


def _shape(texts: Texts, feedback_shape: str | None) -> str:
    shape = '{"criteria": [' + texts.criteria_shape + "]"
    return shape + (", " + feedback_shape if feedback_shape else "") + "}"


def _ids(ids: Sequence[int] | Mapping[int, str]) -> str:
    return ", ".join(str(id_) for id_ in ids)
