"""``python -m benchmarks.run [--smoke] [--only NAME] [--json FILE]``: the figures of speed.

Each is a ratio or a difference of runs side by side on the same machine, and stands beside what it
should reach. Needs the package installed with its test dependencies, a free machine, and no network.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from benchmarks import overhead, throughput
from benchmarks.figures import Figure, Implausible, table
from benchmarks.scale import FULL, SMOKE, Scale

BENCHMARKS: Mapping[str, Callable[[Scale, Path], Iterator[Figure]]] = {
    "judged": throughput.judged,
    "limited": throughput.limited,
    "stored": overhead.stored,
    "collected": overhead.collected,
    "started": overhead.started,
}


def main() -> int:
    """Measure and print. Exit code 1 only where a run did not do what was to be measured."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.run", description="Measure the speed of the plugin."
    )
    parser.add_argument("--smoke", action="store_true", help="tiny numbers: see that everything runs")
    parser.add_argument(
        "--only", choices=BENCHMARKS, action="append", help="measure this one (may be repeated)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    options = parser.parse_args()
    scale = SMOKE if options.smoke else FULL
    figures: list[Figure] = []
    failed = 0
    for name in options.only or BENCHMARKS:
        print(f"{name} ...", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(prefix="rubric-benchmark-") as folder:
            try:
                figures.extend(BENCHMARKS[name](scale, Path(folder)))
            except Implausible as error:
                failed += 1
                print(f"{name}: {error}", file=sys.stderr)
    print(table(figures, compare=not options.smoke))
    if options.smoke:
        print("A smoke run: everything runs, and the numbers mean nothing.")
    if options.json is not None:
        rows = [asdict(figure) | {"state": figure.state} for figure in figures]
        options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
