"""``result-accuracy``: whether what the output claims is right by the reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pytest_rubric.evaluators.presets.claims.extraction import (
    MOST_CLAIMS,
    Claim,
    Claims,
    claims_question,
    numbered_block,
)
from pytest_rubric.evaluators.presets.claims.formulas import CORRECTNESS, share
from pytest_rubric.evaluators.presets.claims.prompts import texts
from pytest_rubric.evaluators.presets.claims.wording import (
    Wording,
    passage_of,
    sentences,
    wording,
    worst,
)
from pytest_rubric.evaluators.presets.protocol import Card, CardPoint, Category, Need, PointStatus, Unscored
from pytest_rubric.evaluators.presets.questions import Question, Questions
from pytest_rubric.evaluators.presets.reading import Answer
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.judging.prompting import SECTIONS, text_block
from pytest_rubric.model import Case, Quote
from pytest_rubric.scoring.figures import figure

if TYPE_CHECKING:
    from pydantic import BaseModel

_VERSION = "1"
_STATUSES = tuple(CORRECTNESS)
_SHOWN_AS: Mapping[str, PointStatus | None] = {
    "correct": "covered",
    "partially_correct": "partial",
    "wrong": "missing",
    "not_in_reference": None,
}
# In a summary the gravest comes first.
_GRAVEST = ("wrong", "partially_correct")


@dataclass(frozen=True, slots=True)
class Compared:
    """A claim against the reference. ``quote`` stands in the reference; ``None`` where it says nothing."""

    claim: Claim
    status: str
    reason: str
    quote: Quote | None


class ResultAccuracy:
    """One point a claim; what the reference does not speak of is shown and not counted."""

    id = "result-accuracy"
    category: Category = "res"
    needs: Sequence[Need] = ("reference",)
    dimensions = ("claims right by the reference",)

    async def assess(self, view: View, ask: Questions) -> Card | Unscored:
        words = wording(view.lang)
        claims = await ask(claims_question(view))
        if not claims.listed:
            return Unscored(words.no_claims)
        return card(await ask(_question(view, claims.listed)), claims, words)

    def on_empty(self, view: View) -> Card | Unscored | None:
        return Unscored(wording(view.lang).empty_output)

    def first(self, view: View) -> Sequence[Question[object]]:
        return (claims_question(view),)

    def most_calls(self, case: Case) -> int:
        return 2


def _question(view: View, claims: Sequence[Claim]) -> Question[list[Compared]]:
    said = texts(view.prompt_lang)
    sections = SECTIONS[view.prompt_lang]
    by_number = {claim.id: claim for claim in claims}

    def read(parsed: Mapping[str, Any]) -> list[Compared]:
        answer = Answer(parsed, view)
        made = {}
        for number, entry in answer.numbered_once("claims", list(by_number)).items():
            about = said.claim.format(number)
            status = answer.choice(entry, "status", _STATUSES, about)
            reason = answer.text(entry, "reason", about)
            quote = None
            if CORRECTNESS[status] is not None:
                quote = answer.quote(entry, about, source="reference")
            made[number] = Compared(by_number[number], status, reason, quote)
        return answer.finish([made[number] for number in by_number if number in made])

    blocks = [] if view.query is None else [text_block(sections.input, view.query, sections)]
    blocks.append(text_block(sections.reference, view.reference or "", sections))
    blocks.append(numbered_block(said.claims_block, [(claim.id, claim.text) for claim in claims], view))
    return Question(
        "result-accuracy",
        _VERSION,
        said.accuracy.system,
        (*blocks, said.accuracy.reply),
        _model,
        "claims",
        read,
    )


def card(compared: Sequence[Compared], claims: Claims, words: Wording) -> Card | Unscored:
    """The score of what was compared; none where the reference speaks of nothing."""
    points = tuple(_point(each, words) for each in compared)
    values = [value for each in compared if (value := CORRECTNESS[each.status]) is not None]
    if not values:
        return Unscored(words.none_comparable, points)
    score = share(values)
    counts = [sum(each.status == status for each in compared) for status in _STATUSES[:3]]
    total = sum(values, Fraction(0))
    calculation = [
        words.accuracy.format(*counts, figure(total), len(values)),
        words.score.format(figure(total), len(values), figure(score)),
    ]
    if len(values) < len(compared):
        calculation.insert(0, words.excluded.format(len(compared) - len(values), len(compared)))
    return Card(
        score,
        points,
        _summary(compared, len(values), words),
        tuple(calculation),
        notes=(words.more_claims.format(claims.dropped, MOST_CLAIMS),) if claims.dropped else (),
    )


def _summary(compared: Sequence[Compared], judged: int, words: Wording) -> str:
    for status in _GRAVEST:
        for each in compared:
            if each.status == status:
                return worst(words, status, each.claim.text, each.reason)
    return words.all_correct.format(judged, len(compared))


def _point(each: Compared, words: Wording) -> CardPoint:
    value = CORRECTNESS[each.status]
    return CardPoint(
        each.claim.text,
        None if value is None else 100 * value,
        _SHOWN_AS[each.status],
        sentences(
            words,
            words.not_counted if value is None else words.status[each.status],
            each.reason,
            words.output.format(passage_of(each.claim.quote)),
            "" if each.quote is None else words.reference.format(passage_of(each.quote)),
        ),
    )


def _model() -> type[BaseModel]:
    from pytest_rubric.evaluators.presets.claims.reply_models import AccuracyModel

    return AccuracyModel
