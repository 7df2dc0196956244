"""How fast cases are judged, against an endpoint with a fixed delay or a fixed rate."""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks import processes, suites
from benchmarks.figures import Figure
from benchmarks.processes import Finished
from benchmarks.recording import record
from benchmarks.scale import Scale

CONCURRENCY = 100


def judged(scale: Scale, folder: Path) -> Iterator[Figure]:
    """A whole ``pytest`` run over a bare client that sends the same requests to the same server."""
    with processes.endpoint(delay=scale.delay) as base_url:
        for count, over_bare, over_limit in ((scale.some, 0.9, None), (scale.more, 0.9, 1.4)):
            yield from _judged(scale, folder / str(count), count, base_url, over_bare, over_limit)


def _judged(
    scale: Scale, folder: Path, count: int, base_url: str, over_bare: float, over_limit: float | None
) -> Iterator[Figure]:
    project = suites.write_cases(folder / "project", count)
    bodies = folder / "bodies.jsonl"
    record(project, count, bodies)
    bare_command: list[str | Path] = [
        sys.executable,
        "-m",
        "benchmarks.bare_client",
        base_url,
        bodies,
        str(CONCURRENCY),
    ]
    ours: list[Finished] = []
    bare: list[Finished] = []
    # In turns, so that a slow minute of the machine slows both.
    for number in range(scale.repetitions):
        replies = folder / f"replies-{number}"
        ours.append(_run(project, base_url, count, "--rubric-replies-dir", replies))
        bare.append(processes.run(bare_command, processes.ROOT, expect=f"{count} answered, 0 failed"))
    our_time, bare_time = _median(ours), _median(bare)
    limit = scale.delay * count / CONCURRENCY
    name = f"{count} cases, {scale.delay:g} s a call, {CONCURRENCY} at once"
    yield Figure(
        "judged",
        f"{name}: pytest / bare AsyncOpenAI gather",
        our_time / bare_time,
        over_bare,
        "",
        f"{our_time:.2f} s / {bare_time:.2f} s, processor {_cpu(ours):.2f} s / {_cpu(bare):.2f} s",
    )
    detail = f"{our_time:.2f} s / {limit:.2f} s (bare client {bare_time / limit:.2f})"
    yield Figure("judged", f"{name}: pytest / limit", our_time / limit, over_limit, "", detail)


def limited(scale: Scale, folder: Path) -> Iterator[Figure]:
    """An endpoint that takes so many calls a second and refuses the others."""
    count, rate = scale.some, scale.rate
    project = suites.write_cases(folder / "project", count)
    with processes.endpoint(delay=scale.delay / 5, rate=rate) as base_url:
        finished = _run(project, base_url, count, "--rubric-json", "results.jsonl", codes=(0, 1))
    records = [
        json.loads(line) for line in (project / "results.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    errors = sum(record["outcome"] != "passed" for record in records) + count - len(records)
    calls = sum(record["calls"] for record in records)
    name = f"{count} cases, {rate} calls a second"
    yield Figure(
        "limited", f"{name}: cases without a result", errors, 0, "", f"{calls} calls for {count} cases"
    )
    floor = count / rate
    detail = f"{finished.seconds:.2f} s / {floor:.2f} s"
    yield Figure("limited", f"{name}: pytest / floor", finished.seconds / floor, 1.2, "", detail)


def _run(
    project: Path, base_url: str, count: int, *more: str | Path, codes: tuple[int, ...] = (0,)
) -> Finished:
    flags = [
        "--rubric-model",
        suites.MODEL,
        "--rubric-base-url",
        base_url,
        "--rubric-concurrency",
        str(CONCURRENCY),
    ]
    command = processes.pytest(*flags, *more)
    return processes.run(command, project, expect=f"{count} passed" if codes == (0,) else "", codes=codes)


def _median(runs: list[Finished]) -> float:
    return statistics.median(run.seconds for run in runs)


def _cpu(runs: list[Finished]) -> float:
    return statistics.median(run.cpu_seconds for run in runs)
