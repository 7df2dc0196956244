"""One driver for tests through a real pytest: files in, outcomes out.

Each run is a pytest of its own in a subprocess, so that nothing of the outer run leaks in.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# What a developer's shell may hold and a test must not see.
_HIDDEN = ("OPENAI", "RUBRIC", "PYTEST", "GITHUB", "COV", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
# With one of the first two pytest cuts nothing in its closing lines; with the last it rewrites the plugin
# anew for each run, which takes as long as the run.
_HIDDEN_EXACTLY = ("CI", "BUILD_NUMBER", "PYTHONDONTWRITEBYTECODE")
_COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?|rerun)")


@dataclass(frozen=True)
class Run:
    """What one pytest left."""

    code: int
    out: str
    err: str
    records: list[dict[str, Any]]
    seconds: float

    @property
    def outcomes(self) -> dict[str, int]:
        """The counts of pytest's last line, in the singular."""
        for line in reversed(self.out.splitlines()):
            found = _COUNT.findall(line)
            if found:
                return {
                    name.rstrip("s") if name in ("errors", "warnings") else name: int(n) for n, name in found
                }
        return {}

    def record(self, id: str) -> dict[str, Any]:
        """The JSON object of one item, by case id."""
        found = [record for record in self.records if record["id"] == id]
        assert len(found) == 1, f"{len(found)} records of {id!r} in {[r['id'] for r in self.records]}"
        return found[0]

    @property
    def scores(self) -> dict[str, Any]:
        return {record["id"]: record["score"] for record in self.records}

    def line(self, part: str) -> str:
        """The one line of the output that holds ``part``."""
        found = [line for line in self.out.splitlines() if part in line]
        assert len(found) == 1, f"{len(found)} lines hold {part!r}:\n{self.out}"
        return found[0]


class Project:
    """A folder with case files and tests, and how to run pytest in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.write("pytest.ini", "[pytest]\n")

    def write(self, name: str, text: str) -> Path:
        """Write a file, dedented."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        return path

    def write_cases(self, cases: Sequence[Mapping[str, Any]], name: str = "cases.rubric.yaml") -> Path:
        """Write a case file. JSON is YAML, and needs no quoting rules."""
        return self.write(name, json.dumps({"cases": list(cases)}, ensure_ascii=False, indent=1))

    def environment(self, **extra: str) -> dict[str, str]:
        """The environment of a run: the shell's, without what belongs to judges and plugins."""
        kept = {
            k: v for k, v in os.environ.items() if not (k.upper().startswith(_HIDDEN) or k in _HIDDEN_EXACTLY)
        }
        return {**kept, "COLUMNS": "160", **extra}

    def command(self, *args: str, json_lines: bool = True) -> list[str]:
        """The command line of a run."""
        more = ["--rubric-json", "results.jsonl"] if json_lines else []
        return [sys.executable, "-m", "pytest", *more, *args]

    def run(
        self,
        *args: str,
        judge: str | None = None,
        env: Mapping[str, str] | None = None,
        json_lines: bool = True,
        timeout: float = 60,
        cwd: Path | None = None,
    ) -> Run:
        """Run pytest to its end. ``judge`` is the base URL of an endpoint."""
        results = (cwd or self.path) / "results.jsonl"
        results.unlink(missing_ok=True)
        endpoint = ["--rubric-base-url", judge, "--rubric-model", "loopback-1"] if judge else []
        started = time.monotonic()
        done = subprocess.run(
            self.command(*endpoint, *args, json_lines=json_lines),
            cwd=cwd or self.path,
            env=self.environment(**(env or {})),
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="backslashreplace",
            timeout=timeout,
            check=False,
        )
        return Run(done.returncode, done.stdout, done.stderr, _read(results), time.monotonic() - started)

    def interrupt(self, *args: str, judge: str, after: float | Callable[[], bool], times: int = 1) -> Run:
        """Run pytest and press Ctrl-C ``after`` seconds, or as soon as that is so (within a minute)."""
        results = self.path / "results.jsonl"
        results.unlink(missing_ok=True)
        # Where the tests themselves run in the background, they ignore it, and so would their children.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            process = subprocess.Popen(
                self.command("--rubric-base-url", judge, "--rubric-model", "loopback-1", *args),
                cwd=self.path,
                env=self.environment(),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
        finally:
            signal.signal(signal.SIGINT, before)
        started = time.monotonic()
        if callable(after):
            while not after() and time.monotonic() < started + 60:
                time.sleep(0.05)
        else:
            time.sleep(after)
        started = time.monotonic()
        for _ in range(times):
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        return Run(process.returncode, out, err, _read(results), time.monotonic() - started)


def _read(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def case(output: str, *criteria: Any, id: str | None = None, **more: Any) -> dict[str, Any]:
    """A case with inline output; criteria are statements or mappings."""
    made: dict[str, Any] = {
        "Input": "Say something.",
        "ActualOutput": output,
        "Judge": list(criteria),
        **more,
    }
    if id is not None:
        made["id"] = id
    return made
