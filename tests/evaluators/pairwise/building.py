"""Pairs, scripted replies and one comparison, for the tests of the pairwise evaluator.

The judge of these tests knows the outputs by their words, never by their place: it finds out which
one it is shown first as a model would, by reading.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pytest_rubric import ScriptedJudge
from pytest_rubric.evaluators.pairwise.evaluator import PairwiseEvaluator
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.model import Case, CaseSettings, CompareSpec, Evaluation, Output
from pytest_rubric.model.comparison import Expect, InlineSource, Side

GOOD = "The lift is out of order until Friday. Please take the stairs."
BAD = "Something is broken somewhere."
SETTINGS = CaseSettings(threshold=Fraction(60))


def pair(
    *,
    a: str | Output = GOOD,
    b: str | Output = BAD,
    expect: Expect | None = "A",
    settings: CaseSettings = SETTINGS,
    spec: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Subject:
    """A subject with an English case; ``spec`` are further fields of its comparison."""
    outputs = [text if isinstance(text, Output) else Output(text) for text in (a, b)]
    compare = CompareSpec(InlineSource("a"), InlineSource("b"), expect, **(spec or {}))
    case = replace(Case("lift", "The lift", input="What about the lift?", compare=compare), **fields)
    return Subject(case, outputs[0], settings, versus=outputs[1])


def reply(
    first: int = 5, second: int = 3, *, winner: object = "first", **fields: object
) -> dict[str, object]:
    """A reply with the same level throughout for each place."""
    return {
        "reason": "FIRST says what to do.",
        "quotes": [],
        "criteria": [
            {"id": number, "reason": f"reason {number}", "first": first, "second": second}
            for number in range(1, 7)
        ],
        "expectations": [],
        "winner": winner,
    } | fields


def shown_first(request: JudgeRequest, a: str = GOOD) -> Side:
    """Which output a request shows first."""
    text = request.messages[1].content
    return "A" if text.index(a) < text.index("[SECOND begins") else "B"


def consistent(request: JudgeRequest) -> dict[str, object]:
    """A judge that finds A better, wherever it stands."""
    return reply(5, 3) if shown_first(request) == "A" else reply(3, 5, winner="second")


def first_wins(request: JudgeRequest) -> dict[str, object]:
    """A judge that finds better whatever it is shown first."""
    return reply(5, 3)


def by_order(a_first: object, b_first: object) -> Callable[[JudgeRequest], Any]:
    """A judge with one reply for each order; an exception is raised."""
    return lambda request: a_first if shown_first(request) == "A" else b_first


def run(subject: Subject, judge: Judge) -> Evaluation:
    return asyncio.run(PairwiseEvaluator().evaluate(subject, judge))


def judged_by(
    subject: Subject, script: Callable[[JudgeRequest], Any] | Sequence[Any]
) -> tuple[Evaluation, ScriptedJudge]:
    """One comparison; replies are read and followed up as a model's are."""
    judge = ScriptedJudge(script)
    return run(subject, ReAskJudge(judge)), judge


def settings(**changes: Any) -> CaseSettings:
    return replace(SETTINGS, **changes)
