"""What code alone tells of run logs: a line for each log of a folder.

``python -m benchmarks.run_log_facts --data DIR`` reads every ``.json`` and ``.jsonl`` file below DIR
(a list of records is a log each) and prints how many steps and calls it has, which failures, retries
and repeats stand out, and whether the log's own totals agree. Nothing is judged. Logs whose facts
were counted by hand are compared with :data:`COUNTED`; the exit code is 1 where one differs.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from pytest_rubric import runlog
from pytest_rubric.runlog import Facts, RunLog

Counted = tuple[int, int, tuple[tuple[tuple[int, ...], int | None], ...], tuple[tuple[int, int], ...]]

COUNTED: Mapping[str, Counted] = {
    "retry-storm__case-01-auth-fail-storm": (109, 54, ((tuple(range(9, 24, 2)), None),), ()),
    "retry-storm__case-03-recovered-after-retries": (
        109,
        54,
        (((9, 11, 13, 15, 17), 19),),
        ((11, 9), (13, 9), (15, 9), (17, 9)),
    ),
    "retry-storm__case-04-normal-few-retries": (14, 7, (((10,), 12),), ((10, 8), (12, 8))),
    "retry-storm__case-05-backoff-strategy-recovery": (16, 8, (((10,), 14),), ((10, 8),)),
    "tau_airline[0]": (23, 8, (((16,), 21),), ()),
    "tau_airline[39]": (33, 13, (((13,), 15), ((18, 20), 22), ((28,), 31)), ((28, 18), (31, 22))),
    "lf_glaive_toolcall_en_demo[0]": (7, 1, (), ()),
}
"""By log: steps, calls, runs of failures with the step that ended each, repeats with the first of each."""


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="a folder with run logs")
    parser.add_argument("--most", type=int, default=3, help="how many records of a file are told about")
    options = parser.parse_args(argv)
    read = unread = clean = 0
    agree: dict[str, bool] = {}
    started = time.perf_counter()
    for name, number, log in logs(options.data):
        understood = runlog.read(log)
        if understood is None:
            unread += 1
            print(f"{name}: no shape that is known")
            continue
        read += 1
        found = runlog.facts(understood)
        clean += is_clean(found)
        if name in COUNTED:
            agree[name] = counted(understood, found) == COUNTED[name]
        if number < options.most:
            print(f"{name}: {told(understood, found)}")
    print(
        f"{read} logs read, {unread} not, in {time.perf_counter() - started:.2f} s; {clean} show nothing odd"
    )
    print(f"{sum(agree.values())} of {len(agree)} logs that were counted by hand agree")
    for name in (name for name, fits in agree.items() if not fits):
        print(f"  {name} differs")
    return 0 if all(agree.values()) else 1


def counted(log: RunLog, facts: Facts) -> Counted:
    """What was counted by hand, as code tells it."""
    return (
        len(log.steps),
        len(log.calls),
        tuple((run.steps, run.recovered) for run in facts.retries),
        tuple((repeat.step, repeat.first) for repeat in facts.repeats),
    )


def logs(folder: Path) -> Iterator[tuple[str, int, object]]:
    """Name, position in its file, and log."""
    for path in sorted(folder.rglob("*.json*")):
        records = (
            [json.loads(line) for line in path.open(encoding="utf-8")] if path.suffix == ".jsonl" else None
        )
        found = json.loads(path.read_text(encoding="utf-8")) if records is None else records
        if not isinstance(found, list):
            yield path.stem, 0, found
            continue
        for number, record in enumerate(found):
            yield f"{path.stem}[{number}]", number, record


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
