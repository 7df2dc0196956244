"""What the prompts of these presets are made of: constant rules, the texts of the case, the reply's form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_rubric.evaluators.presets.questions import Question
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.judging.prompting import SECTIONS, quoted, text_block

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt in one language: ``rules`` are the system message, ``reply`` is the reply's form.
    ``data`` names the block with the question's own data, where it has one."""

    rules: str
    reply: str
    data: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is constant about a question: its permanent name, its version, its prompts by language, the
    reply's model and the property without which an object is no answer."""

    name: str
    version: str
    prompts: Mapping[str, Prompt]
    model: Callable[[], type[BaseModel]]
    key: str

    def about(
        self,
        view: View,
        blocks: Sequence[str],
        read: Callable[[Mapping[str, Any]], T],
        data: Sequence[str] = (),
    ) -> Question[T]:
        """The question about a case. ``data`` are lines of the question's own, each on one line."""
        prompt = self.prompts[view.prompt_lang]
        own = [text_block(prompt.data, "\n".join(data), SECTIONS[view.prompt_lang])] if prompt.data else []
        return Question(
            self.name,
            self.version,
            prompt.rules,
            (*blocks, *own, prompt.reply),
            self.model,
            self.key,
            read,
        )


def query_block(view: View) -> str:
    """The question of the case."""
    sections = SECTIONS[view.prompt_lang]
    return text_block(sections.input, view.query or "", sections)


def answer_block(view: View) -> str:
    """The output under test."""
    sections = SECTIONS[view.prompt_lang]
    return text_block(sections.output, view.answer, sections)


def numbered(parts: Mapping[int, str]) -> list[str]:
    """Parts by number, one line each: what an earlier reply said is data, too."""
    return [f"{number}. {quoted(text)}" for number, text in parts.items()]
