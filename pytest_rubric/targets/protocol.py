"""What a target is: something that makes the output under test for a case."""

from __future__ import annotations

from typing import Protocol

from pytest_rubric.model import Case, Output


class Target(Protocol):
    """One way of having the output."""

    @property
    def label(self) -> str:
        """What names it in messages and reports."""
        ...

    @property
    def is_at_hand(self) -> bool:
        """Whether the output only has to be read: no user code runs, nothing is waited for."""
        ...

    async def run(self, case: Case) -> Output:
        """Make the output. Raises :class:`~pytest_rubric.errors.TargetError` with one clear
        message where there is none; an output is never made up."""
        ...
