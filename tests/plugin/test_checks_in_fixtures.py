"""Checks that fixtures of Python tests make, before their test and after it: each counts as what it is itself."""

from __future__ import annotations

import json
from textwrap import dedent

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project

BASELINE = ("--rubric-baseline", "base.json")
UPDATE = (*BASELINE, "--rubric-update-baseline")

HEAD = """\
import pytest

A, B = {"check": {"contains": "a"}}, {"check": {"contains": "b"}}
"""


def write(project: Project, text: str) -> None:
    project.write("test_it.py", HEAD + dedent(text))


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_a_check_at_the_end_of_a_fixture_is_written_and_counted(
    project: Project, workers: tuple[str, ...]
) -> None:
    write(
        project,
        """\
        @pytest.fixture
        def conversation(rubric):
            yield
            rubric.check("the whole talk", criteria=["Polite"], name="talk")

        def test_it(rubric, conversation):
            rubric.check("a", [A], name="reply")
        """,
    )
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run(
            *workers, "--rubric-report-dir", "reports", "--junitxml", "junit.xml", judge=judge.base_url
        )
        assert judge.calls == 1
    assert (run.code, run.outcomes) == (0, {"passed": 1})
    assert [(each["id"], each["outcome"]) for each in run.records] == [
        ("reply", "passed"),
        ("talk", "passed"),
    ]
    assert "2 cases, mean 100, 2 passed" in run.out
    assert len(list((project.path / "reports" / "python").iterdir())) == 2
    assert (project.path / "junit.xml").read_text(encoding="utf-8").count('name="rubric_score"') == 2


@pytest.mark.parametrize(
    ("fixture", "outcomes", "records"),
    [
        pytest.param(
            'yield; rubric.check("a", [A, B])',
            {"passed": 1, "error": 1},
            [("reply", "error"), ("test_it-2", "failed")],
            id="fails at the end",
        ),
        pytest.param(
            'yield; rubric.check("a", [A]); 1 / 0',
            {"passed": 1, "error": 1},
            [("reply", "error"), ("test_it-2", "passed")],
            id="passes at the end of a fixture that fails",
        ),
        pytest.param(
            'yield\n    with pytest.raises(AssertionError): rubric.check("a", [A, B])',
            {"passed": 1},
            [("reply", "passed"), ("test_it-2", "passed")],
            id="is to fail at the end",
        ),
        pytest.param(
            'yield; rubric.check("a", ["asked"])',
            {"passed": 1, "error": 1},
            [("reply", "error"), ("test_it-2", "error")],
            id="can't be judged at the end",
        ),
        pytest.param(
            'rubric.check("a", [A, B])', {"error": 1}, [("test_it", "failed")], id="fails at the beginning"
        ),
        pytest.param(
            'rubric.check("a", [A]); 1 / 0',
            {"error": 1},
            [("test_it", "passed")],
            id="passes at the beginning of a fixture that fails",
        ),
    ],
)
def test_a_check_in_a_fixture_counts_as_what_it_is_itself(
    project: Project, fixture: str, outcomes: dict[str, int], records: list[tuple[str, str]]
) -> None:
    write(
        project,
        f"""\
@pytest.fixture
def around(rubric):
    {fixture}

def test_it(rubric, around):
    rubric.check("a", [A], name="reply")
""",
    )
    run = project.run()
    assert run.outcomes == outcomes
    assert [(each["id"], each["outcome"]) for each in run.records] == records


@pytest.mark.parametrize("place", ["beginning", "end"])
def test_a_known_failure_in_a_fixture_ends_nothing(project: Project, place: str) -> None:
    lines = ["yield", 'rubric.check("a", [A, B], name="around")']
    first, second = reversed(lines) if place == "beginning" else lines
    write(
        project,
        f"""\
@pytest.fixture
def around(rubric):
    {first}
    {second}

def test_it(rubric, around):
    rubric.check("a", [A], name="reply")
""",
    )
    assert project.run(*UPDATE).code == 1
    run = project.run(*BASELINE)
    assert run.code == 0
    assert run.record("around")["outcome"] == "xfailed"
    assert run.record("reply")["score"] == 100


def test_a_check_that_the_end_of_a_fixture_did_not_get_to_is_not_gone(project: Project) -> None:
    write(
        project,
        """\
        import os

        @pytest.fixture
        def around(rubric):
            yield
            assert "BROKEN" not in os.environ
            rubric.check("a", [A], name="around")

        def test_it(rubric, around):
            rubric.check("a", [A], name="reply")
        """,
    )
    assert project.run(*UPDATE).code == 0
    run = project.run(*UPDATE, env={"BROKEN": "1"})
    assert run.outcomes == {"passed": 1, "error": 1}
    assert "missing, in the baseline only" not in run.out
    kept = json.loads((project.path / "base.json").read_text(encoding="utf-8"))["cases"]
    assert [key.partition("#")[2] for key in kept] == ["around", "reply"]


def test_of_a_test_that_is_run_again_the_checks_of_the_last_attempt_count(project: Project) -> None:
    write(
        project,
        """\
        from pathlib import Path

        @pytest.fixture
        def around(rubric):
            yield
            first = not Path("ran").exists()
            Path("ran").touch()
            rubric.check("a", [A, B] if first else [A], name="around")

        def test_it(rubric, around):
            rubric.check("a", [A], name="reply")
        """,
    )
    run = project.run("--reruns", "1")
    assert run.outcomes["rerun"] == 1
    assert run.code == 0
    assert [(each["id"], each["score"]) for each in run.records] == [("reply", 100), ("around", 100)]
