"""The texts of a case in the prompts of all evaluators, set apart from the instructions.

Data is joined, never formatted, so braces and template syntax in it stay text; nothing is ever cut.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pytest_rubric.model import InputMessage


@dataclass(frozen=True, slots=True)
class Material:
    """The texts that a judge is shown. ``run_log`` is already rendered as text.

    What is ``None`` or blank is left out of the prompt; the output never is. ``conversation`` is
    shown in place of the output where that is a whole conversation; ``output`` then has what the
    assistant said in it, which alone can be quoted as the output.
    """

    input: str | tuple[InputMessage, ...] | None
    context: str | None
    reference: str | None
    run_log: str | None
    output: str
    conversation: tuple[InputMessage, ...] = ()


@dataclass(frozen=True, slots=True)
class Sections:
    """The names of the blocks of a prompt. Each holds the name used in ``from`` of a quote."""

    input: str
    context: str
    reference: str
    run_log: str
    output: str
    turn: str
    begins: str
    ends: str


SECTIONS: Mapping[str, Sections] = {
    "en": Sections(
        input="INPUT",
        context="CONTEXT",
        reference="REFERENCE",
        run_log="RUN_LOG",
        output="OUTPUT",
        turn="turn",
        begins="begins",
        ends="ends",
    ),
    "zh": Sections(
        input="输入 input",
        context="背景资料 context",
        reference="参考 reference",
        run_log="运行日志 run_log",
        output="输出 output",
        turn="第",
        begins="开始",
        ends="结束",
    ),
}
"""By language of the prompt, ``en`` or ``zh``."""


def input_text(value: str | tuple[InputMessage, ...]) -> str:
    """An input as plain text: the contents of its turns, a blank line between them."""
    if isinstance(value, str):
        return value
    return "\n\n".join(message.content for message in value)


def quoted(text: str) -> str:
    """``text`` as a JSON string: on one line, and never mistaken for words of ours."""
    return json.dumps(text, ensure_ascii=False)


def material_blocks(material: Material, sections: Sections) -> list[str]:
    """The texts of a case as blocks, in the order that lets servers share prefixes: the output last."""
    blocks = given_blocks(material, sections)
    if material.conversation:
        blocks.append(chat_block(sections.output, material.conversation, sections))
    else:
        blocks.append(text_block(sections.output, material.output, sections))
    return blocks


def given_blocks(material: Material, sections: Sections) -> list[str]:
    """The blocks of :func:`material_blocks` without the output."""
    blocks = []
    if isinstance(material.input, tuple):
        if material.input:
            blocks.append(chat_block(sections.input, material.input, sections))
    elif material.input and material.input.strip():
        blocks.append(text_block(sections.input, material.input, sections))
    for name, text in (
        (sections.context, material.context),
        (sections.reference, material.reference),
        (sections.run_log, material.run_log),
    ):
        if text and text.strip():
            blocks.append(text_block(name, text, sections))
    return blocks


def text_block(name: str, text: str, sections: Sections, mark: str | None = None) -> str:
    """``text`` between two lines that it can't contain."""
    mark = mark or _mark(text)
    return f"[{name} {sections.begins} #{mark}]\n{text}\n[{name} {sections.ends} #{mark}]"


def chat_block(name: str, turns: Sequence[InputMessage], sections: Sections) -> str:
    """A chat as turns; the line above each turn has the block's mark, so that no turn can fake one."""
    mark = _mark("\n".join(f"{turn.role}\n{turn.content}" for turn in turns))
    shown = [
        f"[{sections.turn} {number} {' '.join(turn.role.split())} #{mark}]\n{turn.content}"
        for number, turn in enumerate(turns, 1)
    ]
    return text_block(name, "\n".join(shown), sections, mark)


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
