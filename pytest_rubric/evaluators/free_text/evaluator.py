"""The evaluator of rubrics in prose: compiled once, then judged by the evaluator of what came of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from pytest_rubric.evaluators import outcomes
from pytest_rubric.evaluators.dimensions.evaluator import DimensionsEvaluator
from pytest_rubric.evaluators.free_text.clauses import clauses
from pytest_rubric.evaluators.free_text.compiler import compile_text
from pytest_rubric.evaluators.free_text.remarks import remarks
from pytest_rubric.evaluators.free_text.requests import EVALUATOR
from pytest_rubric.evaluators.protocol import Evaluator, Subject
from pytest_rubric.evaluators.remedies import Means, cause_of, remedy
from pytest_rubric.evaluators.rubric.evaluator import RubricEvaluator
from pytest_rubric.evaluators.subjects import report_language
from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.loading.rubrics import rubric_text
from pytest_rubric.model import (
    Case,
    CaseSettings,
    CriteriaRubric,
    Criterion,
    Evaluation,
    Feedback,
    FeedbackItem,
    FreeTextRubric,
)
from pytest_rubric.scoring import lint

_COMMA = re.compile("[,，、]")


class FreeTextEvaluator:
    """Judges cases whose ``Judge`` is prose. Its results keep its id, whatever the text was made."""

    id = EVALUATOR
    kind: str | None = "free_text"

    def __init__(self) -> None:
        self._rubric = RubricEvaluator()
        self._dimensions = DimensionsEvaluator()

    async def evaluate(self, subject: Subject, judge: Judge) -> Evaluation:
        """Compile the text, then judge by it; what can't be done comes back as ``broken``."""
        lang = report_language(subject)
        if not subject.output.text.strip():
            return _empty_output(subject, lang)
        compiled = await compile_text(
            _text(subject.case), judge, label=subject.case.id, timeout=subject.settings.timeout, lang=lang
        )
        usage = compiled.usage
        if compiled.rubric is None:
            assert compiled.error is not None
            means = Means.of(subject.settings)
            todo = compiled.remedy or remedy([cause_of(compiled.error)], lang, means)
            return outcomes.broken(EVALUATOR, subject, compiled.error, lang, usage=usage, remedy=todo)
        case = replace(subject.case, rubric=compiled.rubric)
        shown = rubric_text(compiled.rubric)
        faults = lint.faults(case, subject.settings)
        if faults:
            evaluation = outcomes.broken(EVALUATOR, subject, "\n".join(faults), lang)
        else:
            inner: Evaluator = (
                self._rubric if isinstance(compiled.rubric, CriteriaRubric) else self._dimensions
            )
            evaluation = await inner.evaluate(replace(subject, case=case), judge)
        return replace(
            evaluation,
            evaluator=EVALUATOR,
            compiled_rubric=shown,
            notes=(*compiled.notes, *evaluation.notes),
            usage=usage + evaluation.usage,
        )

    def requests(self, subject: Subject) -> Sequence[JudgeRequest]:
        """None: what is asked depends on what the text is made. So no estimate counts it as stored."""
        return ()

    def most_calls(self, case: Case, settings: CaseSettings) -> int:
        """Calls at most: one to compile, and those about as many criteria as the text has clauses."""
        text = _text(case)
        number = max(1, sum(1 + len(_COMMA.findall(text, start, end)) for start, end in clauses(text)))
        criteria = tuple(Criterion(id_, "", Fraction(1)) for id_ in range(1, number + 1))
        return 1 + self._rubric.most_calls(replace(case, rubric=CriteriaRubric(criteria)), settings)


def _text(case: Case) -> str:
    return case.rubric.text if isinstance(case.rubric, FreeTextRubric) else ""


def _empty_output(subject: Subject, lang: str) -> Evaluation:
    """An output that is empty after trimming: 0, and the text is not even compiled."""
    said = remarks(lang).empty_output
    return replace(
        outcomes.scored(EVALUATOR, subject, Fraction(0), lang),
        raw_score=None,
        summary=said,
        feedback=Feedback("given", weaknesses=(FeedbackItem(said, "prompt"),)),
    )
