"""Which Markdown reports the terminal prints, and how much of them.

Each report stays whole in the section ``rubric report`` of its test, where other plugins find it.
pytest prints all sections of what failed, right below the failure text that tells the same story;
so they are set aside while it prints, and put back.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable

import pytest

from pytest_rubric.plugin.results import entries_of

SECTION = "rubric report"
VERBOSE = 2
"""The verbosity (``-vv``) from which reports of failed tests are printed as well."""

_MOST_LINES = 150
_MOST_CHARACTERS = 12_000


class TerminalSections:
    """Registered where the terminal is."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter
    ) -> Generator[None, None, None]:
        """Around all that pytest prints at the end: failures, errors, and passes under ``-rP``."""
        with_all = self._config.get_verbosity() >= VERBOSE
        prints_passed = terminalreporter.hasopt("P")
        set_aside: list[tuple[pytest.TestReport, list[tuple[str, str]]]] = []
        try:
            for report in _reports(terminalreporter, prints_passed=prints_passed):
                set_aside.append((report, list(report.sections)))
                report.sections[:] = _shown(report, with_all=with_all)
            return (yield)
        finally:
            for report, sections in set_aside:
                report.sections[:] = sections


def _reports(
    terminalreporter: pytest.TerminalReporter, *, prints_passed: bool
) -> Iterable[pytest.TestReport]:
    for state, reports in terminalreporter.stats.items():
        if state == "passed" and not prints_passed:
            continue  # the most by far, of which nothing is printed
        for report in reports:
            if isinstance(report, pytest.TestReport) and entries_of(report):
                yield report


def _shown(report: pytest.TestReport, *, with_all: bool) -> Iterable[tuple[str, str]]:
    for name, text in report.sections:
        if name != SECTION:
            yield name, text
        elif with_all or not report.failed:
            yield name, bounded(text)


def bounded(text: str) -> str:
    """The beginning of a long report, and how much of it is missing."""
    lines = text[:_MOST_CHARACTERS].splitlines()[:_MOST_LINES]
    shown = "\n".join(lines)
    if len(shown) >= len(text.rstrip("\n")):
        return text
    left = len(text.splitlines()) - len(lines)
    return f"{shown}\n... cut here, {left:,} more lines: see --rubric-report-dir\n"
