"""Rubric items and pytest's fixtures: every scope works, and targets run with theirs in place."""

from __future__ import annotations

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case

AGENT = "import os\n\nasync def answer(text):\n    return os.environ.get('WHO', 'nobody')\n"


def cases(project: Project, *says: str) -> None:
    project.write("agent.py", AGENT)
    project.write_cases(
        [
            {"id": f"e{n}", "Input": "x", "target": "agent:answer", "Judge": [{"check": {"equals": said}}]}
            for n, said in enumerate(says)
        ]
    )


@pytest.mark.parametrize("scope", ["function", "class", "module", "package", "session"])
def test_autouse_fixtures_of_every_scope_work(project: Project, scope: str) -> None:
    project.write(
        "conftest.py",
        f"import pytest\n\n@pytest.fixture(scope={scope!r}, autouse=True)\ndef around():\n    yield\n",
    )
    project.write_cases([case("abc", {"check": {"contains": "b"}}, id=f"c{n}") for n in range(3)])
    assert project.run().outcomes == {"passed": 3}


def test_a_target_runs_under_its_own_tests_fixtures(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        import pytest

        @pytest.fixture(autouse=True)
        def who(request, monkeypatch):
            monkeypatch.setenv("WHO", request.node.name)
        """,
    )
    cases(project, "e0", "e1", "e2", "e3")
    assert project.run().outcomes == {"passed": 4}


@pytest.mark.parametrize("scope", ["module", "session"])
def test_a_target_finds_what_a_wider_fixture_has_started(project: Project, scope: str) -> None:
    project.write(
        "conftest.py",
        f"""\
        import os, time
        import pytest

        @pytest.fixture(scope={scope!r}, autouse=True)
        def server():
            time.sleep(0.3)
            os.environ["WHO"] = "server"
            yield
            del os.environ["WHO"]
        """,
    )
    cases(project, "server", "server", "server")
    project.write(
        "more.rubric.yaml",
        "cases:\n- {id: late, Input: x, target: 'agent:answer', Judge: [{check: {equals: server}}]}\n",
    )
    assert project.run().outcomes == {"passed": 4}


def test_inline_cases_still_go_ahead_under_autouse_fixtures(project: Project) -> None:
    project.write("conftest.py", "import pytest\n\n@pytest.fixture(autouse=True)\ndef around():\n    yield\n")
    project.write_cases([case(f"output {n}", "A", id=f"c{n}") for n in range(6)])
    with LoopbackJudge(lambda text, body: True, delay=0.4) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.max_parallel > 1
    assert run.outcomes == {"passed": 6}


@pytest.mark.parametrize("option", ["--setup-only", "--setup-plan"])
def test_showing_the_setup_asks_nothing(project: Project, option: str) -> None:
    project.write_cases([case("abc", "A")])
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run(option, judge=judge.base_url)
        assert judge.calls == 0
    assert run.code == 0
