"""Rubric checks in ordinary tests."""

from __future__ import annotations

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case


def yes(text: str, body: object) -> bool:
    return True


def test_checks_share_judge_store_and_summary_with_cases(project: Project) -> None:
    project.write_cases([case("abc", "A", id="yaml")])
    project.write(
        "test_python.py",
        """\
        def test_one(rubric):
            evaluation = rubric.check("Paris is the capital.", criteria=["Names Paris"], input="Capital?")
            assert evaluation.score == 100
            assert evaluation.criteria[0].status == "met"

        def test_two(rubric):
            rubric.check("abc", criteria=[{"check": {"contains": "b"}, "points": 3}])
            rubric.check("abc", criteria=[{"criterion": "B", "points": -3}], threshold=0, name="second")
        """,
    )
    with LoopbackJudge(yes) as judge:
        run = project.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 3
        again = project.run(judge=judge.base_url)
        assert judge.calls == 3
    assert run.outcomes["passed"] == 3
    assert [record["id"] for record in run.records] == ["yaml", "test_one", "test_two", "second"]
    assert run.record("test_one")["nodeid"] == "test_python.py::test_one"
    assert (run.record("test_one")["file"], run.record("test_one")["line"]) == ("test_python.py", 1)
    assert run.record("second")["score"] == 97
    assert again.record("test_one")["stored"] == 1
    assert "Markdown" not in run.out
    assert (project.path / "reports" / "python" / "test_python.py-test_two-2_eval_result.md").exists()


def test_a_low_score_fails_with_the_report_and_an_xfail_sees_an_assertion(project: Project) -> None:
    project.write(
        "test_python.py",
        """\
        import pytest

        def test_low(rubric):
            rubric.check("abc", criteria=["A", "B"], threshold=80)

        @pytest.mark.xfail(raises=AssertionError)
        def test_expected(rubric):
            rubric.check("abc", criteria=["A", "B"], threshold=80)
        """,
    )
    with LoopbackJudge(lambda text, body: text == "A") as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"failed": 1, "xfailed": 1}
    assert "rubric: 50 < 80 (fail)" in run.out
    assert run.line("FAILED test_python.py::test_low").startswith(
        "FAILED test_python.py::test_low - AssertionError: rubric: 50 < 80 (fail)"
    )


def test_unusable_arguments_say_all_that_is_wrong(project: Project) -> None:
    project.write(
        "test_python.py",
        """\
        def test_bad(rubric):
            rubric.check("abc", criteria=[{"criterio": "A", "points": 0}], threshold=200)
        """,
    )
    run = project.run()
    assert run.outcomes == {"failed": 1}
    assert "ConfigError" in run.out
    for part in ("criterio", "points", "threshold"):
        assert part in run.out


def test_a_check_that_could_not_be_judged_fails_with_the_cause_or_is_skipped(project: Project) -> None:
    project.write("test_python.py", "def test_it(rubric):\n    rubric.check('abc', criteria=['A'])\n")
    run = project.run()
    assert run.outcomes == {"failed": 1}
    assert "--rubric-model" in run.out
    assert run.record("test_it")["state"] == "broken"
    assert project.run("--rubric-on-unavailable", "skip").outcomes == {"skipped": 1}


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_async_checks_let_other_tasks_run(project: Project, backend: str) -> None:
    if backend == "trio":
        pytest.importorskip("trio", reason="trio is no dependency of the tests; anyio serves both alike")
    project.write(
        "test_python.py",
        f"""\
        import anyio, pytest

        @pytest.fixture
        def anyio_backend():
            return {backend!r}

        @pytest.mark.anyio
        async def test_async(rubric):
            ticks = []

            async def tick():
                while True:
                    ticks.append(1)
                    await anyio.sleep(0.02)

            async with anyio.create_task_group() as group:
                group.start_soon(tick)
                evaluation = await rubric.acheck("abc", criteria=["A"])
                group.cancel_scope.cancel()
            assert evaluation.score == 100
            assert len(ticks) > 3

        @pytest.mark.anyio
        async def test_sync_inside_a_running_loop(rubric):
            assert rubric.check("abc", criteria=["A"]).score == 100
        """,
    )
    with LoopbackJudge(yes, delay=0.3) as judge:
        run = project.run("-W", "error", judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"passed": 2}


def test_python_checks_under_xdist(project: Project) -> None:
    project.write(
        "test_python.py",
        """\
        import pytest

        @pytest.mark.parametrize("n", range(6))
        def test_it(rubric, n):
            rubric.check(f"output {n}", criteria=["A"])
        """,
    )
    with LoopbackJudge(yes) as judge:
        run = project.run("-n", "2", judge=judge.base_url)
        assert judge.calls == 6
    assert run.outcomes == {"passed": 6}
    assert len(run.records) == 6


def test_tests_of_one_name_in_two_files_have_reports_of_their_own(project: Project) -> None:
    for folder in ("a", "b"):
        project.write(
            f"{folder}/test_{folder}.py",
            "def test_reply(rubric):\n    rubric.check('abc', criteria=[{'check': {'contains': 'b'}}])\n",
        )
    project.run("--rubric-report-dir", "reports")
    written = sorted(path.name for path in (project.path / "reports" / "python").iterdir())
    assert written == ["a-test_a.py-test_reply_eval_result.md", "b-test_b.py-test_reply_eval_result.md"]
