"""The shape of what the judge of dimensions is told; the words stand in one module per language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pytest_rubric.evaluators.complaints import EntryComplaints, shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaints(EntryComplaints):
    """What a re-ask says is wrong with an answer, as whole sentences without an id."""

    no_evidence: str
    unknown_level_prefix: str
    unknown_level_remedy: str

    def unknown_level(self, value: object, allowed: Sequence[int]) -> str:
        """For a ``level`` that is none of those allowed. ``value`` is any JSON value."""
        levels = ", ".join(map(str, allowed))
        return f"{self.unknown_level_prefix} {shown(value)} {self.unknown_level_remedy} {levels}"


@dataclass(frozen=True, slots=True)
class Texts:
    """Everything that a judge is told in one language, data aside.

    ``instructions`` and ``feedback`` make the constant part; ``report_language`` has the sentence
    that says in which language texts are written. ``levels`` and ``scale`` name the levels of a
    dimension, described or not.
    """

    instructions: str
    feedback: str
    report_language: Mapping[str, str]
    dimensions: str
    levels: str
    scale: str
    reply: str
    reply_ids: str
    rating_shape: str
    feedback_shape: str
    follow_up: str
    follow_up_unreadable: str
    follow_up_dimension: str
    follow_up_reply: str
    follow_up_empty: str
    complaints: Complaints
