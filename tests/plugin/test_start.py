"""What a run without a case file has to do with us: nothing of the domain is imported, nothing is printed."""

from __future__ import annotations

import subprocess
import sys

from tests.support.project import Project

_RUN = """\
import sys
import pytest

code = pytest.main(["-q", "-p", "no:cacheprovider"])
ours = sorted(name for name in sys.modules if name.startswith("pytest_rubric."))
print("imported:", *ours)
raise SystemExit(code)
"""

# The entry, what it needs for options and hooks, and the clock that tests can't freeze. Each is paid
# for by every run on a machine that has the plugin.
_IMPORTED = (
    "pytest_rubric.hookspecs",
    "pytest_rubric.plugin",
    "pytest_rubric.plugin.option_table",
    "pytest_rubric.plugin.options",
    "pytest_rubric.plugin.session",
    "pytest_rubric.runtime",
    "pytest_rubric.runtime.clock",
)


def test_a_run_without_a_case_file_imports_the_plugin_alone(project: Project) -> None:
    project.write("test_plain.py", "def test_plain():\n    assert True\n")
    done = subprocess.run(
        [sys.executable, "-c", _RUN],
        cwd=project.path,
        env=project.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("imported: ")]
    assert line.split()[1:] == list(_IMPORTED)
