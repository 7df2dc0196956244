"""Judges all cases of a project once, so that its replies are stored; in a process of its own.

Usage: python -m benchmarks.recording PROJECT COUNT BODIES

``BODIES`` gets the request bodies as they came in, one a line. A process of its own, because what the
measuring process holds in memory counts as that of the processes that it starts.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks import processes, suites
from tests.support.loopback import LoopbackJudge

_QUOTES = (
    "You can return the lamp within",
    "We pay for the return shipping",
    "the number of your order",
    "to the card",
)


def record(project: Path, count: int, bodies: Path) -> None:
    """Start the recording and wait for it."""
    command: list[str | Path] = [sys.executable, "-m", "benchmarks.recording", project, str(count), bodies]
    processes.run(command, processes.ROOT)


def main() -> None:
    """Judge and record. The replies quote the output, as those of a real judge do."""
    project, count, bodies = sys.argv[1:]
    quotes = dict(zip(suites.CRITERIA, _QUOTES, strict=False))
    with LoopbackJudge(lambda criterion, body: quotes.get(criterion, True)) as judge:
        flags = ["--rubric-model", suites.MODEL, "--rubric-base-url", judge.base_url]
        processes.run(processes.pytest(*flags), Path(project), expect=f"{count} passed")
        lines = [json.dumps(body) for body in judge.bodies]
    Path(bodies).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
