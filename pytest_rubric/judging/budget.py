"""What a session's judge calls take, and how much they may take."""

from __future__ import annotations

import contextlib

from pytest_rubric.judging.faults import BudgetClosed
from pytest_rubric.judging.ledger import Ledger, OwnLedger
from pytest_rubric.model import Usage


class Budget:
    """Counts attempts and tokens, and lets no attempt start once a limit is reached.

    Calls never exceed their limit. Tokens are known only afterwards, so that the attempts in
    flight may go over theirs. ``None`` is no limit. The limits hold for all who share ``ledger``;
    what is counted here is this process's part.
    """

    def __init__(
        self, max_calls: int | None = None, max_tokens: int | None = None, ledger: Ledger | None = None
    ) -> None:
        self._max_calls = max_calls
        self._max_tokens = max_tokens
        self._ledger = ledger or OwnLedger()
        self.calls = 0
        self.input_tokens = 0
        self.output_tokens = 0
        self.in_flight = 0

    def start(self) -> None:
        """An attempt begins. Raises :class:`BudgetClosed` where none may."""
        try:
            spent = self._ledger.begin(self._max_calls, self._max_tokens)
        except OSError as error:
            raise BudgetClosed(
                f"the budget that all workers share can't be counted any more: {error}; "
                "run without -n, or without --rubric-max-calls and --rubric-max-tokens",
                "the budget can't be counted any more",
            ) from None
        if spent == "calls":
            raise self._spent(f"{self._max_calls} judge calls", "--rubric-max-calls")
        if spent == "tokens":
            raise self._spent(f"{self._max_tokens} tokens", "--rubric-max-tokens")
        self.in_flight += 1

    def end(self, usage: Usage) -> None:
        """An attempt ended, and took this."""
        self.in_flight -= 1
        self.calls += usage.calls
        self.input_tokens += usage.input_tokens
        self.output_tokens += usage.output_tokens
        # A count that is lost here is one that the next start can't read either.
        with contextlib.suppress(OSError):
            self._ledger.end(usage.calls, usage.input_tokens + usage.output_tokens)

    @staticmethod
    def _spent(amount: str, option: str) -> BudgetClosed:
        return BudgetClosed(
            f"the budget of {amount} a session is spent ({option}); raise it or run again: "
            "replies that are stored are not asked again",
            f"the budget of {amount} is spent",
        )
