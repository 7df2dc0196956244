"""Every preset as an evaluator: requirements first, then its questions, then its card as a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from pytest_rubric.errors import JudgeError
from pytest_rubric.evaluators import outcomes
from pytest_rubric.evaluators.presets.needs import missing
from pytest_rubric.evaluators.presets.protocol import Card, CardPoint, Category, Preset, Unscored
from pytest_rubric.evaluators.presets.questions import Questions, Unjudged, request
from pytest_rubric.evaluators.presets.view import View, view
from pytest_rubric.evaluators.presets.wording import complaint_in, wording
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.remedies import Means, cause_of, remedy
from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.model import Case, CaseSettings, Evaluation, Feedback, Point
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.verdict import verdict

MOST_POINTS = 64
"""How many points a card may have; what is cut is said."""

_WIDEST_SUMMARY = 200


class PresetEvaluator:
    """Runs one preset. What it makes is the same in every face as what other evaluators make."""

    kind: str | None = None

    def __init__(self, preset: Preset) -> None:
        self._preset = preset
        self.id = preset.id
        self.category: Category = preset.category
        self.needs: Sequence[str] = tuple(preset.needs)
        self.dimensions: Sequence[str] = tuple(preset.dimensions)

    async def evaluate(self, subject: Subject, judge: Judge) -> Evaluation:
        """Evaluate one subject; nothing is asked where something that the preset needs is missing."""
        seen = view(subject)
        if (lack := missing(self.id, self.needs, seen)) is not None:
            return self._blocked(subject, lack, seen.lang)
        ask = Questions(judge, label=subject.case.label, prompt_lang=seen.prompt_lang, timeout=seen.timeout)
        try:
            found = self._preset.on_empty(seen) if seen.is_empty else None
            if found is None:
                found = await self._preset.assess(seen, ask)
        except Unjudged as unjudged:
            return self._broken(subject, unjudged, seen, ask)
        if isinstance(found, Unscored):
            return replace(self._unscored(subject, found, seen.lang), usage=ask.usage)
        return replace(self._judged(subject, found, seen.lang), usage=ask.usage)

    def requests(self, subject: Subject) -> Sequence[JudgeRequest]:
        """The first questions; none where nothing would be asked."""
        seen = view(subject)
        if missing(self.id, self.needs, seen) is not None:
            return ()
        if seen.is_empty and self._preset.on_empty(seen) is not None:
            return ()
        questions = self._preset.first(seen)
        return [request(each, subject.case.label, seen.prompt_lang, seen.timeout) for each in questions]

    def most_calls(self, case: Case, settings: CaseSettings) -> int:
        """Calls at most, re-asks aside."""
        return self._preset.most_calls(case)

    def _blocked(self, subject: Subject, cause: str, lang: str) -> Evaluation:
        return Evaluation(
            self.id,
            "blocked",
            subject.settings.threshold,
            summary=shortened(cause, _WIDEST_SUMMARY),
            error=cause,
            lang=lang,
        )

    def _broken(self, subject: Subject, unjudged: Unjudged, seen: View, ask: Questions) -> Evaluation:
        cause, lang, means = unjudged.cause, seen.lang, Means.of(subject.settings)
        if isinstance(cause, JudgeError):
            todo = remedy([cause_of(cause)], lang, means)
            return outcomes.broken(self.id, subject, cause, lang, usage=ask.usage, remedy=todo)
        short = complaint_in(lang, seen.prompt_lang, cause)
        told, todo = wording(lang).unusable.format(short), remedy(["form"], lang, means)
        broken = outcomes.broken(self.id, subject, told, lang, usage=ask.usage, remedy=todo)
        return outcomes.in_short(broken, short)

    def _unscored(self, subject: Subject, found: Unscored, lang: str) -> Evaluation:
        return Evaluation(
            self.id,
            "unscored",
            subject.settings.threshold,
            summary=shortened(found.reason, _WIDEST_SUMMARY),
            points=_points(found.points),
            lang=lang,
        )

    def _judged(self, subject: Subject, card: Card, lang: str) -> Evaluation:
        """The card against the threshold. A verdict of ``fail`` fails whatever the score."""
        settings = subject.settings
        reached = card.verdict or verdict(card.score, settings.pass_floor, settings.warn_floor)
        passed = card.score >= settings.threshold and card.verdict != "fail"
        notes = list(card.notes)
        if len(card.points) > MOST_POINTS:
            notes.append(wording(lang).cut_points.format(len(card.points) - MOST_POINTS))
        return Evaluation(
            self.id,
            "judged",
            settings.threshold,
            passed=passed,
            score=card.score,
            raw_score=card.score,
            interval=(card.score, card.score),
            verdict=reached,
            summary=shortened(" ".join(card.summary.split()), _WIDEST_SUMMARY),
            points=_points(card.points[:MOST_POINTS]),
            calculation=card.calculation,
            figures=card.figures,
            feedback=Feedback("not_asked"),
            warnings=(*card.warnings, *_warnings(card.score, reached, settings.threshold, lang))
            if passed
            else (),
            notes=tuple(notes),
            lang=lang,
        )


def _warnings(score: Fraction, reached: str, threshold: Fraction, lang: str) -> tuple[str, ...]:
    if reached == "pass":
        return ()
    return (wording(lang).passed_verdict.format(figure(score), reached, figure(threshold)),)


def _points(points: Sequence[CardPoint]) -> tuple[Point, ...]:
    return tuple(
        Point(
            shortened(each.label, 120),
            None if each.score is None else float(each.score),
            each.status,
            each.evidence or None,
            each.suggestion or None,
            each.anchors,
            maximum=100.0,
            set_aside=each.score is None,
        )
        for each in points
    )
