"""The shape of what the judge of dimensions is told; the words stand in one module per language."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pytest_rubric.judging.prompting import quoted


@dataclass(frozen=True, slots=True)
class Complaints:
    """What a re-ask says is wrong with an answer, as whole sentences without an id.

    The fields that end in a colon or ``is`` are completed by the methods with what the judge wrote.
    """

    no_evidence: str
    evidence_not_from_output: str
    whole_without_reason: str
    missing: str
    repeated: str
    unknown_ids_prefix: str
    unknown_ids_remedy: str
    quote_not_found_prefix: str
    quote_not_found_remedy: str
    unknown_level_prefix: str
    unknown_level_remedy: str

    def quote_not_found(self, quotes: Sequence[str]) -> str:
        """For a level none of whose quotes stands in the text that it names."""
        shown = "; ".join(quoted(quote) for quote in quotes)
        return f"{self.quote_not_found_prefix} {shown} {self.quote_not_found_remedy}"

    def unknown_ids(self, ids: Sequence[object]) -> str:
        """For a reply with entries under ids (any JSON scalars) that nobody asked about."""
        shown = ", ".join(json.dumps(id_, ensure_ascii=False, default=repr) for id_ in ids)
        return f"{self.unknown_ids_prefix} {shown}{self.unknown_ids_remedy}"

    def unknown_level(self, value: object, allowed: Sequence[int]) -> str:
        """For a ``level`` that is none of those allowed. ``value`` is any JSON value."""
        shown = json.dumps(value, ensure_ascii=False, default=repr)
        levels = ", ".join(map(str, allowed))
        return f"{self.unknown_level_prefix} {shown} {self.unknown_level_remedy} {levels}"


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
