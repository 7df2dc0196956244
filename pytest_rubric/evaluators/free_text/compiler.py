"""Compiling one text: asking, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_rubric.errors import JudgeError
from pytest_rubric.evaluators.asking import ask_all
from pytest_rubric.evaluators.free_text.compiling import Compiled
from pytest_rubric.evaluators.free_text.contract import PARTS_ID, CompilingContract
from pytest_rubric.evaluators.free_text.remarks import remarks
from pytest_rubric.evaluators.free_text.requests import request
from pytest_rubric.judging.completion import capped
from pytest_rubric.judging.protocol import Judge
from pytest_rubric.model import CriteriaRubric, DimensionsRubric, Usage

_MOST_FAULTS = 6


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a text was made: a rubric with notes, or the error that kept it from being one."""

    usage: Usage
    rubric: CriteriaRubric | DimensionsRubric | None = None
    notes: tuple[str, ...] = ()
    error: JudgeError | None = None


async def compile_text(text: str, judge: Judge, *, label: str, timeout: float, lang: str) -> Outcome:
    """Compile a text. ``lang`` is the language of notes and errors; nothing is raised for what a
    judge can't do."""
    asked = request(text, label=label, timeout=timeout)
    (exchange,) = await ask_all(judge, [asked])
    if exchange.reply is None:
        return Outcome(exchange.usage, error=exchange.error)
    found = exchange.reply.decisions.get(PARTS_ID)
    if isinstance(found, Compiled) and found.rubric is not None:
        return Outcome(exchange.usage, found.rubric, tuple(note.text(lang) for note in found.notes))
    complaint = exchange.reply.questions.get(PARTS_ID, "")
    assert isinstance(asked.contract, CompilingContract)
    faults = [fault.text(lang) for fault in asked.contract.faults(complaint)] or [complaint]
    words = remarks(lang)
    told = words.then.join(faults[:_MOST_FAULTS])
    if len(faults) > _MOST_FAULTS:
        told += f"{words.then}… (+{len(faults) - _MOST_FAULTS})"
    message = f"{words.not_compiled.format(told)}{words.then}{words.what_to_do}"
    return Outcome(exchange.usage, error=JudgeError(message, capped(exchange.reply.text)))
