"""Results of all items, where the terminal is: summary, JSON lines, report files.

Under xdist this runs in the controller only; what it needs came with the test reports.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import pytest

from pytest_rubric.plugin import closing, options, sections
from pytest_rubric.plugin import session as session_module
from pytest_rubric.plugin.results import Entry, entries_of
from pytest_rubric.runtime import clock
from pytest_rubric.runtime.writing import write

if TYPE_CHECKING:
    from pytest_rubric.model import Settings
    from pytest_rubric.plugin.page import HtmlPage
    from pytest_rubric.reporting.record import Record

_FAILS_BY_GATES = "the run fails, though no test did: what is told above does not hold (exit code 1)"


class Reporter:
    """One object a session, registered as a plugin."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._open: dict[str, list[Entry]] = {}
        self._entries: list[Entry] = []
        self._json: TextIO | None = None
        self._page: HtmlPage | None = None
        self._notes: list[str] = []
        self._unwritten: list[str] = []
        self._workers = False
        self._closings: tuple[closing.Closing, ...] = ()
        self._fails_by_gates = False
        self._failing: list[closing.Closing] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        """Open what is to be written before anything is spent on it."""
        if session.config.option.collectonly or not session_module.of(session.config).is_asked:
            return
        settings = session_module.of(session.config).settings
        self._closings = closing.closings(session.config)
        written = "--rubric-json"
        try:
            if settings.json_path is not None:
                self._json_file(settings.json_path)
            if settings.html_path is not None:
                from pytest_rubric.plugin.page import HtmlPage

                written = "--rubric-html"
                page = HtmlPage(settings.html_path)
                page.can_be_written()
                self._page = page
            for option, folder in (
                ("--rubric-report-dir", settings.report_dir),
                ("--rubric-save-outputs", settings.save_outputs),
            ):
                written = option
                if folder is not None:
                    folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise pytest.UsageError(
                f"{written}: {error.filename} can't be written: {error.strerror}; name another place"
            ) from None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what a report carries; at teardown the item's outcome is final."""
        if str(report.outcome) == "rerun":
            # another attempt follows; only the last one counts
            self._forget([*self._open.pop(report.nodeid, []), *entries_of(report)])
            return
        if report.when == "teardown" and report.failed:
            for entry in self._open.get(report.nodeid, []):
                entry["record"]["outcome"] = "error"
        for entry in entries_of(report):
            entry["record"]["outcome"] = _outcome(report, entry)
            # several reports of one test, where it has subtests
            self._open.setdefault(report.nodeid, []).append(entry)
        if report.when == "teardown":
            for entry in self._open.pop(report.nodeid, []):
                self._finish(entry)

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem: str, report: pytest.TestReport) -> None:
        """A worker died over an item: what it had to say of it is lost, but not that it was there."""
        from pytest_rubric.plugin import reports

        if crashitem.partition("::")[0].endswith(options.CASE_SUFFIXES):
            self._finish(reports.crashed(self._config, crashitem))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """A worker ended: take over what it had to say about its judge, and about files."""
        self._workers = True
        output = getattr(node, "workeroutput", {})
        refused = session_module.of(self._config).refused
        refused.update((Path(path), why) for path, why in output.get(session_module.REFUSED, {}).items())
        for note in output.get(session_module.NOTES, []):
            self._note(note)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write what waits for the end of the run, and let the whole of it decide what it has to."""
        for entries in list(self._open.values()):
            for entry in entries:
                self._finish(entry)
        self._open.clear()
        if self._json is not None:
            # what a full disk did not take is tried once more
            self._kept(self._json.close, session_module.of(self._config).settings.json_path)
            self._json = None
        if self._entries:
            self._kept(self._save_outputs)
        run = closing.FinishedRun([entry["record"] for entry in self._entries], session)
        self._closings += closing.closings_of_results(self._config, run.records)
        self._failing = [each for each in self._closings if each.close(run)]
        if self._closings:
            self._kept(lambda: self._write_gates(run))
        if self._failing and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
            self._fails_by_gates = True
        if self._entries:
            self._kept(self._write_suite)
        if self._page is not None:
            # of a run without a result, too: the page of an earlier one would pass for this one's
            self._kept(partial(self._page.write, run, self._told()))

    def _write_gates(self, run: closing.FinishedRun) -> None:
        from pytest_rubric.plugin import gates

        gates.write_file(session_module.of(self._config).settings, self._closings, run)

    def _save_outputs(self) -> None:
        """Put the outputs of this run where the next one finds them; nobody reads the old ones any more."""
        from pytest_rubric.plugin import saving

        folder = session_module.of(self._config).settings.save_outputs
        if folder is None:
            return
        stored, twice = saving.put_in_place(
            entry["saved"] for entry in self._entries if entry["saved"] is not None
        )
        # here: it brings all of the domain with it, which a run without a case file has no use for
        from pytest_rubric.model.text import visible

        told = f"outputs stored in {visible(str(folder))}: {stored}"
        if kept := sum(entry["kept_back"] for entry in self._entries):
            told += f"; earlier ones kept, since the new ones did not pass their comparison: {kept}"
        self._note(told)
        for place in twice:
            self._note(
                f"not stored, since two cases have one place for it: {visible(place)}; rename one of them"
            )

    @pytest.hookimpl(tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the summary."""
        state = session_module.of(self._config)
        state.summing_up = True
        lines = self._not_collected(state)
        if self._config.option.collectonly:
            from pytest_rubric.plugin import estimate

            lines += estimate.lines(self._config)
        if self._entries and self._config.get_verbosity() >= 0:
            terminalreporter.section("rubric evaluations", "=")
            lines += self._summary(state)
        quiet = self._config.get_verbosity() < 0
        # why the exit code is not 0, and which gate had no say in it, is told however quiet the rest is
        for each in self._closings:
            lines += each.unevaluated() if quiet and each not in self._failing else each.lines()
        if state.judged_anything and not self._workers:
            self._notes += [note for note in state.judge.notes if note not in self._notes]
        # whoever reads the files later must not take those of an earlier run for this one's
        notes = self._unwritten + ([] if quiet else self._notes)
        lines += [f"rubric: {note}" for note in notes]
        for line in lines:
            terminalreporter.write_line(line)
        if self._fails_by_gates:
            # pytest's own last line is green: it counts tests
            terminalreporter.write_line(_FAILS_BY_GATES, red=True, bold=True)

    def _not_collected(self, state: session_module.RubricSession) -> list[str]:
        if not state.refused:
            return []
        from pytest_rubric.model.paths import shown_path

        here = self._config.invocation_params.dir
        return [
            f"rubric: {shown_path(path, here)}: not collected: {why}" for path, why in state.refused.items()
        ]

    def _summary(self, state: session_module.RubricSession) -> list[str]:
        from pytest_rubric.reporting import summary

        return summary.lines(
            [self._pasteable(entry["record"]) for entry in self._entries],
            width=self._config.get_terminal_writer().fullwidth,
            extras=summary.Extras(
                seconds=clock.monotonic() - state.started,
                no_judge=Counter(e["no_judge"] for e in self._entries if e["no_judge"] is not None),
                skippable=any(e["unavailable"] and e["record"]["state"] != "unscored" for e in self._entries),
                unrecorded=sum(entry["unrecorded"] for entry in self._entries),
                told_below=[
                    at for at, e in enumerate(self._entries) if e["unrecorded"] or e["no_judge"] is not None
                ],
                reports=self._where_reports_are(state.settings),
                lint_notes=self._lint_notes(),
                scripted=any(entry["scripted"] for entry in self._entries),
            ),
        )

    def _pasteable(self, record: Record) -> Record:
        """The record with its node id as pytest takes it in the folder where it was called."""
        here = self._config.invocation_params.dir
        if here == self._config.rootpath:
            return record
        path, colons, name = record["nodeid"].partition("::")
        shown = Path(os.path.relpath(self._config.rootpath / path, here)).as_posix()
        made = record.copy()
        made["nodeid"] = f"{shown}{colons}{name}"
        return made

    def _where_reports_are(self, settings: Settings) -> str | None:
        """How to see whole reports; ``None`` where they are shown, or nothing was lost."""
        written = settings.report_dir or settings.html_path
        if written is not None:
            from pytest_rubric.model.paths import shown_path

            return shown_path(written, self._config.invocation_params.dir)
        lost = any(entry["passed"] is False for entry in self._entries)
        if not lost or self._config.get_verbosity() >= sections.VERBOSE:
            return None
        return "pytest -vv shows them, --rubric-report-dir FOLDER writes them"

    def _lint_notes(self) -> int:
        """As ``pytest-rubric lint`` counts: each case and each file once, however many items they have."""
        cases = {
            (e["record"]["file"], e["record"]["line"], e["record"]["id"]): e["lint_notes"]
            for e in self._entries
        }
        files = {e["record"]["file"]: e["file_lint_notes"] for e in self._entries}
        return sum(cases.values()) + sum(files.values())

    def _finish(self, entry: Entry) -> None:
        self._entries.append(entry)
        record = entry["record"]
        settings = session_module.of(self._config).settings
        self._notes += [note for note in entry["notes"] if note not in self._notes]
        self._kept(lambda: self._write_line(record, settings), settings.json_path)
        self._kept(lambda: self._write_reports(entry, settings))
        if self._page is not None:
            self._page.keep(entry["report"])
        # the text is written or printed by now; ten thousand of them are not kept
        entry["report"] = ""
        hook = self._config.hook.pytest_rubric_case_finished
        if not hook.get_hookimpls():
            return  # a copy for nobody would be the dearest part of this
        try:
            hook(config=self._config, record=deepcopy(record))
        except Exception as error:  # a fault in a user's hook must not cost the results of others
            self._note(f"hook pytest_rubric_case_finished failed: {type(error).__name__}: {error}")

    def _forget(self, entries: Iterable[Entry]) -> None:
        """Drop what an attempt left of which there is another one."""
        from pytest_rubric.plugin import saving

        for entry in entries:
            if (saved := entry["saved"]) is not None:
                self._kept(partial(saving.discard, saved))

    def _write_line(self, record: Record, settings: Settings) -> None:
        if settings.json_path is not None:
            from pytest_rubric.reporting.record_text import dump

            self._json_file(settings.json_path).write(dump(record) + "\n")

    def _write_reports(self, entry: Entry, settings: Settings) -> None:
        if settings.report_dir is not None and entry["report"]:
            write(settings.report_dir / entry["report_path"], entry["report"])
            self._write_comparison(entry, settings.report_dir)

    def _write_comparison(self, entry: Entry, folder: Path) -> None:
        if entry["record"]["comparison"] is None:
            return
        from pytest_rubric.reporting.naming import comparison_path
        from pytest_rubric.reporting.record_text import comparison_json

        text = comparison_json(entry["record"])
        if text is not None:
            write(folder / comparison_path(entry["report_path"]), text)

    def _kept(self, writing: Callable[[], None], path: Path | None = None) -> None:
        """Write; a disk that is full by now is told in the summary, and costs no outcome.

        ``path`` is what is written, where the error may not know.
        """
        try:
            writing()
        except OSError as error:
            told = f"results could not be written: {error.filename or path or 'file'}: {error.strerror}"
            if told not in self._unwritten:
                self._unwritten.append(told)

    def _note(self, text: str) -> None:
        if text not in self._notes:
            self._notes.append(text)

    def _json_file(self, path: Path) -> TextIO:
        if self._json is None:
            path.parent.mkdir(parents=True, exist_ok=True)
            # line by line, so that an interrupted run leaves what was finished
            self._json = path.open("w", encoding="utf-8", newline="\n", buffering=1)
        return self._json

    def _write_suite(self) -> None:
        settings = session_module.of(self._config).settings
        records = [entry["record"] for entry in self._entries]
        told = self._told()
        if settings.report_dir is not None:
            from pytest_rubric.reporting import suite

            text = suite.markdown(records, [entry["report_path"] for entry in self._entries], told)
            write(settings.report_dir / "summary.md", text)
        if os.environ.get("GITHUB_ACTIONS") == "true":
            self._write_github(records, told)

    def _told(self) -> list[str]:
        """What is said of the run as a whole."""
        return [line for each in self._closings for line in each.lines()]

    def _write_github(self, records: list[Record], told: list[str]) -> None:
        from pytest_rubric.reporting import github

        target = os.environ.get("GITHUB_STEP_SUMMARY")
        if target:
            self._kept(lambda: _append(Path(target), github.step_summary(records, told)))
        reporter = self._config.pluginmanager.getplugin("terminalreporter")
        if reporter is not None:
            # commands are read at the start of a line only, and pytest's progress may stand on this one
            reporter.write_line("")
            failing = [github.annotation_of_run(each.lines()) for each in self._failing]
            for line in [
                *failing,
                *github.annotations(
                    records,
                    [entry["lines"] for entry in self._entries],
                    folder=_folder_in_checkout(self._config.rootpath),
                ),
            ]:
                reporter.write_line(line)


def _outcome(report: pytest.TestReport, entry: Entry) -> str:
    if entry["own_outcome"] is not None:
        return entry["own_outcome"]
    if report.when == "call" and entry["passed"] and not report.passed:
        # a check of a Python test that ended otherwise elsewhere
        return "passed"
    if report.when != "setup" and entry["record"]["state"] in ("blocked", "broken") and report.failed:
        # a check of a Python test has no setup to end in
        return "error"
    if hasattr(report, "wasxfail"):
        return "xfailed" if report.skipped else "xpassed"
    if report.when == "setup" and report.failed:
        return "error"
    return str(report.outcome)


def _folder_in_checkout(root: Path) -> str:
    """Where pytest's root directory lies in the repository that GitHub has checked out, with ``/``."""
    checkout = Path(os.environ.get("GITHUB_WORKSPACE") or root).resolve()
    resolved = root.resolve()
    inside = resolved != checkout and resolved.is_relative_to(checkout)
    return resolved.relative_to(checkout).as_posix() if inside else ""


def _append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)
