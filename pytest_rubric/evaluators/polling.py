"""Votes about the parts of a case, one a sample, and what they took.

What a set of votes decides is the evaluator's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from pytest_rubric.evaluators.asking import Exchange, said_in
from pytest_rubric.evaluators.entries import EntriesContract, Rejection
from pytest_rubric.evaluators.inquiry import Inquiry
from pytest_rubric.evaluators.remedies import Cause, cause_of
from pytest_rubric.judging.protocol import Judge, JudgeRequest

A = TypeVar("A")


class Poll(Generic[A]):
    """The votes so far about one case: for each id and sample an answer that counts, or why there
    is none, in the language of the report. ``answer`` is the class of the answers that the contract
    of the requests makes; ``inquiry`` has what it took.
    """

    def __init__(self, judge: Judge, ids: Iterable[int], answer: type[A], lang: str) -> None:
        self.inquiry = Inquiry(judge)
        self._lang = lang
        self._answer = answer
        # By id, then by sample: a sample that is asked anew replaces its vote.
        self._votes: dict[int, dict[int, A | Rejection[A]]] = {id_: {} for id_ in ids}
        self.unused_fields: set[str] = set()

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

    async def ask(self, requests: Sequence[JudgeRequest]) -> Sequence[Exchange]:
        """Ask all at once and count the votes."""
        return await self.inquiry.ask(requests, self._count)

    async def ask_again(self, requests: Sequence[JudgeRequest], is_open: Callable[[], bool]) -> None:
        """Ask extra samples; those that came from the store once more, if they leave it open."""
        await self.inquiry.ask_again(requests, self._count, is_open)

    def _count(self, exchange: Exchange) -> None:
        for id_ in exchange.request.ids:
            self._votes[id_][exchange.request.sample] = self._vote(exchange, id_)
        if isinstance(exchange.request.contract, EntriesContract):
            self.unused_fields |= exchange.request.contract.unused_fields

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
