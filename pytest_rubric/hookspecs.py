"""The hooks that conftest files and plugins can implement. Annotations only: nothing is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from pathlib import Path

    from openai import AsyncOpenAI

    from pytest_rubric.evaluators.registry import EvaluatorRegistry
    from pytest_rubric.judging.protocol import Judge
    from pytest_rubric.model import Case, Evaluation, Output, Settings

hookspec = pluggy.HookspecMarker("pytest")


@hookspec(firstresult=True)
def pytest_rubric_make_judge(config: Any, settings: Settings) -> Judge | None:
    """Make the judge of this session in place of the built-in client.

    Called once, before the first item that is judged, in each process that runs items. The
    first result that is not ``None`` is taken. The judge answers with raw text; reading,
    the re-ask, evidence and scoring stay ours. Its replies are stored only if it has an
    attribute ``identity``, a text that names it. In a conftest, only the one in the root
    directory (and plugins) is asked.

    Example::

        from pytest_rubric import ScriptedJudge

        def pytest_rubric_make_judge():
            return ScriptedJudge.deciding(lambda id, request: id == 1)
    """


@hookspec(firstresult=True)
def pytest_rubric_make_client(config: Any, settings: Settings) -> AsyncOpenAI | None:
    """Make the ``AsyncOpenAI`` client that the built-in judge uses, for gateways and clouds with
    their own authentication. Models under test that name no endpoint of their own use it too.

    Called at most once in each process, in the judge's thread, when the first call is due.
    The first result that is not ``None`` is taken. Retries of the client itself are switched
    off. A conftest in the root directory, or a plugin, is asked.

    Example::

        from openai import AsyncOpenAI

        def pytest_rubric_make_client():
            return AsyncOpenAI(base_url="http://127.0.0.1:8080/v1", api_key="unused")
    """


@hookspec(firstresult=True)
def pytest_rubric_run_target(config: Any, case: Case) -> str | Output | Awaitable[str | Output] | None:
    """Make the output under test of one case: a text, an ``Output``, or a coroutine of one.

    Called ahead of the item, in a thread that is not pytest's, one call at a time; a coroutine
    runs on the targets' loop. ``None`` means: not mine; then the next implementation, and at
    last the case itself, is asked. A conftest is asked for the case files in and below its
    folder. ``--rubric-outputs`` and ``--rubric-target`` go before it. An exception is an
    error of that item.

    Example::

        def pytest_rubric_run_target(case):
            return f"You said: {case.input}"
    """


@hookspec
def pytest_rubric_register_evaluators(config: Any, registry: EvaluatorRegistry) -> None:
    """Add evaluators: ``registry.register(MyEvaluator())``.

    One with an ``id`` and a method ``assess(subject)`` that returns a mapping is enough; a full one
    has three methods, as in the example.

    Called once in each process, before the first case file is turned into items. All
    implementations are called. Two evaluators of one id are an error. A conftest in the root
    directory, or a plugin, is asked.

    Example::

        from pytest_rubric import Evaluation

        class AlwaysFine:
            id = "always-fine"
            kind = None

            async def evaluate(self, subject, judge):
                return Evaluation(
                    evaluator=self.id, state="judged", threshold=subject.settings.threshold,
                    passed=True, score=100, verdict="pass", summary="fine",
                )

            def requests(self, subject):
                return []

            def most_calls(self, case, settings):
                return 0

        def pytest_rubric_register_evaluators(registry):
            registry.register(AlwaysFine())
    """


@hookspec
def pytest_rubric_modify_cases(config: Any, path: Path, cases: list[Case]) -> None:
    """Change the cases of one file in place: drop, reorder, replace.

    Called after a file was loaded and before its items are made, in each process that
    collects; it must give the same result in all of them. Cases are frozen: use
    ``dataclasses.replace``. All implementations are called. A conftest is asked for the case
    files in and below its folder.

    Example::

        def pytest_rubric_modify_cases(cases):
            cases[:] = [case for case in cases if "draft" not in case.tags]
    """


@hookspec(firstresult=True)
def pytest_rubric_render_report(config: Any, case: Case, evaluation: Evaluation, report: str) -> str | None:
    """Replace the Markdown report of one item. ``report`` is the built-in one.

    Called once an item, in the process that ran it; ``evaluation.state`` tells items that were
    skipped or could not be judged, which have no score. The first result that
    is not ``None`` is taken. A conftest is asked for the case files in and below its folder.

    Example::

        def pytest_rubric_render_report(report):
            return report + "\\nOwner: search team\\n"
    """


@hookspec
def pytest_rubric_case_finished(config: Any, record: dict[str, Any]) -> None:
    """One item is finished. ``record`` is its object of ``--rubric-json``.

    Called once an item, with pytest-xdist in the controlling process, in the order in which
    items finish. All implementations are called; changes to ``record`` have no effect on
    what is written. A conftest in the root directory, or a plugin, is asked.

    Example::

        def pytest_rubric_case_finished(record):
            print(record["id"], record["score"])
    """
