"""List mode: the author lists the points, the judge decides each once, code adds them up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pytest_rubric.evaluators.custom import prompt
from pytest_rubric.evaluators.custom.reading import LEVELS, Decision, decision
from pytest_rubric.evaluators.custom.reply_models import points_model
from pytest_rubric.evaluators.custom.texts import Texts, texts
from pytest_rubric.evaluators.presets.protocol import Card, CardPoint, Unscored, r1
from pytest_rubric.evaluators.presets.questions import Question
from pytest_rubric.evaluators.presets.reading import Answer, plain_name
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.model import CustomEvaluator
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.means import weighted_mean

_WIDEST_SUMMARY = 80

Weighed = tuple[Fraction, Decision]


def total(values: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    """The weighted mean of (weight, value), to one decimal. ``values`` is not empty."""
    return r1(weighted_mean(values))


def question(definition: CustomEvaluator, view: View) -> Question[tuple[Weighed, ...]]:
    """The one question of a list of points."""

    def read(parsed: Mapping[str, Any]) -> tuple[Weighed, ...]:
        answer = Answer(parsed, view)
        points = {plain_name(point.label): point for point in definition.points}
        entries = answer.each_once("points", "label", list(points))
        made = []
        for name, point in points.items():
            if name in entries:
                allowed = (*LEVELS, "not_applicable") if point.na_allowed else LEVELS
                decided = decision(answer, entries[name], point.label, allowed, view, definition.places)
                made.append((point.weight, decided))
        return answer.finish(tuple(made))

    return Question(
        definition.id,
        prompt.PROMPT_VERSION,
        prompt.system(view),
        prompt.blocks(definition, view),
        points_model,
        "points",
        read,
    )


def card(decided: Sequence[Weighed], lang: str) -> Card | Unscored:
    """The card of decided points; unscored where none applies."""
    words = texts(lang)
    points = tuple(decision.point(lang) for _, decision in decided)
    counted = [(weight, made.value) for weight, made in decided if made.value is not None]
    if not counted:
        return Unscored(words.nothing_applies, points)
    score = total(counted)
    return Card(score, points, _summary(decided, words), _calculation(decided, counted, score, words))


def empty(definition: CustomEvaluator, lang: str) -> Card:
    """The card of an empty output: everything is missing."""
    words = texts(lang)
    points = tuple(
        CardPoint(point.label, Fraction(0), "missing", words.empty_output) for point in definition.points
    )
    return Card(Fraction(0), points, words.empty_output, (words.empty_output,))


def _summary(decided: Sequence[Weighed], words: Texts) -> str:
    """The worst point and why; of several, the one that weighs most."""
    counted = [(made.value, -weight, made) for weight, made in decided if made.value is not None]
    value, _, worst = min(counted, key=lambda each: each[:2])
    if value == 100:
        return words.all_met
    return shortened(words.not_all_met.format(worst.label, worst.reason), _WIDEST_SUMMARY)


def _calculation(
    decided: Sequence[Weighed], counted: Sequence[tuple[Fraction, Fraction]], score: Fraction, words: Texts
) -> tuple[str, ...]:
    lines = [words.values]
    weights = [weight for weight, _ in counted]
    if all(weight == weights[0] for weight in weights):
        told = " + ".join(figure(value) for _, value in counted)
        lines.append(f"({told}) / {len(counted)} = {figure(score)}")
    else:
        told = " + ".join(f"{figure(weight)} × {figure(value)}" for weight, value in counted)
        lines.append(f"({told}) / {figure(sum(weights, Fraction(0)))} = {figure(score)}")
    lines += [words.not_counted.format(made.label) for _, made in decided if made.value is None]
    return tuple(lines)
