"""Notes on single criteria: their words and their tags."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pytest_rubric.model import Case, Criterion
from pytest_rubric.scoring import wording
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.lint.note import Note
from pytest_rubric.scoring.lint.shape import short

_SIGNS = {"positive": 1, "negative": -1}


def notes(criterion: Criterion, case: Case) -> Iterator[Note]:
    for code, message in _remarks(criterion, case):
        yield Note(code, f"#{criterion.id} {message}", criterion.line)


def _remarks(criterion: Criterion, case: Case) -> Iterator[tuple[str, str]]:
    yield from _tag_remarks(criterion)
    if criterion.check is None:
        yield from _word_remarks(criterion.text, criterion.points < 0, case.expected_output is not None)


@lru_cache(maxsize=4096)  # cases often share a rubric
def _word_remarks(text: str, is_penalty: bool, has_reference: bool) -> tuple[tuple[str, str], ...]:
    return tuple(_on_words(text, is_penalty, has_reference))


def _on_words(text: str, is_penalty: bool, has_reference: bool) -> Iterator[tuple[str, str]]:
    if wording.is_placeholder(text):
        yield "placeholder", f"is still a placeholder ({short(text)}); write the criterion"
        return
    if wording.is_double_barrelled(text):
        yield (
            "double-barrelled",
            "seems to hold two statements, and an output that does one of them is judged at random; "
            "make two criteria",
        )
    if wording.asks_for_count(text):
        yield (
            "countable",
            "asks for a count, which models get wrong; let a check decide "
            "(`max_words`, `min_words`, `max_chars`, `count`), or write one criterion for each thing",
        )
    if wording.asks_for_literal(text):
        yield (
            "checkable",
            "is about exact text or syntax; let a check decide "
            "(`contains`, `regex`, `starts_with`, `is_json`), without a call",
        )
    if wording.is_vague(text):
        yield "vague", "rests on a word of praise; say what a reader would see in the output"
    if is_penalty and wording.is_negated(text):
        yield (
            "negated-penalty",
            "costs points when its statement is true, and it states that something is not done; "
            "state the bad thing itself, or give positive points",
        )
    if not has_reference and wording.names_reference(text):
        yield (
            "missing-reference",
            "names a reference answer, and the case has no `ExpectedOutput`; "
            "add it, or write what it says into the criterion",
        )


def _tag_remarks(criterion: Criterion) -> Iterator[tuple[str, str]]:
    for tag in criterion.tags:
        name, _, value = (part.strip().casefold() for part in tag.partition(":"))
        if name != "type":
            continue
        sign = _SIGNS.get(value)
        if sign is None:
            yield (
                "type-tag",
                f"has the tag `{tag}`; `type:` is for `type:positive` and `type:negative`, "
                "use another name in front of the colon",
            )
        elif sign * criterion.points < 0:
            yield (
                "sign-tag",
                f"has {figure(criterion.points)} points and the tag `{tag}`; "
                "only the sign of the points counts, so change the one that is wrong",
            )
