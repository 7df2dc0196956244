"""Whether a run was a whole one, and why not: what baselines and gates of a suite ask before they judge it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.support.project import Project
from tests.support.xdist_queue import needs_readable_queue

# Many runs in one process: each has a config of its own, and starting Python is the dear part.
_MANY = """\
import json, os, sys
import pytest
from pytest_rubric.plugin import selection

class Asks:
    told = "never asked"

    def pytest_configure(self, config):
        selection.begin(config)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        self.told = selection.partial(session)
        self.roots = [os.path.relpath(path) for path in selection.roots(session.config)]

found = []
for args in json.loads(sys.argv[1]):
    asks = Asks()
    pytest.main(["-q", *args], plugins=[asks])
    found.append([asks.told, asks.roots])
print("\\nfound:", json.dumps(found))
"""

_CHECKED = """\
def test_plain():
    pass

def test_checked(rubric):
    rubric.check("yes", criteria=[{"criterion": "A", "points": 1, "check": {"contains": "yes"}}])
"""


def _case(id: str, output: str = "yes", **more: Any) -> dict[str, Any]:
    # code decides, so that no judge is asked
    return {
        "id": id,
        "Input": "?",
        "ActualOutput": output,
        "Judge": [{"criterion": "A", "points": 1, "check": {"contains": "yes"}}],
        **more,
    }


def partials(project: Project, *runs: list[str]) -> list[str | None]:
    return [why for why, _ in _partials(project, *runs)]


def _partials(project: Project, *runs: list[str]) -> list[tuple[str | None, list[str]]]:
    done = subprocess.run(
        [sys.executable, "-c", _MANY, json.dumps(runs)],
        cwd=project.path,
        env=project.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("found: ")] or [done.stderr]
    return [(why, roots) for why, roots in json.loads(line.removeprefix("found: "))]


def suite(project: Project) -> None:
    """Four cases in two folders, one of which fails, and a Python test that checks."""
    project.write_cases([_case("a1", tags=["smoke"]), _case("a2", "no"), _case("a3")], "evals/a.rubric.yaml")
    project.write_cases([_case("b1", tags=["smoke"])], "evals/more/b.rubric.yaml")
    project.write("test_py.py", _CHECKED)


def test_what_was_chosen(project: Project) -> None:
    suite(project)
    told = partials(
        project,
        [],
        ["-p", "no:cacheprovider"],
        ["-k", "not plain"],
        ["-k", "a1 or plain"],
        ["-m", "rubric_tag"],
        ["-k", "not nothing", "-m", "not nothing_either"],
        ["--deselect", "evals/a.rubric.yaml::a3"],
        ["evals/a.rubric.yaml::a1"],
        ["evals/a.rubric.yaml::a1", "test_py.py::test_checked", "evals/more"],
        ["--setup-plan"],
    )
    assert told == [
        None,
        None,
        None,  # other tests than ours are left out
        "-k 'a1 or plain' left out 4 of 5 rubric tests",
        "-m rubric_tag left out 3 of 5 rubric tests",
        None,
        "--deselect left out 1 of 5 rubric tests",
        "only evals/a.rubric.yaml::a1 was asked for",
        "only evals/a.rubric.yaml::a1 and 1 more was asked for",
        "--setup-plan judges nothing",
    ]


def test_files_and_folders_are_whole_runs_of_what_they_hold(project: Project) -> None:
    suite(project)
    project.write("pytest.ini", "[pytest]\ntestpaths = evals\n")
    assert _partials(project, [], ["evals/more"], ["evals/a.rubric.yaml", "test_py.py"], ["."]) == [
        (None, ["evals"]),
        (None, ["evals/more"]),
        (None, ["evals/a.rubric.yaml", "test_py.py"]),
        (None, ["."]),
    ]


def test_failures_of_the_last_run(project: Project) -> None:
    suite(project)
    nothing, failures, elsewhere, first = partials(
        project, ["--lf"], ["--lf"], ["--lf", "evals/more"], ["--ff"]
    )
    assert nothing is None, "nothing had failed before, so nothing was left out"
    assert failures == "--lf ran only what failed before"
    assert elsewhere is None, "none of the failures was asked for"
    assert first is None


def test_what_stops_a_run_early(project: Project) -> None:
    suite(project)
    project.write_cases([_case("c1", "no"), _case("c2", "no")], "last.rubric.yaml")
    project.write(
        "tells.py",
        """\
        def pytest_runtest_teardown(item, nextitem):
            if item.name == "a1":
                item.session.shouldstop = "enough"
        """,
    )
    project.write("ends.py", "def pytest_runtest_logstart(nodeid):\n    raise KeyboardInterrupt\n")
    told = partials(
        project,
        ["-x"],
        ["--maxfail", "2"],
        ["--maxfail", "3", "last.rubric.yaml"],
        ["-x", "last.rubric.yaml", "--deselect", "last.rubric.yaml::c2"],
        ["-p", "tells"],
        ["-p", "ends"],
        ["--stepwise", "evals"],
        ["nowhere"],
    )
    assert told == [
        "-x stopped it",
        "--maxfail 2 stopped it",
        None,
        "--deselect left out 1 of 2 rubric tests",
        "it was stopped: enough",
        "it was interrupted",
        "it was stopped: Test failed, continuing from this test next run.",
        "the tests were not collected",
    ]


def test_what_other_plugins_leave_out(project: Project) -> None:
    suite(project)
    project.write(
        "shard.py",
        """\
        def pytest_collection_modifyitems(config, items):
            config.hook.pytest_deselected(items=items[3:])
            items[:] = items[:3]
        """,
    )
    project.write("silent.py", "def pytest_collection_modifyitems(items):\n    del items[2:]\n")
    told = partials(project, ["-p", "shard", "evals"], ["-p", "silent", "evals"])
    assert told == [
        "another plugin left out 1 of 4 rubric tests",
        "another plugin left out 2 of 4 rubric tests",
    ]


def test_what_could_not_be_collected(project: Project) -> None:
    suite(project)
    project.write("evals/broken.rubric.yaml", "cases: [")
    told = partials(project, ["evals"], ["evals", "--continue-on-collection-errors"], ["evals/more"])
    assert told == ["1 collection error", "1 collection error", None]


_TELLS = """\
import pytest
from pytest_rubric.plugin import selection

@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    if not hasattr(session.config, "workerinput"):
        print("\\npartial:", selection.partial(session))
"""


@needs_readable_queue
def test_workers(project: Project) -> None:
    suite(project)
    project.write("conftest.py", _TELLS)
    # by file, so that the case after the failure waits for the same worker
    run = project.run("-n", "2", "-s", "-x", "--dist", "loadfile", "-k", "evals and not b1")
    told = "-k 'evals and not b1' left out 2 of 5 rubric tests; -x stopped it"
    assert run.line("partial:") == f"partial: {told}"


def test_a_worker_that_dies(project: Project) -> None:
    suite(project)
    project.write("test_dies.py", "import os\n\ndef test_dies():\n    os._exit(1)\n")
    project.write("conftest.py", _TELLS)
    run = project.run("-n", "2", "-s")
    assert run.line("partial:") == "partial: a worker crashed"
