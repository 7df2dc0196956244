"""The evaluator of weighed dimensions: a judge picks levels, code averages them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pytest_rubric.errors import JudgeError
from pytest_rubric.evaluators import outcomes
from pytest_rubric.evaluators.dimensions import outcome
from pytest_rubric.evaluators.dimensions.rated import Rated
from pytest_rubric.evaluators.dimensions.requests import EVALUATOR, Requests, parts
from pytest_rubric.evaluators.dimensions.votes import Result, result
from pytest_rubric.evaluators.dimensions.wording import wording
from pytest_rubric.evaluators.feedback import feedback_of
from pytest_rubric.evaluators.polling import Poll
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.remedies import Means, remedy
from pytest_rubric.evaluators.subjects import report_language
from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.model import Case, CaseSettings, Evaluation, Feedback
from pytest_rubric.scoring.dimensions import gate


class DimensionsEvaluator:
    """Judges cases whose ``Judge`` names dimensions."""

    id = EVALUATOR
    kind: str | None = "dimensions"

    async def evaluate(self, subject: Subject, judge: Judge) -> Evaluation:
        """Evaluate one subject; what could not be judged comes back as a ``broken`` evaluation."""
        lang = report_language(subject)
        if not subject.output.text.strip():
            return outcome.empty_output(subject, lang)
        return await _Evaluating(subject, judge, lang).run()

    def requests(self, subject: Subject) -> Sequence[JudgeRequest]:
        """The requests of the first round; none for an empty output."""
        if not subject.output.text.strip():
            return ()
        return Requests(subject, report_language(subject)).first(subject.case.dimensions)

    def most_calls(self, case: Case, settings: CaseSettings) -> int:
        """Calls at most: every sample of every part, and extra samples of all dimensions but one
        (where none is decided, none are asked)."""
        first = sum(1 for _ in parts(case.dimensions, settings.strategy))
        again = sum(1 for _ in parts(case.dimensions[1:], settings.strategy))
        return settings.samples * first + settings.extra_samples * again


class _Evaluating:
    """One evaluation on its way."""

    def __init__(self, subject: Subject, judge: Judge, lang: str) -> None:
        self._subject = subject
        self._lang = lang
        self._words = wording(lang)
        self._dimensions = subject.case.dimensions
        self._poll = Poll(judge, [dimension.id for dimension in self._dimensions], Rated, lang)
        self._feedback = Feedback("not_asked")

    async def run(self) -> Evaluation:
        evaluation = await self._outcome()
        poll = self._poll
        return replace(
            evaluation,
            feedback=self._feedback,
            usage=poll.inquiry.usage,
            notes=outcome.notes(self._results(), poll.inquiry.usage, poll.unused_fields, self._lang),
        )

    async def _outcome(self) -> Evaluation:
        requests = Requests(self._subject, self._lang)
        first = (await self._poll.ask(requests.first(self._dimensions)))[0]
        self._feedback = feedback_of(
            first.reply.extras if first.reply else None, asked=first.request.feedback == "full"
        )
        if cause := self._poll.inquiry.ends_the_case:
            return outcome.broken(self._subject, self._results(), self._lang, cause)
        if (note := self._none_decided()) is not None:
            return self._undecided(note)
        if self._is_open():
            waiting = [each.rating.dimension for each in self._results() if each.is_undecided]
            await self._poll.ask_again(requests.extra(waiting), self._is_open)
        if cause := self._poll.inquiry.ends_the_case:
            return outcome.broken(self._subject, self._results(), self._lang, cause)
        if self._is_open():
            return outcome.stayed_open(self._subject, self._results(), self._lang, self._remedy())
        return outcome.decided(self._subject, self._results(), self._lang)

    def _results(self) -> tuple[Result, ...]:
        return tuple(result(each, self._poll.votes(each.id), self._words) for each in self._dimensions)

    def _is_open(self) -> bool:
        ratings = [each.rating for each in self._results()]
        return gate(ratings, self._subject.settings.threshold) == "open"

    def _remedy(self) -> str:
        """What to do about the dimensions that are undecided."""
        waiting = [each.rating.dimension.id for each in self._results() if each.is_undecided]
        means = Means.of(self._subject.settings, splits=True, rewording=self._words.rewording)
        return remedy(self._poll.causes(waiting), self._lang, means)

    def _none_decided(self) -> str | None:
        """Why no dimension was rated; ``None`` where one was."""
        results = self._results()
        return results[0].note or "?" if all(each.is_undecided for each in results) else None

    def _undecided(self, note: str) -> Evaluation:
        """The evaluation of a case of which no dimension was rated."""
        details = self._poll.inquiry.details
        cause = JudgeError(self._words.none_decided.format(note), details)
        evaluation = outcome.broken(self._subject, self._results(), self._lang, cause, self._remedy())
        return outcomes.in_short(evaluation, note)
