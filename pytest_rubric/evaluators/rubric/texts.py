"""The shape of what the rubric judge is told; the words stand in one module per language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pytest_rubric.evaluators.complaints import EntryComplaints, shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaints(EntryComplaints):
    """What a re-ask says is wrong with an answer, as whole sentences without an id."""

    yes_without_evidence: str
    unknown_answer_prefix: str
    unknown_answer_remedy: str

    def unknown_answer(self, value: object) -> str:
        """For a ``present`` that is neither yes nor no. ``value`` is any JSON value."""
        return f"{self.unknown_answer_prefix} {shown(value)} {self.unknown_answer_remedy}"


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
