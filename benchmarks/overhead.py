"""What the plugin adds: to an item, to collection, to the start of pytest, and in memory."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

from benchmarks import processes, suites
from benchmarks.figures import Figure
from benchmarks.processes import Finished
from benchmarks.recording import record
from benchmarks.scale import Scale

OFF = ("-p", "no:rubric")


def stored(scale: Scale, folder: Path) -> Iterator[Figure]:
    """Cases judged from stored replies, over plain items; and the memory that this takes."""
    count = scale.many
    cases = suites.write_cases(folder / "cases", count)
    plain = suites.write_plain_tests(folder / "plain", count)
    record(cases, count, folder / "bodies.jsonl")
    command = processes.pytest("--rubric-replies", "only")
    ours, theirs = [], []
    for _ in range(scale.repetitions):
        ours.append(processes.run(command, cases, expect=f"{count} passed"))
        theirs.append(processes.run(processes.pytest(*OFF), plain, expect=f"{count} passed"))
    our_time = statistics.median(run.seconds for run in ours)
    plain_time = statistics.median(run.seconds for run in theirs)
    name = f"{count} cases from stored replies"
    yield Figure(
        "stored",
        f"{name}: over plain items, a case",
        (our_time - plain_time) / count * 1000,
        1.0,
        " ms",
        f"{our_time:.2f} s, plain {plain_time:.2f} s",
    )
    plain_peak = max(run.peak_mib for run in theirs)
    yield Figure(
        "stored",
        f"{name}: peak memory",
        max(run.peak_mib for run in ours),
        250,
        " MiB",
        f"plain {plain_peak:.0f} MiB",
    )


def collected(scale: Scale, folder: Path) -> Iterator[Figure]:
    """``pytest --co -q`` of cases of five criteria, over as many parametrized tests."""
    count = scale.many
    cases = suites.write_cases(folder / "cases", count)
    tagged = suites.write_cases(folder / "tagged", count, tags="[axis:service, type:positive]")
    plain = suites.write_plain_tests(folder / "plain", count)
    runs: dict[Path, list[Finished]] = {cases: [], tagged: [], plain: []}
    for _ in range(scale.repetitions):
        for project, finished in runs.items():
            command = processes.pytest("--co", *(OFF if project is plain else ()))
            finished.append(processes.run(command, project, expect=f"{count} tests collected"))
    plain_time = statistics.median(run.seconds for run in runs[plain])
    for project, name, reach in ((cases, "cases", 2.0), (tagged, "cases with tags", None)):
        our_time = statistics.median(run.seconds for run in runs[project])
        peak = max(run.peak_mib for run in runs[project])
        what = f"--co -q of {count} {name} / of plain tests"
        detail = f"{our_time:.2f} s / {plain_time:.2f} s, {peak:.0f} MiB"
        yield Figure("collected", what, our_time / plain_time, reach, "", detail)


def started(scale: Scale, folder: Path) -> Iterator[Figure]:
    """The start of pytest where there is no case file, with the plugin and without."""
    plain = suites.write_plain_tests(folder / "plain", 1)
    with_it, without = [], []
    for _ in range(scale.starts):
        with_it.append(processes.run(processes.pytest(), plain, expect="1 passed").seconds)
        without.append(processes.run(processes.pytest(*OFF), plain, expect="1 passed").seconds)
    added = [a - b for a, b in zip(with_it, without, strict=True)]
    low, high = min(with_it), min(without)
    yield Figure(
        "started",
        "start of pytest without a case file: with the plugin over without",
        statistics.median(added) * 1000,
        10.0,
        " ms",
        f"median of {scale.starts} pairs; fastest {low * 1000:.0f} ms, without {high * 1000:.0f} ms",
    )
