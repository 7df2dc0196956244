"""The two questions of ``result-instruction``, and how their answers are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from pytest_rubric.evaluators.presets.answers import instruction_texts as texts
from pytest_rubric.evaluators.presets.answers.countable import sentence_around, with_marks
from pytest_rubric.evaluators.presets.answers.prompts import Asked, answer_block, numbered, query_block
from pytest_rubric.evaluators.presets.questions import Question
from pytest_rubric.evaluators.presets.reading import Answer, passage
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.judging.prompting import SECTIONS, text_block

if TYPE_CHECKING:
    from pydantic import BaseModel

Type = Literal[
    "format",
    "language",
    "length",
    "required_field",
    "required_keyword",
    "required_section",
    "exact_item_count",
    "prohibited_content",
    "scope",
    "style",
]
TYPES: tuple[Type, ...] = get_args(Type)
Status = Literal["met", "not_met", "not_applicable"]
STATUSES: tuple[Status, ...] = get_args(Status)

# What is kept by all of the output, or by what is not there, can't be quoted: what was seen is said.
UNQUOTABLE = frozenset({"length", "prohibited_content"})

MOST_SYSTEM_TEXTS = 4
LONGEST_SYSTEM_TEXT = 8000


@dataclass(frozen=True, slots=True)
class Constraint:
    """One explicit order: what it is in a few words, its own words, and the sentence they stand in."""

    text: str
    type: str
    quote: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Constraints:
    """All that is ordered; ``reason`` says it in one sentence."""

    reason: str
    listed: tuple[Constraint, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """Whether one constraint is kept: ``met``, ``not_met`` or ``not_applicable``. ``counted`` is what
    code decided."""

    status: str
    observed: str
    reason: str
    quote: str = ""
    suggestion: str = ""
    counted: bool = False


def system_texts(view: View) -> tuple[str, ...]:
    """The instructions that are read for constraints."""
    return tuple(text[:LONGEST_SYSTEM_TEXT] for text in view.system[:MOST_SYSTEM_TEXTS])


def constraints(view: View) -> Question[Constraints]:
    """What is ordered? The answer is not shown."""
    orders = "\n\n".join((view.query or "", *system_texts(view)))

    def read(parsed: Mapping[str, Any]) -> Constraints:
        answer = Answer(parsed, view)
        reason = answer.text(parsed, "reason", "constraints")
        listed: list[Constraint] = []
        for number, entry in enumerate(answer.entries("constraints"), 1):
            about = f"constraints #{number}"
            text = answer.text(entry, "constraint", about)
            if any(text.casefold() == other.text.casefold() for other in listed if text):
                answer.wrong(answer.words.repeated.format(text, "constraints"))
            quote = answer.quote_in(orders, entry, about)
            kind = answer.choice(entry, "type", TYPES, about)
            if quote is not None and quote.found and quote.start is not None and quote.end is not None:
                start, end = with_marks(orders, quote.start, quote.end)
                listed.append(Constraint(text, kind, orders[start:end], sentence_around(orders, start, end)))
        return answer.finish(Constraints(reason, tuple(listed)))

    return _CONSTRAINTS.about(view, [query_block(view), *_system_blocks(view)], read)


def verdicts(view: View, asked: Mapping[int, Constraint]) -> Question[dict[int, Kept]]:
    """Which of these constraints, by number, does the answer keep to?"""

    def read(parsed: Mapping[str, Any]) -> dict[int, Kept]:
        answer = Answer(parsed, view)
        made = {}
        for number, entry in answer.numbered_once("constraints", tuple(asked)).items():
            about = f"constraints #{number}"
            status = answer.choice(entry, "status", STATUSES, about)
            seen = asked[number].type in UNQUOTABLE and status != "not_applicable"
            observed = answer.text(entry, "observed", about, needed=seen)
            reason = answer.text(entry, "reason", about)
            suggestion = answer.text(entry, "suggestion", about, needed=status == "not_met")
            quote = None
            if status == "met" and asked[number].type not in UNQUOTABLE:
                quote = answer.quote(entry, about)
            elif status == "not_met":
                quote = answer.quote(entry, about, needed=False)
            made[number] = Kept(status, observed, reason, passage(quote), suggestion)
        return answer.finish(made)

    data = numbered({number: f"{each.text}: {each.quote}" for number, each in asked.items()})
    blocks = [query_block(view), *_system_blocks(view), answer_block(view)]
    return _VERDICTS.about(view, blocks, read, data)


def _system_blocks(view: View) -> list[str]:
    lang = view.prompt_lang
    return [text_block(texts.SYSTEM[lang], text, SECTIONS[lang]) for text in system_texts(view)]


def _constraints_model() -> type[BaseModel]:
    from pytest_rubric.evaluators.reply_models import StrictModel

    class ConstraintModel(StrictModel):
        quote: str
        constraint: str
        type: Type

    class ConstraintsReply(StrictModel):
        reason: str
        constraints: list[ConstraintModel]

    return ConstraintsReply


def _verdicts_model() -> type[BaseModel]:
    from pytest_rubric.evaluators.reply_models import StrictModel

    class ConstraintVerdict(StrictModel):
        id: int
        observed: str
        reason: str
        quote: str
        suggestion: str
        status: Status

    class VerdictsReply(StrictModel):
        constraints: list[ConstraintVerdict]

    return VerdictsReply


# Names and versions are part of the key of stored replies.
_CONSTRAINTS = Asked(
    "result-instruction-constraints", "1", texts.CONSTRAINTS, _constraints_model, "constraints"
)
_VERDICTS = Asked("result-instruction-verdicts", "1", texts.VERDICTS, _verdicts_model, "constraints")
