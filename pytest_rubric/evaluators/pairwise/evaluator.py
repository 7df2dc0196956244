"""The pairwise evaluator: asks in both orders, and lets code decide who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pytest_rubric.errors import JudgeError
from pytest_rubric.evaluators.asking import Exchange
from pytest_rubric.evaluators.inquiry import Inquiry
from pytest_rubric.evaluators.pairwise import outcome
from pytest_rubric.evaluators.pairwise.contract import PairwiseContract
from pytest_rubric.evaluators.pairwise.outcome import Pair
from pytest_rubric.evaluators.pairwise.readings import Reading, reading
from pytest_rubric.evaluators.pairwise.requests import EVALUATOR, Requests
from pytest_rubric.evaluators.pairwise.totals import PairTotals
from pytest_rubric.evaluators.pairwise.wording import wording
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.reply_notes import about_replies
from pytest_rubric.evaluators.subjects import report_language
from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.model import Case, CaseSettings, Evaluation
from pytest_rubric.model.comparison import SIDES, Side
from pytest_rubric.scoring.comparison import gate


class PairwiseEvaluator:
    """Judges cases with ``compare:``."""

    id = EVALUATOR
    kind: str | None = "pairwise"

    async def evaluate(self, subject: Subject, judge: Judge) -> Evaluation:
        """Compare the two outputs; what could not be judged comes back as a ``broken`` evaluation."""
        pair = _pair(subject)
        if pair is None:
            return outcome.blocked(subject, report_language(subject))
        return outcome.without_judge(pair) or await _Comparing(pair, judge).run()

    def requests(self, subject: Subject) -> Sequence[JudgeRequest]:
        """The requests of the first round; none where code decides."""
        pair = _pair(subject)
        if pair is None or outcome.without_judge(pair) is not None:
            return ()
        return pair.requests.first()

    def most_calls(self, case: Case, settings: CaseSettings) -> int:
        """Calls at most: every sample in both orders, and the extra samples of both."""
        return len(SIDES) * (settings.samples + settings.extra_samples) if case.compare is not None else 0


def _pair(subject: Subject) -> Pair | None:
    """What is to be compared; ``None`` where the case compares nothing."""
    spec = subject.case.compare
    if spec is None or subject.versus is None:
        return None
    lang = report_language(subject)
    return Pair(subject, spec, Requests(subject, spec, subject.versus, lang), lang)


class _Comparing:
    """One comparison on its way: the replies so far, and what they took."""

    def __init__(self, pair: Pair, judge: Judge) -> None:
        self._pair = pair
        self._inquiry = Inquiry(judge)
        # By order and sample: a sample that is asked anew replaces its reply.
        self._readings: dict[tuple[Side, int], Reading] = {}
        self._unused_fields: set[str] = set()

    async def run(self) -> Evaluation:
        evaluation = await self._outcome()
        words = wording(self._pair.lang)
        notes = (*evaluation.notes, *about_replies(words, self._inquiry.usage, self._unused_fields))
        return replace(evaluation, usage=self._inquiry.usage, notes=notes)

    async def _outcome(self) -> Evaluation:
        await self._inquiry.ask(self._pair.requests.first(), self._count)
        if cause := self._inquiry.ends_the_case:
            return self._broken(cause)
        if not any(each.is_usable for each in self._totals.readings):
            return outcome.none_usable(self._pair, self._totals, self._inquiry.details)
        if self._is_open():
            # of the orders that are undecided
            waiting = [side for side in SIDES if len(self._totals.winners_of(side)) > 1]
            await self._inquiry.ask_again(self._pair.requests.extra(waiting), self._count, self._is_open)
        if cause := self._inquiry.ends_the_case:
            return self._broken(cause)
        if self._is_open():
            return outcome.stayed_open(self._pair, self._totals)
        return outcome.decided(self._pair, self._totals)

    def _count(self, exchange: Exchange) -> None:
        contract = exchange.request.contract
        assert isinstance(contract, PairwiseContract)
        self._unused_fields |= contract.unused_fields
        pair = self._pair
        made = reading(exchange, contract.first, pair.requests.criteria, len(pair.spec.expectations))
        self._readings[made.first, made.sample] = made

    def _broken(self, cause: JudgeError) -> Evaluation:
        return outcome.broken(self._pair, self._totals, cause)

    @property
    def _totals(self) -> PairTotals:
        ordered = sorted(self._readings, key=lambda key: (key[1], key[0]))
        return PairTotals(self._pair.requests.criteria, tuple(self._readings[key] for key in ordered))

    def _is_open(self) -> bool:
        return gate(self._totals.winners, self._pair.spec.expect) == "open"
