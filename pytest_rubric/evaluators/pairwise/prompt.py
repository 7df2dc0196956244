"""The prompt of the judge of a comparison.

How it came about, and how often a small model is right with it, is told in ``docs/comparison.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pytest_rubric.evaluators.pairwise import texts_en, texts_zh
from pytest_rubric.evaluators.pairwise.criteria import PARTS, Graded, Part
from pytest_rubric.evaluators.pairwise.parts import POSITIONS, Id, Position
from pytest_rubric.evaluators.pairwise.texts import Texts
from pytest_rubric.evaluators.prompts import numbers, request_messages
from pytest_rubric.judging.prompting import SECTIONS, Material, given_blocks, text_block
from pytest_rubric.judging.protocol import ChatMessage

PROMPT_VERSION = "1"
"""Part of every stored exchange's key; raised when the texts change what a judge is told."""

_TEXTS: Mapping[str, Texts] = {"en": texts_en.TEXTS, "zh": texts_zh.TEXTS}


def texts_for(prompt_lang: str) -> Texts:
    """What a judge is told in one language: ``en`` or ``zh``."""
    return _TEXTS[prompt_lang]


def messages(
    material: Material,
    outputs: Mapping[Position, str],
    criteria: Sequence[Graded],
    expectations: Sequence[str],
    *,
    feedback: bool,
    prompt_lang: str,
    report_lang: str,
) -> tuple[ChatMessage, ...]:
    """The request for one order. The system message depends on the three keywords alone; the
    material's own output and run log are not shown."""
    texts = _TEXTS[prompt_lang]
    sections = SECTIONS[prompt_lang]
    user = [
        *given_blocks(material, sections),
        *(text_block(texts.positions[position], outputs[position], sections) for position in POSITIONS),
        *(_part(part, criteria, texts) for part in PARTS),
        _expectations(expectations, texts),
        _reply(len(criteria), len(expectations), feedback, texts),
    ]
    return request_messages([texts.instructions], user, texts, feedback=feedback, report_lang=report_lang)


def follow_up(questions: Mapping[Id | str, str], unreadable: str | None, *, prompt_lang: str) -> str:
    """The re-ask: what was wrong, for the answers in question only, and the reply's form once more."""
    texts = _TEXTS[prompt_lang]
    if unreadable is not None:
        said = [f"{texts.follow_up_unreadable} {unreadable}"]
    else:
        said = [texts.follow_up]
        for why in dict.fromkeys(questions.values()):
            about = [_name(id_, texts) for id_, complaint in questions.items() if complaint == why]
            said.append(f"{'; '.join(about)}: {why}")
    said.append(f"{texts.follow_up_reply}\n{_shape(texts, feedback=False)}")
    if unreadable is None:
        said.append(texts.follow_up_only)
    return "\n".join(said)


def _name(id_: Id | str, texts: Texts) -> str:
    if not isinstance(id_, tuple):
        return texts.winner
    (kind, number), position = id_
    if kind == "criteria":
        return texts.criterion.format(number, position)
    return texts.expectation.format(number, position)


def _part(part: Part, criteria: Sequence[Graded], texts: Texts) -> str:
    numbered = enumerate(criteria, 1)
    lines = [_criterion(number, criterion, texts) for number, criterion in numbered if criterion.part == part]
    return texts.parts[part] + "\n" + "\n".join(lines)


def _criterion(number: int, criterion: Graded, texts: Texts) -> str:
    levels = [texts.level.format(level, _indented(what)) for level, what in sorted(criterion.levels.items())]
    return f"{number}. {criterion.name}" + (f": {texts.between_levels.join(levels)}" if levels else "")


def _expectations(expectations: Sequence[str], texts: Texts) -> str:
    if not expectations:
        return texts.no_expectations
    lines = [f"{number}. {_indented(text)}" for number, text in enumerate(expectations, 1)]
    return texts.expectations + "\n" + "\n".join(lines)


def _indented(text: str) -> str:
    return text.replace("\n", "\n   ")


def _reply(criteria: int, expectations: int, feedback: bool, texts: Texts) -> str:
    ids = texts.reply_ids.format(_counted(criteria), _counted(expectations) or texts.none)
    return f"{ids}\n{texts.reply}\n{_shape(texts, feedback)}"


def _counted(number: int) -> str:
    return numbers(range(1, number + 1))


def _shape(texts: Texts, feedback: bool) -> str:
    parts = [
        texts.reason_shape,
        f'"quotes": [{texts.quotes_shape}]',
        f'"criteria": [{texts.criteria_shape}]',
        f'"expectations": [{texts.expectations_shape}]',
    ]
    if feedback:
        parts.append(texts.feedback_shape)
    parts.append(texts.winner_shape)
    return "{" + ", ".join(parts) + "}"
