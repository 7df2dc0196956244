"""A run that can't update its baseline, because another process hangs while it does."""

from __future__ import annotations

from tests.gating.baseline.test_files import held
from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case

UPDATE = ("--rubric-baseline", "base.json", "--rubric-update-baseline")


def test_a_run_that_can_not_update_says_so_and_fails_and_the_next_one_asks_nothing(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        from pytest_rubric.gating.baseline import files

        files.PATIENCE_SECONDS = 0.2
        """,
    )
    project.write_cases([case("Hello.", "Greets", id="good")])
    path = project.path / "base.json"
    with LoopbackJudge(lambda text, body: True) as judge:
        first = project.run(*UPDATE, judge=judge.base_url)
        before = path.read_bytes()
        project.write_cases([case("Hello.", "Greets", id="good"), case("Hi.", "Greets", id="new")])
        with held(path):
            refused = project.run(*UPDATE, "-q", judge=judge.base_url)
            # who only compares waits for nobody
            compared = project.run("--rubric-baseline", "base.json", judge=judge.base_url)
        assert path.read_bytes() == before
        again = project.run(*UPDATE, judge=judge.base_url)
        assert judge.calls == 2, "the replies of the run that failed are stored"
    assert (first.code, refused.code, compared.code, again.code) == (0, 1, 0, 0)
    assert refused.outcomes == {"passed": 2}
    told = refused.line("not updated")
    start = f"baseline: not updated: baseline {path}: another process has been updating it for 0.2 s; end that process "
    assert told.startswith(start)
    assert told.endswith(
        "or wait for it, then run once more: replies that are stored are not asked for again"
    )
    assert refused.line("the run fails, though no test did")
    assert (
        again.line("updated")
        == "baseline: base.json updated: 1 case added, 0 changed, 1 as before, 0 dropped"
    )
