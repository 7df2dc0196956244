"""Cases, scripted replies and one evaluation, for the tests of the rubric evaluator."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pytest_rubric import ScriptedJudge
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.rubric.evaluator import RubricEvaluator
from pytest_rubric.judging.protocol import Judge, JudgeReply, JudgeRequest
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.model import (
    Case,
    CaseSettings,
    Check,
    CriteriaRubric,
    Criterion,
    Evaluation,
    Output,
    Usage,
)

OUTPUT = "The lift is out of order until Friday. Please take the stairs, they are lit at night."
SETTINGS = CaseSettings(threshold=Fraction(60))


def criteria(*points: int | str | Fraction) -> tuple[Criterion, ...]:
    """Judged criteria, numbered from 1."""
    return tuple(Criterion(id_, f"statement {id_}", Fraction(p)) for id_, p in enumerate(points, 1))


def checked(id_: int, points: int, kind: str, argument: object, *, required: bool = False) -> Criterion:
    """A criterion that code decides."""
    check = Check(kind, argument)
    return Criterion(id_, f"check {id_}", Fraction(points), required=required, check=check)


def subject(
    rubric: Sequence[Criterion],
    *,
    output: str = OUTPUT,
    run_log: object = None,
    settings: CaseSettings = SETTINGS,
    **fields: object,
) -> Subject:
    """A subject with an English case; ``fields`` are those of the case."""
    made = Case("lift", "The lift", input="What about the lift?", rubric=CriteriaRubric(tuple(rubric)))
    return Subject(replace(made, **fields), Output(output, run_log), settings)  # type: ignore[arg-type]


def entry(id_: int, present: object, **fields: object) -> dict[str, object]:
    """One entry of a reply: a yes has a quote that stands in ``OUTPUT``."""
    quotes = [{"from": "output", "text": "take the stairs"}] if present is True else []
    return {
        "id": id_,
        "reason": f"reason {id_}",
        "basis": "quote",
        "quotes": quotes,
        "present": present,
    } | fields


def reply(*entries: Mapping[str, object], **lists: object) -> dict[str, object]:
    """A reply with these entries; ``lists`` are the lists of feedback."""
    return {"criteria": list(entries), **lists}


def run(subject_: Subject, judge: Judge) -> Evaluation:
    """One evaluation. ``judge`` is asked as it is: its replies must be read already."""
    return asyncio.run(RubricEvaluator().evaluate(subject_, judge))


def judged_by(subject_: Subject, script: ScriptedJudge) -> Evaluation:
    """One evaluation by a script; its replies are read and followed up as a model's are."""
    return run(subject_, ReAskJudge(script))


def settings(**changes: object) -> CaseSettings:
    return replace(SETTINGS, **changes)  # type: ignore[arg-type]


def statuses(evaluation: Evaluation) -> list[str]:
    return [result.status for result in evaluation.criteria]


def said(decisions: Mapping[int, object]) -> ScriptedJudge:
    """A judge that answers by id; ``None`` for an answer that is neither yes nor no."""

    def answer(request: JudgeRequest) -> dict[str, object]:
        return reply(*[entry(id_, decisions[id_]) for id_ in request.ids])

    return ScriptedJudge(answer)


class Tape:
    """A stand-in for stored exchanges: gives every request's first reply again as a recording.

    With ``fresh`` it asks ``live`` anew and replaces the recording, once; then, and where there
    is no ``live`` judge, it plays the recording.
    """

    def __init__(self, recorded: Judge, live: Judge | None = None) -> None:
        self._recorded = recorded
        self._live = live
        self._tape: dict[tuple[tuple[int, ...], int], JudgeReply] = {}
        self.asked: list[JudgeRequest] = []

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        self.asked.append(request)
        key = (request.ids, request.sample)
        if request.fresh and self._live is not None:
            self._tape[key] = await self._live.ask(request)
            return self._tape[key]
        if key not in self._tape:
            self._tape[key] = await self._recorded.ask(request)
        return replace(self._tape[key], usage=Usage(stored=1))
