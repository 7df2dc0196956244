"""Whether a run was a part of what it could have been, and why: what is said of a whole run holds for
whole runs only.

A run is whole when every rubric test that it collected was selected and ran to its end. Files and
folders on the command line say what is collected; each counts as a whole run of what it holds. A
node id, an option or plugin that deselects, and whatever stops a run early make it a partial one.

Under xdist the workers collect, and the controller, which asks, counts what ran.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_rubric.model.lines import first_of

_OUTPUT = "rubric_selection"


def partial(session: pytest.Session) -> str | None:
    """Why this run was a partial one, for people: ``-k tone left out 8 of 10 rubric tests``.

    ``None`` for a whole run. Known from ``pytest_sessionfinish`` on, in the process with the
    terminal.
    """
    return "; ".join(of(session.config).reasons(session)) or None


def roots(config: pytest.Config) -> tuple[Path, ...]:
    """The files and folders that this run was to collect: those of the command line, else what pytest
    takes without any. What lies elsewhere was not looked at."""
    here = config.invocation_params.dir
    return tuple(dict.fromkeys((here / arg.partition("::")[0]).resolve() for arg in config.args))


class Selection:
    """What happened to the choice of tests in this process. Registered as a plugin."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._made: dict[str, Sequence[str]] = {}
        self._python_left_out = 0
        self._left_out = 0
        self._total = 0
        self._last_failed = False
        self._collected: int | None = None
        self._finished: set[str] = set()
        self._collection_errors = 0
        self._crashed = 0
        self._interrupted = False

    def made(self, file: str, items: Sequence[pytest.Item]) -> None:
        """A case file, by its node id, has these items, before anybody selects among them."""
        self._made[file] = [item.nodeid for item in items]

    @property
    def case_files(self) -> Mapping[str, Sequence[str]]:
        """The node ids of all items of each case file that this process has collected."""
        return self._made

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """What could not be collected can't be said to have run."""
        self._collection_errors += report.failed

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        """Python tests that use the fixture; items of case files are counted where they are made,
        since not everybody who drops some calls this hook."""
        self._python_left_out += sum(_is_python_check(item) for item in items)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """The choice is final."""
        # by node ids: files and items may be named twice on the command line
        chosen = {item.nodeid for item in session.items}
        python = {item.nodeid for item in session.items if _is_python_check(item)}
        cases = sum(map(len, self._made.values()))
        ours = sum(_file(nodeid) in self._made for nodeid in chosen) if cases else 0
        self._collected = len(chosen)
        self._left_out = max(0, cases - ours) + self._python_left_out
        self._total = cases + len(python) + self._python_left_out
        if self._config.getoption("lf", False):
            assert self._config.cache is not None, "the option comes with the cache"
            failed = self._config.cache.get("cache/lastfailed", {})
            # It skips whole files without a word to anybody, but only where it finds a failure.
            self._last_failed = not chosen.isdisjoint(failed)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count what ran to its end."""
        if report.when == "teardown":
            self._finished.add(report.nodeid)

    def pytest_keyboard_interrupt(self) -> None:
        """Ctrl-C, ``pytest.exit()``, or a session that was told to stop."""
        self._interrupted = True

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: Sequence[str]) -> None:
        """What a worker collected; all of them collect the same."""
        self._collected = len(set(ids))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """A worker ended; one that died has nothing to hand over."""
        told = getattr(node, "workeroutput", {}).get(_OUTPUT)
        if told is not None:
            self._left_out, self._total, self._last_failed = told
        if error == "keyboard-interrupt":
            self._interrupted = True
        elif error:
            self._crashed += 1

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand over to the controller."""
        output = getattr(session.config, "workeroutput", None)
        if output is not None and self._collected is not None:
            output[_OUTPUT] = [self._left_out, self._total, self._last_failed]

    def reasons(self, session: pytest.Session) -> list[str]:
        """All that made this run a partial one, what was asked for first."""
        option = self._config.option
        reasons = []
        nodes = [arg for arg in self._config.args if "::" in arg]
        if nodes:
            reasons.append(f"only {first_of(nodes, 1)} was asked for")
        if self._last_failed:
            reasons.append("--lf ran only what failed before")
        if self._left_out and not (nodes or self._last_failed):
            who = ", ".join(self._deselecting()) or "another plugin"
            reasons.append(f"{who} left out {self._left_out} of {self._total} rubric tests")
        for name in ("setupplan", "setuponly"):
            if getattr(option, name, False):
                reasons.append(f"--setup-{name.removeprefix('setup')} judges nothing")
                break
        if self._collection_errors:
            s = "s" * (self._collection_errors > 1)
            reasons.append(f"{self._collection_errors} collection error{s}")
        return reasons + self._stopped(session)

    def _deselecting(self) -> list[str]:
        """The options in force that deselect, as typed."""
        option = self._config.option
        named = [
            f"{flag} {shlex.quote(value)}"
            for flag, value in (("-k", option.keyword), ("-m", option.markexpr))
            if value
        ]
        if getattr(option, "lf", False):
            named.append("--lf")
        if option.deselect:
            named.append("--deselect")
        if getattr(option, "stepwise", False):
            named.append("--stepwise")
        return named

    def _stopped(self, session: pytest.Session) -> list[str]:
        if self._crashed:
            return ["a worker crashed" if self._crashed == 1 else f"{self._crashed} workers crashed"]
        if session.exitstatus == pytest.ExitCode.USAGE_ERROR:
            return ["the tests were not collected"]
        if session.exitstatus == pytest.ExitCode.INTERNAL_ERROR:
            return ["pytest itself failed"]
        missing = (self._collected or 0) - len(self._finished)
        if self._collection_errors or missing <= 0:
            return []
        maxfail = self._config.option.maxfail
        if maxfail and session.testsfailed >= maxfail:
            return ["-x stopped it" if maxfail == 1 else f"--maxfail {maxfail} stopped it"]
        if session.shouldstop:
            return [f"it was stopped: {session.shouldstop}"]
        if self._interrupted:
            return ["it was interrupted"]
        return [f"{missing} of {self._collected} tests did not run"]


def is_rubric_test(item: pytest.Item) -> bool:
    """Whether it is a case, or a Python test that asks for the fixture ``rubric``."""
    return _is_python_check(item) or _file(item.nodeid) in of(item.config).case_files


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def _is_python_check(item: pytest.Item) -> bool:
    return "rubric" in getattr(item, "fixturenames", ())


_KEY = pytest.StashKey[Selection]()


def begin(config: pytest.Config) -> None:
    """Look at the choice of tests from now on; ``partial()`` knows nothing of what was before."""
    if _KEY not in config.stash:
        config.stash[_KEY] = Selection(config)
        config.pluginmanager.register(config.stash[_KEY], "rubric-selection")


def of(config: pytest.Config) -> Selection:
    """The one of this process."""
    return config.stash[_KEY]
