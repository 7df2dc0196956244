"""Which entries of a baseline a Python test still has: those it checks, and those that it did not get to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, Run, case

BASELINE = ("--rubric-baseline", "base.json")
UPDATE = (*BASELINE, "--rubric-update-baseline")
HOLDS = '[{"check": {"contains": "a"}}]'

FIRST = f"""\
def test_reply(rubric):
    rubric.check("a", {HOLDS}, name="tone")
    rubric.check("a", {HOLDS}, name="length")

def test_other(rubric):
    rubric.check("a", {HOLDS})
"""


@pytest.fixture
def recorded(project: Project) -> Project:
    """A project with a baseline of three checks."""
    project.write("test_replies.py", FIRST)
    assert project.run(*UPDATE).code == 0
    assert cases(project) == ["test_other", "test_reply#length", "test_reply#tone"]
    return project


def cases(project: Project) -> list[str]:
    found: dict[str, Any] = json.loads((project.path / "base.json").read_text(encoding="utf-8"))
    return [key.partition("::")[2] for key in found["cases"]]


def told(run: Run, label: str) -> list[str]:
    """The lines of the summary about the baseline that begin so."""
    start = f"baseline: {label}"
    return [line.removeprefix(start) for line in run.out.splitlines() if line.startswith(start)]


WITHOUT_TONE = FIRST.replace('    rubric.check("a", [{"check": {"contains": "a"}}], name="tone")\n', "")


@pytest.mark.parametrize(
    "options", [(), ("-n", "2"), ("-k", "test_reply")], ids=["whole", "xdist", "partial"]
)
def test_a_check_that_was_taken_out_of_a_test_is_gone(recorded: Project, options: tuple[str, ...]) -> None:
    recorded.write("test_replies.py", WITHOUT_TONE)
    run = recorded.run(*BASELINE, *options)
    assert told(run, "missing, in the baseline only: ") == ["test_replies.py::test_reply#tone"]
    assert told(run, "ended before") == []
    updated = recorded.run(*UPDATE, *options)
    assert told(updated, "dropped: ") == ["test_replies.py::test_reply#tone"]
    assert cases(recorded) == ["test_other", "test_reply#length"]


@pytest.mark.parametrize(
    "body",
    [
        "    pass\n",
        "    import pytest\n    with pytest.raises(AssertionError):\n        rubric.check('b', HOLDS, name='tone')\n",
    ],
    ids=["none left", "asks for its failure"],
)
def test_a_test_that_ran_whole_has_the_checks_that_it_made(recorded: Project, body: str) -> None:
    text = f"HOLDS = {HOLDS}\ndef test_reply(rubric):\n{body}"
    recorded.write("test_replies.py", text + FIRST[FIRST.index("\ndef test_other") :])
    run = recorded.run(*UPDATE)
    assert run.code == 0
    assert told(run, "dropped: ") == ["test_replies.py::test_reply#length, test_replies.py::test_reply#tone"]
    assert cases(recorded) == ["test_other"]


@pytest.mark.parametrize(
    ("before", "decorated"),
    [
        ("assert False", ""),
        ("raise OSError", ""),
        ("import pytest; pytest.skip('later')", ""),
        ("import pytest; pytest.xfail('later')", ""),
        ("", "@pytest.mark.skip"),
        ("", "@pytest.mark.xfail(run=False)"),
        ("assert False", "@pytest.mark.xfail"),
        ("", "@pytest.mark.usefixtures('broken')"),
    ],
)
def test_a_test_that_something_ended_keeps_its_checks(recorded: Project, before: str, decorated: str) -> None:
    test = WITHOUT_TONE.replace(
        "def test_reply(rubric):\n", f"def test_reply(rubric):\n    {before or 'pass'}\n"
    )
    recorded.write(
        "test_replies.py",
        "import pytest\n@pytest.fixture\ndef broken():\n    raise OSError\n\n" + decorated + "\n" + test,
    )
    run = recorded.run(*UPDATE)
    names = ("test_replies.py::test_reply#length (was 100)", "test_replies.py::test_reply#tone (was 100)")
    assert told(run, "ended before their check: ") == [", ".join(names)]
    assert cases(recorded) == ["test_other", "test_reply#length", "test_reply#tone"]


def test_a_subtest_that_failed_may_have_ended_before_a_check(project: Project) -> None:
    pytest.importorskip("_pytest.subtests", reason="pytest has subtests from version 9 on")
    text = f"""\
        import os

        def test_replies(rubric, subtests):
            with subtests.test():
                assert "BROKEN" not in os.environ
                rubric.check("a", {HOLDS}, name="tone")
            with subtests.test():
                rubric.check("a", {HOLDS}, name="length")
        """
    project.write("test_replies.py", text)
    project.run(*UPDATE)
    run = project.run(*UPDATE, env={"BROKEN": "1"})
    assert told(run, "ended before their check: ") == ["test_replies.py::test_replies#tone (was 100)"]
    assert cases(project) == ["test_replies#length", "test_replies#tone"]
    project.write("test_replies.py", text.replace('rubric.check("a", ' + HOLDS + ', name="tone")', "pass"))
    assert told(project.run(*UPDATE), "dropped: ") == ["test_replies.py::test_replies#tone"]


def test_of_a_test_that_is_run_again_the_last_attempt_tells(recorded: Project) -> None:
    flaky = """\
    import pathlib
    tried = pathlib.Path("tried")
    if not tried.exists():
        tried.touch()
        assert False
"""
    test = WITHOUT_TONE.replace("def test_reply(rubric):\n", f"def test_reply(rubric):\n{flaky}")
    recorded.write("test_replies.py", test)
    run = recorded.run(*BASELINE, "--reruns", "1")
    assert (run.code, run.outcomes) == (0, {"passed": 2, "rerun": 1})
    assert told(run, "missing, in the baseline only: ") == ["test_replies.py::test_reply#tone"]


def test_what_an_interrupted_run_did_not_get_to_was_not_in_it(recorded: Project) -> None:
    recorded.write_cases([case("a", {"check": {"contains": "a"}}, id="done"), case("a", "A", id="asked")])
    with LoopbackJudge(lambda text, body: True) as judge:
        recorded.run(*UPDATE, "cases.rubric.yaml", judge=judge.base_url)
    wait = "    pathlib.Path('here').touch()\n    time.sleep(30)\n"
    recorded.write(
        "test_replies.py",
        "import pathlib, time\n"
        + FIRST.replace("def test_other(rubric):\n", f"def test_other(rubric):\n{wait}"),
    )
    with LoopbackJudge(lambda text, body: True, port=judge.port) as judge:
        run = recorded.interrupt(*BASELINE, judge=judge.base_url, after=(recorded.path / "here").exists)
        assert judge.calls == 0
    assert told(run, "ended before") == []
    assert told(run, "in the baseline, not in this run") == [
        " (it was interrupted): test_replies.py::test_other"
    ]


@pytest.mark.parametrize("option", ["--setup-only", "--setup-plan"])
def test_what_is_only_set_up_was_not_in_the_run(recorded: Project, option: str) -> None:
    recorded.write_cases([case("a", {"check": {"contains": "a"}}, id="one")])
    recorded.run(*UPDATE, "cases.rubric.yaml")
    run = recorded.run(*BASELINE, option)
    assert told(run, "ended before") == []
    (line,) = told(run, "in the baseline, not in this run")
    assert line.startswith(
        f" ({option} judges nothing): cases.rubric.yaml::one, test_replies.py::test_other, "
    )
