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
    if options.case is None:
        lines = [*listing.lines(records, width), *_interval(records)]
    else:
        found = _named(records, options.case)
        if not found:
            return refused("show", _unknown(records, options.case))
        lines = []
        for record in found:
            lines += ["", *listing.details(record, width)] if lines else listing.details(record, width)
    for line in lines:
        print(line)
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
