"""How often a gate stops a pull request that changed nothing, and how often it lets a real drop pass.

    python -m benchmarks.gate_simulation [--smoke] [--pull-requests N] [--json FILE]

A pull request is two runs of a suite: of the agent before it, and after it. The agent is noisy (each criterion
is met with some probability, another one for each case), and so is the judge (each decision is flipped with
some probability). A real drop lowers the agent's probabilities by so many points of the mean score. Scores, votes,
outcomes and gates are the product's own; only agent and judge are made up. The numbers are reproducible.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from pathlib import Path

import numpy
from tabulate import tabulate

from benchmarks.simulated_gates import Baseline, Gate, MeanFloor, Thresholds, WorseOutcomes, WorseScores
from benchmarks.simulated_suite import Agent, Judging, Kind, Suite

DROPS = (5, 10, 20)
PULL_REQUESTS = 1_000
SMOKE = 20
_SEED = 7


@dataclass(frozen=True)
class Setting:
    """A gate, and how its cases are judged. ``name`` is what a user would write or say."""

    name: str
    gate: Gate
    judging: Judging


@dataclass(frozen=True)
class Cell:
    """One situation: the agent, the suite's size, the share of decisions that are wrong, and of cases that a drop
    strikes."""

    agent: Kind = "noisy"
    cases: int = 50
    wrong: float = 0.05
    struck: float = 1.0

    def __str__(self) -> str:
        where = "all cases" if self.struck == 1 else f"{self.struck:.0%} of the cases"
        return f"{self.agent} agent, {self.cases} cases, {self.wrong:.0%} of the decisions wrong, a drop strikes {where}"


@dataclass(frozen=True)
class Row:
    """What a setting did in a cell, in percent of the pull requests; ``calls`` to the judge a case."""

    cell: Cell
    setting: str
    calls: float
    stopped: float
    missed: tuple[float, ...]


ONCE, THREE, DECIDING = Judging(), Judging(samples=3), Judging(samples=2, extra=1)
THREE_RUNS = Judging(runs=3)

SETTINGS = (
    Setting("thresholds", Thresholds(), ONCE),
    Setting("thresholds, 3 samples", Thresholds(), THREE),
    Setting("thresholds, 2 samples + 1 extra", Thresholds(), DECIDING),
    Setting("baseline", Baseline(), ONCE),
    Setting("baseline, max drop 20", Baseline(Fraction(20)), ONCE),
    Setting("baseline, max drop 20, 3 samples", Baseline(Fraction(20)), THREE),
    Setting("baseline, max drop 50", Baseline(Fraction(50)), ONCE),
    Setting("mean floor, 5 below", MeanFloor(5), ONCE),
    Setting("mean floor, 5 below, 3 samples", MeanFloor(5), THREE),
    Setting("paired test of outcomes", WorseOutcomes(), ONCE),
    Setting("paired test of scores", WorseScores(), ONCE),
    Setting("paired test of scores, at 10 %", WorseScores(0.1), ONCE),
    Setting("paired test of scores, 3 samples", WorseScores(), THREE),
    Setting("paired test of scores, 2 samples + 1 extra", WorseScores(), DECIDING),
    Setting("paired test of scores, 3 runs", WorseScores(), THREE_RUNS),
)

_AGENTS: tuple[Kind, ...] = ("noisy", "steady")
CELLS = (
    *(Cell(agent, wrong=wrong) for agent in _AGENTS for wrong in (0.05, 0.0, 0.02, 0.1, 0.2)),
    *(Cell(agent, struck=0.25) for agent in _AGENTS),
    *(Cell(agent, cases=cases) for agent in _AGENTS for cases in (20, 100, 200)),
)


def rows(cell: Cell, settings: Iterable[Setting], pull_requests: int) -> Iterator[Row]:
    """Simulate one cell: the same agents for every setting."""
    numbers = [_SEED, len(cell.agent), cell.cases, round(1000 * cell.wrong), round(1000 * cell.struck)]
    source = numpy.random.default_rng(numbers)
    agent = Agent.drawn(cell.agent, pull_requests, cell.cases, source)
    changed = [agent.worse(drop, cell.struck, source) for drop in DROPS]
    suites: dict[Judging, list[Suite]] = {}
    for setting in settings:
        judging = setting.judging
        if judging not in suites:
            suites[judging] = [
                Suite.judged(each, judging, cell.wrong, source) for each in (agent, agent, *changed)
            ]
        before, *after = suites[judging]
        same, *dropped = (100 * float(setting.gate.stops(before, each).mean()) for each in after)
        calls = float(after[0].calls.mean())
        yield Row(cell, setting.name, calls, same, tuple(100 - stopped for stopped in dropped))


def compared(found: Sequence[Row]) -> str:
    """How often the paired test misses a drop of ten points, in every cell, by how its cases are judged."""
    names = {setting.name: setting.judging for setting in SETTINGS if setting.gate == WorseScores()}
    ten = DROPS.index(10)
    by_cell: dict[Cell, dict[str, str]] = {}
    for row in found:
        if row.setting in names:
            by_cell.setdefault(row.cell, {})[row.setting] = f"{row.missed[ten]:.0f} %"
    headers = ["paired test of scores misses a drop of 10", *(_judged(each) for each in names.values())]
    cells = [[str(cell), *(missed[name] for name in names)] for cell, missed in by_cell.items()]
    return _aligned(cells, headers)


def _judged(judging: Judging) -> str:
    told = f"{judging.samples} samples" if judging.samples > 1 else "once"
    told += f" + {judging.extra} extra" if judging.extra else ""
    return told if judging.runs == 1 else f"{judging.runs} runs"


def table(found: Iterable[Row]) -> str:
    """The rows of one cell as text."""
    headers = ["gate", "calls a case", "stops, nothing changed", *(f"misses {n}" for n in DROPS)]
    cells = [
        [row.setting, f"{row.calls:.2f}", *(f"{value:.0f} %" for value in (row.stopped, *row.missed))]
        for row in found
    ]
    return _aligned(cells, headers)


def _aligned(cells: Sequence[Sequence[str]], headers: Sequence[str]) -> str:
    align = ("left", *["right"] * (len(headers) - 1))
    return tabulate(cells, headers, "github", disable_numparse=True, colalign=align)


def main() -> int:
    """Simulate all cells and print a table of each."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.gate_simulation",
        description="False alarms and missed drops of gates over simulated pull requests.",
    )
    parser.add_argument("--smoke", action="store_true", help="small numbers: see that everything runs")
    parser.add_argument(
        "--pull-requests", type=int, default=PULL_REQUESTS, metavar="N", help="for each number"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers here too")
    options = parser.parse_args()
    cells = (
        tuple(replace(cell, cases=min(cell.cases, SMOKE)) for cell in CELLS[:2]) if options.smoke else CELLS
    )
    pull_requests = SMOKE if options.smoke else options.pull_requests
    written: list[Row] = []
    for cell in cells:
        began = time.perf_counter()
        found = list(rows(cell, SETTINGS, pull_requests))
        written += found
        print(f"{cell}\n\n{table(found)}\n", flush=True)
        print(f"({time.perf_counter() - began:.0f} s)", file=sys.stderr, flush=True)
    print(f"{compared(written)}\n")
    print(f"Each number is over {pull_requests:,} simulated pull requests.")
    if options.smoke:
        print("A smoke run: everything runs, and the numbers mean nothing.")
    if options.json is not None:
        options.json.write_text(
            json.dumps([asdict(row) for row in written], indent=1) + "\n", encoding="utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
