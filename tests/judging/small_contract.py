"""A contract as small as one can be, and requests that use it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pytest_rubric.judging.protocol import ChatMessage, CheckedReply, JudgeRequest
from pytest_rubric.judging.words import as_id, yes_no

SCHEMA: dict[str, object] = {"type": "object", "properties": {"criteria": {"type": "array"}}}


class SmallContract:
    """``{"criteria": [{"id": 1, "present": true, "quotes": ["..."]}]}``; a yes needs a quote.

    With ``lenient`` a yes without a quote is a fallback.
    """

    def __init__(self, ids: Sequence[int], *, lenient: bool = False) -> None:
        self._ids = tuple(ids)
        self._lenient = lenient

    def check(self, parsed: object) -> CheckedReply:
        entries = parsed.get("criteria") if isinstance(parsed, dict) else None
        if not isinstance(entries, list):
            return CheckedReply(known=False)
        decisions: dict[int, object] = {}
        questions: dict[int, str] = {}
        fallbacks: dict[int, object] = {}
        by_id = {as_id(entry.get("id")): entry for entry in entries if isinstance(entry, dict)}
        for id_ in self._ids:
            entry: dict[str, Any] = by_id.get(id_, {})
            said = yes_no(entry.get("present"))
            if said is None:
                questions[id_] = "no answer"
            elif said and not entry.get("quotes"):
                questions[id_] = "no quote"
                if self._lenient:
                    fallbacks[id_] = "yes, unproven"
            else:
                decisions[id_] = said
        assert isinstance(parsed, dict)
        return CheckedReply(True, decisions, questions, parsed.get("strengths"), fallbacks)

    def follow_up(self, questions: Mapping[int, str], unreadable: str | None) -> str:
        asked = "; ".join(f"{id_}: {why}" for id_, why in questions.items())
        return f"Unreadable: {unreadable}. Again: {asked}" if unreadable else f"Again: {asked}"


def request(
    ids: Sequence[int] = (1, 2),
    *,
    lenient: bool = False,
    text: str = "Is it polite?",
    **changes: Any,
) -> JudgeRequest:
    """A request about ``text``; ``changes`` are further fields of it."""
    fields: dict[str, Any] = {
        "evaluator": "rubric",
        "prompt_version": "1",
        "messages": (ChatMessage("system", "You decide."), ChatMessage("user", text)),
        "schema": SCHEMA,
        "ids": tuple(ids),
        "contract": SmallContract(ids, lenient=lenient),
        "label": "case-0",
    }
    return JudgeRequest(**{**fields, **changes})


def entry(id_: int, present: object, *quotes: str) -> dict[str, object]:
    """One entry of a reply."""
    return {"id": id_, "present": present, "quotes": list(quotes)}


def answer(*entries: Mapping[str, object], **more: object) -> dict[str, object]:
    """A whole reply."""
    return {"criteria": list(entries), **more}
