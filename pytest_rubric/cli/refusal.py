"""How a subcommand says that it can't do what was asked."""

from __future__ import annotations

import sys

USAGE_ERROR = 2


def refused(command: str, message: str) -> int:
    """Say why on standard error, and return the exit code. ``command`` is the subcommand's name."""
    print(f"pytest-rubric {command}: {message}", file=sys.stderr)
    return USAGE_ERROR
