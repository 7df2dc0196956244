"""Free mode: the judge names the points itself, or gives one number for the whole.

Points are decided and added up as listed ones are, all of the same weight. A number alone is taken, and
marked as what it is: the least repeatable kind of judgement.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pytest_rubric.evaluators.custom import prompt
from pytest_rubric.evaluators.custom.listed import Weighed, card
from pytest_rubric.evaluators.custom.reading import LEVELS, decision
from pytest_rubric.evaluators.custom.reply_models import points_model
from pytest_rubric.evaluators.custom.texts import texts
from pytest_rubric.evaluators.presets.protocol import Card, CardPoint, Unscored
from pytest_rubric.evaluators.presets.questions import Question
from pytest_rubric.evaluators.presets.reading import Answer, plain_name
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.evaluators.quoting import read_text
from pytest_rubric.model import CustomEvaluator
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.normalise import Normalised, normalise

HOLISTIC = "holistic"
_FEWEST, _MOST = 2, 6
_WIDEST_SUMMARY = 80
_WIDEST_LABEL = 120

Named = tuple[Weighed, ...] | Normalised


def question(definition: CustomEvaluator, view: View) -> Question[Named]:
    """The one question without a list of points."""

    def read(parsed: Mapping[str, Any]) -> Named:
        answer = Answer(parsed, view)
        if not parsed.get("points"):
            return answer.finish(_whole(answer, parsed, view))
        return answer.finish(_points(answer, definition, view))

    return Question(
        definition.id,
        prompt.PROMPT_VERSION,
        prompt.system(view),
        prompt.blocks(definition, view),
        points_model,
        "points",
        read,
        or_keys=("score",),
    )


def card_of(named: Named, lang: str) -> Card | Unscored:
    """The card of what the judge named."""
    return _holistic(named, lang) if isinstance(named, Normalised) else card(named, lang)


def _points(answer: Answer, definition: CustomEvaluator, view: View) -> tuple[Weighed, ...]:
    words = texts(view.prompt_lang)
    entries = answer.entries("points")
    if not _FEWEST <= len(entries) <= _MOST:
        answer.wrong(words.how_many.format(len(entries)))
    labels: list[str] = []
    made: list[Weighed] = []
    for entry in entries:
        label = shortened(plain_name(entry.get("label")), _WIDEST_LABEL)
        if not label:
            answer.wrong(words.label_blank)
            continue
        if label.casefold() in labels:
            answer.wrong(words.label_twice.format(label))
        labels.append(label.casefold())
        made.append((Fraction(1), decision(answer, entry, label, LEVELS, view, definition.places)))
    return tuple(made)


def _whole(answer: Answer, parsed: Mapping[str, Any], view: View) -> Normalised:
    said = read_text(parsed.get("summary")) or read_text(parsed.get("reason"))
    found = normalise({**parsed, "summary": said, "points": []}, "auto")
    if found.score is None or not (found.summary or found.evidence):
        answer.wrong(texts(view.prompt_lang).no_score)
    return found


def _holistic(found: Normalised, lang: str) -> Card:
    assert found.score is not None
    words = texts(lang)
    said = found.summary or found.evidence
    notes = [words.scaled] if found.scaled else []
    return Card(
        found.score,
        (CardPoint(HOLISTIC, found.score, evidence=said),),
        shortened(said, _WIDEST_SUMMARY),
        (words.holistic_line.format(figure(found.score)), *notes),
        notes=(words.holistic,),
        warnings=(words.holistic,),
    )
