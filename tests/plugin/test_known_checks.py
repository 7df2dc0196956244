"""Checks of Python tests that fail as they did in the baseline, through a real pytest and a real endpoint."""

from __future__ import annotations

import json
from textwrap import dedent
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, Run

BASELINE = ("--rubric-baseline", "base.json")
UPDATE = (*BASELINE, "--rubric-update-baseline")
KNOWN = "known: 50 in the baseline, 50 now, threshold 60"

CHECKS = """\
A, B = {"check": {"contains": "a"}}, {"check": {"contains": "b"}}
"""


def recorded(project: Project, text: str, *options: str) -> Run:
    """The run that records the baseline, of a test file with this text."""
    project.write("test_replies.py", CHECKS + dedent(text))
    return project.run(*UPDATE, *options)


def outcomes(run: Run) -> list[tuple[str, str]]:
    return [(record["id"], record["outcome"]) for record in run.records]


def cases(project: Project) -> list[str]:
    found: dict[str, Any] = json.loads((project.path / "base.json").read_text(encoding="utf-8"))
    return list(found["cases"])


GOES_ON = """\
    import os

    def test_reply(rubric):
        evaluation = rubric.check("a", [A, B], name="known")
        assert (evaluation.passed, evaluation.score) == (False, 50)
        rubric.check("a b", [A, B], name="fine")
        print("the last line")
        assert "BROKEN" not in os.environ
    """


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_what_follows_a_known_failure_runs_and_decides_the_test(
    project: Project, workers: tuple[str, ...]
) -> None:
    first = recorded(project, GOES_ON)
    assert (first.code, first.outcomes) == (1, {"failed": 1})
    assert outcomes(first) == [("known", "failed")]

    known = project.run(*BASELINE, *workers, "-rx", "--junitxml", "junit.xml", "--rubric-report-dir", "out")
    assert (known.code, known.outcomes) == (0, {"xfailed": 1})
    assert outcomes(known) == [("known", "xfailed"), ("fine", "passed")]
    assert known.line("XFAIL ") == f"XFAIL test_replies.py::test_reply - {KNOWN}"
    (skipped,) = ElementTree.parse(project.path / "junit.xml").iter("skipped")
    assert (skipped.get("type"), skipped.get("message")) == ("pytest.xfail", KNOWN)
    report = (project.path / "out/python/test_replies.py-test_reply_eval_result.md").read_text("utf-8")
    assert (
        "- Note: the test is expected to fail: it failed in the baseline, and did not fall since\n" in report
    )

    broken = project.run(*BASELINE, *workers, "--junitxml", "junit.xml", env={"BROKEN": "1"})
    assert (broken.code, broken.outcomes) == (1, {"failed": 1})
    assert outcomes(broken) == [("known", "xfailed"), ("fine", "passed")]
    assert "AssertionError: assert 'BROKEN' not in environ" in broken.out
    assert "the last line" in broken.out
    assert len(list(ElementTree.parse(project.path / "junit.xml").iter("failure"))) == 1

    strict = project.run(*BASELINE, *workers, "--runxfail")
    assert (strict.code, strict.outcomes) == (1, {"failed": 1})
    assert outcomes(strict) == [("known", "failed")]
    assert "rubric: was 50, now 50 < 60 (fail): 1 of 2 criteria lost, #2 -10" in strict.out


def test_several_known_failures_are_one_expected_failure_with_all_reasons(project: Project) -> None:
    recorded(
        project,
        """\
        def test_replies(rubric):
            rubric.check("a", [A, B], name="one")
            rubric.check("c", [A, B], name="two")
            rubric.check("a", [A, B], name="three")
        """,
    )
    assert cases(project) == ["test_replies.py::test_replies#one"]
    second = project.run(*UPDATE)
    assert (second.code, outcomes(second)) == (1, [("one", "xfailed"), ("two", "failed")])
    project.run(*UPDATE)
    run = project.run(*BASELINE, "-rx")
    assert (run.code, run.outcomes) == (0, {"xfailed": 1})
    assert outcomes(run) == [("one", "xfailed"), ("two", "xfailed"), ("three", "xfailed")]
    assert run.line("XFAIL ").endswith(f" - {KNOWN}; known: 0 in the baseline, 0 now, threshold 60")


def test_a_failure_that_got_worse_ends_its_test_after_a_known_one(project: Project) -> None:
    text = """\
        def test_replies(rubric):
            rubric.check("a", [A, B], name="known")
            rubric.check("{}", [A, B], name="falls")
            raise OSError("not reached")
        """
    recorded(project, text.format("a b"))
    project.run(*UPDATE)
    run = recorded(project, text.format("c"), "--rubric-json", "results.jsonl")
    assert (run.code, run.outcomes) == (1, {"failed": 1})
    assert outcomes(run) == [("known", "xfailed"), ("falls", "failed")]
    assert "rubric: was 100, now 0 < 60 (fail)" in run.out
    assert "not reached" not in run.out.partition("short test summary")[2]


@pytest.mark.parametrize(
    ("mark", "code"),
    [("xfail", 0), ("xfail(strict=True)", 0), ("xfail(raises=OSError)", 0)],
)
def test_a_mark_takes_nothing_from_a_known_failure(project: Project, mark: str, code: int) -> None:
    recorded(
        project,
        f"""\
        import pytest

        @pytest.mark.{mark}
        def test_reply(rubric):
            rubric.check("a", [A, B], name="known")
        """,
    )
    run = project.run(*BASELINE, "-rx")
    assert (run.code, run.outcomes) == (code, {"xfailed": 1})
    assert outcomes(run) == [("known", "xfailed")]
    assert run.line("XFAIL ") == f"XFAIL test_replies.py::test_reply - {KNOWN}"


def test_an_async_test_goes_on_after_a_known_failure(project: Project) -> None:
    text = """\
        import pytest

        @pytest.fixture
        def anyio_backend():
            return "asyncio"

        @pytest.mark.anyio
        async def test_reply(rubric):
            first = await rubric.acheck("Hello.", ["Greets", "Names the price"], name="known")
            assert first.score == 50
            await rubric.acheck("Hello!", ["Greets"], name="fine")
            assert {}
        """
    with LoopbackJudge(lambda text, body: text == "Greets") as judge:
        endpoint = ("--rubric-base-url", judge.base_url, "--rubric-model", "loopback-1")
        recorded(project, text.format(True), *endpoint)
        assert judge.calls == 1
        run = project.run(*BASELINE, judge=judge.base_url)
        assert judge.calls == 2
        broken = recorded(project, text.format(False), *endpoint)
        assert judge.calls == 2
    assert (run.code, run.outcomes) == (0, {"xfailed": 1})
    assert outcomes(run) == [("known", "xfailed"), ("fine", "passed")]
    assert (broken.code, broken.outcomes) == (1, {"failed": 1})
    assert outcomes(broken) == [("known", "xfailed"), ("fine", "passed")]


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_a_subtest_is_an_expected_failure_of_its_own(project: Project, workers: tuple[str, ...]) -> None:
    pytest.importorskip("_pytest.subtests", reason="pytest has subtests from version 9 on")
    recorded(
        project,
        """\
        import os

        def test_replies(rubric, subtests):
            for output in ("a b", "a"):
                with subtests.test(output=output):
                    rubric.check(output, [A, B], name=output.replace(" ", "-"))
                    assert output != os.environ.get("BROKEN")
        """,
    )
    run = project.run(*BASELINE, *workers, "-v")
    assert (run.code, run.outcomes["xfailed"], run.outcomes["passed"]) == (0, 1, 1)
    assert outcomes(run) == [("a-b", "passed"), ("a", "xfailed")]
    broken = project.run(*BASELINE, *workers, env={"BROKEN": "a"})
    assert broken.code == 1
    assert outcomes(broken) == [("a-b", "passed"), ("a", "xfailed")]
    assert "contains 1 failed subtest" in broken.out


CATCHES = """\
    import os, pytest

    def test_bad_replies_are_seen(rubric):
        with pytest.raises(AssertionError, match="50 < 60"):
            rubric.check("a", [A, B], name="bad")
        rubric.check(os.environ.get("OUTPUT", "a b"), [A, B], name="good")
    """


def test_a_failure_that_the_test_asks_for_is_no_known_one(project: Project) -> None:
    first = recorded(project, CATCHES)
    assert (first.code, outcomes(first)) == (0, [("bad", "passed"), ("good", "passed")])
    assert cases(project) == ["test_replies.py::test_bad_replies_are_seen#good"]
    for _ in range(2):
        run = project.run(*UPDATE)
        assert (run.code, run.outcomes) == (0, {"passed": 1})
        assert not [line for line in run.out.splitlines() if line.startswith("baseline: new")]
    # also where another check ends the test
    project.run(*UPDATE, env={"OUTPUT": "c"})
    assert cases(project) == ["test_replies.py::test_bad_replies_are_seen#good"]
    known = project.run(*BASELINE, env={"OUTPUT": "c"})
    assert (known.code, outcomes(known)) == (0, [("bad", "passed"), ("good", "xfailed")])


def test_failures_that_a_test_gathers_are_known_ones(project: Project) -> None:
    first = recorded(
        project,
        """\
        def test_replies(rubric):
            failed = []
            for output in ("a", "b"):
                try:
                    rubric.check(output, [A, B], name=output)
                except AssertionError as error:
                    failed.append(str(error))
            assert not failed
        """,
    )
    assert (first.code, outcomes(first)) == (1, [("a", "failed"), ("b", "failed")])
    run = project.run(*BASELINE)
    assert (run.code, run.outcomes) == (0, {"xfailed": 1})


def test_a_check_that_failed_within_a_group_of_errors_has_failed(project: Project) -> None:
    first = recorded(
        project,
        """\
        class Group(Exception):
            def __init__(self, *errors):
                self.exceptions = errors

        def test_replies(rubric):
            rubric.check("a b", [A, B], name="fine")
            try:
                rubric.check("a", [A, B], name="bad")
            except AssertionError as error:
                found = error
            raise Group(found) from None
        """,
    )
    assert (first.code, outcomes(first)) == (1, [("fine", "passed"), ("bad", "failed")])
    assert cases(project) == ["test_replies.py::test_replies#bad", "test_replies.py::test_replies#fine"]


def test_an_attempt_that_is_run_again_leaves_no_known_failure_behind(project: Project) -> None:
    recorded(
        project,
        """\
        import os, pathlib

        def test_reply(rubric):
            tried = pathlib.Path("tried")
            output = "a" if not tried.exists() else "a b"
            rubric.check(output, [A, B], name="known")
            if "FLAKY" in os.environ and not tried.exists():
                tried.touch()
                raise OSError("once")
        """,
    )
    run = project.run(*BASELINE, "--reruns", "1", env={"FLAKY": "1"})
    assert (run.code, run.outcomes) == (0, {"passed": 1, "rerun": 1})
    assert [(record["outcome"], record["score"]) for record in run.records] == [("passed", 100)]
