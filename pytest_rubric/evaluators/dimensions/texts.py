"""The shape of what the judge of dimensions is told; the words stand in one module per language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_rubric.evaluators.complaints import EntryComplaints, shown
from pytest_rubric.evaluators.prompts import EntriesTexts


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts(EntriesTexts):
    """Everything that a judge is told in one language, data aside.

    ``instructions`` begin the constant part. ``levels`` and ``scale`` name the levels of a dimension,
    described or not.
    """

    instructions: str
    dimensions: str
    levels: str
    scale: str
    complaints: Complaints
