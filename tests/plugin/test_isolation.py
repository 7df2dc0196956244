"""Ordinary tests notice nothing: no threads at work, no log records, no warnings, no slow start."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case


def test_nothing_of_ours_works_while_another_test_runs(project: Project) -> None:
    project.write_cases([case(f"output {n}", "A", id=f"c{n}") for n in range(4)], name="a.rubric.yaml")
    project.write(
        "b_test.py",
        """\
        import logging, os, sys, threading, time

        def test_between(caplog):
            # a thread that only waits uses no processor time
            caplog.set_level(logging.DEBUG)
            before = time.process_time()
            time.sleep(0.3)
            assert time.process_time() - before < 0.1
            assert caplog.records == []
        """,
    )
    project.write_cases([case(f"output {n}", "A", id=f"d{n}") for n in range(4, 8)], name="c.rubric.yaml")
    project.write("pytest.ini", "[pytest]\npython_files = *_test.py\nlog_level = DEBUG\n")
    with LoopbackJudge(lambda text, body: True, delay=0.1) as judge:
        run = project.run("a.rubric.yaml", "b_test.py", "c.rubric.yaml", judge=judge.base_url)
        assert judge.calls == 8
    assert run.outcomes == {"passed": 9}


def test_no_call_is_made_while_an_ordinary_test_runs(project: Project) -> None:
    project.write_cases([case("output", "A", id="late")], name="z.rubric.yaml")
    project.write(
        "test_a.py", "import time\n\ndef test_first():\n    time.sleep(0.5)\n    open('done', 'w').close()\n"
    )
    seen: list[bool] = []

    def decide(text: str, body: object) -> bool:
        seen.append((project.path / "done").exists())
        return True

    with LoopbackJudge(decide) as judge:
        run = project.run("test_a.py", "z.rubric.yaml", judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"passed": 2}
    assert seen == [True]


def test_no_resource_warning_and_nothing_on_stderr(project: Project) -> None:
    project.write_cases([case(f"output {n}", "A", id=f"c{n}") for n in range(20)])
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run(
            "-W",
            "error::ResourceWarning",
            "-W",
            "error::pytest.PytestUnraisableExceptionWarning",
            judge=judge.base_url,
        )
        assert judge.calls == 20
    assert run.outcomes == {"passed": 20}
    assert run.err == ""


def test_importing_the_entry_imports_nothing_heavy() -> None:
    heavy = ["yaml", "pydantic", "openai", "jsonschema", "tabulate", "aiohttp"]
    code = (
        "import sys, pytest, pytest_rubric.plugin\n"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_run_without_rubric_files_imports_nothing_heavy(project: Project) -> None:
    project.write(
        "test_plain.py",
        """\
        import sys

        def test_plain():
            ours = sorted(name for name in sys.modules if name.startswith("pytest_rubric."))
            assert "openai" not in sys.modules
            assert "pydantic" not in sys.modules
            assert not [name for name in ours if name.split(".")[1] in ("judging", "loading", "reporting")]
        """,
    )
    assert project.run(json_lines=False).outcomes == {"passed": 1}


def test_rubric_items_under_a_rerun_are_judged_anew(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        from _pytest.runner import runtestprotocol

        def pytest_runtest_protocol(item, nextitem):
            runtestprotocol(item, nextitem=nextitem, log=False)
            reports = runtestprotocol(item, nextitem=nextitem, log=False)
            for report in reports:
                item.ihook.pytest_runtest_logreport(report=report)
            return True
        """,
    )
    project.write_cases([case("abc", "A", id="twice")])
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run("--rubric-replies", "off", judge=judge.base_url)
        assert judge.calls == 2
    assert run.outcomes == {"passed": 1}


_LOOKS = """\
import gc

def pytest_runtest_teardown(item):
    print(f"\\n{item.name}: set aside {gc.get_freeze_count() > 1000}")
"""

_CHECKED = {
    "id": "one",
    "Input": "?",
    "ActualOutput": "yes",
    "Judge": [{"criterion": "A", "points": 1, "check": {"contains": "yes"}}],
}


@pytest.mark.parametrize("with_test", [False, True])
def test_objects_are_set_aside_only_where_all_tests_are_cases(project: Project, with_test: bool) -> None:
    project.write_cases([_CHECKED])
    project.write("conftest.py", _LOOKS)
    if with_test:
        project.write("test_plain.py", "def test_plain():\n    pass\n")
    run = project.run("-s")
    told = [line for line in run.out.splitlines() if "set aside" in line]
    expected = (
        ["one: set aside False", "test_plain: set aside False"] if with_test else ["one: set aside True"]
    )
    assert [line.lstrip(".") for line in told] == expected


@pytest.mark.parametrize("arguments", [[], ["--co"]])
def test_a_process_that_goes_on_after_pytest_gets_its_objects_back(
    project: Project, arguments: list[str]
) -> None:
    project.write_cases([_CHECKED])
    code = f"import gc, pytest\npytest.main({['-q', *arguments]!r})\nprint('left:', gc.get_freeze_count())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=project.path,
        env=project.environment(),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.splitlines()[-1] == "left: 0"


def test_what_a_target_never_closed_is_told_as_without_setting_aside(project: Project) -> None:
    """It was alive when objects were set aside, and became garbage later."""
    if pytest.version_tuple < (8, 4):
        pytest.skip("pytest looks for what was never closed from version 8.4 on")
    project.write(
        "targets.py",
        """\
        class Kept:
            def __init__(self):
                self.me = self
                self.file = open("kept.txt", "w")

        kept = [Kept()]

        def run(case):
            import gc

            assert gc.get_freeze_count() > 1000
            kept.clear()
            return "yes"
        """,
    )
    project.write("conftest.py", "import targets\n")
    asked = {key: value for key, value in _CHECKED.items() if key != "ActualOutput"}
    project.write_cases([{**asked, "target": "targets:run"}])
    run = project.run("-W", "error", json_lines=False)
    assert run.outcomes == {"passed": 1}
    assert run.code == 1
    assert "kept.txt" in run.err


@pytest.mark.parametrize("arguments", [[], ["--co"]], ids=["run", "collected"])
def test_what_collecting_never_closed_is_told_as_well(project: Project, arguments: list[str]) -> None:
    """Also where it is garbage only after what held it has gone."""
    if pytest.version_tuple < (8, 4):
        pytest.skip("pytest looks for what was never closed from version 8.4 on")
    project.write(
        "conftest.py",
        """\
        import gc, weakref

        class Cycle:
            def __init__(self):
                self.me = self

        gc.disable()
        owner, held = Cycle(), Cycle()
        held.file = open("kept.txt", "w")
        files = weakref.WeakKeyDictionary({owner: held})
        del owner, held
        """,
    )
    project.write_cases([_CHECKED])
    run = project.run("-W", "error", *arguments, json_lines=False)
    assert run.code == 1
    assert "kept.txt" in run.err


def test_a_run_of_cases_ends_without_taking_everything_apart(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        import atexit, gc

        # registered first, so it runs last
        atexit.register(lambda: print("skipped:", gc.get_freeze_count() > 1000))
        """,
    )
    project.write_cases([case("abc", "A", id="one")])
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"passed": 1}
    assert run.out.splitlines()[-1] == "skipped: True"
