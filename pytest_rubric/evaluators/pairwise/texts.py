"""The shape of what the judge of a comparison is told; the words stand in one module per language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pytest_rubric.evaluators.complaints import shown
from pytest_rubric.evaluators.prompts import PromptTexts
from pytest_rubric.judging.prompting import quoted


@dataclass(frozen=True, slots=True)
class Complaints:
    """What a re-ask says is wrong with an answer, as whole sentences without the answer's name.

    The fields that end in ``_prefix`` are completed by the methods with what the judge wrote.
    """

    missing: str
    repeated: str
    no_reason: str
    no_evidence: str
    level_prefix: str
    level_remedy: str
    unknown_prefix: str
    unknown_remedy: str
    answer_prefix: str
    answer_remedy: str
    winner_prefix: str
    winner_remedy: str
    quote_prefix: str
    quote_remedy: str

    def bad_level(self, value: object) -> str:
        return f"{self.level_prefix} {shown(value)} {self.level_remedy}"

    def unknown_ids(self, ids: Sequence[object]) -> str:
        return f"{self.unknown_prefix} {', '.join(map(shown, ids))} {self.unknown_remedy}"

    def bad_answer(self, value: object) -> str:
        return f"{self.answer_prefix} {shown(value)} {self.answer_remedy}"

    def bad_winner(self, value: object) -> str:
        return f"{self.winner_prefix} {shown(value)} {self.winner_remedy}"

    def quotes_not_found(self, quotes: Sequence[str]) -> str:
        listed = "; ".join(quoted(quote) for quote in quotes)
        return f"{self.quote_prefix} {listed} {self.quote_remedy}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts(PromptTexts):
    """Everything that a judge is told in one language, data aside.

    ``positions`` name the two blocks of the outputs; each holds the name used in ``from``.
    """

    instructions: str
    positions: Mapping[str, str]
    parts: Mapping[str, str]
    expectations: str
    no_expectations: str
    level: str
    between_levels: str
    reply_ids: str
    none: str
    reply: str
    quotes_shape: str
    criteria_shape: str
    expectations_shape: str
    feedback_shape: str
    reason_shape: str
    winner_shape: str
    file: str
    file_without_text: str
    follow_up: str
    follow_up_unreadable: str
    follow_up_reply: str
    follow_up_only: str
    criterion: str
    expectation: str
    winner: str
    complaints: Complaints
