"""The shape of what the rubric judge is told; the words stand in one module per language."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pytest_rubric.judging.prompting import quoted


@dataclass(frozen=True, slots=True)
class Complaints:
    """What a re-ask says is wrong with an answer, as whole sentences without an id.

    The fields that end in a colon are completed by the methods with what the judge wrote.
    """

    yes_without_evidence: str
    evidence_not_from_output: str
    whole_without_reason: str
    missing: str
    repeated: str
    unknown_ids_prefix: str
    unknown_ids_remedy: str
    quote_not_found_prefix: str
    quote_not_found_remedy: str
    unknown_answer_prefix: str
    unknown_answer_remedy: str

    def quote_not_found(self, quotes: Sequence[str]) -> str:
        """For a yes none of whose quotes stands in the text that it names."""
        shown = "; ".join(quoted(quote) for quote in quotes)
        return f"{self.quote_not_found_prefix} {shown} {self.quote_not_found_remedy}"

    def unknown_ids(self, ids: Sequence[object]) -> str:
        """For a reply with entries under ids (any JSON scalars) that nobody asked about."""
        shown = ", ".join(json.dumps(id_, ensure_ascii=False, default=repr) for id_ in ids)
        return f"{self.unknown_ids_prefix} {shown}{self.unknown_ids_remedy}"

    def unknown_answer(self, value: object) -> str:
        """For a ``present`` that is neither yes nor no. ``value`` is any JSON value."""
        shown = json.dumps(value, ensure_ascii=False, default=repr)
        return f"{self.unknown_answer_prefix} {shown} {self.unknown_answer_remedy}"


@dataclass(frozen=True, slots=True)
class Texts:
    """Everything that a judge is told in one language, data aside.

    ``instructions`` and ``feedback`` make the constant part; ``report_language`` has the
    sentence that says in which language reasons and feedback are written. ``reply`` is the
    last block, followed by the ids and the shape. ``conversation`` says what the statements are
    about where the output is a whole conversation.
    """

    instructions: str
    feedback: str
    report_language: Mapping[str, str]
    statements: str
    conversation: str
    reply: str
    reply_ids: str
    criteria_shape: str
    feedback_shape: str
    follow_up: str
    follow_up_unreadable: str
    follow_up_statement: str
    follow_up_reply: str
    follow_up_empty: str
    complaints: Complaints
