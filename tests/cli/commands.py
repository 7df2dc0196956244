"""How the tests run the command: in a process of its own, as a person does."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Done:
    """What one run of the command left."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def pytest_rubric(*arguments: str, cwd: Path, encoding: str = "utf-8") -> Done:
    """Run ``pytest-rubric`` with the arguments, on a console of that encoding."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    environment.pop("PYTHONUTF8", None)
    done = subprocess.run(
        [sys.executable, "-m", "pytest_rubric", *arguments],
        cwd=cwd,
        env=environment,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return Done(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))
