"""The hooks: the example in each docstring is run, and each reaches as far as it says."""

from __future__ import annotations

import inspect
import textwrap

import pytest

from pytest_rubric import hookspecs
from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case

HOOKS = sorted(name for name in vars(hookspecs) if name.startswith("pytest_rubric_"))


def example(name: str) -> str:
    text = inspect.getdoc(getattr(hookspecs, name)) or ""
    return textwrap.dedent(text.split("Example::", 1)[1])


def test_every_hook_has_an_example_and_stands_in_the_docs() -> None:
    from pathlib import Path

    assert len(HOOKS) == 7
    page = (Path(__file__).parents[2] / "docs" / "hooks.md").read_text(encoding="utf-8")
    for name in HOOKS:
        assert example(name).strip()
        assert f"`{name}`" in page


@pytest.mark.parametrize("name", HOOKS)
def test_the_example_of_each_hook_runs(project: Project, name: str) -> None:
    text = example(name).replace("http://127.0.0.1:8080/v1", "{base_url}")
    project.write_cases(
        [
            case("abc", "A", id="plain"),
            case("abc", "A", id="draft", tags=["draft"]),
        ]
        + ([case("abc", "A", id="more", evaluators=["always-fine"])] if "registry" in text else [])
    )
    with LoopbackJudge(lambda statement, body: True) as judge:
        project.write("conftest.py", text.replace("{base_url}", judge.base_url))
        run = project.run("-s", "--rubric-report-dir", "reports", judge=judge.base_url)
        calls = judge.calls
    if name == "pytest_rubric_make_judge":
        assert calls == 0
    assert run.outcomes["passed"] == {
        "pytest_rubric_modify_cases": 1,
        "pytest_rubric_register_evaluators": 4,
    }.get(name, 2)
    if name == "pytest_rubric_run_target":
        # the hook goes before the case's own output, and its input is part of the request
        assert calls == 1
    if name == "pytest_rubric_render_report":
        assert "Owner: search team" in (project.path / "reports" / "case_0_eval_result.md").read_text()
    if name == "pytest_rubric_case_finished":
        assert "plain 100" in run.out


def test_a_scripted_judge_drives_real_reading_and_evidence(project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        from pytest_rubric import ScriptedJudge

        def pytest_rubric_make_judge():
            return ScriptedJudge(
                ['Sure!\\n```json\\n{"criteria": [{"id": 1, "reason": "said", "quotes": ["abc"], "present": "yes"}]}\\n```']
            )
        """,
    )
    project.write_cases([case("xyz abc", "A")])
    run = project.run()
    assert run.scores == {"case-0": 100}
    assert run.records[0]["criteria"][0]["quotes"][0]["start"] == 4
    assert not (project.path / ".rubric_replies").exists()


def test_two_evaluators_of_one_id_are_a_usage_error(project: Project) -> None:
    text = example("pytest_rubric_register_evaluators")
    project.write("conftest.py", text + "\n    registry.register(AlwaysFine())\n")
    project.write_cases([case("abc", "A", evaluators=["always-fine"])])
    run = project.run()
    assert run.code == 4
    assert "two evaluators are registered as 'always-fine'" in run.out + run.err


def test_a_fault_in_an_evaluators_code_keeps_its_traceback(project: Project) -> None:
    text = example("pytest_rubric_register_evaluators").replace(
        "return Evaluation(", "raise KeyError('oops')\n        Evaluation("
    )
    project.write("conftest.py", text)
    project.write_cases([case("abc", {"check": {"contains": "b"}}, evaluators=["always-fine"])])
    run = project.run()
    assert run.outcomes == {"passed": 1, "error": 1}
    assert "KeyError: 'oops'" in run.out
    assert "conftest.py" in run.out


def test_advice_on_a_quote_that_is_not_there_fits_whoever_wrote_it(project: Project) -> None:
    project.write_cases([case("It leaves from Basel.", "Names the city", id="city")])
    project.write(
        "conftest.py",
        """
        from pytest_rubric import ScriptedJudge

        def pytest_rubric_make_judge():
            return ScriptedJudge.deciding({1: "from Bern"})
        """,
    )
    scripted = project.run()
    assert scripted.outcomes == {"error": 1}
    assert scripted.record("city")["calls"] == 2, "the question and its re-ask"
    assert scripted.record("city")["remedy"] == (
        "quotes in the script of ScriptedJudge do not stand in the text: copy them from there word for word "
        "(in ScriptedJudge.deciding a text is a quote, and True a yes without one)."
    )
    assert "copy those of the ScriptedJudge from there word for word" in scripted.out
    assert "--rubric-model" not in scripted.out
    assert "small models" not in scripted.out

    project.write(
        "conftest.py",
        """
        from pytest_rubric import ScriptedJudge

        class OwnJudge:
            def __init__(self):
                self.script = ScriptedJudge.deciding({1: "from Bern"})

            async def ask(self, request):
                return await self.script.ask(request)

        def pytest_rubric_make_judge():
            return OwnJudge()
        """,
    )
    assert project.run().record("city")["remedy"] == (
        "the judge's quotes do not stand in the text: let pytest_rubric_make_judge give another judge, or ask "
        "one thing a call (--rubric-strategy criterion), or keep such decisions, marked (--rubric-evidence warn)."
    )


def test_advice_in_a_python_test_fits_a_script_too(project: Project) -> None:
    project.write(
        "conftest.py",
        """
        from pytest_rubric import ScriptedJudge

        def pytest_rubric_make_judge():
            return ScriptedJudge(["I would rather not."] * 2)
        """,
    )
    project.write(
        "test_reply.py",
        """
        def test_reply(rubric):
            rubric.check("It leaves from Basel.", ["Names the city"])
        """,
    )
    record = project.run().record("test_reply")
    assert record["calls"] == 2, "the question and its re-ask"
    assert record["remedy"] == (
        "a reply in the script of ScriptedJudge has not the form that request.schema describes."
    )
