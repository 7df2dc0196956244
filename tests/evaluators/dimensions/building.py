"""Cases, replies and one evaluation, for the tests of the evaluator of dimensions."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pytest_rubric import ScriptedJudge
from pytest_rubric.evaluators.dimensions.evaluator import DimensionsEvaluator
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.model import Case, CaseSettings, Dimension, DimensionsRubric, Evaluation, Level, Output

OUTPUT = "The lift is out of order until Friday. Please take the stairs, they are lit at night."
SETTINGS = CaseSettings(threshold=Fraction(60))


def dimensions(*weights: int | str) -> tuple[Dimension, ...]:
    """Dimensions on the scale 1-5, numbered from 1."""
    return tuple(
        Dimension(id_, f"quality {id_}", weight=Fraction(weight)) for id_, weight in enumerate(weights, 1)
    )


def described(id_: int, levels: Mapping[int, str], maximum: int = 5) -> Dimension:
    made = tuple(Level(score, text) for score, text in levels.items())
    return Dimension(id_, f"quality {id_}", maximum=maximum, levels=made)


def subject(
    rubric: Sequence[Dimension],
    *,
    output: str = OUTPUT,
    run_log: object = None,
    settings: CaseSettings = SETTINGS,
    **fields: object,
) -> Subject:
    """A subject with an English case; ``fields`` are those of the case."""
    made = Case("lift", "The lift", input="What about the lift?", rubric=DimensionsRubric(tuple(rubric)))
    return Subject(replace(made, **fields), Output(output, run_log), settings)  # type: ignore[arg-type]


def settings(**changes: object) -> CaseSettings:
    return replace(SETTINGS, **changes)  # type: ignore[arg-type]


def entry(id_: int, level: object, **fields: object) -> dict[str, object]:
    """One entry of a reply, with a quote that stands in ``OUTPUT``."""
    return {
        "id": id_,
        "basis": "quote",
        "quotes": [{"from": "output", "text": "take the stairs"}],
        "justification": f"reason {id_}",
        "level": level,
        "improvement": f"change {id_}",
    } | fields


def reply(*entries: Mapping[str, object], **lists: object) -> dict[str, object]:
    """A reply with these entries; ``lists`` are the lists of feedback."""
    return {"dimensions": list(entries), **lists}


def said(levels: Mapping[int, object]) -> ScriptedJudge:
    """A judge that answers by id."""

    def answer(request: JudgeRequest) -> dict[str, object]:
        return reply(*[entry(id_, levels[id_]) for id_ in request.ids])

    return ScriptedJudge(answer)


def by_sample(levels: Mapping[int, Sequence[object]]) -> ScriptedJudge:
    """A judge that answers by id and sample; a re-ask gets the same answer again."""

    def answer(request: JudgeRequest) -> dict[str, object]:
        return reply(*[entry(id_, levels[id_][request.sample]) for id_ in request.ids])

    return ScriptedJudge(answer)


def run(subject_: Subject, judge: Judge) -> Evaluation:
    """One evaluation by a judge whose replies are read and followed up as a model's are."""
    return asyncio.run(DimensionsEvaluator().evaluate(subject_, ReAskJudge(judge)))
