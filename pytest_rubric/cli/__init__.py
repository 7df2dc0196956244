"""The command ``pytest-rubric``: what is better done outside a test run.

Everything that decides pass or fail is in pytest itself. Each subcommand is a module with two
functions: ``add`` declares its arguments, ``run`` does it and returns the exit code.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from pytest_rubric.cli import calibrate, compile, diff, lint, prune, schema, show

_COMMANDS = (schema, lint, compile, show, diff, calibrate, prune)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 0 fine, 1 something was found, 2 wrong usage."""
    _survive_any_console()
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader (`| head`) has seen enough. The interpreter flushes once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pytest-rubric",
        description="Work on case files outside a test run. To judge them, run pytest.",
    )
    parser.add_argument("--version", action="version", version=f"pytest-rubric {version('pytest-rubric')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add(commands)
    return parser


def _survive_any_console() -> None:
    """Case files hold any script; a console that can't show a character shows its escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
