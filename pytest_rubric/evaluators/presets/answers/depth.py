"""``depth-result``: does the answer go as deep as the question calls for?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pytest_rubric.evaluators.presets.answers import depth_texts as texts
from pytest_rubric.evaluators.presets.answers.formulas import DEPTH, depth_score
from pytest_rubric.evaluators.presets.answers.prompts import Asked, answer_block, query_block
from pytest_rubric.evaluators.presets.answers.words import Words, words
from pytest_rubric.evaluators.presets.protocol import Card, CardPoint, Category, Need, PointStatus, Unscored
from pytest_rubric.evaluators.presets.questions import Question, Questions
from pytest_rubric.evaluators.presets.reading import Answer, passage
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.judging.prompting import quoted
from pytest_rubric.model import Case
from pytest_rubric.scoring.figures import figure

if TYPE_CHECKING:
    from pydantic import BaseModel

WEIGHTS: Mapping[str, Fraction] = {
    "causal_depth": Fraction(25, 100),
    "structured_reasoning": Fraction(25, 100),
    "multi_perspective_tradeoff": Fraction(20, 100),
    "context_provision": Fraction(15, 100),
    "insight_synthesis": Fraction(15, 100),
}
"""The dimensions in order, and what each weighs where the question calls for it."""

REQUIRED = ("none", "light", "full")
_MOST_CALLS = 2
_STATUSES: Mapping[str, PointStatus] = {"met": "covered", "partial": "partial", "missing": "missing"}


@dataclass(frozen=True, slots=True)
class Requirement:
    """How much of a dimension the question calls for: ``none``, ``light`` or ``full``."""

    required: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reached:
    """What the answer gives of a dimension: ``met``, ``partial`` or ``missing``."""

    level: str
    reason: str
    quote: str
    suggestion: str


class DepthResult:
    """Five dimensions of analysis; those that the question does not call for leave the denominator."""

    id = "depth-result"
    category: Category = "res"
    needs: Sequence[Need] = ("query",)
    dimensions: Sequence[str] = tuple(WEIGHTS)

    async def assess(self, view: View, ask: Questions) -> Card | Unscored:
        """What the question calls for; then, unless the answer is empty, what it gives of that."""
        said = words(view.lang)
        requirements = await ask(requirements_of(view))
        called = {name: each for name, each in requirements.items() if each.required != "none"}
        if not called:
            points = tuple(_uncounted(name, each, said) for name, each in requirements.items())
            return Unscored(said.depth.none, points)
        if view.is_empty:
            reached = {name: _nothing(each, said) for name, each in called.items()}
        else:
            reached = await ask(verdicts_on(view, called))
        return _card(requirements, reached, said)

    def on_empty(self, view: View) -> Card | Unscored | None:
        """Whether nothing is 0 or is enough depends on what the question calls for."""
        return None

    def first(self, view: View) -> Sequence[Question[object]]:
        return (requirements_of(view),)

    def most_calls(self, case: Case) -> int:
        return _MOST_CALLS


def requirements_of(view: View) -> Question[dict[str, Requirement]]:
    """What does the question call for? The answer is not shown."""

    def read(parsed: Mapping[str, Any]) -> dict[str, Requirement]:
        answer = Answer(parsed, view)
        found = answer.each_once("dimensions", "dimension", tuple(WEIGHTS))
        made = {
            name: Requirement(
                answer.choice(found[name], "required", REQUIRED, name),
                answer.text(found[name], "reason", name),
            )
            for name in WEIGHTS
            if name in found
        }
        return answer.finish(made)

    return _NEEDS.about(view, [query_block(view)], read)


def verdicts_on(view: View, called: Mapping[str, Requirement]) -> Question[dict[str, Reached]]:
    """What does the answer give of the dimensions that are called for? The others are not asked about,
    and an answer that judges one all the same can't be used."""

    def read(parsed: Mapping[str, Any]) -> dict[str, Reached]:
        answer = Answer(parsed, view)
        made = {}
        for name, entry in answer.each_once("dimensions", "dimension", tuple(called)).items():
            level = answer.choice(entry, "verdict", tuple(DEPTH), name)
            # what is said not to be there needs no quote, and none that is given counts
            quote = None if level == "missing" else answer.quote(entry, name)
            reason = answer.text(entry, "reason", name)
            suggestion = answer.text(entry, "suggestion", name, needed=level != "met")
            made[name] = Reached(level, reason, passage(quote), suggestion)
        return answer.finish(made)

    data = [f"{name}: {each.required} - {quoted(each.reason)}" for name, each in called.items()]
    return _VERDICTS.about(view, [query_block(view), answer_block(view)], read, data)


def _card(requirements: Mapping[str, Requirement], reached: Mapping[str, Reached], said: Words) -> Card:
    levels = [(WEIGHTS[name], reached[name].level) for name in WEIGHTS if name in reached]
    score = depth_score(levels)
    assert score is not None
    points = tuple(
        _point(name, requirements[name], reached[name], said)
        if name in reached
        else _uncounted(name, requirements[name], said)
        for name in WEIGHTS
    )
    return Card(score, points, _summary(reached, said), (_calculation(levels, score, said),))


def _point(name: str, requirement: Requirement, reached: Reached, said: Words) -> CardPoint:
    shown = said.brackets.format(said.quoted.format(reached.quote)) if reached.quote else ""
    evidence = said.listing.join(
        (
            f"{said.depth.required[requirement.required]}{said.colon}{requirement.reason}",
            f"{said.depth.levels[reached.level]}{said.colon}{reached.reason}{shown}",
        )
    )
    suggestion = reached.suggestion if reached.level != "met" else ""
    return CardPoint(
        said.depth.labels[name], DEPTH[reached.level], _STATUSES[reached.level], evidence, suggestion
    )


def _uncounted(name: str, requirement: Requirement, said: Words) -> CardPoint:
    evidence = f"{said.depth.not_called_for}{said.colon}{requirement.reason}"
    return CardPoint(said.depth.labels[name], None, None, evidence)


def _nothing(requirement: Requirement, said: Words) -> Reached:
    return Reached("missing", said.depth.empty, "", said.depth.develop.format(requirement.reason))


def _summary(reached: Mapping[str, Reached], said: Words) -> str:
    """The reason of the dimension that cost most."""
    costs = {name: WEIGHTS[name] * (100 - DEPTH[each.level]) for name, each in reached.items()}
    dearest = max(costs, key=lambda name: costs[name])
    return reached[dearest].reason if costs[dearest] else said.depth.all_well


def _calculation(levels: Sequence[tuple[Fraction, str]], score: Fraction, said: Words) -> str:
    shares = " + ".join(f"{figure(weight)} × {figure(DEPTH[level])}" for weight, level in levels)
    whole = " + ".join(figure(weight) for weight, _ in levels)
    return said.depth.total.format(shares, whole, figure(score))


def _needs_model() -> type[BaseModel]:
    from typing import Literal

    from pydantic import Field

    from pytest_rubric.evaluators.reply_models import StrictModel

    class RequirementModel(StrictModel):
        dimension: str = Field(json_schema_extra={"enum": list(WEIGHTS)})
        reason: str
        required: Literal["none", "light", "full"]

    class RequirementsReply(StrictModel):
        dimensions: list[RequirementModel]

    return RequirementsReply


def _verdicts_model() -> type[BaseModel]:
    from typing import Literal

    from pydantic import Field

    from pytest_rubric.evaluators.reply_models import StrictModel

    class VerdictModel(StrictModel):
        dimension: str = Field(json_schema_extra={"enum": list(WEIGHTS)})
        reason: str
        quote: str
        suggestion: str
        verdict: Literal["met", "partial", "missing"]

    class VerdictsReply(StrictModel):
        dimensions: list[VerdictModel]

    return VerdictsReply


# Names and versions are part of the key of stored replies.
_NEEDS = Asked("depth-result-needs", "2", texts.NEEDS, _needs_model, "dimensions")
_VERDICTS = Asked("depth-result-verdicts", "2", texts.VERDICTS, _verdicts_model, "dimensions")
