"""Strengths, weaknesses and suggestions of a reply. Read leniently: they never change a score."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pytest_rubric.evaluators.quoting import Sources, read_name, read_text
from pytest_rubric.judging.words import yes_no
from pytest_rubric.model import Feedback, FeedbackItem

CAUSES = ("prompt", "rubric", "testcase")
AIMS = ("reasoning_steps", "output_structure", "edge_cases", "knowledge", "tool_use")

LISTS = ("strengths", "weaknesses", "suggestions")

_MOST_ITEMS = 10
_LONGEST_TEXT = 800
_LONGEST_QUOTE = 300


def read_feedback(parsed: Mapping[object, object], sources: Sources) -> Feedback | None:
    """The feedback of a reply, or ``None`` where it has none of the lists."""
    if not any(isinstance(parsed.get(name), list) for name in LISTS):
        return None
    return Feedback(
        "given",
        strengths=_items(parsed.get("strengths"), sources, _strength),
        weaknesses=_items(parsed.get("weaknesses"), sources, _cause),
        suggestions=_items(parsed.get("suggestions"), sources, _aim),
    )


def feedback_of(extras: object, *, asked: bool) -> Feedback:
    """The feedback that a reply holds; ``extras`` is what its contract kept."""
    if not asked:
        return Feedback("not_asked")
    return extras if isinstance(extras, Feedback) else Feedback("missing")


def _items(
    value: object, sources: Sources, label: Callable[[Mapping[object, object]], str]
) -> tuple[FeedbackItem, ...]:
    items: list[FeedbackItem] = []
    for entry in value if isinstance(value, list) else []:
        fields = entry if isinstance(entry, Mapping) else {"text": entry}
        text = _cut(read_text(fields.get("text")), _LONGEST_TEXT)
        if text:
            items.append(FeedbackItem(text, label(fields), _quote(fields.get("quote"), sources)))
        if len(items) == _MOST_ITEMS:
            break
    return tuple(items)


def _strength(fields: Mapping[object, object]) -> str:
    return "beyond_reference" if yes_no(fields.get("beyond_reference")) else ""


def _cause(fields: Mapping[object, object]) -> str:
    """The root cause; the prompt's, where the reply names none that is known."""
    cause = read_name(fields.get("cause"))
    return cause if cause in CAUSES else "prompt"


def _aim(fields: Mapping[object, object]) -> str:
    aim = read_name(fields.get("aim"))
    return aim if aim in AIMS else ""


def _quote(value: object, sources: Sources) -> str | None:
    if not isinstance(value, str) or not value.strip():
        return None
    passage = sources.quote("output", value).passage
    return None if passage is None else _cut(passage, _LONGEST_QUOTE)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
