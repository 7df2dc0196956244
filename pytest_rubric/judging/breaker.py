"""Closes the judge for the session where no later call can do better."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_rubric.judging.advice import FOR_JUDGE, Advice
from pytest_rubric.judging.faults import BudgetClosed, JudgeClosed, charge, spent


@dataclass(frozen=True, slots=True)
class Closing:
    """Why a judge is closed: ``message`` and ``details`` as they were raised first, ``reason`` in a
    few words, and ``later``, the one line of everything that was asked afterwards."""

    message: str
    reason: str
    details: str | None
    later: str


class Breaker:
    """Closed by the first fault that ends the session's judging; it tells all, later ones one line."""

    def __init__(self, advice: Advice = FOR_JUDGE) -> None:
        self._advice = advice
        self._kind: type[JudgeClosed] = JudgeClosed
        self._closing: Closing | None = None

    @property
    def closing(self) -> Closing | None:
        """Why it is closed; ``None`` while it is open."""
        return self._closing

    def check(self) -> None:
        """Raises the short :class:`JudgeClosed` once the judge is closed."""
        if self._closing is not None:
            raise self._kind(self._closing.later, self._closing.reason)

    def close(self, fault: JudgeClosed) -> JudgeClosed:
        """The fault to raise: this one if it is the first, else the one line."""
        if self._closing is not None:
            later = self._kind(self._closing.later, self._closing.reason)
            charge(later, spent(fault))
            return later
        self._kind = BudgetClosed if isinstance(fault, BudgetClosed) else JudgeClosed
        later_line = f"{self._advice.who} was closed earlier in this session: {fault.reason}"
        if self._advice.again:
            later_line += f"; {self._advice.again}"
        self._closing = Closing(fault.message, fault.reason, fault.details, later_line)
        return fault
