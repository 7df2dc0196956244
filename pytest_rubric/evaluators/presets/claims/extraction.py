"""The lists that are judged: the claims of an output, the key points of a reference.

Each question holds nothing but what its list depends on, so that whoever needs the list asks the very
same question: it is asked once a run, and found in the store under its own name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_rubric.evaluators.presets.claims.prompts import texts
from pytest_rubric.evaluators.presets.claims.texts import Prompt, Texts
from pytest_rubric.evaluators.presets.questions import Question
from pytest_rubric.evaluators.presets.reading import Answer, Entry, shown
from pytest_rubric.evaluators.presets.view import View
from pytest_rubric.judging.prompting import SECTIONS, quoted, text_block
from pytest_rubric.model import Quote

if TYPE_CHECKING:
    from pydantic import BaseModel

MOST_CLAIMS = 20

_CLAIMS_VERSION = "2"
_KEY_POINTS_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable statement of an output. ``id`` counts from 1 in the order of the list.

    ``quote`` was found in the output. ``text`` is its words where they can be understood by themselves.
    ``needs_full_coverage``: it speaks of all, none or most of something, so a part of that can't show
    that it holds.
    """

    id: int
    text: str
    quote: Quote
    needs_full_coverage: bool


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of an output, :data:`MOST_CLAIMS` at most; ``dropped`` is how many more there were."""

    listed: tuple[Claim, ...]
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class KeyPoint:
    """One thing that a reference says. ``quote`` was found in the reference."""

    text: str
    quote: Quote


def claims_question(view: View) -> Question[Claims]:
    """The claims of the output: depends on query, output and language alone."""
    said = texts(view.prompt_lang)
    sections = SECTIONS[view.prompt_lang]
    blocks = [] if view.query is None else [text_block(sections.input, view.query, sections)]
    blocks.append(text_block(sections.output, view.answer, sections))

    def read(parsed: Mapping[str, Any]) -> Claims:
        answer = Answer(parsed, view)
        entries = answer.entries("claims")
        _ids_once(answer, entries, "claims")
        listed: list[Claim] = []
        for number, entry in enumerate(entries[:MOST_CLAIMS], 1):
            about = said.claim.format(shown(entry.get("id")))
            quote = answer.quote(entry, about)
            text = answer.text(entry, "text", about, needed=False)
            whole = answer.flag(entry, "needs_full_coverage", about)
            if quote is not None:
                listed.append(Claim(number, text or _words(quote), quote, whole))
        _no_claim_twice(answer, listed, said)
        return answer.finish(Claims(tuple(listed), max(0, len(entries) - MOST_CLAIMS)))

    return _question("claims", _CLAIMS_VERSION, said.claims, blocks, _claims_model, "claims", read)


def key_points_question(view: View) -> Question[tuple[KeyPoint, ...]]:
    """The key points of the reference: depends on it and the language alone."""
    said = texts(view.prompt_lang)
    sections = SECTIONS[view.prompt_lang]

    def read(parsed: Mapping[str, Any]) -> tuple[KeyPoint, ...]:
        answer = Answer(parsed, view)
        entries = answer.entries("key_points")
        if not entries:
            answer.wrong(said.no_key_points)
        _ids_once(answer, entries, "key_points")
        made = []
        for entry in entries:
            about = said.key_point.format(shown(entry.get("id")))
            quote = answer.quote(entry, about, source="reference")
            text = answer.text(entry, "text", about)
            if quote is not None:
                made.append(KeyPoint(text, quote))
        return answer.finish(tuple(made))

    blocks = [text_block(sections.reference, view.reference or "", sections)]
    return _question(
        "key-points", _KEY_POINTS_VERSION, said.key_points, blocks, _key_points_model, "key_points", read
    )


def numbered_block(name: str, lines: Sequence[tuple[int, str]], view: View) -> str:
    """Texts with their numbers as a block, one a line."""
    shown_lines = "\n".join(f"{number}: {quoted(text)}" for number, text in lines)
    return text_block(name, shown_lines, SECTIONS[view.prompt_lang])


def _question(
    name: str, version: str, prompt: Prompt, blocks: Sequence[str], model: Any, key: str, read: Any
) -> Question[Any]:
    return Question(name, version, prompt.system, (*blocks, prompt.reply), model, key, read, shared=True)


def _words(quote: Quote) -> str:
    """The words that a quote stands for, on one line."""
    return " ".join((quote.passage or quote.text).split())


def _ids_once(answer: Answer, entries: Sequence[Entry], key: str) -> None:
    """Every entry has a number of its own; which one is all the same."""
    seen: set[int] = set()
    for entry in entries:
        number = answer.whole(entry, "id", 1, 10_000, f"`{key}`")
        if number in seen:
            answer.wrong(answer.words.repeated.format(number, key))
        seen.add(number)


def _no_claim_twice(answer: Answer, claims: Sequence[Claim], said: Texts) -> None:
    """A claim that stands twice would count twice."""
    first: dict[str, int] = {}
    for claim in claims:
        folded = " ".join(claim.text.casefold().split())
        if folded in first:
            answer.wrong(said.same_claim.format(claim.id, first[folded]))
        first.setdefault(folded, claim.id)


def _claims_model() -> type[BaseModel]:
    from pytest_rubric.evaluators.presets.claims.reply_models import ClaimsModel

    return ClaimsModel


def _key_points_model() -> type[BaseModel]:
    from pytest_rubric.evaluators.presets.claims.reply_models import KeyPointsModel

    return KeyPointsModel
