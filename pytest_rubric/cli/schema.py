"""``pytest-rubric schema``: the JSON Schema of the case file."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add(commands: Subparsers) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "schema",
        help="print the JSON Schema of case files",
        description="Print the JSON Schema of case files, for editors that complete and check YAML.",
    )
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Print the schema. In ASCII, so that it survives any console and redirection."""
    from pytest_rubric.loading.schema import json_schema

    print(json.dumps(json_schema(), indent=2))
    return 0
