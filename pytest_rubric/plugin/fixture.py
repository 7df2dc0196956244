"""The fixture ``rubric``: rubric checks inside ordinary tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_rubric.errors import ConfigError, RubricError
from pytest_rubric.plugin import baseline_fault, checks
from pytest_rubric.plugin import session as session_module
from pytest_rubric.plugin.controller import Controller

if TYPE_CHECKING:
    from pytest_rubric.execution.engine import Judged, Pending
    from pytest_rubric.model import Case, Criterion, Evaluation, Output


# Frames of ours say nothing about a mistake in a call or a low score; about anything else they do.
_HIDE = methodcaller("errisinstance", (RubricError, AssertionError))


class RubricChecker:
    """Judges outputs in the middle of a test, with the judge, limits and stored replies of the
    session."""

    def __init__(self, item: pytest.Item) -> None:
        baseline_fault.refuse(item.config)
        self._item = item
        checks.take(item)  # an attempt before this one may have left some in its teardown
        self._count = 0
        self._ids: Counter[str] = Counter()

    def check(
        self,
        output: str | Output,
        criteria: Sequence[str | Mapping[str, Any] | Criterion] | None = None,
        *,
        input: str | Sequence[Mapping[str, str]] | None = None,
        context: str | None = None,
        expected_output: str | None = None,
        threshold: float | str | None = None,
        name: str | None = None,
        **settings: Any,
    ) -> Evaluation:
        """Judge ``output`` against ``criteria`` and assert that it reaches the threshold.

        ``criteria`` are written as in a case file: statements (10 points each), mappings with
        ``criterion``, ``points``, ``tags``, ``required``, ``check``, or ``Criterion`` objects;
        without any the output is judged against ``expected_output``.
        ``settings`` are the case keys ``samples``, ``extra_samples``, ``strategy``,
        ``evidence``, ``feedback``, ``lang``, ``timeout``, ``tags`` and ``metadata``. ``name`` tells
        several checks of one test apart in reports.

        Returns the evaluation. Raises ``AssertionError`` below the threshold, unless it failed as much in the
        baseline of the run: then the evaluation is returned as well (its ``passed`` is false), and
        where nothing else ends the test, it ends as xfailed. Raises ``ConfigError``
        where the arguments can't be used; a case that could not be judged fails the test
        with the cause, or skips it under ``--rubric-on-unavailable skip``.
        """
        __tracebackhide__ = _HIDE
        case, pending = self._start(
            output, criteria, input, context, expected_output, threshold, name, settings
        )
        return self._decide(case, self._waited(pending))

    async def acheck(
        self,
        output: str | Output,
        criteria: Sequence[str | Mapping[str, Any] | Criterion] | None = None,
        *,
        input: str | Sequence[Mapping[str, str]] | None = None,
        context: str | None = None,
        expected_output: str | None = None,
        threshold: float | str | None = None,
        name: str | None = None,
        **settings: Any,
    ) -> Evaluation:
        """:meth:`check` for async tests: under asyncio and trio, other tasks run meanwhile."""
        import anyio.to_thread

        __tracebackhide__ = _HIDE
        case, pending = self._start(
            output, criteria, input, context, expected_output, threshold, name, settings
        )
        return self._decide(
            case, await anyio.to_thread.run_sync(self._waited, pending, abandon_on_cancel=True)
        )

    def _waited(self, pending: Pending) -> Judged:
        """The result, unless Ctrl-C ends the waiting; what nobody waits for must not go on."""
        __tracebackhide__ = _HIDE
        try:
            return pending.result(Controller(self._item.config).check)
        except BaseException:
            pending.cancel()
            raise

    def _start(
        self,
        output: str | Output,
        criteria: Sequence[str | Mapping[str, Any] | Criterion] | None,
        input: str | Sequence[Mapping[str, str]] | None,
        context: str | None,
        expected_output: str | None,
        threshold: float | str | None,
        name: str | None,
        settings: Mapping[str, Any],
    ) -> tuple[Case, Pending]:
        from pytest_rubric.evaluators.registry import kind_of
        from pytest_rubric.execution.engine import Job
        from pytest_rubric.loading import python_case
        from pytest_rubric.model import Location, Output
        from pytest_rubric.model.text import visible
        from pytest_rubric.plugin import arguments

        __tracebackhide__ = _HIDE
        self._count += 1
        path, line, _ = self._item.reportinfo()
        title = name or (self._item.name if self._count == 1 else f"{self._item.name}-{self._count}")
        if criteria is None and expected_output is not None:
            criteria = ()
        try:
            arguments.check(output, criteria, settings)
            case = python_case(
                criteria=criteria,
                input=input,
                context=context,
                expected_output=expected_output,
                threshold=threshold,
                title=title,
                location=Location(Path(path), (line or 0) + 1),
                index=self._count - 1,
                **settings,
            )
        except ConfigError as error:
            # Raised anew, so that the call in the test is the last line that is shown.
            raise ConfigError(str(error)) from None
        state = session_module.of(self._item.config)
        subject = output if isinstance(output, Output) else Output(visible(output))
        subject = subject if subject.origin else replace(subject, origin="rubric.check")
        job = Job(
            case,
            state.registry.serving(kind_of(case) or "rubric"),
            replace(state.settings.for_case(case.overrides), replier=state.judge.replier),
            output=subject,
        )
        return case, state.engine.submit(job)

    def _decide(self, case: Case, judged: Judged) -> Evaluation:
        from pytest_rubric.errors import RubricWarning
        from pytest_rubric.plugin import baseline, causes
        from pytest_rubric.reporting import failure

        __tracebackhide__ = _HIDE
        evaluation = judged.evaluation
        state = session_module.of(self._item.config)
        if evaluation.passed is None:
            evaluation = causes.at_its_turn(state, evaluation)
            judged = replace(judged, evaluation=evaluation)
        # counted here: a subtest takes what was checked so far into a report of its own
        earlier = self._ids[case.id]
        self._ids[case.id] += 1
        if evaluation.passed is None:
            checks.add(self._item, checks.Checked(case, judged, earlier))
            if evaluation.state == "unscored":
                pytest.skip(evaluation.summary)
            root = self._item.config.rootpath
            pytest.fail(failure.error_text(case, evaluation, root=root), pytrace=False)
        failed = baseline.failure_of(self._item, case, judged, earlier)
        if failed is None:
            checks.add(self._item, checks.Checked(case, judged, earlier))
            for warning in evaluation.warnings:
                self._item.warn(RubricWarning(f"{case.id}: {warning}"))
            return evaluation
        if failed.known is not None and not self._item.config.getoption("runxfail"):
            checks.add(self._item, checks.Checked(case, judged, earlier, known=failed.known))
            return evaluation
        raised = AssertionError(failed.text)
        checks.add(self._item, checks.Checked(case, judged, earlier, raised=raised))
        raise raised
