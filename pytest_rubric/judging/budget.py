"""What a session's judge calls take, and how much they may take."""

from __future__ import annotations

from pytest_rubric.judging.faults import BudgetClosed
from pytest_rubric.model import Usage


class Budget:
    """Counts attempts and tokens, and lets no attempt start once a limit is reached.

    Calls never exceed their limit. Tokens are known only afterwards, so that the attempts in
    flight may go over theirs. ``None`` is no limit.
    """

    def __init__(self, max_calls: int | None = None, max_tokens: int | None = None) -> None:
        self._max_calls = max_calls
        self._max_tokens = max_tokens
        self.calls = 0
        self.input_tokens = 0
        self.output_tokens = 0
        self.in_flight = 0

    def start(self) -> None:
        """An attempt begins. Raises :class:`BudgetClosed` where none may."""
        if self._max_calls is not None and self.calls + self.in_flight >= self._max_calls:
            # What is in flight has its call already; only those that end without one give it back.
            raise self._spent(f"{self._max_calls} judge calls", "--rubric-max-calls")
        if self._max_tokens is not None and self.input_tokens + self.output_tokens >= self._max_tokens:
            raise self._spent(f"{self._max_tokens} tokens", "--rubric-max-tokens")
        self.in_flight += 1

    def end(self, usage: Usage) -> None:
        """An attempt ended, and took this."""
        self.in_flight -= 1
        self.calls += usage.calls
        self.input_tokens += usage.input_tokens
        self.output_tokens += usage.output_tokens

    @staticmethod
    def _spent(amount: str, option: str) -> BudgetClosed:
        return BudgetClosed(
            f"the budget of {amount} a session is spent ({option}); raise it or run again: "
            "replies that are stored are not asked again",
            f"the budget of {amount} is spent",
        )
