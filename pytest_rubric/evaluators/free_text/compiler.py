"""Compiling one text: asking, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_rubric.errors import JudgeError
from pytest_rubric.evaluators.asking import ask_all
from pytest_rubric.evaluators.free_text.contract import CompilingContract
from pytest_rubric.evaluators.free_text.remarks import remarks
from pytest_rubric.evaluators.free_text.requests import request
from pytest_rubric.judging.completion import capped
from pytest_rubric.judging.protocol import Judge
from pytest_rubric.model import CriteriaRubric, DimensionsRubric, Usage

_MOST_FAULTS = 6


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a text was made: a rubric with notes, or the error that kept it from being one; ``remedy`` says
    what to do about the text where it is to blame."""

    usage: Usage
    rubric: CriteriaRubric | DimensionsRubric | None = None
    notes: tuple[str, ...] = ()
    error: JudgeError | None = None
    remedy: str = ""


async def compile_text(text: str, judge: Judge, *, label: str, timeout: float, lang: str) -> Outcome:
    """Compile a text. ``lang`` is the language of notes and errors; nothing is raised for what a
    judge can't do."""
    asked = request(text, label=label, timeout=timeout)
    (exchange,) = await ask_all(judge, [asked])
    if exchange.reply is None:
        return Outcome(exchange.usage, error=exchange.error)
    reply, contract = exchange.reply, asked.contract
    assert isinstance(contract, CompilingContract)
    found = contract.compiled(reply.decisions, reply.questions)
    if found is not None and found.rubric is not None:
        return Outcome(exchange.usage, found.rubric, tuple(note.text(lang) for note in found.notes))
    faults = [fault.text(lang) for fault in found.faults] if found else list(reply.questions.values())
    words = remarks(lang)
    told = words.then.join(faults[:_MOST_FAULTS])
    if len(faults) > _MOST_FAULTS:
        told += f"{words.then}… (+{len(faults) - _MOST_FAULTS})"
    error = JudgeError(words.not_compiled.format(told), capped(reply.text))
    return Outcome(exchange.usage, error=error, remedy=words.what_to_do)
