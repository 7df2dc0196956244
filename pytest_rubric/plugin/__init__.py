"""The plugin's entry: hooks that hand on to the modules beside it.

Importing it must stay cheap, since every pytest run on a machine that has the plugin pays
for it: no yaml, no pydantic, no openai, nothing of ours that needs them.
"""

from __future__ import annotations

import warnings
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_rubric.plugin import options
from pytest_rubric.plugin import session as session_module

if TYPE_CHECKING:
    from pytest_rubric.plugin.fixture import RubricChecker


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    options.add(parser)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Declare the hooks."""
    from pytest_rubric import hookspecs

    pluginmanager.add_hookspecs(hookspecs)


def pytest_configure(config: pytest.Config) -> None:
    """Put the state into the stash, and read the options where any is given."""
    config.addinivalue_line("markers", "rubric_tag(name): a tag of a rubric case or of one of its criteria.")
    state = session_module.RubricSession(config)
    config.stash[session_module.KEY] = state
    # before pytest's own, which then runs first: it looks for what was never closed
    config.add_cleanup(state.give_back)
    options.refuse_unknown(config)
    if state.is_asked:
        # a mistyped option is told before anything is collected
        settings = state.settings
        if settings.baseline is not None:
            from pytest_rubric.plugin import baseline

            fault = baseline.register(config, settings)
            if fault is not None:
                from pytest_rubric.plugin import baseline_fault

                baseline_fault.begin(config, fault)
    if state.is_asked or _is_distributed(config):
        _follow(config)


def _is_distributed(config: pytest.Config) -> bool:
    """Whether xdist's workers collect and run: the process with the terminal gets to know of what they
    find only as they report it."""
    return session_module.is_worker(config) or config.getoption("dist", "no") != "no"


def _follow(config: pytest.Config) -> None:
    """Register what follows a run that has results; once. Other runs start without it."""
    state = session_module.of(config)
    if state.is_followed:
        return
    state.is_followed = True
    from pytest_rubric.plugin import selection

    selection.begin(config)
    if not session_module.is_worker(config):
        from pytest_rubric.plugin.reporter import Reporter
        from pytest_rubric.plugin.sections import TerminalSections

        config.pluginmanager.register(Reporter(config), "rubric-reporter")
        config.pluginmanager.register(TerminalSections(config), "rubric-sections")


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """End what is still alive; before pytest looks through everything for what nobody closed."""
    state = config.stash.get(session_module.KEY, None)
    if state is not None:
        state.close()
        state.let_go()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Collect case files; forget why a file was refused if another plugin takes it."""
    found = yield
    if file_path.suffix not in options.CASE_SUFFIXES or not _may_be_ours(file_path, parent):
        return found
    from pytest_rubric.plugin import collection

    _follow(parent.config)
    ours = collection.collect(file_path, parent)
    if ours is not None:
        return [*found, ours]
    state = session_module.of(parent.config)
    if found or not parent.session.isinitpath(file_path):
        state.refused.pop(file_path, None)
    return found


def _may_be_ours(path: Path, parent: pytest.Collector) -> bool:
    """Named on the command line, or by one of our globs: nothing else is ever opened."""
    return parent.session.isinitpath(path) or options.names_case_file(parent.config, path)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Hold the prompts of custom evaluators against all cases, before any is deselected."""
    state = session_module.of(config)
    if not state.files:
        return
    from pytest_rubric.plugin import custom
    from pytest_rubric.plugin.items import RubricItem

    ours = [item for item in items if isinstance(item, RubricItem)]
    cases = {id(item.shared): item.case for item in ours}
    custom.find_leaks(state, {item.evaluator_name for item in ours}, list(cases.values()))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Make ready for the run: the order of the items is final."""
    state = session_module.of(session.config)
    if not state.files:
        state.settle()
        return
    from pytest_rubric.plugin.items import RubricItem

    items = [item for item in session.items if isinstance(item, RubricItem)]
    if len(items) == len(session.items):
        state.set_aside()
    if session.config.option.collectonly:
        from pytest_rubric.plugin import estimate

        session.config.stash[estimate.ITEMS] = items
        return
    from pytest_rubric.plugin import running

    running.expect(session.config, len(items))
    if session.items and not isinstance(session.items[0], RubricItem):
        state.settle()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Remember what comes next: a worker of xdist knows no more for certain."""
    session_module.of(item.config).next_item = nextitem


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Drop what is still under way for this item: somebody's hook may have ended it before its setup began,
    and then its own teardown is not called."""
    if not session_module.of(item.config).files:
        return
    from pytest_rubric.plugin import running
    from pytest_rubric.plugin.items import RubricItem

    if isinstance(item, RubricItem):
        running.forget(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Attach the result to the item's report."""
    report = yield
    state = session_module.of(item.config)
    if state.files or state.judged_anything:
        from pytest_rubric.plugin import reports

        reports.attach(item, call, report)
    return report


def pytest_report_teststatus(report: Any, config: pytest.Config) -> tuple[str, str, str] | None:
    """Show the score beside the state under ``-v``; the short summary keeps pytest's own words."""
    entries = getattr(report, "rubric", None)
    if (
        not entries
        or session_module.of(config).summing_up
        or report.when != "call"
        or hasattr(report, "wasxfail")
    ):
        return None
    if report.outcome not in ("passed", "failed"):
        return None
    records = [entry["record"] for entry in entries]
    scores = ", ".join(str(each["verdict"] if each["score"] is None else each["score"]) for each in records)
    letter = "." if report.passed else "F"
    return report.outcome, letter, f"{report.outcome.upper()} ({scores})"


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Let a new worker of xdist count in the session's budget."""
    if session_module.of(node.config).is_asked:
        from pytest_rubric.plugin import budgets

        budgets.share(node.config, node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give xdist's workers enough to look ahead."""
    from pytest_rubric.plugin import scheduling

    return scheduling.make(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_warning_recorded(warning_message: warnings.WarningMessage) -> None:
    """Keep the line of the case file out of the terminal: it may hold a whole case, or a whole file."""
    from pytest_rubric.errors import RubricWarning

    if issubclass(warning_message.category, RubricWarning):
        warning_message.line = ""


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Close the judge within seconds, also after Ctrl-C, and tell the controller what only a worker knows."""
    state = session_module.of(session.config)
    state.close()
    output = getattr(session.config, "workeroutput", None)
    if output is None:
        return
    output[session_module.REFUSED] = {str(path): why for path, why in state.refused.items()}
    if state.judged_anything:
        output[session_module.NOTES] = list(state.judge.notes)


@pytest.fixture
def rubric(request: pytest.FixtureRequest) -> RubricChecker:
    """Rubric checks in a Python test: ``rubric.check(output, criteria=[...])``."""
    from pytest_rubric.plugin.fixture import RubricChecker

    _follow(request.config)
    return RubricChecker(request.node)
