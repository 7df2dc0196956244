"""All that one evaluation asks the judge: what it took, what went wrong, and what is asked once more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pytest_rubric.errors import JudgeError
from pytest_rubric.evaluators.asking import Exchange, ask_all, ends_the_case
from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.model import Usage

Count = Callable[[Exchange], None]
"""Takes an exchange whose answer, or error, is one of the evaluation's votes."""


class Inquiry:
    """What was asked so far: ``usage`` is what it took, ``errors`` are the judge's, ``rounds`` counts how
    often something was asked."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.usage = Usage()
        self.errors: list[JudgeError] = []
        self.rounds = 0

    @property
    def ends_the_case(self) -> JudgeError | None:
        """The error that leaves the case without an outcome, whatever else was decided."""
        return ends_the_case(self.errors)

    @property
    def details(self) -> str | None:
        """Those of the first error, for a case of which nothing was decided."""
        return self.errors[0].details if self.errors else None

    async def ask(self, requests: Sequence[JudgeRequest], count: Count) -> Sequence[Exchange]:
        """Ask all at once, and ``count`` what came of them, in the order of the requests."""
        exchanges = await ask_all(self._judge, requests)
        self.rounds += 1
        for exchange in exchanges:
            fresh = exchange.request.fresh
            if not (fresh and exchange.is_recording):
                # Else the store had nothing newer, or has it from another case: no cost of this one.
                self.usage += exchange.usage
            if exchange.error is not None:
                self.errors.append(exchange.error)
            # An error says less than the recording that it was to replace.
            if exchange.error is None or not fresh:
                count(exchange)
        return exchanges

    async def ask_again(
        self, requests: Sequence[JudgeRequest], count: Count, is_open: Callable[[], bool]
    ) -> None:
        """Ask extra samples; those that came from the store once more, if they leave the case open."""
        exchanges = await self.ask(requests, count)
        recordings = [exchange.request for exchange in exchanges if exchange.is_recording]
        if recordings and not self.ends_the_case and is_open():
            await self.ask([replace(request, fresh=True) for request in recordings], count)
