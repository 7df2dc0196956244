"""The reference evaluator: facts, claims and form, decided by a judge, scored by code."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from pytest_rubric.errors import JudgeError
from pytest_rubric.evaluators import outcomes
from pytest_rubric.evaluators.asking import Exchange, ask_all, ends_the_case
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.reference import outcome
from pytest_rubric.evaluators.reference.contract import ReferenceContract
from pytest_rubric.evaluators.reference.judgement import Judgement
from pytest_rubric.evaluators.reference.parts import ALL_PARTS, groups
from pytest_rubric.evaluators.reference.requests import Requests
from pytest_rubric.evaluators.reference.votes import Vote, judgement, sample_scores, vote
from pytest_rubric.evaluators.reference.wording import wording
from pytest_rubric.evaluators.subjects import report_language
from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.model import Case, CaseSettings, Evaluation, Feedback, Usage
from pytest_rubric.model.text import visible
from pytest_rubric.scoring.reference import interval


class ReferenceEvaluator:
    """Judges cases without a ``Judge`` against their ``ExpectedOutput``."""

    id = outcome.EVALUATOR
    kind: str | None = "reference"

    async def evaluate(self, subject: Subject, judge: Judge) -> Evaluation:
        """Evaluate one subject; what could not be judged comes back ``broken`` or ``blocked``."""
        lang = report_language(subject)
        settled = outcome.without_judge(subject, lang, identical=_is_identical(subject))
        if settled is not None:
            return settled
        return await _Evaluating(subject, judge, lang).run()

    def requests(self, subject: Subject) -> Sequence[JudgeRequest]:
        """The requests of the first round; none where no judge is needed."""
        lang = report_language(subject)
        if outcome.without_judge(subject, lang, identical=_is_identical(subject)) is not None:
            return ()
        return Requests(subject, lang).first()

    def most_calls(self, case: Case, settings: CaseSettings) -> int:
        """Calls at most: every group of parts in every sample, extra samples included."""
        return len(groups(settings.strategy)) * (settings.samples + settings.extra_samples)


class _Evaluating:
    """One evaluation on its way: the votes so far, and what they took."""

    def __init__(self, subject: Subject, judge: Judge, lang: str) -> None:
        self._subject = subject
        self._settings = subject.settings
        self._judge = judge
        self._lang = lang
        self._words = wording(lang)
        self._ballots: dict[str, dict[int, Vote]] = {part: {} for part in ALL_PARTS}
        self._usage = Usage()
        self._feedback = Feedback("not_asked")
        self._unused_fields: set[str] = set()
        self._errors: list[JudgeError] = []

    async def run(self) -> Evaluation:
        requests = Requests(self._subject, self._lang)
        exchanges = await self._ask(requests.first())
        first = exchanges[0]
        if first.request.feedback == "full":
            extras = first.reply.extras if first.reply else None
            self._feedback = extras if isinstance(extras, Feedback) else Feedback("missing")
        said = judgement(self._ballots, self._words)
        if isinstance(said, Judgement) and self._is_open(said) and not self._ends_the_case():
            await self._ask_again(requests, said)
            said = judgement(self._ballots, self._words)
        return self._outcome(said)

    def _outcome(self, said: Judgement | str) -> Evaluation:
        subject, lang, ended = self._subject, self._lang, self._ends_the_case()
        if isinstance(said, str):
            details = self._errors[0].details if self._errors else None
            cause = ended or JudgeError(self._words.not_decided.format(said), details)
            return outcomes.broken(outcome.EVALUATOR, subject, cause, lang, usage=self._usage)
        report = outcome.Report(
            said,
            usage=self._usage,
            feedback=self._feedback,
            unused_fields=frozenset(self._unused_fields),
            sample_scores=sample_scores(self._ballots, self._words),
        )
        if ended is not None:
            return outcome.without_outcome(subject, report, ended, lang)
        if self._is_open(said):
            return outcome.stayed_open(subject, report, lang)
        return outcome.decided(subject, report, lang)

    async def _ask_again(self, requests: Requests, said: Judgement) -> None:
        """The extra samples; those that came from the store once more, if they leave it open."""
        exchanges = await self._ask(requests.extra(said.undecided_parts))
        recordings = [exchange.request for exchange in exchanges if exchange.is_recording]
        if not recordings or self._ends_the_case():
            return
        now = judgement(self._ballots, self._words)
        if isinstance(now, Judgement) and self._is_open(now):
            await self._ask([replace(request, fresh=True) for request in recordings])

    async def _ask(self, requests: Sequence[JudgeRequest]) -> Sequence[Exchange]:
        """Ask all at once and count the votes."""
        exchanges = await ask_all(self._judge, requests)
        lenient = self._settings.evidence == "warn"
        for exchange in exchanges:
            request, reply = exchange.request, exchange.reply
            contract = request.contract
            assert isinstance(contract, ReferenceContract)
            if not (request.fresh and exchange.is_recording):
                # Else the store had nothing newer, or has it from another case: no cost of this one.
                self._usage += exchange.usage
            if exchange.error is not None:
                self._errors.append(exchange.error)
                if request.fresh:
                    continue  # the recording it was to replace still says more than an error
            for part in request.ids:
                found = None if reply is None else vote(part, reply, self._words, lenient=lenient)
                if found is None:
                    found = (
                        str(exchange.error)
                        if reply is None
                        else contract.note(part, reply.questions.get(part))
                    )
                self._ballots[part][request.sample] = found
            self._unused_fields |= contract.unused_fields
        return exchanges

    def _is_open(self, said: Judgement) -> bool:
        low, high = interval(said.findings)
        return low < self._settings.threshold <= high

    def _ends_the_case(self) -> JudgeError | None:
        return ends_the_case(self._errors)


def _is_identical(subject: Subject) -> bool:
    """Whether output and reference are the same text, line ends, white space at the ends of lines
    and of the text, and Unicode's composed forms aside."""
    reference = subject.case.expected_output
    return reference is not None and _plain(reference) == _plain(subject.output.text)


def _plain(text: str) -> str:
    lines = unicodedata.normalize("NFC", visible(text)).split("\n")
    return "\n".join(line.rstrip() for line in lines).strip()
