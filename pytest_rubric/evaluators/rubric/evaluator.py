"""The rubric evaluator: criteria with points, decided by a judge or by checks, scored by code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from pytest_rubric.errors import JudgeError
from pytest_rubric.evaluators import outcomes
from pytest_rubric.evaluators.feedback import feedback_of
from pytest_rubric.evaluators.polling import Poll
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.remedies import Means, remedy
from pytest_rubric.evaluators.rubric import outcome
from pytest_rubric.evaluators.rubric.decision import Decision
from pytest_rubric.evaluators.rubric.requests import Requests, judged, parts
from pytest_rubric.evaluators.rubric.votes import Ballot
from pytest_rubric.evaluators.rubric.wording import wording
from pytest_rubric.evaluators.subjects import report_language
from pytest_rubric.judging.protocol import Judge, JudgeRequest
from pytest_rubric.model import (
    Case,
    CaseSettings,
    Criterion,
    CriterionResult,
    Evaluation,
    Feedback,
    Output,
)
from pytest_rubric.scoring.points import undecided
from pytest_rubric.scoring.verdict import gate

if TYPE_CHECKING:
    from pytest_rubric.evaluators.checks import Checker


class RubricEvaluator:
    """Judges cases whose ``Judge`` is a list of criteria."""

    id = outcome.EVALUATOR
    kind: str | None = "rubric"

    @cached_property
    def _checker(self) -> Checker:
        from pytest_rubric.evaluators.checks import Checker  # not imported where no case has a check

        return Checker()

    async def evaluate(self, subject: Subject, judge: Judge) -> Evaluation:
        """Evaluate one subject; what could not be judged comes back as a ``broken`` evaluation."""
        lang = report_language(subject)
        if not subject.output.text.strip():
            return outcome.empty_output(subject, lang)
        return await _Evaluating(subject, judge, lambda: self._checker, lang).run()

    def requests(self, subject: Subject) -> Sequence[JudgeRequest]:
        """The requests of the first round; none for an empty output, nor where checks decide all."""
        if not subject.output.text.strip():
            return ()
        asked = [each for each in judged(subject.case.criteria) if _is_answered(each, subject.output)]
        if not asked:
            return ()
        return Requests(subject, report_language(subject)).first(asked)

    def most_calls(self, case: Case, settings: CaseSettings) -> int:
        """Calls at most: every sample of every part, and extra samples of all criteria but one
        (where none is decided, none are asked)."""
        asked = judged(case.criteria)
        first = sum(1 for _ in parts(asked, settings.strategy))
        again = sum(1 for _ in parts(asked[1:], settings.strategy))
        return settings.samples * first + settings.extra_samples * again


class _Evaluating:
    """One evaluation on its way: the votes so far, and what they took."""

    def __init__(self, subject: Subject, judge: Judge, checker: Callable[[], Checker], lang: str) -> None:
        self._subject = subject
        self._settings = subject.settings
        self._checker = checker
        self._lang = lang
        self._words = wording(lang)
        self._judged = [
            criterion
            for criterion in judged(subject.case.criteria)
            if _is_answered(criterion, subject.output)
        ]
        # What code decides: checks, and criteria about a turn whose reply is empty.
        self._checked: dict[int, CriterionResult] = {}
        self._poll = Poll(judge, [criterion.id for criterion in self._judged], Decision, lang)
        # The results, and after which round of votes they were made.
        self._counted: tuple[int, tuple[CriterionResult, ...]] | None = None
        # Whether these results leave the case open.
        self._open: tuple[tuple[CriterionResult, ...], bool] | None = None
        self._feedback = Feedback("not_asked")

    async def run(self) -> Evaluation:
        evaluation = await self._outcome()
        poll = self._poll
        return replace(
            evaluation,
            feedback=self._feedback,
            usage=poll.inquiry.usage,
            notes=outcome.notes(evaluation.criteria, poll.inquiry.usage, poll.unused_fields, self._lang),
        )

    async def _outcome(self) -> Evaluation:
        await self._check()
        if self._judged:
            requests = Requests(self._subject, self._lang)
            await self._ask_first(requests)
            if cause := self._poll.inquiry.ends_the_case:
                return outcome.broken(self._subject, self._results(), self._lang, cause)
            if (note := self._none_decided()) is not None:
                return self._undecided(note)
            if self._is_open():
                await self._ask_again(requests)
            if cause := self._poll.inquiry.ends_the_case:
                return outcome.broken(self._subject, self._results(), self._lang, cause)
        if self._is_open():
            return outcome.stayed_open(self._subject, self._results(), self._lang, self._remedy())
        return outcome.decided(self._subject, self._results(), self._lang)

    async def _check(self) -> None:
        output, turns = self._subject.output.text, self._subject.output.turns
        for criterion in self._subject.case.criteria:
            about = output if criterion.turn is None else turns[criterion.turn - 1].reply
            if not about.strip():
                self._checked[criterion.id] = outcome.not_said(criterion, self._lang)
            elif criterion.check is not None:
                self._checked[criterion.id] = await self._checker().decide(
                    criterion,
                    criterion.check,
                    about,
                    self._subject.case,
                    log=self._subject.output.run_log
                    if criterion.turn is None
                    else turns[criterion.turn - 1].run_log,
                    timeout=self._settings.timeout,
                    lang=self._lang,
                )

    async def _ask_first(self, requests: Requests) -> None:
        exchanges = await self._poll.ask(requests.first(self._judged))
        asked = next((each for each in exchanges if each.request.feedback == "full"), None)
        self._feedback = feedback_of(
            asked.reply.extras if asked is not None and asked.reply else None, asked=asked is not None
        )

    async def _ask_again(self, requests: Requests) -> None:
        waiting = judged([result.criterion for result in undecided(self._results())])
        await self._poll.ask_again(requests.extra(waiting), self._is_open)

    def _results(self) -> tuple[CriterionResult, ...]:
        if self._counted is None or self._counted[0] != self._poll.inquiry.rounds:
            results = tuple(
                self._checked[criterion.id]
                if criterion.id in self._checked
                else Ballot(self._poll.votes(criterion.id)).result(criterion, self._words)
                for criterion in self._subject.case.criteria
            )
            self._counted = self._poll.inquiry.rounds, results
        return self._counted[1]

    def _is_open(self) -> bool:
        results = self._results()
        if self._open is None or self._open[0] is not results:
            self._open = results, gate(results, self._settings.threshold) == "open"
        return self._open[1]

    def _remedy(self) -> str:
        """What to do about the judged criteria that are undecided."""
        waiting = [result.criterion.id for result in undecided(self._results())]
        causes = self._poll.causes(id_ for id_ in waiting if id_ not in self._checked)
        means = Means.of(self._settings, splits=True, rewording=self._words.rewording)
        return remedy(causes, self._lang, means)

    def _none_decided(self) -> str | None:
        """Why no judged criterion was decided; ``None`` where one was."""
        asked = [result for result in self._results() if result.criterion.id not in self._checked]
        return None if len(undecided(asked)) < len(asked) else asked[0].note or "?"

    def _undecided(self, note: str) -> Evaluation:
        """The evaluation of a case of which no judged criterion was decided."""
        details = self._poll.inquiry.details
        cause = JudgeError(self._words.none_decided.format(note), details)
        evaluation = outcome.broken(self._subject, self._results(), self._lang, cause, self._remedy())
        return outcomes.in_short(evaluation, note)


def _is_answered(criterion: Criterion, output: Output) -> bool:
    """Whether there is a text that the criterion is about."""
    return criterion.turn is None or bool(output.turns[criterion.turn - 1].reply.strip())
