"""The reference evaluator: facts, claims and form, decided by a judge, scored by code."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from pytest_rubric.errors import JudgeError
from pytest_rubric.evaluators import outcomes
from pytest_rubric.evaluators.asking import Exchange, said_in
from pytest_rubric.evaluators.feedback import feedback_of
from pytest_rubric.evaluators.inquiry import Inquiry
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.reference import key_facts, outcome
from pytest_rubric.evaluators.reference.contract import JudgementContract
from pytest_rubric.evaluators.reference.decisions import KeyFact
from pytest_rubric.evaluators.reference.judgement import Judgement
from pytest_rubric.evaluators.reference.key_facts import Listed
from pytest_rubric.evaluators.reference.parts import MOST_FACTS, PartId, groups
from pytest_rubric.evaluators.reference.requests import Requests
from pytest_rubric.evaluators.reference.votes import Vote, causes, judgement, vote
from pytest_rubric.evaluators.reference.wording import wording
from pytest_rubric.evaluators.remedies import Cause, Means, cause_of, remedy
from pytest_rubric.evaluators.subjects import report_language
from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.model import Case, CaseSettings, Evaluation, Feedback
from pytest_rubric.model.text import visible
from pytest_rubric.scoring.reference import interval


class ReferenceEvaluator:
    """Judges cases without a ``Judge`` against their ``ExpectedOutput``."""

    id = outcome.EVALUATOR
    kind: str | None = "reference"
    needs: Sequence[str] = ("reference",)

    async def evaluate(self, subject: Subject, judge: Judge) -> Evaluation:
        """Evaluate one subject; what could not be judged comes back ``broken`` or ``blocked``."""
        lang = report_language(subject)
        settled = outcome.without_judge(subject, lang, identical=_is_identical(subject))
        if settled is not None:
            return settled
        return await _Evaluating(subject, judge, lang).run()

    def requests(self, subject: Subject) -> Sequence[JudgeRequest]:
        """The request that comes first, for the key facts; none where no judge is needed.

        What is asked next depends on its reply.
        """
        lang = report_language(subject)
        if outcome.without_judge(subject, lang, identical=_is_identical(subject)) is not None:
            return ()
        return (key_facts.request(subject, lang),)

    def most_calls(self, case: Case, settings: CaseSettings) -> int:
        """Calls at most: one for the key facts, and every group in every sample, extra samples
        included, for as many facts as there can be."""
        most = groups(settings.strategy, tuple(range(1, MOST_FACTS + 1)))
        return 1 + len(most) * (settings.samples + settings.extra_samples)


class _Evaluating:
    """One evaluation on its way: the facts, the votes so far, and what they took."""

    def __init__(self, subject: Subject, judge: Judge, lang: str) -> None:
        self._subject = subject
        self._settings = subject.settings
        self._inquiry = Inquiry(judge)
        self._lang = lang
        self._words = wording(lang)
        self._facts: tuple[KeyFact, ...] = ()
        # By id, then by sample: a sample that is asked anew replaces its vote.
        self._ballots: dict[PartId, dict[int, Vote]] = {}
        self._feedback = Feedback("not_asked")
        self._unused_fields: set[str] = set()

    async def run(self) -> Evaluation:
        found = await self._list_facts()
        if isinstance(found, str):
            return self._broken(found)
        self._facts = found.facts
        requests = Requests(self._subject, found.facts, self._lang)
        first = (await self._inquiry.ask(requests.first(), self._count))[0]
        self._feedback = feedback_of(
            first.reply.extras if first.reply else None, asked=first.request.feedback == "full"
        )
        said = self._judgement()
        if all(fact.status == "undecided" for fact in said.facts):
            return self._broken(said.facts[0].note or "?")
        if self._is_open(said) and not self._inquiry.ends_the_case:
            await self._inquiry.ask_again(
                requests.extra(said.undecided), self._count, lambda: self._is_open(self._judgement())
            )
            said = self._judgement()
        return self._outcome(said, found)

    async def _list_facts(self) -> Listed | str:
        """The key facts, or why there are none."""
        request = key_facts.request(self._subject, self._lang)
        (exchange,) = await self._inquiry.ask([request], lambda no_vote: None)
        if exchange.reply is None:
            return said_in(self._lang, exchange.error)
        assert isinstance(request.contract, key_facts.KeyFactsContract)
        return key_facts.listed(exchange.reply, request.contract, self._words)

    def _broken(self, why: str) -> Evaluation:
        ended = self._inquiry.ends_the_case
        cause = ended or JudgeError(self._words.not_decided.format(why), self._inquiry.details)
        todo = self._remedy({"form"} if not self._facts else causes(self._judgement(), self._ballots))
        broken = outcomes.broken(
            outcome.EVALUATOR, self._subject, cause, self._lang, usage=self._inquiry.usage, remedy=todo
        )
        return broken if ended else outcomes.in_short(broken, why)

    def _remedy(self, found: set[Cause]) -> str:
        """What to do about the judge's errors and these causes."""
        met = [cause_of(error) for error in self._inquiry.errors]
        # a vote for which no reply came is told by its error
        rest = found - {"form"} if met else found
        return remedy([*met, *rest], self._lang, Means.of(self._settings, splits=True))

    def _outcome(self, said: Judgement, found: Listed) -> Evaluation:
        subject, lang, ended = self._subject, self._lang, self._inquiry.ends_the_case
        report = outcome.Report(
            said,
            usage=self._inquiry.usage,
            feedback=self._feedback,
            left_out=found.left_out,
            unused_fields=frozenset(self._unused_fields),
            sample_scores=self._sample_scores(),
        )
        if ended is not None:
            return outcome.without_outcome(subject, report, ended, lang)
        if self._is_open(said):
            todo = self._remedy(causes(said, self._ballots))
            return outcome.stayed_open(subject, report, lang, todo)
        return outcome.decided(subject, report, lang)

    def _count(self, exchange: Exchange) -> None:
        request = exchange.request
        contract = request.contract
        assert isinstance(contract, JudgementContract)
        for id_ in request.ids:
            self._ballots.setdefault(id_, {})[request.sample] = self._vote(exchange, contract, id_)
        self._unused_fields |= contract.unused_fields

    def _vote(self, exchange: Exchange, contract: JudgementContract, id_: PartId) -> Vote:
        if exchange.reply is None:
            return said_in(self._lang, exchange.error)
        lenient = self._settings.evidence == "warn"
        return vote(id_, exchange.reply, contract, self._words, lenient=lenient)

    def _judgement(self) -> Judgement:
        return judgement(self._facts, self._ballots, self._words)

    def _sample_scores(self) -> tuple[tuple[int, int], ...]:
        """What each sample of the whole came to by itself, where there are several."""
        samples = sorted({sample for votes in self._ballots.values() for sample in votes})
        alone = []
        for sample in samples:
            votes = {id_: {sample: said[sample]} for id_, said in self._ballots.items() if sample in said}
            if len(votes) == len(self._ballots):
                alone.append(interval(judgement(self._facts, votes, self._words).findings))
        return tuple(alone)

    def _is_open(self, said: Judgement) -> bool:
        low, high = interval(said.findings)
        return low < self._settings.threshold <= high


def _is_identical(subject: Subject) -> bool:
    """Whether output and reference are the same text, line ends, white space at the ends of lines
    and of the text, and Unicode's composed forms aside."""
    reference = subject.case.expected_output
    return reference is not None and _plain(reference) == _plain(subject.output.text)


def _plain(text: str) -> str:
    lines = unicodedata.normalize("NFC", visible(text)).split("\n")
    return "\n".join(line.rstrip() for line in lines).strip()
