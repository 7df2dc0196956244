"""Calls of ``rubric.check()`` that can't work."""

from __future__ import annotations

import pytest

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project

NAMES = (
    "output, criteria, input, context, expected_output, threshold, name, samples, extra_samples, strategy, "
    "evidence, feedback, lang, timeout, tags, metadata"
)


@pytest.mark.parametrize("kind", ["check", "acheck"])
@pytest.mark.parametrize(
    ("arguments", "messages"),
    [
        ("5, ['A']", ["`output` must be text or a pytest_rubric.Output, found 5 (int)"]),
        (
            "None, ['A']",
            [
                "`output` must be text or a pytest_rubric.Output, found None (NoneType); is a `return` missing?"
            ],
        ),
        (
            "b'abc', ['A']",
            ["`output` must be text or a pytest_rubric.Output, found b'abc' (bytes); decode it first"],
        ),
        (
            "answer(), ['A']",
            [
                "`output` must be text or a pytest_rubric.Output, found <coroutine object answer",
                "`await` missing?",
            ],
        ),
        (
            "5",
            ["found 5 (int)", '`criteria` is missing: give a list, such as criteria=["Names the capital"]'],
        ),
        ("'abc', 5", ["`criteria` must be a list, found 5 (int)"]),
        (
            "'abc', ['A'], treshold=80, zzz=1",
            [
                f"there is no argument `treshold`; did you mean `threshold`? (allowed: {NAMES})",
                f"there is no argument `zzz` (allowed: {NAMES})",
            ],
        ),
        ("'abc', [{'criterio': 'A'}]", ["criterio"]),
        ("'abc', ['A'], threshold=200", ["threshold"]),
    ],
)
def test_what_was_passed_and_what_is_allowed_is_told_at_the_users_line(
    project: Project, kind: str, arguments: str, messages: list[str]
) -> None:
    call = f"await rubric.acheck({arguments})" if kind == "acheck" else f"rubric.check({arguments})"
    project.write(
        "test_it.py",
        f"""\
        import pytest

        async def answer():
            return "abc"

        @pytest.fixture
        def anyio_backend():
            return "asyncio"

        @pytest.mark.anyio
        async def test_it(rubric):
            {call}
        """,
    )
    with LoopbackJudge(lambda text, body: True) as judge:
        run = project.run("-W", "error", judge=judge.base_url)
        assert judge.calls == 0
    assert run.outcomes == {"failed": 1}
    told = "\n".join(line[4:] for line in run.out.splitlines() if line.startswith("E   "))
    assert "pytest_rubric.errors.ConfigError" in told
    for message in messages:
        assert message in told
    assert f">       {call}" in run.out.splitlines()
    assert "test_it.py:12: ConfigError" in run.out
    assert "fixture.py" not in run.out
    assert "loading/" not in run.out


def test_an_unforeseen_error_keeps_its_traceback(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        import pytest
        from pytest_rubric.execution.engine import Engine

        def submit(self, job):
            raise KeyError("a fault of the plugin")

        @pytest.fixture(autouse=True)
        def faulty(monkeypatch):
            monkeypatch.setattr(Engine, "submit", submit)
        """,
    )
    project.write("test_it.py", "def test_it(rubric):\n    rubric.check('abc', ['A'])\n")
    run = project.run("--rubric-model", "any")
    assert "KeyError: 'a fault of the plugin'" in run.out
    assert "pytest_rubric/plugin/fixture.py" in run.out
