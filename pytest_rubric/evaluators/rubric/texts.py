"""The shape of what the rubric judge is told; the words stand in one module per language."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_rubric.evaluators.complaints import EntryComplaints, shown
from pytest_rubric.evaluators.prompts import EntriesTexts


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaints(EntryComplaints):
    """What a re-ask says is wrong with an answer, as whole sentences without an id."""

    yes_without_evidence: str
    unknown_answer_prefix: str
    unknown_answer_remedy: str

    def unknown_answer(self, value: object) -> str:
        """For a ``present`` that is neither yes nor no. ``value`` is any JSON value."""
        return f"{self.unknown_answer_prefix} {shown(value)} {self.unknown_answer_remedy}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts(EntriesTexts):
    """Everything that a judge is told in one language, data aside.

    ``instructions`` begin the constant part. ``conversation`` says what the statements are about
    where the output is a whole conversation.
    """

    instructions: str
    statements: str
    conversation: str
    complaints: Complaints
