"""Subjects, scripted answers and one evaluation, for the tests of presets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pytest_rubric import ScriptedJudge
from pytest_rubric.evaluators.presets import make
from pytest_rubric.evaluators.protocol import Evaluator, Subject
from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.model import Case, CaseSettings, Evaluation, Output

SETTINGS = CaseSettings(threshold=Fraction(60))

Answer = Mapping[str, object] | str
Script = Mapping[str, Answer | Sequence[Answer]] | Callable[[JudgeRequest], Answer]


def subject(output: str, *, run_log: object = None, lang: str = "en", **fields: Any) -> Subject:
    """A subject; ``fields`` are those of the case."""
    case = replace(Case("case", "case"), **fields)
    return Subject(case, Output(output, run_log), replace(SETTINGS, lang=lang))


class Answers:
    """A judge that answers by the name of the question: with one answer, or with several in turn."""

    def __init__(self, answers: Mapping[str, Answer | Sequence[Answer]]) -> None:
        self._left = {
            name: list(given) if isinstance(given, (list, tuple)) else [given]
            for name, given in answers.items()
        }
        self.asked: list[str] = []
        self.requests: list[JudgeRequest] = []

    def __call__(self, request: JudgeRequest) -> Any:
        self.asked.append(request.evaluator)
        self.requests.append(request)
        left = self._left[request.evaluator]
        return left.pop(0) if len(left) > 1 else left[0]


def evaluate(
    preset: str | Evaluator, subject_: Subject, answers: Mapping[str, Answer | Sequence[Answer]]
) -> tuple[Evaluation, Answers]:
    """One evaluation by a preset; replies are read and followed up as a model's are. A question is
    answered by its ``name``; the same answer is given again to a re-ask unless there are more."""
    evaluator = make(preset) if isinstance(preset, str) else preset
    given = Answers(answers)
    evaluation = asyncio.run(evaluator.evaluate(subject_, ReAskJudge(ScriptedJudge(given))))
    return evaluation, given
