"""The HTML page of a run: its reports are kept until all results are there, then it is written as a whole."""

from __future__ import annotations

import errno
import os
import zlib
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_rubric.plugin import selection
from pytest_rubric.plugin import session as session_module
from pytest_rubric.runtime import clock
from pytest_rubric.runtime.writing import write_parts

if TYPE_CHECKING:
    from pytest_rubric.plugin.closing import FinishedRun
    from pytest_rubric.reporting.html import Unmatched

# Ten thousand reports are kept until the end; the fastest level halves them, in some 50 microseconds each.
_LEVEL = 1


class HtmlPage:
    """Lives in the process with the terminal, where ``--rubric-html`` is given."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._reports: list[bytes] = []

    def can_be_written(self) -> None:
        """Raise ``OSError`` where the file can't be, before anything is spent on the run."""
        folder = self._path.parent
        folder.mkdir(parents=True, exist_ok=True)
        if self._path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(self._path))
        if not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))

    def keep(self, report: str) -> None:
        """Keep the Markdown report of the next result, empty where it has none."""
        from pytest_rubric.model.text import visible

        # a hook's own may hold what can't be encoded
        self._reports.append(zlib.compress(visible(report).encode(), _LEVEL))

    def write(self, run: FinishedRun, told: Sequence[str]) -> None:
        """Write the file. Raises ``OSError``."""
        from pytest_rubric.gating import page
        from pytest_rubric.reporting import html

        state = session_module.of(run.session.config)
        ended = datetime.fromtimestamp(clock.wall_ns() / 1e9, timezone.utc).astimezone()
        partial = selection.partial(run.session)
        of_run = [] if partial is None else [f"not all cases ran: {partial}"]
        made = html.Page(
            run.records,
            at=ended,
            report_of=self._report_of,
            seconds=clock.monotonic() - state.started,
            told=(*of_run, *told),
            tags=page.tag_means(run.records),
            unmatched=_unmatched(run),
        )
        write_parts(self._path, html.parts(made))

    def _report_of(self, place: int) -> str | None:
        return zlib.decompress(self._reports[place]).decode() or None


def _unmatched(run: FinishedRun) -> Unmatched | None:
    from pytest_rubric.gating import page
    from pytest_rubric.plugin.baseline_closing import NAME, BaselineClosing

    found = run.session.config.pluginmanager.get_plugin(NAME)
    if not isinstance(found, BaselineClosing) or found.compared is None:
        return None
    return page.unmatched(found.compared)
