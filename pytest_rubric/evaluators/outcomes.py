"""The ends that evaluations of every kind can come to: decided by a score, or broken."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pytest_rubric.errors import BudgetSpent, JudgeError, JudgeUnavailable, MissingRecording
from pytest_rubric.evaluators.asking import said_in
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.judging.faults import JudgeClosed
from pytest_rubric.model import Evaluation, Usage
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.figures import half_up
from pytest_rubric.scoring.verdict import verdict

_WIDEST_CAUSE = 160


def scored(evaluator: str, subject: Subject, raw: Fraction, lang: str) -> Evaluation:
    """The evaluation of a subject whose score is decided: ``raw``, rounded half up and clamped to
    0 to 100, against the threshold.

    Summary, points and calculation are filled in by the evaluator with ``dataclasses.replace``.
    """
    settings = subject.settings
    score = max(0, min(100, half_up(raw)))
    return Evaluation(
        evaluator=evaluator,
        state="judged",
        threshold=settings.threshold,
        passed=score >= settings.threshold,
        score=score,
        raw_score=raw,
        interval=(score, score),
        verdict=verdict(score, settings.pass_floor, settings.warn_floor),
        lang=lang,
    )


def in_short(evaluation: Evaluation, cause: str) -> Evaluation:
    """The evaluation with its cause in a few words as the summary, where the error begins with words
    that it shares with many others."""
    return replace(evaluation, summary=shortened(cause, _WIDEST_CAUSE))


def broken(
    evaluator: str,
    subject: Subject,
    cause: JudgeError | str,
    lang: str,
    *,
    usage: Usage = Usage(),  # noqa: B008 - frozen
    remedy: str = "",
) -> Evaluation:
    """The evaluation of a subject without a usable judgement: nothing is scored.

    ``remedy`` says what to do about it, see :mod:`~pytest_rubric.evaluators.remedies`.
    """
    error = said_in(lang, cause)
    return Evaluation(
        evaluator=evaluator,
        state="broken",
        threshold=subject.settings.threshold,
        summary=shortened(error, _WIDEST_CAUSE),
        usage=usage,
        error=error,
        error_details=cause.details if isinstance(cause, JudgeError) else None,
        remedy=remedy,
        unavailable=isinstance(cause, JudgeUnavailable) and not isinstance(cause, BudgetSpent),
        unrecorded=isinstance(cause, MissingRecording),
        no_judge=cause.reason if isinstance(cause, JudgeClosed) else None,
        lang=lang,
    )
