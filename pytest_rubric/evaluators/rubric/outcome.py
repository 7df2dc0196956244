"""From results of criteria to the evaluation of the case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from pytest_rubric.errors import JudgeError
from pytest_rubric.evaluators import outcomes
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.reply_notes import about_evidence, about_replies
from pytest_rubric.evaluators.rubric.wording import wording
from pytest_rubric.model import Criterion, CriterionResult, Evaluation, Feedback, FeedbackItem, Usage, Verdict
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.calculation import calculation, empty_calculation, id_list
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.points import (
    interval,
    interval_from,
    rests_on_quotes,
    score_tags,
    status_for,
    sub_scores,
    tally,
    undecided,
)
from pytest_rubric.scoring.sentences import summary
from pytest_rubric.scoring.verdict import gate_of, required_lost, verdict

EVALUATOR = "rubric"

_MOST_CAUSES = 6
_WIDEST_CAUSE = 160


def empty_output(subject: Subject, lang: str) -> Evaluation:
    """The evaluation of an output that is empty after trimming: 0, decided without judge or check."""
    words = wording(lang)
    settings = subject.settings
    results = tuple(not_said(criterion, lang) for criterion in subject.case.criteria)
    passed = settings.threshold <= 0 and not required_lost(results)
    reached = _verdict(0, results, subject)
    return Evaluation(
        evaluator=EVALUATOR,
        state="judged",
        threshold=settings.threshold,
        passed=passed,
        score=0,
        interval=(0, 0),
        verdict=reached,
        summary=summary(results, lang, empty=True),
        achieved_points=Fraction(0),
        total_positive=tally(results).total_positive,
        criteria=results,
        tags=dict.fromkeys(score_tags(results), 0),
        calculation=empty_calculation(results, lang),
        feedback=Feedback("given", weaknesses=(FeedbackItem(words.empty_output, "prompt"),)),
        warnings=_warnings(results, (0, 0), reached, settings.threshold, lang) if passed else (),
        lang=lang,
    )


def not_said(criterion: Criterion, lang: str) -> CriterionResult:
    """The result about a text that is empty: nothing is in it, neither good nor bad."""
    return CriterionResult(criterion, status_for(criterion.points, False), reason=wording(lang).empty_output)


def decided(subject: Subject, results: tuple[CriterionResult, ...], lang: str) -> Evaluation:
    """The evaluation of a case that passed or failed, with the numbers of the low end."""
    total = tally(results)
    threshold = subject.settings.threshold
    ends = interval_from(total, results)
    passed = gate_of(ends, results, threshold) == "passed"
    reached = _verdict(total.score, results, subject)
    return Evaluation(
        evaluator=EVALUATOR,
        state="judged",
        threshold=threshold,
        passed=passed,
        score=total.score,
        raw_score=total.raw,
        interval=ends,
        verdict=reached,
        summary=summary(results, lang),
        achieved_points=total.achieved_points,
        total_positive=total.total_positive,
        criteria=results,
        tags=sub_scores(results),
        calculation=calculation(results, lang),
        warnings=_warnings(results, ends, reached, threshold, lang) if passed else (),
        lang=lang,
    )


def broken(
    subject: Subject,
    results: tuple[CriterionResult, ...],
    lang: str,
    cause: JudgeError | str,
    remedy: str = "",
) -> Evaluation:
    """The evaluation of a case without an outcome. The interval is kept if anything was decided."""
    anything = len(undecided(results)) < len(results)
    return replace(
        outcomes.broken(EVALUATOR, subject, cause, lang, remedy=remedy),
        total_positive=tally(results).total_positive,
        criteria=results,
        interval=interval(results) if anything else None,
        calculation=calculation(results, lang) if anything else (),
    )


def stayed_open(subject: Subject, results: tuple[CriterionResult, ...], lang: str, remedy: str) -> Evaluation:
    """The evaluation of a case that undecided criteria keep between passed and failed."""
    words = wording(lang)
    low, high = interval(results)
    waiting = undecided(results)
    named = [f"#{r.criterion.id} ({shortened(r.note or '?', _WIDEST_CAUSE)})" for r in waiting[:_MOST_CAUSES]]
    if len(waiting) > _MOST_CAUSES:
        named = [id_list(waiting, lang)]
    cause = words.stayed_open.format(low, high, figure(subject.settings.threshold), ", ".join(named))
    tracebacks = dict.fromkeys(result.details for result in waiting if result.details)
    error = JudgeError(cause, "\n\n".join(tracebacks) or None)
    evaluation = broken(subject, results, lang, error, remedy)
    return outcomes.in_short(evaluation, words.undecided.format(id_list(waiting, lang)))


def _verdict(score: int, results: Sequence[CriterionResult], subject: Subject) -> Verdict:
    """A required criterion that is not fulfilled is a reason to fail beside the score."""
    settings = subject.settings
    return "fail" if required_lost(results) else verdict(score, settings.pass_floor, settings.warn_floor)


def _warnings(
    results: Sequence[CriterionResult],
    ends: tuple[int, int],
    reached: Verdict,
    threshold: Fraction,
    lang: str,
) -> tuple[str, ...]:
    """What a case that passes must still say."""
    words = wording(lang)
    said: list[str] = []
    if waiting := undecided(results):
        said.append(words.passed_undecided.format(id_list(waiting, lang), *ends))
    if reached != "pass":
        said.append(words.passed_verdict.format(ends[0], reached, figure(threshold)))
    return tuple(said)


def notes(
    results: Sequence[CriterionResult], usage: Usage, unused_fields: set[str], lang: str
) -> tuple[str, ...]:
    """Remarks about the evidence and the replies; empty where everything is in order.

    The quotes of a no are not counted: nothing depends on them.
    """
    words = wording(lang)
    judged = [result for result in results if result.criterion.check is None]
    relied_on = [quote for r in judged if rests_on_quotes(r.status) for quote in r.quotes]
    settled = [result for result in judged if result.status != "undecided"]
    kept = sum(result.note is not None for result in settled)
    whole = sum(result.basis == "whole" for result in settled)
    return (
        *about_evidence(words, relied_on, kept=kept, whole=whole),
        *about_replies(words, usage, unused_fields),
    )
