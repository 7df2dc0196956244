"""``pytest-rubric calibrate``: the judge held against people's labels, in results of earlier runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_rubric.cli.refusal import refused

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_JSON_NAME = "calibration_report.json"


def add(commands: Subparsers) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "calibrate",
        help="tell how far the judge agrees with people's labels",
        description="Hold the decisions and scores in results of --rubric-json against what people say of "
        "them (`human` in the case files), and report where they differ, with likely causes. Nothing is "
        "asked and nothing decides pass or fail here.",
    )
    parser.add_argument("results", nargs="+", type=Path, metavar="RESULTS", help="a file of --rubric-json")
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help=f"write the report here, and {_JSON_NAME} beside it; the JSON alone where FILE ends in .json",
    )
    parser.add_argument(
        "--lang", choices=("auto", "zh", "en"), default="auto", help="language of the report (default: auto)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Read, compare, report, and return the exit code."""
    from pytest_rubric.errors import ConfigError
    from pytest_rubric.gating import results
    from pytest_rubric.gating.calibration import document, markdown
    from pytest_rubric.gating.calibration.report import Source, calibrate
    from pytest_rubric.runtime.writing import write

    try:
        sources = [Source(str(path), results.read(path)) for path in options.results]
    except ConfigError as error:
        return refused("calibrate", str(error))
    if not any(source.records for source in sources):
        return refused("calibrate", f"no result in {', '.join(source.name for source in sources)}")
    found = calibrate(sources)
    report = markdown.render(found, options.lang)
    output: Path | None = options.output
    if output is None:
        sys.stdout.write(report)
        return 0
    try:
        if output.suffix.lower() == ".json":
            write(output, document.text(found))
        else:
            write(output, report)
            write(output.with_name(_JSON_NAME), document.text(found))
    except OSError as error:
        return refused(
            "calibrate", f"{error.filename} can't be written: {error.strerror}; name another place"
        )
    return 0
