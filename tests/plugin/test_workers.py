"""With pytest-xdist: workers look ahead to the end, and end with their controller."""

from __future__ import annotations

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case
from tests.support.xdist_queue import needs_readable_queue


@needs_readable_queue
def test_workers_have_their_share_of_calls_under_way_until_the_end(project: Project) -> None:
    """Of 60 requests and 20 places none may be idle before the last ones are sent."""
    project.write_cases([case(f"abc {n}", "A", id=f"c{n}") for n in range(60)])
    # long beside what a busy machine takes to send twenty
    delay = 1.5
    with LoopbackJudge(lambda text, body: True, delay=delay) as judge:
        run = project.run("-n", "2", "--rubric-concurrency", "20", judge=judge.base_url)
        assert judge.calls == 60
        assert judge.max_parallel <= 20
    assert run.outcomes == {"passed": 60}
    sent = sorted(request.at for request in judge.requests)
    # Three rounds of 20. The 55th leaves while at least half of the places are taken, by the third round
    # alone: by then xdist itself would have let each worker have two tests.
    last = sent[54]
    assert sum(last - delay < at <= last for at in sent) >= 10


@pytest.mark.parametrize("cases", [1, 2, 3, 5, 9])
def test_few_cases_are_shared_and_none_is_lost(project: Project, cases: int) -> None:
    project.write_cases([case(f"abc {n}", "A", id=f"c{n}") for n in range(cases)])
    project.write("test_plain.py", "def test_one():\n    pass\n\ndef test_two():\n    pass\n")
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run("-n", "3", judge=judge.base_url)
        assert judge.calls == cases
    assert run.outcomes == {"passed": cases + 2}


@pytest.mark.parametrize("dist", [["--dist", "loadfile"], ["--dist", "worksteal"], ["--maxschedchunk", "1"]])
def test_another_scheduler_or_chunk_that_the_user_wants_stays(project: Project, dist: list[str]) -> None:
    project.write(
        "conftest.py",
        """\
        import pytest

        @pytest.hookimpl(wrapper=True, optionalhook=True)
        def pytest_xdist_make_scheduler():
            made = yield
            print("scheduler:", type(made).__name__)
            return made
        """,
    )
    project.write_cases([case("abc", {"check": {"contains": "b"}}, id=f"c{n}") for n in range(4)])
    run = project.run("-n", "2", "-s", *dist)
    assert run.outcomes == {"passed": 4}
    assert "scheduler: LookAheadScheduling" not in run.out
    assert "scheduler: LookAheadScheduling" in project.run("-n", "2", "-s").out


@pytest.mark.parametrize("kind", ["case", "check"])
def test_a_worker_that_waits_ends_with_its_controller(project: Project, kind: str) -> None:
    """Not only when xdist ends it by force, which it does after several seconds."""
    project.write(
        "conftest.py",
        """\
        import os, pathlib

        def pytest_keyboard_interrupt(excinfo):
            worker = os.environ.get("PYTEST_XDIST_WORKER", "controller")
            pathlib.Path(f"{worker}.txt").write_text(str(excinfo.value))
        """,
    )
    if kind == "case":
        project.write_cases([case(f"abc {n}", "A", id=f"c{n}") for n in range(8)])
    else:
        project.write(
            "test_it.py",
            "import pytest\n\n@pytest.mark.parametrize('n', range(8))\ndef test_it(rubric, n):\n"
            "    rubric.check(f'abc {n}', ['A'])\n",
        )
    with LoopbackJudge(lambda text, body: True, delay=40) as judge:
        # a check asks by itself; of cases each worker asks for the two that it is sent
        waiting = 4 if kind == "case" else 2
        run = project.interrupt("-n", "2", judge=judge.base_url, after=lambda: judge.calls >= waiting)
        assert judge.calls >= waiting
    assert run.code == 2
    for worker in ("gw0", "gw1"):
        told = (project.path / f"{worker}.txt").read_text()
        assert told == "the controlling process has ended"
