"""``pytest-rubric diff``: what changed between two runs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_rubric.cli.refusal import refused

if TYPE_CHECKING:
    from fractions import Fraction

    from pytest_rubric.gating.baseline.runs import RunComparison

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_WORST_FIRST = ("worse", "fell", "lower", "better", "known", "same")


def add(commands: Subparsers) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "diff",
        help="tell what changed between two runs",
        description="Compare two files of --rubric-json, two baselines, or one of each, as a run is compared "
        "with its baseline. Exit code 1 where something got worse.",
    )
    parser.add_argument("before", type=Path, metavar="A", help="the earlier run")
    parser.add_argument("now", type=Path, metavar="B", help="the later run")
    parser.add_argument(
        "--max-drop",
        metavar="POINTS",
        help="a case that reaches its threshold may fall by so many points (default: by none)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compare, print, and return the exit code."""
    from pytest_rubric.errors import ConfigError
    from pytest_rubric.gating.baseline import sources, summary
    from pytest_rubric.model.scale import parsed_score
    from pytest_rubric.model.text import visible

    try:
        max_drop = None if options.max_drop is None else parsed_score(options.max_drop)
    except ValueError as error:
        return refused("diff", f"--max-drop: found {options.max_drop!r}, allowed: {error}")
    try:
        found = sources.difference(sources.read(options.before), sources.read(options.now))
    except ConfigError as error:
        return refused("diff", str(error))
    name = visible(options.before.name)
    called = summary.Before(name, anew="")
    for line in summary.lines(found.compared, found.judged_before, max_drop, called=called):
        print(line)
    if found.not_judged_before:
        print(f"not judged in {name}: {', '.join(found.not_judged_before)}")
    _changes(found.compared, max_drop)
    return 1 if found.got_worse(max_drop) else 0


def _changes(compared: RunComparison, max_drop: Fraction | None) -> None:
    """Each case that changed, the worst first, with its decisions."""
    from pytest_rubric.gating.baseline import messages

    ranked = sorted(compared.comparisons, key=lambda each: _WORST_FIRST.index(each.standing(max_drop)))
    for each in ranked:
        lines = messages.changes(each, "en")
        if lines or each.change:
            print(f"\n{each.key}: {messages.then_and_now(each)}")
            for line in lines:
                print(line)
