"""``result-instruction``: are the explicit orders about the output kept?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pytest_rubric.evaluators.presets.answers.countable import Counted, Order, count, is_conditional
from pytest_rubric.evaluators.presets.answers.formulas import kept_share
from pytest_rubric.evaluators.presets.answers.instruction_questions import (
    LONGEST_SYSTEM_TEXT,
    MOST_SYSTEM_TEXTS,
    Constraint,
    Kept,
    constraints,
    verdicts,
)
from pytest_rubric.evaluators.presets.answers.limits import length_limit
from pytest_rubric.evaluators.presets.answers.words import Words, words
from pytest_rubric.evaluators.presets.protocol import Card, CardPoint, Category, Need, Unscored
from pytest_rubric.evaluators.presets.questions import Question, Questions
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.model import Case
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.figures import figure

_MOST_CALLS = 2
_WIDEST_QUOTE = 80


class ResultInstruction:
    """The share of the explicit constraints of question and system texts that the output keeps to.

    What code can count is not asked about; what it counts wins over what the judge says.
    """

    id = "result-instruction"
    category: Category = "res"
    needs: Sequence[Need] = ("query",)
    dimensions: Sequence[str] = ("constraint_compliance",)

    async def assess(self, view: View, ask: Questions) -> Card | Unscored:
        """What is ordered; then, of what code can't count, whether it is kept."""
        said = words(view.lang)
        found = await ask(constraints(view))
        listed = dict(enumerate(found.listed, 1))
        if not listed:
            return Unscored(said.instruction.none.format(found.reason))
        orders = _orders(listed)
        if view.is_empty:
            kept = {number: _kept_by_nothing(orders[number], said) for number in listed}
        else:
            counted = {number: count(order, view.answer, view.lang) for number, order in orders.items()}
            asked = {
                number: listed[number]
                for number, each in counted.items()
                if each is None or is_conditional(orders[number])
            }
            judged = await ask(verdicts(view, asked)) if asked else {}
            kept = {number: _decided(counted[number], judged.get(number)) for number in listed}
        return _card(listed, kept, said, _unread(view, said))

    def on_empty(self, view: View) -> Card | Unscored | None:
        """Whether nothing is 0 depends on whether anything is ordered."""
        return None

    def first(self, view: View) -> Sequence[Question[object]]:
        return (constraints(view),)

    def most_calls(self, case: Case) -> int:
        return _MOST_CALLS


def _orders(listed: Mapping[int, Constraint]) -> dict[int, Order]:
    return {
        number: Order(
            each.type,
            each.quote,
            each.sentence,
            alone=not any(_is_rival(each, other) for at, other in listed.items() if at != number),
        )
        for number, each in listed.items()
    }


def _is_rival(one: Constraint, other: Constraint) -> bool:
    """Whether two constraints count the same thing, so that each may be about another part."""
    if one.type != other.type or one.type not in ("length", "exact_item_count"):
        return False
    mine, others = length_limit(one.quote), length_limit(other.quote)
    return mine is None or others is None or mine[1].rivals(others[1])


def _decided(counted: Counted | None, judged: Kept | None) -> Kept:
    """Code wins; only whether the condition of a constraint holds is the judge's to say."""
    if judged is not None and (counted is None or judged.status == "not_applicable"):
        return judged
    assert counted is not None
    status = "met" if counted.holds else "not_met"
    return Kept(status, "", counted.observed, counted.passage, counted=True)


def _kept_by_nothing(order: Order, said: Words) -> Kept:
    """A ban that is kept by silence earns nothing; of a condition nothing can be said."""
    if is_conditional(order):
        return Kept("not_applicable", "", said.instruction.conditional_on_empty)
    return Kept("not_met", "", said.instruction.empty)


def _card(
    listed: Mapping[int, Constraint], kept: Mapping[int, Kept], said: Words, notes: tuple[str, ...]
) -> Card | Unscored:
    points = tuple(_point(listed[number], kept[number], said) for number in listed)
    met = sum(each.status == "met" for each in kept.values())
    not_met = sum(each.status == "not_met" for each in kept.values())
    score = kept_share(met, not_met)
    if score is None:
        return Unscored(said.instruction.none_applicable.format(len(listed)), points)
    calculation = said.instruction.total.format(met, met, not_met, figure(score))
    return Card(score, points, _summary(listed, kept, said), (calculation,), notes=notes)


def _point(constraint: Constraint, kept: Kept, said: Words) -> CardPoint:
    instruction = said.instruction
    ordered = said.quoted.format(shortened(constraint.quote, _WIDEST_QUOTE))
    seen = [instruction.not_counted] if kept.status == "not_applicable" else []
    seen += [each for each in (kept.observed, kept.reason) if each]
    shown = said.brackets.format(said.quoted.format(shortened(kept.quote, 120))) if kept.quote else ""
    evidence = f"{instruction.types[constraint.type]} {ordered}{said.colon}{said.listing.join(seen)}{shown}"
    if kept.counted:
        evidence += said.brackets.format(instruction.counted)
    if kept.status == "not_applicable":
        return CardPoint(constraint.text, None, None, evidence)
    if kept.status == "met":
        return CardPoint(constraint.text, Fraction(100), "covered", evidence)
    suggestion = kept.suggestion or instruction.keep_to.format(shortened(constraint.quote, _WIDEST_QUOTE))
    return CardPoint(constraint.text, Fraction(0), "missing", evidence, suggestion)


def _summary(listed: Mapping[int, Constraint], kept: Mapping[int, Kept], said: Words) -> str:
    """The first order that is not kept, and what is there instead."""
    for number, each in kept.items():
        if each.status == "not_met":
            quote = shortened(listed[number].quote, _WIDEST_QUOTE)
            return said.instruction.asked_but.format(quote, each.reason)
    return said.instruction.all_kept


def _unread(view: View, said: Words) -> tuple[str, ...]:
    """What of the system texts was left out."""
    left = len(view.system) - MOST_SYSTEM_TEXTS
    cut = sum(len(text) > LONGEST_SYSTEM_TEXT for text in view.system[:MOST_SYSTEM_TEXTS])
    notes = [said.instruction.system_left.format(left)] if left > 0 else []
    if cut:
        notes.append(said.instruction.system_cut.format(cut, LONGEST_SYSTEM_TEXT))
    return tuple(notes)
