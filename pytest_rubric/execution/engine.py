"""Cases in, evaluations out: judging on one loop in one thread, targets on another."""

from __future__ import annotations

import concurrent.futures
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from pytest_rubric.errors import EvaluatorError, NoPreviousOutput, RubricError, TargetError
from pytest_rubric.evaluators.protocol import Evaluator, Subject
from pytest_rubric.evaluators.returned import checked
from pytest_rubric.evaluators.subjects import prompt_language
from pytest_rubric.execution.loops import LoopThread
from pytest_rubric.execution.outputs import SharedOutput, TargetLoop
from pytest_rubric.judging.noting import JudgedBy, NotingJudge
from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest
from pytest_rubric.model import Case, CaseSettings, Evaluation, Output
from pytest_rubric.runtime import clock

T = TypeVar("T")


class SessionJudge(Protocol):
    """The judge of a session, as the engine needs it: see :mod:`pytest_rubric.judging.stack`."""

    async def ask(self, request: JudgeRequest) -> JudgeReply: ...

    async def close(self) -> None: ...

    def warm_up(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Job:
    """One item's work. ``output`` is set where it is at hand already, else ``source`` makes it.
    ``versus`` makes the output that it is compared with, if it is.

    ``counts_target``: whether what the target took counts in this item; it counts in one of those
    that share an output.
    """

    case: Case
    evaluator: Evaluator
    settings: CaseSettings
    output: Output | None = None
    source: SharedOutput | None = None
    versus: SharedOutput | None = None
    counts_target: bool = True

    async def judged(self, run_job: RunJob) -> Judged:
        """Run it once."""
        return await run_job(self)


@dataclass(frozen=True, slots=True)
class Judged:
    """What came out of a job. ``output`` is ``None`` where there was none; ``seconds`` is the
    wall time from the job's start, the target's run included. ``target_usage`` is what the target
    took, as in ``Output.usage``; ``None`` where that is not known, or counts in another item. ``versus``
    is the output that it was compared with. ``judged_by`` is ``None`` where no judge answered."""

    evaluation: Evaluation
    output: Output | None
    seconds: float
    target_usage: Mapping[str, int] | None = None
    versus: Output | None = None
    judged_by: JudgedBy | None = None


RunJob = Callable[[Job], Awaitable[Judged]]
"""Runs one job in the engine."""


class Work(Protocol):
    """What an item has to have done: one job, or several that make one result."""

    async def judged(self, run_job: RunJob) -> Judged:
        """The result, with every job run by ``run_job``. Raises what that raises."""
        ...


def blocked(
    case: Case, evaluator: str, settings: CaseSettings, error: str, details: str | None = None
) -> Evaluation:
    """The evaluation of a case that was never sent to the judge."""
    lang = settings.lang if settings.lang in ("zh", "en") else prompt_language(case)
    return Evaluation(
        evaluator=evaluator,
        state="blocked",
        threshold=settings.threshold,
        error=error,
        error_details=details,
        summary=error.splitlines()[0] if error else "",
        lang=lang,
    )


class Pending:
    """Work under way."""

    def __init__(self, future: concurrent.futures.Future[Judged]) -> None:
        self._future = future

    def result(self, tick: Callable[[], None] | None = None, interval: float = 0.2) -> Judged:
        """Wait. ``tick`` is called in the waiting thread every ``interval`` seconds.

        Waiting in short steps lets Ctrl-C through on every platform. Raises what a job raised
        beyond the errors that become an evaluation: faults of an evaluator's code.
        """
        while True:
            try:
                return self._future.result(timeout=interval)
            except concurrent.futures.TimeoutError:
                if self._future.done():
                    # the job's own TimeoutError, not that of waiting
                    return self._future.result()
                if tick is not None:
                    tick()

    def cancel(self) -> None:
        """Stop it; its calls in flight are dropped."""
        self._future.cancel()


class Engine:
    """Runs jobs. Made by the plugin once a session; nothing starts before the first job."""

    def __init__(self, judge: SessionJudge) -> None:
        self._judge = judge
        self._judging = LoopThread("rubric-judging")
        self._targets = TargetLoop("rubric-targets")
        self._warm: concurrent.futures.Future[object] | None = None

    def warm_up(self) -> None:
        """Import and build in the judge's thread what the first call needs."""
        if self._warm is None:
            self._warm = self._judging.call(self._judge.warm_up)

    def settle(self) -> None:
        """Wait until the warm-up is over: nothing of ours works while an ordinary test runs."""
        if self._warm is not None:
            concurrent.futures.wait([self._warm])

    def submit(self, work: Work) -> Pending:
        """Start the work of an item."""
        return Pending(self._judging.submit(lambda: work.judged(self._run)))

    def on_judges_loop(self, make: Callable[[], Coroutine[Any, Any, T]]) -> concurrent.futures.Future[T]:
        """Run a coroutine where the session's clients belong to; it must not wait for user code."""
        return self._judging.submit(make)

    def close(self) -> None:
        """Cancel what is under way and end both threads within seconds."""
        self._targets.close()
        self._judging.close(last=self._judge.close)

    async def _run(self, job: Job) -> Judged:
        started = clock.monotonic()
        output: Output | None = None
        versus: Output | None = None
        try:
            output = job.output if job.output is not None else await self._output(job, job.source)
            if job.versus is not None:
                versus = await self._output(job, job.versus)
        except NoPreviousOutput as error:
            told = blocked(job.case, job.evaluator.id, job.settings, str(error))
            skipped = replace(told, state="unscored", error=None)
            used = output.usage if output is not None and job.counts_target else None
            return Judged(skipped, output, clock.monotonic() - started, used)
        except TargetError as error:
            evaluation = blocked(job.case, job.evaluator.id, job.settings, str(error), error.details)
            usage = error.usage if job.counts_target else None
            return Judged(evaluation, None, clock.monotonic() - started, usage)
        taken = _taken(output, versus) if job.counts_target else None
        subject = Subject(job.case, output, job.settings, versus)
        judge = NotingJudge(self._judge)
        try:
            evaluation = await job.evaluator.evaluate(subject, judge)
        except EvaluatorError as error:
            # Such as a schema that the endpoint refuses: the message tells all, a traceback nothing more.
            told = blocked(job.case, job.evaluator.id, job.settings, str(error))
            return Judged(replace(told, state="broken"), output, clock.monotonic() - started, taken)
        evaluation = checked(evaluation, job.evaluator.id)
        seconds = clock.monotonic() - started
        return Judged(evaluation, output, seconds, taken, versus, judge.judged_by)

    async def _output(self, job: Job, source: SharedOutput | None) -> Output:
        if source is None:
            raise RubricError(f"case {job.case.id}: a job needs an output or a source")
        if source.target.is_at_hand:
            # The way to the other loop and back would take longer than reading it once more.
            return await source.target.run(job.case)
        return await self._targets.output(source)


def _taken(output: Output, versus: Output | None) -> Mapping[str, int] | None:
    """What the targets took: of a comparison, both together."""
    return usage_of_all(each.usage for each in (output, versus) if each is not None)


def usage_of_all(usages: Iterable[Mapping[str, int] | None]) -> Mapping[str, int] | None:
    """What several targets took together; ``None`` where none of them tells."""
    told = [usage for usage in usages if usage is not None]
    names = dict.fromkeys(name for usage in told for name in usage)
    return {name: sum(usage.get(name, 0) for usage in told) for name in names} if told else None
