"""A baseline that can't be had: told before anything is asked, and only where there is something to ask."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from pytest_rubric.plugin import selection

_OUTPUT = "rubric_baseline_fault"
_KEY = pytest.StashKey[str]()


def begin(config: pytest.Config, fault: str) -> None:
    """Stop this run with ``fault`` as soon as it turns out to hold rubric tests."""
    config.stash[_KEY] = fault
    config.pluginmanager.register(BaselineFault(config, fault), "rubric-baseline-fault")


def refuse(config: pytest.Config) -> None:
    """End a test that got hold of the fixture ``rubric`` without having its name among its arguments."""
    fault = config.stash.get(_KEY, None)
    if fault is not None:
        pytest.fail(fault, pytrace=False)


class BaselineFault:
    """Ends a run that is about to run rubric tests. Ordinary tests run, and ``--co`` lists."""

    def __init__(self, config: pytest.Config, fault: str) -> None:
        self._config = config
        self._fault = fault

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> Generator[None, None, None]:
        """Look at what is left when everybody has selected. Raises :class:`pytest.UsageError`."""
        yield
        if self._config.option.collectonly or not any(map(selection.is_rubric_test, items)):
            return
        output = getattr(self._config, "workeroutput", None)
        if output is None:
            raise pytest.UsageError(self._fault)
        # what a worker of xdist raises is a crash: without tests it ends, and the process with the
        # terminal tells
        output[_OUTPUT] = self._fault
        items.clear()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A worker ended. Raises :class:`pytest.UsageError` where it had rubric tests."""
        fault = getattr(node, "workeroutput", {}).get(_OUTPUT)
        if fault is not None:
            raise pytest.UsageError(fault)
