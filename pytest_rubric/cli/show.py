"""``pytest-rubric show``: results of an earlier run, to be read in a terminal."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_rubric.cli.refusal import refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_rubric.reporting.record import Record

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

# Where there is no terminal: as wide as a CI log.
_WIDTH = 120


def add(commands: Subparsers) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "show",
        help="show the results of an earlier run",
        description="Show the results in a file of --rubric-json: all of them in a table, or one case with "
        "its decisions.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a file that --rubric-json wrote")
    parser.add_argument(
        "--case", metavar="ID", help="a case with its decisions: its id, its node id, or the end of that"
    )
    parser.add_argument("--html", type=Path, metavar="PAGE", help="write them as one HTML page here instead")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Show, and return the exit code."""
    from pytest_rubric.errors import ConfigError
    from pytest_rubric.gating import results
    from pytest_rubric.reporting import listing

    width = shutil.get_terminal_size((_WIDTH, 24)).columns
    try:
        records = results.read(options.file)
    except ConfigError as error:
        return refused("show", str(error))
    if options.case is not None and not (found := _named(records, options.case)):
        return refused("show", _unknown(records, options.case))
    if options.html is not None:
        return _write_page(options.file, records if options.case is None else found, options.html)
    if options.case is None:
        lines = [*listing.lines(records, width), *_interval(records)]
    else:
        lines = []
        for record in found:
            lines += ["", *listing.details(record, width)] if lines else listing.details(record, width)
    for line in lines:
        print(line)
    return 0


def _write_page(file: Path, records: Sequence[Record], page: Path) -> int:
    """Write them as a page, and return the exit code. Their reports are not in the file; what is told of each
    is what its record holds."""
    from datetime import datetime, timezone

    from pytest_rubric.gating import page as of_run
    from pytest_rubric.model.text import visible
    from pytest_rubric.reporting import html
    from pytest_rubric.reporting.numbers import plural
    from pytest_rubric.runtime.writing import write_parts

    if page.resolve() == file.resolve():
        return refused("show", f"--html: {visible(str(page))} is the file of the results; name another file")
    made = html.Page(
        records,
        at=datetime.fromtimestamp(file.stat().st_mtime, timezone.utc).astimezone(),
        source=file.name,
        tags=of_run.tag_means(records),
        unmatched=of_run.unmatched_in(records),
    )
    try:
        write_parts(page, html.parts(made))
    except OSError as error:
        told = f"{visible(str(error.filename))} can't be written: {error.strerror}; name another place"
        return refused("show", f"--html: {told}")
    print(f"{visible(str(page))}: {plural(len(records), 'case')}")
    return 0


def _named(records: Sequence[Record], name: str) -> list[Record]:
    """The results of a case: one for each of its evaluators and targets."""
    return [
        record
        for record in records
        if name in (record["id"], record["nodeid"]) or record["nodeid"].endswith(f"::{name}")
    ]


def _interval(records: Sequence[Record]) -> list[str]:
    """How far the mean says something about all such cases; nothing where the scores are too few."""
    from pytest_rubric.gating.statistics import FEWEST_TOLD, mean_interval
    from pytest_rubric.scoring.figures import exact

    scores = [exact(record["score"]) for record in records if record["score"] is not None]
    found = mean_interval(scores) if len(scores) >= FEWEST_TOLD else None
    if found is None or found.low == found.high:
        return []
    low, high = found.told()
    return [f"95% interval of the mean: {low} to {high}"]


def _unknown(records: Sequence[Record], name: str) -> str:
    from pytest_rubric.model.lines import first_of
    from pytest_rubric.model.nearest import nearest

    ids = list(dict.fromkeys(record["id"] for record in records))
    close = nearest(name, ids)
    if close is not None:
        return f"no case {name!r}; did you mean {close!r}?"
    return f"no case {name!r}; there are: {first_of(ids)}"
