"""The prompts of a reference case: two requests.

The first shows the reference alone and asks for its key facts. The second shows the output and asks
what became of each. What a request does not ask about is not mentioned in it. How the words came about
is told in ``docs/prompts.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pytest_rubric.evaluators.prompts import request_messages
from pytest_rubric.evaluators.reference import texts_en, texts_zh
from pytest_rubric.evaluators.reference.decisions import KeyFact
from pytest_rubric.evaluators.reference.parts import ALL_PARTS, CLAIMS, FACTS, FORMAT, PartId
from pytest_rubric.evaluators.reference.texts import Complaints, Texts
from pytest_rubric.judging.prompting import SECTIONS, Material, material_blocks, text_block
from pytest_rubric.judging.protocol import ChatMessage, Id

PROMPT_VERSION = "1"
"""Part of every stored exchange's key; raised when the texts change what a judge is told."""

_TEXTS: Mapping[str, Texts] = {"en": texts_en.TEXTS, "zh": texts_zh.TEXTS}


def complaints(prompt_lang: str) -> Complaints:
    """What a re-ask can say is wrong, in the language of the prompt."""
    return _TEXTS[prompt_lang].complaints


def key_facts_messages(material: Material, *, prompt_lang: str) -> tuple[ChatMessage, ...]:
    """The request for the key facts: of the material only input and reference are shown."""
    texts, sections = _TEXTS[prompt_lang], SECTIONS[prompt_lang]
    bare = replace(material, context=None, reference=None, run_log=None, output="")
    *question, _ = material_blocks(bare, sections)
    blocks = [*question, text_block(sections.reference, material.reference or "", sections)]
    user = [*blocks, f"{texts.reply}\n{texts.key_facts_shape}"]
    return (ChatMessage("system", texts.key_facts), ChatMessage("user", "\n\n".join(user)))


def key_facts_follow_up(questions: Mapping[Id, str], unreadable: str | None, *, prompt_lang: str) -> str:
    """The re-ask about the list of key facts."""
    texts = _TEXTS[prompt_lang]
    return _follow_up(questions, unreadable, {}, texts.key_facts_shape, texts)


def messages(
    material: Material,
    facts: Sequence[KeyFact],
    names: Sequence[str],
    *,
    feedback: bool,
    prompt_lang: str,
    report_lang: str,
) -> tuple[ChatMessage, ...]:
    """The request for a judgement: about these facts and the parts by their keys in ``names``.

    The system message depends on everything but the material and the facts. With ``feedback=True``
    and ``report_lang="en"`` this is the canonical form that stored exchanges are found by.
    """
    texts = _TEXTS[prompt_lang]
    instructions = [texts.rules, *(texts.parts[name] for name in names)]
    example = [texts.example, *([texts.example_facts] if FACTS in names else [])]
    instructions.append("\n".join([*example, _object(texts.examples[name] for name in names)]))
    if not {CLAIMS, FORMAT} & set(names):
        # the facts say what is right; beside the whole reference its words are taken for the output's
        material = replace(material, reference=None)
    user = material_blocks(material, SECTIONS[prompt_lang])
    if facts:
        user.append("\n".join([texts.facts, *(_numbered(fact) for fact in facts)]))
    shapes = [texts.shapes[name] for name in names]
    if feedback:
        shapes.append(texts.feedback_shape)
    user.append(f"{texts.reply}\n{_object(shapes)}")
    return request_messages(instructions, user, texts, feedback=feedback, report_lang=report_lang)


def follow_up(
    questions: Mapping[Id, str],
    unreadable: str | None,
    facts: Mapping[int, KeyFact],
    *,
    prompt_lang: str,
) -> str:
    """The re-ask about a judgement: what was wrong, for what is in question only, and its form."""
    texts = _TEXTS[prompt_lang]
    asked = {_part(id_) for id_ in questions}
    shape = _object(texts.shapes[part] for part in ALL_PARTS if part in asked)
    return _follow_up(questions, unreadable, facts, shape, texts)


def _follow_up(
    questions: Mapping[Id, str],
    unreadable: str | None,
    facts: Mapping[int, KeyFact],
    shape: str,
    texts: Texts,
) -> str:
    if unreadable is not None:
        said = [f"{texts.follow_up_unreadable} {unreadable}"]
    else:
        said = [texts.follow_up, *(f"{_named(id_, facts, texts)}: {why}" for id_, why in questions.items())]
    return "\n".join([*said, f"{texts.follow_up_reply}\n{shape}"])


def _part(id_: PartId) -> str:
    return id_ if isinstance(id_, str) else id_[0]


def _named(id_: PartId, facts: Mapping[int, KeyFact], texts: Texts) -> str:
    if isinstance(id_, str):
        return id_
    part, number = id_
    if part == CLAIMS:
        return f"{texts.follow_up_claim} {number}"
    return (
        f"{texts.follow_up_fact} {_numbered(facts[number])}" if facts else f"{texts.follow_up_fact} {number}"
    )


def _numbered(fact: KeyFact) -> str:
    """A fact by its number; on one line, so that no fact can look like two."""
    return f"{fact.number}. {' '.join(fact.words.split())}"


def _object(members: Iterable[str]) -> str:
    return "{" + ", ".join(members) + "}"
