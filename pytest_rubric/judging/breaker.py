"""Closes the judge for the session where no later call can do better."""

from __future__ import annotations

from pytest_rubric.judging.advice import FOR_JUDGE
from pytest_rubric.judging.faults import BudgetClosed, JudgeClosed, charge, spent


class Breaker:
    """Closed by the first fault that ends the session's judging; it tells all, later ones one line."""

    def __init__(self, who: str = FOR_JUDGE.who) -> None:
        self._who = who
        self._reason: str | None = None
        self._kind: type[JudgeClosed] = JudgeClosed

    def check(self) -> None:
        """Raises the short :class:`JudgeClosed` once the judge is closed."""
        if self._reason is not None:
            raise self._later()

    def close(self, fault: JudgeClosed) -> JudgeClosed:
        """The fault to raise: this one if it is the first, else the one line."""
        if self._reason is not None:
            later = self._later()
            charge(later, spent(fault))
            return later
        self._reason = fault.reason
        self._kind = BudgetClosed if isinstance(fault, BudgetClosed) else JudgeClosed
        return fault

    def _later(self) -> JudgeClosed:
        assert self._reason is not None
        return self._kind(f"{self._who} was closed earlier in this session: {self._reason}", self._reason)
