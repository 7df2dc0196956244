"""The shape of what the judge of a reference case is told; the words stand in one module per language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pytest_rubric.evaluators.prompts import PromptTexts
from pytest_rubric.judging.prompting import quoted


@dataclass(frozen=True, slots=True)
class Complaints:
    """What a re-ask says is wrong, as whole sentences. ``{}`` stands for what the judge wrote."""

    missing_part: str
    repeated: str
    wrong_ids: str
    no_facts: str
    not_a_list: str
    bad_ids: str
    too_many: str
    fact_not_in_reference: str
    unknown_importance: str
    unknown_status: str
    no_quote: str
    quote_not_found: str
    two_decisions: str
    unknown_kind: str
    unknown_grade: str
    unknown_related: str
    unrelated_without_reason: str
    unrelated_but_covered: str

    def about(self, template: str, value: object) -> str:
        """A complaint about what the judge wrote, shown on one line."""
        shown = quoted(value) if isinstance(value, str) else str(value)
        # not format(): what the judge wrote may hold braces
        return template.replace("{}", shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts(PromptTexts):
    """Everything that a judge is told in one language, data aside.

    ``key_facts`` and ``key_facts_shape`` make the first request; the rest is about judgements.
    ``parts``, ``examples`` and ``shapes`` are by the key of a part, so that a request about one
    part alone says nothing of the others.
    """

    key_facts: str
    key_facts_shape: str
    rules: str
    parts: Mapping[str, str]
    example: str
    example_facts: str
    examples: Mapping[str, str]
    facts: str
    reply: str
    shapes: Mapping[str, str]
    feedback_shape: str
    follow_up: str
    follow_up_unreadable: str
    follow_up_fact: str
    follow_up_claim: str
    follow_up_reply: str
    complaints: Complaints
