"""Runs commands in processes of their own and measures them."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import Implausible

ROOT = Path(__file__).parents[1]
# What a developer's shell may hold and a measurement must not see.
_HIDDEN = ("OPENAI", "RUBRIC", "PYTEST", "GITHUB", "COV", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
# As they are called in the entry points of the packages of the extra `test`, and of what these need.
_OTHER_PLUGINS = ("xdist", "xdist.looponfail", "html", "html_fixtures", "metadata", "rerunfailures")
_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes


@dataclass(frozen=True)
class Finished:
    """One process that has ended: wall time from start to end, processor time, largest resident memory."""

    seconds: float
    cpu_seconds: float
    peak_mib: float
    out: str


def environment() -> dict[str, str]:
    """The environment of everything that is measured."""
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith(_HIDDEN)}
    return {**kept, "OPENAI_API_KEY": "loopback"}


def run(
    command: Sequence[str | Path], cwd: Path, *, expect: str = "", codes: Sequence[int] = (0,)
) -> Finished:
    """Run a command to its end. Raises :class:`Implausible` on another exit code, or where the
    output lacks ``expect``."""
    with tempfile.TemporaryFile() as output:
        started = time.perf_counter()
        process = subprocess.Popen(
            [str(word) for word in command],
            cwd=cwd,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        # wait4 gives the memory of this one child; getrusage only that of the largest so far
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        out = output.read().decode("utf-8", "replace")
    if process.returncode not in codes or expect not in out:
        shown = " ".join(str(word) for word in command)
        raise Implausible(
            f"{shown} ended with exit code {process.returncode} (expected {list(codes)} and {expect!r}):\n{out[-3000:]}"
        )
    cpu_seconds = usage.ru_utime + usage.ru_stime
    return Finished(seconds, cpu_seconds, usage.ru_maxrss * _MAXRSS_UNIT / 2**20, out)


def pytest(*arguments: str | Path) -> list[str | Path]:
    """The command line of a quiet pytest, without the plugins of others that the tests need: what they
    import is no part of what is measured, and not on a user's machine."""
    others = [word for name in _OTHER_PLUGINS for word in ("-p", f"no:{name}")]
    return [sys.executable, "-m", "pytest", "-q", *others, *arguments]


@contextmanager
def endpoint(*, delay: float, rate: int | None = None) -> Iterator[str]:
    """The loopback judge in a process of its own; gives its base URL. It says yes to everything."""
    command = [sys.executable, "-m", "tests.support.loopback", "--delay", str(delay)]
    if rate is not None:
        command += ["--rate", str(rate)]
    process = subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.stdin.close()
        process.wait(timeout=30)
        process.stdout.close()
