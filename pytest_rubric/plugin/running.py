"""An item's turn: judged in ``setup()``, decided in ``runtest()``."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pytest_rubric.errors import ConfigError, EvaluatorError, RubricWarning, TargetError
from pytest_rubric.execution.engine import Judged, Pending, blocked
from pytest_rubric.execution.window import Window
from pytest_rubric.plugin import baseline, causes, lookahead
from pytest_rubric.plugin import session as session_module
from pytest_rubric.plugin.controller import Controller
from pytest_rubric.plugin.progress import Progress
from pytest_rubric.plugin.results import FINISHED

if TYPE_CHECKING:
    from pytest_rubric.plugin.items import RubricItem

_WINDOW: pytest.StashKey[Window[RubricItem, Pending | _AtHand]] = pytest.StashKey()
_RAN = pytest.StashKey[bool]()
_WARM = pytest.StashKey[bool]()
_PROGRESS = pytest.StashKey[Progress]()


class _AtHand:
    """A result that needed no job."""

    def __init__(self, judged: Judged) -> None:
        self._judged = judged

    def result(self, tick: object = None) -> Judged:
        return self._judged

    def cancel(self) -> None:
        """Nothing runs."""


def set_up(item: RubricItem, fixtures: Callable[[], None]) -> None:
    """Wait for this item's result, and raise what ends it before it is decided."""
    if item.case.faults:
        _finish(item, _blocked(item, "\n".join(item.case.faults)))
        return
    fixtures()
    if item.config.getoption("setuponly", False) or item.config.getoption("setupplan", False):
        return  # pytest shows the fixtures and runs no test
    if _RAN in item.stash:
        item.shared.forget()  # a rerun of the test is a rerun of its target
    item.stash[_RAN] = True
    window = _window(item.config)
    _look_ahead(window, item)
    pending = window.take(item)
    progress, controller = _progress(item.config), Controller(item.config)

    def tick() -> None:
        controller.check()
        progress.tick()
        _warm_up(item.config)

    try:
        judged = pending.result(tick)
    except BaseException:  # Ctrl-C above all: what nobody waits for any more must not go on
        pending.cancel()
        raise
    finally:
        progress.clear()
    _warm_up(item.config)
    if judged.evaluation.passed:
        # The next one is under way while pytest is busy with this one's result. Not after a failure, which
        # may end the run.
        _look_ahead(window, item)
    _finish(item, judged)


def decide(item: RubricItem) -> None:
    """Fail below the threshold, or for a drop; warn where a case passes and still has something to say."""
    judged = item.stash[FINISHED]
    failure = baseline.failure_of(item, item.case, judged)
    if failure is not None:
        if failure.known is not None:
            # pytest makes this do nothing under --runxfail: then it fails, with what it was
            pytest.xfail(failure.known)
        raise AssertionError(failure.text)
    for warning in judged.evaluation.warnings:
        item.warn(RubricWarning(f"{item.name}: {warning}"))


def expect(config: pytest.Config, total: int) -> None:
    """Tell the progress line how many rubric items there are."""
    _progress(config).expect(total)


def forget(item: RubricItem) -> None:
    """Cancel a job whose item is over and never took it."""
    window = item.config.stash.get(_WINDOW, None)
    if window is not None:
        window.drop(item)


def _window(config: pytest.Config) -> Window[RubricItem, Pending | _AtHand]:
    window = config.stash.get(_WINDOW, None)
    if window is None:
        settings = session_module.of(config).settings
        size = settings.concurrency
        # An endpoint is to be busy at all times. Where nothing is sent, handing one case at a time to the
        # judge's thread takes longer than many together.
        at_once = max(1, size // 2) if settings.replies == "only" else 1
        window = Window(size, _start, lambda item: item.case.repeat, at_once=at_once)
        config.stash[_WINDOW] = window
    return window


def _look_ahead(window: Window[RubricItem, Pending | _AtHand], item: RubricItem) -> None:
    window.fill(lookahead.upcoming(item), lambda candidate: candidate.can_go_ahead(item))


def _warm_up(config: pytest.Config) -> None:
    """Import, once, what the first result needs. Best in the wait for it, but not at once: at first the
    judge's thread has the requests to send, and would have to share the processor."""
    if _WARM not in config.stash:
        config.stash[_WARM] = True
        for name in ("pytest_rubric.reporting.record", "pytest_rubric.reporting.markdown.report"):
            importlib.import_module(name)


def _progress(config: pytest.Config) -> Progress:
    if _PROGRESS not in config.stash:
        config.stash[_PROGRESS] = Progress(config)
    return config.stash[_PROGRESS]


def _start(item: RubricItem) -> Pending | _AtHand:
    try:
        return session_module.of(item.config).engine.submit(item.work())
    except (TargetError, EvaluatorError, ConfigError) as error:
        details = error.details if isinstance(error, TargetError) else None
        return _AtHand(_blocked(item, str(error), details))


def _blocked(item: RubricItem, error: str, details: str | None = None) -> Judged:
    return Judged(blocked(item.case, item.evaluator_id(), item.settings(), error, details), None, 0.0)


def _finish(item: RubricItem, judged: Judged) -> None:
    evaluation = judged.evaluation
    if evaluation.passed is None:
        evaluation = causes.at_its_turn(session_module.of(item.config), evaluation)
        judged = replace(judged, evaluation=evaluation)
    item.stash[FINISHED] = judged
    if evaluation.state == "unscored":
        pytest.skip(evaluation.summary)
    if evaluation.passed is None:
        from pytest_rubric.reporting import failure

        # pytest reports what setup() raises without asking repr_failure()
        text = failure.error_text(item.case, evaluation, root=item.config.rootpath)
        raise pytest.fail.Exception(text, pytrace=False)
