"""Votes about the parts of a case, one a sample, and what they took.

What a set of votes decides is the evaluator's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from pytest_rubric.errors import JudgeError
from pytest_rubric.evaluators.asking import Exchange, ask_all, ends_the_case, said_in
from pytest_rubric.evaluators.entries import EntriesContract, Rejection
from pytest_rubric.evaluators.remedies import Cause, cause_of
from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.model import Usage

A = TypeVar("A")


class Poll(Generic[A]):
    """The votes so far about one case: for each id and sample an answer that counts, or why there
    is none, in the language of the report. ``answer`` is the class of the answers that the contract
    of the requests makes.
    """

    def __init__(self, judge: Judge, ids: Iterable[int], answer: type[A], lang: str) -> None:
        self._judge = judge
        self._lang = lang
        self._answer = answer
        # By id, then by sample: a sample that is asked anew replaces its vote.
        self._votes: dict[int, dict[int, A | Rejection[A]]] = {id_: {} for id_ in ids}
        self.usage = Usage()
        self.errors: list[JudgeError] = []
        self.unused_fields: set[str] = set()
        self.rounds = 0

    def votes(self, id_: int) -> tuple[A | Rejection[A], ...]:
        """The votes about one id, in the order of the samples."""
        by_sample = self._votes[id_]
        return tuple(by_sample[sample] for sample in sorted(by_sample))

    def causes(self, ids: Iterable[int]) -> set[Cause | None]:
        """Why these ids are undecided: their answers differ, or what kept them from standing."""
        found: set[Cause | None] = set()
        for votes in map(self.votes, ids):
            faults = [vote.cause for vote in votes if isinstance(vote, Rejection)]
            found |= set(faults) if len(faults) == len(votes) else {"votes"}
        return found

    @property
    def ends_the_case(self) -> JudgeError | None:
        """The error that leaves the case without an outcome, whatever else was decided."""
        return ends_the_case(self.errors)

    async def ask(self, requests: Sequence[JudgeRequest]) -> Sequence[Exchange]:
        """Ask all at once and count the votes."""
        exchanges = await ask_all(self._judge, requests)
        self.rounds += 1
        for exchange in exchanges:
            if not (exchange.request.fresh and exchange.is_recording):
                # Else the store had nothing newer, or has it from another case: no cost of this one.
                self.usage += exchange.usage
            if exchange.error is not None:
                self.errors.append(exchange.error)
                if exchange.request.fresh:
                    continue  # the recording it was to replace still says more than an error
            for id_ in exchange.request.ids:
                self._votes[id_][exchange.request.sample] = self._vote(exchange, id_)
            if isinstance(exchange.request.contract, EntriesContract):
                self.unused_fields |= exchange.request.contract.unused_fields
        return exchanges

    async def ask_again(
        self, requests: Sequence[JudgeRequest], is_open: Callable[[], bool]
    ) -> Sequence[Exchange]:
        """Ask extra samples; those that came from the store once more, if they leave it open."""
        exchanges = await self.ask(requests)
        recordings = [exchange.request for exchange in exchanges if exchange.is_recording]
        if recordings and is_open() and not self.ends_the_case:
            anew = await self.ask([replace(request, fresh=True) for request in recordings])
            return [*exchanges, *anew]
        return exchanges

    def _vote(self, exchange: Exchange, id_: int) -> A | Rejection[A]:
        if exchange.reply is None:
            assert exchange.error is not None
            return Rejection(said_in(self._lang, exchange.error), cause=cause_of(exchange.error))
        found = exchange.reply.decisions.get(id_)
        if isinstance(found, self._answer):
            return found
        contract = exchange.request.contract
        assert isinstance(contract, EntriesContract)
        rejection: Rejection[A] = contract.rejection(id_, exchange.reply.questions.get(id_))
        return rejection
