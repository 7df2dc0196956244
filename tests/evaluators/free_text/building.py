"""Texts, scripted replies and one evaluation, for the tests of rubrics in prose."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pytest_rubric import ScriptedJudge
from pytest_rubric.evaluators.free_text.compiler import Outcome, compile_text
from pytest_rubric.evaluators.free_text.evaluator import FreeTextEvaluator
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.model import (
    Case,
    CaseSettings,
    CriteriaRubric,
    DimensionsRubric,
    Evaluation,
    FreeTextRubric,
    Output,
)

OUTPUT = "The lift is out of order until Friday. Please take the stairs, they are lit at night."
SETTINGS = CaseSettings(threshold=Fraction(60))
POINTS = "Grading: names the day [15 points]; is short. Minus 20 if it insults the reader."
WEIGHTS = "Tone (40%): is it kind? Friendly gets 40 points; cold gets 10 points. Facts (60%)"


def part(kind: str, words: str, number: object = None, statement: str = "") -> dict[str, object]:
    return {"kind": kind, "words": words, "statement": statement, "number": number}


def criterion(words: str, number: object = None, statement: str = "") -> dict[str, object]:
    return part("criterion", words, number, statement)


def dimension(words: str, number: object = None) -> dict[str, object]:
    return part("dimension", words, number)


def level(words: str, number: object = None) -> dict[str, object]:
    return part("level", words, number)


def other(words: str) -> dict[str, object]:
    return part("other", words)


PARTS_OF_POINTS = (
    other("Grading:"),
    criterion("names the day [15 points]", 15),
    criterion("is short"),
    criterion("Minus 20 if it insults the reader", -20, "Insults the reader"),
)
PARTS_OF_WEIGHTS = (
    dimension("Tone (40%): is it kind?", 40),
    level("Friendly gets 40 points", 40),
    level("cold gets 10 points", 10),
    dimension("Facts (60%)", 60),
)


def parts(*entries: Mapping[str, object]) -> dict[str, object]:
    return {"parts": list(entries)}


def compiled(text: str, *replies: Mapping[str, object] | str, lang: str = "en") -> Outcome:
    """What a script makes of a text; its replies are read and followed up as a model's are."""
    judge = ReAskJudge(ScriptedJudge(list(replies)))
    return asyncio.run(compile_text(text, judge, label="lift", timeout=60, lang=lang))


def criteria_of(outcome: Outcome) -> list[tuple[str, Fraction | int]]:
    assert isinstance(outcome.rubric, CriteriaRubric), outcome.error
    return [(each.text, each.points) for each in outcome.rubric.criteria]


def dimensions_of(outcome: Outcome) -> DimensionsRubric:
    assert isinstance(outcome.rubric, DimensionsRubric), outcome.error
    return outcome.rubric


def error_of(outcome: Outcome) -> str:
    assert outcome.rubric is None
    assert outcome.error is not None
    return str(outcome.error)


def subject(text: str, *, output: str = OUTPUT, **changes: object) -> Subject:
    case = Case("lift", "The lift", input="What about the lift?", rubric=FreeTextRubric(text))
    return Subject(case, Output(output), replace(SETTINGS, **changes))  # type: ignore[arg-type]


def judging(found: Sequence[Mapping[str, object]], decide: Callable[[JudgeRequest], object]) -> ScriptedJudge:
    """A judge that compiles a text into these parts, and decides what comes after by ``decide``."""

    def answer(request: JudgeRequest) -> dict[str, object]:
        if request.evaluator == "free_text":
            return parts(*found)
        reply = decide(request)
        assert isinstance(reply, dict)
        return reply

    return ScriptedJudge(answer)


def run(subject_: Subject, judge: Judge) -> Evaluation:
    return asyncio.run(FreeTextEvaluator().evaluate(subject_, ReAskJudge(judge)))


def numbered(request: JudgeRequest) -> list[tuple[int, str]]:
    """What a request asks about, as it is numbered in the prompt."""
    found = re.findall(r"^(\d+)\. (.+)$", request.messages[-1].content, re.MULTILINE)
    return [(int(number), text) for number, text in found]
