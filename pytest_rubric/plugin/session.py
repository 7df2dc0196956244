"""The plugin's state: one object a process, in ``config.stash``."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_rubric.plugin import options
from pytest_rubric.runtime import clock

if TYPE_CHECKING:
    from fractions import Fraction

    from pytest_rubric.errors import EvaluatorError
    from pytest_rubric.evaluators.registry import EvaluatorRegistry
    from pytest_rubric.execution.engine import Engine
    from pytest_rubric.judging.connections import Connections
    from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest
    from pytest_rubric.judging.stack import JudgeStack
    from pytest_rubric.model import Case, CaseFile, CustomEvaluator, Output, Settings
    from pytest_rubric.runtime.garbage import SetAside
    from pytest_rubric.targets.protocol import Target
    from pytest_rubric.targets.resolver import TargetResolver

NOTES = "rubric_notes"
"""Where a worker of xdist leaves what its judge has to say for the summary."""
REFUSED = "rubric_refused"
"""Where it leaves the files that are none of ours, by their paths, and why."""
BUDGET = "rubric_budget"
"""Where a worker of xdist finds the file in which all of them count calls and tokens."""


class RubricSession:
    """What a process knows: settings, evaluators, the engine, and the files collected so far.

    Everything is made when it is first needed: a run without rubric cases makes nothing.
    """

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.files: dict[Path, CaseFile] = {}
        self.refused: dict[Path, str] = {}
        self.next_item: pytest.Item | None = None
        self.summing_up = False
        self.is_followed = False
        self.started = clock.monotonic()
        self.told_causes: set[str] = set()
        self.leaks: dict[CustomEvaluator, str] = {}
        self._engine: Engine | None = None
        self._aside: SetAside | None = None
        self._importing: threading.Thread | None = None

    @cached_property
    def is_asked(self) -> bool:
        """Whether any of our options is given, here or in the ini file."""
        return options.any_given(self.config)

    @cached_property
    def settings(self) -> Settings:
        """The settings, with this process's share of the calls at once."""
        found = options.settings(self.config)
        mine: dict[str, str] = getattr(self.config, "workerinput", {})
        workers, counter = int(mine.get("workercount", 1)), mine.get(BUDGET)
        # An endpoint sees all workers together, so each takes its share of the calls at once.
        return replace(
            found,
            concurrency=max(1, found.concurrency // workers),
            budget_file=None if counter is None else Path(counter),
        )

    @property
    def registry(self) -> EvaluatorRegistry:
        """All evaluators, those of hooks and entry points included.

        Raises :class:`pytest.UsageError` where they can't be had, which ends the run. In a worker of xdist
        that is a crash without a word, so each test tells it there: raises :class:`EvaluatorError`.
        """
        from pytest_rubric.errors import EvaluatorError

        __tracebackhide__ = True
        made = self._registry_or_fault
        if not isinstance(made, EvaluatorError):
            return made
        if is_worker(self.config):
            raise EvaluatorError(str(made)) from made.__cause__
        raise pytest.UsageError(f"rubric: {made}") from made.__cause__

    @cached_property
    def _registry_or_fault(self) -> EvaluatorRegistry | EvaluatorError:
        """Made once, with whatever comes of it: a hook of a user's may do more than to register."""
        from pytest_rubric.errors import EvaluatorError, RubricError
        from pytest_rubric.evaluators.known import known_evaluators
        from pytest_rubric.runtime.tracebacks import described

        try:
            registry = known_evaluators(self.custom_evaluators)
        except RubricError as error:
            return EvaluatorError(str(error))
        try:
            self.config.hook.pytest_rubric_register_evaluators(config=self.config, registry=registry)
        except EvaluatorError as error:
            return error
        except Exception as error:  # whatever a user's hook raises
            told = described(error, self.config.rootpath)
            fault = EvaluatorError(f"hook pytest_rubric_register_evaluators failed: {told}")
            fault.__cause__ = error
            return fault
        return registry

    @cached_property
    def custom_evaluators(self) -> tuple[CustomEvaluator, ...]:
        """Those in files of their own. Raises ``CaseFileError`` or ``ConfigError``."""
        globs = self.config.getini("rubric_evaluators")
        if not globs:
            return ()
        from pytest_rubric.loading.evaluator_files import load_all

        outside = bool(self.config.getini("rubric_allow_outside_root"))
        return load_all(globs, self.config.rootpath, outside_root=outside)

    @cached_property
    def custom_thresholds(self) -> dict[str, Fraction]:
        """The thresholds of evaluators in files of their own, by id."""
        return {each.id: each.threshold for each in self.custom_evaluators if each.threshold is not None}

    @cached_property
    def judge(self) -> JudgeStack:
        """The session's judge; building it neither imports the client nor asks anything."""
        from pytest_rubric.judging.stack import build_judge

        hook = self.config.hook
        try:
            inner = hook.pytest_rubric_make_judge(config=self.config, settings=self.settings)
        except Exception as error:  # whatever a user's hook raises
            inner = _NoJudge(error, self.config.rootpath)
        return build_judge(self.settings, connections=self.connections, inner=inner)

    @cached_property
    def connections(self) -> Connections:
        """The clients of the session, opened in the judge's thread when they are first needed."""
        from pytest_rubric.judging.connections import Connections

        hook = self.config.hook.pytest_rubric_make_client
        make_client: Callable[[], Any] | None = None
        if hook.get_hookimpls():
            make_client = lambda: hook(config=self.config, settings=self.settings)  # noqa: E731  # binds the hook
        return Connections(self.settings, make_client)

    @property
    def engine(self) -> Engine:
        """The engine; made with the first item that is judged."""
        if self._engine is None:
            from pytest_rubric.execution.engine import Engine

            self._engine = Engine(self.judge)
        return self._engine

    @property
    def judged_anything(self) -> bool:
        """Whether there is an engine, so that there is something to close and to report."""
        return self._engine is not None

    @cached_property
    def stems(self) -> dict[Path, str]:
        """The folder name of each collected file below an outputs or report folder."""
        from pytest_rubric.reporting.naming import stems

        return dict(stems(list(self.files), self.config.rootpath))

    def stem(self, path: Path | None) -> str | None:
        """The folder of this file's reports, or ``None`` where only one file was collected."""
        return self.stems.get(path) if path is not None and len(self.files) > 1 else None

    @cached_property
    def resolver(self) -> TargetResolver:
        """Where outputs come from."""
        from pytest_rubric.targets.model.calls import ModelCalls
        from pytest_rubric.targets.resolver import TargetResolver

        many = len(self.files) > 1
        return TargetResolver(
            self.settings,
            stem_of=self.stems.__getitem__ if many else None,
            # User code on the targets' loop can't hold these calls up on the judge's.
            models=ModelCalls(self.settings, self.connections, self.engine.on_judges_loop),
        )

    def target(self, item: pytest.Item, case: Case) -> Target:
        """The target of a case, the hook included. Raises ``TargetError`` where there is none."""
        hook = item.ihook.pytest_rubric_run_target
        run: Callable[[Case], str | Output | Awaitable[str | Output] | None] | None = None
        if hook.get_hookimpls():
            run = lambda case: hook(config=self.config, case=case)  # noqa: E731  # binds the item's hook
        return self.resolver.target_for(case, run_target=run)

    def import_early(self) -> None:
        """Import the client while the first case file is read: a third of that is not Python's work."""
        if self._importing is None and self._will_ask and not self._has_client_of_its_own:
            self._importing = threading.Thread(target=_import_client, name="rubric-import", daemon=True)
            self._importing.start()

    def start_early(self) -> None:
        """Make the client ready in the judge's thread while pytest still collects."""
        if self._will_ask:
            self.engine.warm_up()

    def settle(self) -> None:
        """Wait until what was begun early is over: nothing of ours works while an ordinary test runs."""
        if self._importing is not None:
            self._importing.join()
        if self._engine is not None:
            self._engine.settle()

    @cached_property
    def _will_ask(self) -> bool:
        """Whether this run needs a client, as far as can be known. Not where recordings exist: they may
        serve the whole run."""
        settings = self.settings
        if self.config.option.collectonly or settings.model is None or settings.replies == "only":
            return False
        stored = settings.replies_dir is not None and settings.replies_dir.exists()
        return not (settings.replies == "auto" and stored)

    @property
    def _has_client_of_its_own(self) -> bool:
        hook = self.config.hook
        return bool(
            hook.pytest_rubric_make_judge.get_hookimpls() or hook.pytest_rubric_make_client.get_hookimpls()
        )

    def set_aside(self) -> None:
        """Keep the collector of garbage from looking through modules and items again and again.

        For runs in which all items are ours: a test may look at what is alive, or wait for it to go.
        """
        from pytest_rubric.runtime.garbage import SetAside

        self._aside = SetAside()
        self._aside.begin()

    def let_go(self) -> None:
        """Let the collector find what the tests left, before pytest asks what was never closed."""
        if self._aside is not None:
            self._aside.renew()

    def give_back(self) -> None:
        """The last of all: what ran pytest may go on, and have no use for the session's objects."""
        if self._aside is not None:
            self._aside.end()

    def close(self) -> None:
        """End threads and client; safe to call twice."""
        if self._engine is not None:
            self._engine.close()


def _import_client() -> None:
    with suppress(Exception):  # whoever needs it meets the same, and can tell
        importlib.import_module("aiohttp")


class _NoJudge:
    """In place of a judge that the hook could not make: the items that need one tell why."""

    def __init__(self, error: Exception, root: Path) -> None:
        from pytest_rubric.runtime.tracebacks import described, shown

        self._message = f"hook pytest_rubric_make_judge failed: {described(error, root)}"
        self._details = shown(error, root) or None

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        from pytest_rubric.errors import JudgeUnavailable

        raise JudgeUnavailable(self._message, self._details)


KEY = pytest.StashKey[RubricSession]()


def is_worker(config: pytest.Config) -> bool:
    """Whether this process is a worker of xdist: the terminal is elsewhere."""
    return hasattr(config, "workerinput")


def of(config: pytest.Config) -> RubricSession:
    """The state of this process."""
    return config.stash[KEY]
