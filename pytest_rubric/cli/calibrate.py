"""``pytest-rubric calibrate``: the judge held against people's labels, in results of earlier runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_rubric.cli.refusal import refused

if TYPE_CHECKING:
    from pytest_rubric.gating.calibration.report import Calibration

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_JSON_NAME = "calibration_report.json"


def add(commands: Subparsers) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "calibrate",
        help="tell how far the judge agrees with people, and what to reword",
        description="Compare what the judge decided with what people say (`human` in the case files), and "
        "report where they differ and what to reword. Reads the results that `pytest --rubric-json FILE` "
        "wrote. No judge is asked, and no test passes or fails by it.",
    )
    parser.add_argument(
        "results", nargs="+", type=Path, metavar="RESULTS", help="a file that --rubric-json wrote"
    )
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help=f"write the report into FILE, and the same as {_JSON_NAME} beside it; with FILE.json, the JSON "
        "alone (without --output the report is printed)",
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
    if output.suffix.lower() == ".json":
        files = {output: document.text(found)}
    else:
        files = {output: report, output.with_name(_JSON_NAME): document.text(found)}
    try:
        for path, text in files.items():
            write(path, text)
    except OSError as error:
        return refused(
            "calibrate", f"{error.filename} can't be written: {error.strerror}; name another place"
        )
    print(_told(found))
    for path in files:
        print(f"written: {path}")
    return 0


def _told(found: Calibration) -> str:
    """What the report comes to, in one line."""
    from pytest_rubric.reporting.numbers import grouped, percent, plural

    overall, findings = found.overall, plural(len(found.findings), "finding")
    share = overall.agreement.agreement.value
    if share is None:
        return f"no decision could be compared with a label; {findings}"
    decisions = plural(overall.agreement.n, "decision")
    return (
        f"judge and people agree on {grouped(overall.agreeing)} of {decisions} ({percent(share)}); {findings}"
    )
