"""An evaluator that is written as a prompt, run as presets are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from pytest_rubric.evaluators.custom import listed, named
from pytest_rubric.evaluators.custom.leaks import leak, shared_passage, told
from pytest_rubric.evaluators.custom.texts import texts
from pytest_rubric.evaluators.presets.evaluator import PresetEvaluator
from pytest_rubric.evaluators.presets.protocol import Card, Category, Need, Unscored
from pytest_rubric.evaluators.presets.questions import Question, Questions
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.subjects import report_language
from pytest_rubric.judging.protocol import Judge
from pytest_rubric.model import Case, CustomEvaluator, Evaluation

_NEEDS: Mapping[str, Need] = {
    "input": "query",
    "expected_output": "reference",
    "context": "context",
    "trace_summary": "log",
}


class CustomPrompt:
    """A definition as the engine of presets takes it. What it needs follows from its placeholders."""

    def __init__(self, definition: CustomEvaluator) -> None:
        self._definition = definition
        self.id = definition.id
        self.category: Category = definition.category
        self.needs: Sequence[Need] = tuple(_NEEDS[name] for name in definition.places if name in _NEEDS)
        self.dimensions: Sequence[str] = tuple(point.label for point in definition.points)

    async def assess(self, view: View, ask: Questions) -> Card | Unscored:
        """One question, whichever the mode."""
        if self._definition.points:
            return listed.card(await ask(listed.question(self._definition, view)), view.lang)
        return named.card_of(await ask(named.question(self._definition, view)), view.lang)

    def on_empty(self, view: View) -> Card | Unscored | None:
        """Listed points are all missing; points that nobody named can't be. A log is judged without an
        output too."""
        if "trace_summary" in self._definition.places:
            return None
        if self._definition.points:
            return listed.empty(self._definition, view.lang)
        return Unscored(texts(view.lang).empty_output)

    def first(self, view: View) -> Sequence[Question[object]]:
        if self._definition.points:
            return (listed.question(self._definition, view),)
        return (named.question(self._definition, view),)

    def most_calls(self, case: Case) -> int:
        return 1


class CustomPromptEvaluator(PresetEvaluator):
    """Refuses to judge a case that its own prompt knows, before anything is asked."""

    def __init__(self, definition: CustomEvaluator) -> None:
        super().__init__(CustomPrompt(definition))
        self.definition = definition

    async def evaluate(self, subject: Subject, judge: Judge) -> Evaluation:
        """As for presets; ``blocked`` where the prompt holds a passage of the case or of its output."""
        wrong = leak(self.definition, [subject.case])
        if wrong is None:
            passage = shared_passage(self.definition, [subject.output.text])
            if passage is not None:
                wrong = told(self.definition, subject.case, "ActualOutput", passage)
        if wrong is not None:
            return self._blocked(subject, wrong, report_language(subject))
        return await super().evaluate(subject, judge)


@lru_cache(maxsize=256)
def made(definition: CustomEvaluator) -> CustomPromptEvaluator:
    """The evaluator of a definition; the same one for the same definition."""
    return CustomPromptEvaluator(definition)
