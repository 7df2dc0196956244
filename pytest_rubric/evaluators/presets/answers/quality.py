"""``result-answer``: is the question answered, fully, and in order?"""

from __future__ import annotations

from collections.abc import Sequence

from pytest_rubric.evaluators.presets.answers import quality_questions as questions
from pytest_rubric.evaluators.presets.answers.quality_card import card, empty_card
from pytest_rubric.evaluators.presets.answers.words import words
from pytest_rubric.evaluators.presets.protocol import Card, Category, Need, Unscored
from pytest_rubric.evaluators.presets.questions import Question, Questions
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.model import Case

_MOST_CALLS = 5


class ResultAnswer:
    """Three parts: what share of the answer belongs to the question, what share of the question is
    answered, and whether the thoughts follow each other."""

    id = "result-answer"
    category: Category = "res"
    needs: Sequence[Need] = ("query",)
    dimensions: Sequence[str] = ("relevance", "completeness", "coherence")

    async def assess(self, view: View, ask: Questions) -> Card | Unscored:
        """Three questions at once, then two about what they found."""
        found, wanted, flow = await ask.together(self.first(view))
        assert isinstance(found, questions.Statements)
        assert isinstance(wanted, questions.Needs)
        assert isinstance(flow, questions.Coherence)
        if not wanted.listed:
            return Unscored(words(view.lang).quality.no_needs.format(wanted.reason))
        second: list[Question[object]] = [
            questions.relevance(view, found.listed),
            questions.completeness(view, wanted.listed),
        ]
        belonging, met = await ask.together(second)
        assert isinstance(belonging, questions.Relevance)
        assert isinstance(met, tuple)
        return card(found, wanted, flow, belonging, met, words(view.lang))

    def on_empty(self, view: View) -> Card | Unscored | None:
        """Nothing is 0 on all three."""
        return empty_card(view.lang)

    def first(self, view: View) -> Sequence[Question[object]]:
        return (questions.statements(view), questions.needs(view), questions.coherence(view))

    def most_calls(self, case: Case) -> int:
        return _MOST_CALLS
