"""Whose call it is, in the words of messages: what people set for the judge, or for a model under test."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Advice:
    """Names for messages: ``who`` asks, and what its address, model, key, parameters and time limit
    are set by; ``variable`` is the environment variable that also sets the address, if one does.
    ``again`` is the next step of those who find it closed, where nobody else tells it."""

    who: str = "the judge"
    address: str = "--rubric-base-url"
    variable: str | None = "OPENAI_BASE_URL"
    model: str = "--rubric-model"
    key: str = "OPENAI_API_KEY"
    parameters: str = "rubric_model_parameters"
    timeout: str = "--rubric-timeout"
    again: str = ""

    @property
    def where(self) -> str:
        """``--rubric-base-url or OPENAI_BASE_URL``."""
        return f"{self.address} or {self.variable}" if self.variable else self.address

    @property
    def or_variable(self) -> str:
        """``(or OPENAI_BASE_URL)`` with a blank before it, or nothing."""
        return f" (or {self.variable})" if self.variable else ""


FOR_JUDGE = Advice()
