"""One engine for graded presets: one question, one level for each dimension, one formula."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from pytest_rubric.evaluators.presets.graded.card import card
from pytest_rubric.evaluators.presets.graded.model import Dimension, Grade, Graded, Level, Total
from pytest_rubric.evaluators.presets.graded.prompt import blocks
from pytest_rubric.evaluators.presets.graded.texts import Texts
from pytest_rubric.evaluators.presets.protocol import Card, Category, Need, Unscored
from pytest_rubric.evaluators.presets.questions import Question, Questions
from pytest_rubric.evaluators.presets.reading import Answer, Entry
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.evaluators.presets.wording import wording
from pytest_rubric.model import Case

if TYPE_CHECKING:
    from pydantic import BaseModel

ENTRIES = "dimensions"
NAME = "dimension"


class Form(Protocol):
    """The shape of an answer: how it is asked for, and how it is read."""

    def model(self) -> type[BaseModel]:
        """The model of a whole reply: a list ``dimensions`` of entries with a ``dimension`` each."""
        ...

    def grade(self, answer: Answer, entry: Entry, dimension: Dimension) -> Grade:
        """The grade that one entry gives. Tells ``answer`` what is wrong with it."""
        ...

    def remark(self, answer: Answer, parsed: Mapping[str, Any]) -> str:
        """What else the answer holds; empty where nothing else is asked for."""
        ...


@dataclass(frozen=True, slots=True)
class GradedPreset:
    """A preset whose judge gives every dimension one level, in one call.

    ``parts`` are its dimensions. ``levels`` are in order, the best first. ``total`` makes the score of
    the levels, by the key of the dimension; its second argument is the language of its texts.
    ``shows_query`` shows the judge the input beside the output.
    """

    id: str
    parts: tuple[Dimension, ...]
    levels: tuple[Level, ...]
    form: Form
    texts: Texts
    total: Callable[[Mapping[str, Level], str], Total]
    needs: Sequence[Need] = ()
    shows_query: bool = False
    version: str = "1"
    category: Category = "res"

    @property
    def dimensions(self) -> Sequence[str]:
        return tuple(each.key for each in self.parts)

    async def assess(self, view: View, ask: Questions) -> Card | Unscored:
        """One call, and the card that follows from it."""
        graded = await ask(self.question(view))
        levels = {grade.dimension.key: grade.level for grade in graded.grades}
        total = self.total(levels, view.lang)
        return card(graded, self.levels, total, self.texts.clean[view.lang], view.lang)

    def on_empty(self, view: View) -> Card | Unscored | None:
        return Unscored(wording(view.lang).empty_output)

    def first(self, view: View) -> Sequence[Question[object]]:
        return (self.question(view),)

    def most_calls(self, case: Case) -> int:
        return 1

    def question(self, view: View) -> Question[Graded]:
        """The one question about a case."""

        def read(parsed: Mapping[str, Any]) -> Graded:
            answer = Answer(parsed, view)
            entries = answer.each_once(ENTRIES, NAME, self.dimensions)
            grades = [
                self.form.grade(answer, entries[each.key], each) for each in self.parts if each.key in entries
            ]
            return answer.finish(Graded(grades, self.form.remark(answer, parsed)))

        return Question(
            name=self.id,
            version=self.version,
            system=self.texts.system[view.prompt_lang],
            blocks=blocks(view, self.texts.reply[view.prompt_lang], shows_query=self.shows_query),
            model=self.form.model,
            key=ENTRIES,
            read=read,
        )
