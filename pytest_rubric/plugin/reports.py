"""What a test report carries: the record, the Markdown report, and where that is to be written.

Everything on a report is plain data, since it crosses from xdist's workers to the controller.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_rubric.plugin import baseline, causes, checks, records, saving
from pytest_rubric.plugin import session as session_module
from pytest_rubric.plugin.items import RubricItem
from pytest_rubric.plugin.results import ATTRIBUTE, FINISHED, Entry
from pytest_rubric.plugin.sections import SECTION

if TYPE_CHECKING:
    from pytest_rubric.execution.engine import Judged
    from pytest_rubric.model import Case

# Reports of checks in Python tests have no place in a case file; they get a folder of their own.
_PYTHON_FOLDER = "python"


def attach(item: pytest.Item, call: pytest.CallInfo[None], report: pytest.TestReport) -> None:
    """Put onto the decisive report of an item what it was judged to be."""
    decisive = report.when == "call" or (report.when == "setup" and report.outcome != "passed")
    # fixtures of a Python test may check at their end
    if not decisive and (report.when != "teardown" or isinstance(item, RubricItem)):
        return
    if isinstance(item, RubricItem):
        judged = item.stash[FINISHED] if FINISHED in item.stash else _never_judged(item, report)
        entries = [_entry(item, item.case, judged, folder=None)]
        if FINISHED in item.stash:
            if report.when == "setup":
                crash = getattr(report.longrepr, "reprcrash", None)
                item.tell_in_short(crash, _first_line(str(report.longrepr)))
            del item.stash[FINISHED]
    else:
        made = checks.take(item)
        checks.expect_failure(report, call, made)
        entries = [
            _entry(
                item,
                each.case,
                each.judged,
                folder=_PYTHON_FOLDER,
                earlier=each.earlier,
                own_outcome=checks.own_outcome(each, report, call, made),
            )
            for each in made
        ]
    if not entries:
        return
    setattr(report, ATTRIBUTE, entries)
    for entry in entries:
        if entry["report"]:
            report.sections.append((SECTION, entry["report"]))
        record = entry["record"]
        told = (
            ("rubric_score", record["score"]),
            ("rubric_verdict", record["verdict"]),
            ("rubric_threshold", record["threshold"]),
            ("rubric_target", record["target"]),
        )
        # JUnit reads the item's at teardown, others read the report's. Both are kept to the end of the
        # run: for ten thousand items, names and pairs of their own would take 5 MiB.
        pairs = [pair for pair in told if pair[1] is not None]
        item.user_properties += pairs
        report.user_properties += pairs


def _never_judged(item: RubricItem, report: pytest.TestReport) -> Judged:
    """The result of an item that a skip mark or a fixture ended before it was judged."""
    from pytest_rubric.execution.engine import Judged, blocked

    settings = item.settings()
    # a traceback begins with the values of arguments; what was raised stands in its crash
    crash = getattr(report.longrepr, "reprcrash", None)
    told = report.longreprtext if crash is None else str(crash.message)
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else _first_line(told)
    evaluation = blocked(item.case, item.evaluator_id(), settings, reason)
    if report.outcome == "skipped":
        evaluation = replace(evaluation, state="unscored", error=None)
    return Judged(evaluation, None, 0.0)


def crashed(config: pytest.Config, nodeid: str) -> Entry:
    """The entry of an item whose worker died; the case itself is not known here."""
    from pytest_rubric.execution.engine import blocked
    from pytest_rubric.model import Case, Overrides
    from pytest_rubric.reporting import record

    settings = session_module.of(config).settings
    id = nodeid.partition("::")[2]
    error = "the worker that ran it crashed; see pytest's own report, and run this test alone without -n"
    case = Case(id, id)
    evaluation = replace(
        blocked(case, "rubric", settings.for_case(Overrides()), error), state="broken", lang="en"
    )
    made = record.make_record(
        case, evaluation, nodeid=nodeid, root=settings.root, outcome="error", seconds=0.0
    )
    made["file"] = nodeid.partition("::")[0]
    return {
        "record": made,
        "report": "",
        "report_path": "",
        "passed": None,
        "no_judge": None,
        "unavailable": False,
        "unrecorded": False,
        "lint_notes": 0,
        "file_lint_notes": 0,
        "notes": [],
        "lines": [],
        "saved": None,
        "kept_back": False,
        "own_outcome": None,
        "scripted": False,
    }


def _first_line(text: str) -> str:
    return next(
        (line for line in text.splitlines() if line.strip()), "the test was ended before its case was judged"
    )


def _entry(
    item: pytest.Item,
    case: Case,
    judged: Judged,
    *,
    folder: str | None,
    earlier: int = 0,
    own_outcome: str | None = None,
) -> Entry:
    from pytest_rubric.reporting import markdown

    name = item.evaluator_name if isinstance(item, RubricItem) else None
    human = case.human_for(name)
    made = records.record_of(item, case, judged, category=_category(item), human=human)
    evaluation = baseline.told(item, made, judged.evaluation, earlier)
    report = markdown.render(
        case,
        judged.output,
        evaluation,
        versus=judged.versus,
        root=session_module.of(item.config).settings.root,
        human=human,
        named=name is not None,
    )
    notes: list[str] = []
    try:
        other = item.ihook.pytest_rubric_render_report(
            config=item.config, case=case, evaluation=evaluation, report=report
        )
    except Exception as error:  # a fault in a user's hook must not cost the result
        other = None
        notes.append(
            f"hook pytest_rubric_render_report failed: {type(error).__name__}: {error}; "
            "the built-in report is kept"
        )
    state = session_module.of(item.config)
    return {
        "record": made,
        "report": report if other is None else str(other),
        "report_path": _report_path(item, case, folder),
        "passed": evaluation.passed,
        "no_judge": causes.whole_cause(state, evaluation),
        "unavailable": evaluation.unavailable,
        "unrecorded": evaluation.unrecorded,
        "lint_notes": _lint_notes(item, case),
        "file_lint_notes": _file_lint_notes(item, case),
        "notes": notes,
        "lines": [result.criterion.line for result in evaluation.criteria],
        "saved": _saved(item, judged, notes),
        "kept_back": isinstance(item, RubricItem) and saving.kept_back(item, judged),
        "own_outcome": own_outcome,
        "scripted": state.judged_anything and state.judge.replier == "script",
    }


def _category(item: pytest.Item) -> str | None:
    """What a named evaluator judges; ``None`` for what ``Judge`` asks for, and where nobody knows it."""
    from pytest_rubric.errors import EvaluatorError

    if not isinstance(item, RubricItem) or item.evaluator_name is None:
        return None
    written = (*item.case.custom_evaluators, *session_module.of(item.config).custom_evaluators)
    for each in written:
        if each.id == item.evaluator_name:
            return each.category
    try:
        return str(getattr(item.evaluator(), "category", "res"))
    except EvaluatorError:
        return None


def _saved(item: pytest.Item, judged: Judged, notes: list[str]) -> saving.Saved | None:
    """The output as it was stored for later runs; why it could not be is a note."""
    if not isinstance(item, RubricItem):
        return None
    try:
        return saving.stage(item, judged)
    except (OSError, ValueError) as error:
        notes.append(f"--rubric-save-outputs: the output of {item.case.label} could not be stored: {error}")
        return None


def _lint_notes(item: pytest.Item, case: Case) -> int:
    """How many there are, for the summary; not counted where no summary is shown, nor for a check in
    a Python test, which the command doesn't read."""
    from pytest_rubric.scoring import lint

    if item.config.get_verbosity() < 0 or not isinstance(item, RubricItem):
        return 0
    return len(lint.notes(case, session_module.of(item.config).settings.for_case(case.overrides)))


def _file_lint_notes(item: pytest.Item, case: Case) -> int:
    """How many there are about the case's file as a whole."""
    if case.location is None:
        return 0
    file = session_module.of(item.config).files.get(case.location.path)
    return len(file.notes) if file is not None else 0


def _report_path(item: pytest.Item, case: Case, folder: str | None) -> str:
    """Where the Markdown goes below the report folder, with ``/``."""
    from pytest_rubric.loading.ids import slug
    from pytest_rubric.reporting.naming import report_path

    if folder is not None:
        # the node id tells tests of one name in two files apart, the number several checks of one test
        more = f"-{case.index + 1}" if case.index else ""
        return f"{folder}/{slug(item.nodeid).replace('/', '-')}{more}_eval_result.md"
    assert isinstance(item, RubricItem)
    path: Path | None = case.location.path if case.location is not None else None
    stem = session_module.of(item.config).stem(path)
    return report_path(case.index, item.evaluator_name, target=case.target_name, stem=stem)
