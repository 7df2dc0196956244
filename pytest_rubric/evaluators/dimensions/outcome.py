"""From results of dimensions to the evaluation of the case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from pytest_rubric.errors import JudgeError
from pytest_rubric.evaluators import outcomes
from pytest_rubric.evaluators.dimensions.requests import EVALUATOR
from pytest_rubric.evaluators.dimensions.votes import Result
from pytest_rubric.evaluators.dimensions.wording import Wording, wording
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.reply_notes import about_evidence, about_replies
from pytest_rubric.model import Evaluation, Feedback, FeedbackItem, Level, Point, Usage
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.dimension_texts import calculation, empty_calculation, names, summary
from pytest_rubric.scoring.dimensions import Rating, averages, gate, interval, undecided
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.verdict import verdict

_WIDEST_CAUSE = 160
_MOST_CAUSES = 6
_MOST_ANCHORS = 3


def empty_output(subject: Subject, lang: str) -> Evaluation:
    """The evaluation of an output that is empty after trimming: 0, decided without the judge."""
    words = wording(lang)
    ratings = [Rating(dimension, None) for dimension in subject.case.dimensions]
    points = tuple(
        Point(each.name, 0.0, words.empty_output, maximum=float(each.maximum))
        for each in subject.case.dimensions
    )
    evaluation = replace(
        outcomes.scored(EVALUATOR, subject, Fraction(0), lang),
        raw_score=None,
        summary=summary(ratings, lang, empty=True),
        points=points,
        figures={"weighted_score": Fraction(0), "overall_score": Fraction(0)},
        calculation=empty_calculation(ratings, lang),
        feedback=Feedback("given", weaknesses=(FeedbackItem(words.empty_output, "prompt"),)),
    )
    return replace(evaluation, warnings=_warnings(evaluation, ratings, words, lang))


def decided(subject: Subject, results: Sequence[Result], lang: str) -> Evaluation:
    """The evaluation of a case that passed or failed, with the numbers of the low end."""
    words, settings = wording(lang), subject.settings
    ratings = [result.rating for result in results]
    low = averages(ratings)
    evaluation = Evaluation(
        evaluator=EVALUATOR,
        state="judged",
        threshold=settings.threshold,
        passed=gate(ratings, settings.threshold) == "passed",
        score=low.score,
        raw_score=low.raw,
        interval=interval(ratings),
        verdict=verdict(low.score, settings.pass_floor, settings.warn_floor),
        summary=summary(ratings, lang),
        points=points(results, words),
        figures=low.figures,
        calculation=calculation(ratings, lang),
        lang=lang,
    )
    return replace(evaluation, warnings=_warnings(evaluation, ratings, words, lang))


def broken(
    subject: Subject, results: Sequence[Result], lang: str, cause: JudgeError | str, remedy: str = ""
) -> Evaluation:
    """The evaluation of a case without an outcome. The interval is kept if anything was decided."""
    ratings = [result.rating for result in results]
    anything = len(undecided(ratings)) < len(ratings)
    return replace(
        outcomes.broken(EVALUATOR, subject, cause, lang, remedy=remedy),
        points=points(results, wording(lang)),
        interval=interval(ratings) if anything else None,
        calculation=calculation(ratings, lang) if anything else (),
    )


def stayed_open(subject: Subject, results: Sequence[Result], lang: str, remedy: str) -> Evaluation:
    """The evaluation of a case that undecided dimensions keep between passed and failed."""
    words = wording(lang)
    low, high = interval([result.rating for result in results])
    waiting = [result for result in results if result.is_undecided]
    named = [
        words.because.format(names([result.rating], lang), shortened(result.note or "?", _WIDEST_CAUSE))
        for result in waiting[:_MOST_CAUSES]
    ]
    if len(waiting) > _MOST_CAUSES:
        named = [names([result.rating for result in waiting], lang)]
    cause = words.stayed_open.format(low, high, figure(subject.settings.threshold), ", ".join(named))
    evaluation = broken(subject, results, lang, cause, remedy)
    told = words.undecided.format(names([result.rating for result in waiting], lang))
    return outcomes.in_short(evaluation, told)


def points(results: Sequence[Result], words: Wording) -> tuple[Point, ...]:
    """One point a dimension: level, what it stands for, why, on which passages, and how to do better."""
    return tuple(_point(result, words) for result in results)


def _point(result: Result, words: Wording) -> Point:
    dimension, level, answer = result.rating.dimension, result.rating.level, result.answer
    remarks = [result.note] if result.note else []
    if answer is not None and answer.basis == "whole" and level is not None:
        remarks.append(words.on_the_whole)
    if result.votes and level is not None:
        remarks.append(words.votes.format(", ".join(map(str, result.votes))))
    told = [answer.justification if answer else "", *remarks]
    passages = [quote.passage or quote.text for quote in answer.quotes if quote.found] if answer else []
    return Point(
        dimension.name,
        None if level is None else float(level),
        _described(dimension.levels, level),
        words.then.join(filter(None, told)) or None,
        answer.improvement or None if answer and level is not None else None,
        tuple(passages[:_MOST_ANCHORS]),
        float(dimension.maximum),
    )


def _described(levels: Sequence[Level], level: int | None) -> str | None:
    return next((each.description for each in levels if each.score == level), None)


def _warnings(
    evaluation: Evaluation, ratings: Sequence[Rating], words: Wording, lang: str
) -> tuple[str, ...]:
    """What a case that passes must still say."""
    said: list[str] = []
    if not evaluation.passed or evaluation.interval is None:
        return ()
    waiting = undecided(ratings) if evaluation.raw_score is not None else ()
    if waiting:
        said.append(words.passed_undecided.format(names(waiting, lang), *evaluation.interval))
    if evaluation.verdict != "pass":
        said.append(
            words.passed_verdict.format(evaluation.score, evaluation.verdict, figure(evaluation.threshold))
        )
    return tuple(said)


def notes(results: Sequence[Result], usage: Usage, unused_fields: set[str], lang: str) -> tuple[str, ...]:
    """Remarks about the evidence and the replies; empty where everything is in order."""
    words = wording(lang)
    answers = [result.answer for result in results if result.answer is not None]
    quotes = [quote for answer in answers for quote in answer.quotes]
    settled = [result for result in results if not result.is_undecided]
    kept = sum(result.note is not None for result in settled)
    whole = sum(result.answer is not None and result.answer.basis == "whole" for result in settled)
    return (
        *about_evidence(words, quotes, kept=kept, whole=whole),
        *about_replies(words, usage, unused_fields),
    )
