"""What code alone tells of run logs: a line for each log of a folder.

``python -m benchmarks.run_log_facts --data DIR`` reads every ``.json`` and ``.jsonl`` file below DIR
(a list of records is a log each) and prints how many steps and calls it has, which failures, retries
and repeats stand out, and whether the log's own totals agree. Nothing is judged.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from pytest_rubric import runlog
from pytest_rubric.runlog import Facts, RunLog


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="a folder with run logs")
    parser.add_argument("--most", type=int, default=3, help="how many records of a file are told about")
    options = parser.parse_args(argv)
    read = unread = clean = 0
    started = time.perf_counter()
    for name, log in logs(options.data, options.most):
        understood = runlog.read(log)
        if understood is None:
            unread += 1
            print(f"{name}: no shape that is known")
            continue
        read += 1
        found = runlog.facts(understood)
        clean += is_clean(found)
        print(f"{name}: {told(understood, found)}")
    print(
        f"{read} logs read, {unread} not, in {time.perf_counter() - started:.2f} s; {clean} show nothing odd"
    )
    return 0


def logs(folder: Path, most: int) -> Iterator[tuple[str, object]]:
    for path in sorted(folder.rglob("*.json*")):
        records = (
            [json.loads(line) for line in path.open(encoding="utf-8")] if path.suffix == ".jsonl" else None
        )
        found = json.loads(path.read_text(encoding="utf-8")) if records is None else records
        if not isinstance(found, list):
            yield path.stem, found
            continue
        for number, record in enumerate(found[:most]):
            yield f"{path.stem}[{number}]", record


def is_clean(facts: Facts) -> bool:
    """Whether no fact stands out: nothing failed for good or more than once in a row, nothing was
    repeated more than twice, left unanswered or unused."""
    runs = any(len(run.steps) > 1 or run.recovered is None for run in facts.retries)
    unused = "unused" in facts.use.values()
    return not (runs or unused or len(facts.repeats) > 2 or facts.unanswered or facts.differences)


def told(log: RunLog, facts: Facts) -> str:
    parts = [f"{len(log.steps)} steps", f"{len(log.calls)} calls"]
    if facts.top_share is not None:
        parts.append(f"{facts.top_tool} {float(facts.top_share):.0%}")
    for run in facts.retries:
        end = "not recovered" if run.recovered is None else f"recovered at {run.recovered}"
        changed = ", another way" if run.strategy_changed else ""
        parts.append(f"{run.tool} failed {len(run.steps)} in a row from {run.steps[0]} ({end}{changed})")
    if facts.repeats:
        parts.append(f"{len(facts.repeats)} identical repeats from step {facts.repeats[0].step}")
    if unused := [index for index, use in facts.use.items() if use == "unused"]:
        parts.append(f"{len(unused)} results that nothing takes up from step {unused[0]}")
    if facts.unanswered:
        parts.append(f"{len(facts.unanswered)} calls without a result")
    if facts.tokens is not None:
        parts.append(f"{facts.tokens.total:,} tokens")
    return ", ".join([*parts, *map(str, facts.differences)])


if __name__ == "__main__":
    sys.exit(main())
