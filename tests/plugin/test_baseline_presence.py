"""Copied, renamed and removed cases in a run that is held against a baseline: what is new, and what is gone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tests.support.project import Project, Run, case

BASELINE = ("--rubric-baseline", "base.json")
UPDATE = (*BASELINE, "--rubric-update-baseline")
FILE = "cases.rubric.yaml"


def cases(*ids: str, output: str = "It costs 3 EUR.") -> list[dict[str, Any]]:
    """Cases of one content, which code decides; nothing is asked."""
    return [case(output, {"check": {"contains": "EUR"}}, id=id) for id in ids]


def python_tests(*names: str) -> str:
    return "\n".join(
        f"def test_{name}(rubric):\n"
        "    rubric.check('It costs 3 EUR.', criteria=[{'check': {'contains': 'EUR'}}], name='price')\n"
        for name in names
    )


def told(run: Run, part: str) -> list[str]:
    return [line for line in run.out.splitlines() if line.startswith(f"baseline: {part}")]


def kept(project: Project) -> list[str]:
    return list(json.loads((project.path / "base.json").read_text(encoding="utf-8"))["cases"])


@pytest.mark.parametrize(
    "chosen",
    [(), ("-k", "copy"), (f"{FILE}::copy",), ("-n", "2"), ("-n", "2", "-k", "copy")],
    ids=["all", "by-word", "by-node-id", "workers", "workers-by-word"],
)
def test_a_copy_of_a_case_that_is_there_is_new(chosen: Sequence[str], project: Project) -> None:
    project.write_cases(cases("price"))
    assert project.run(*UPDATE).code == 0
    project.write_cases(cases("price", "copy"))
    run = project.run(*UPDATE, *chosen)
    assert run.code == 0
    assert run.record("copy")["baseline"] is None
    assert told(run, "new") == [f"baseline: new, not in the baseline: {FILE}::copy"]
    assert (told(run, "renamed"), told(run, "dropped")) == ([], [])
    assert kept(project) == [f"{FILE}::copy", f"{FILE}::price"]


@pytest.mark.parametrize(
    "chosen",
    [(), ("-k", "cost"), (f"{FILE}::cost",), ("-n", "2")],
    ids=["all", "by-word", "by-node-id", "workers"],
)
def test_a_case_with_another_name_is_renamed(chosen: Sequence[str], project: Project) -> None:
    project.write_cases([*cases("price"), *cases("other", output="4 EUR")])
    assert project.run(*UPDATE).code == 0
    project.write_cases([*cases("cost"), *cases("other", output="4 EUR")])
    run = project.run(*UPDATE, *chosen)
    assert run.record("cost")["baseline"]["nodeid"] == f"{FILE}::price"
    assert told(run, "renamed") == [f"baseline: renamed: {FILE}::price -> {FILE}::cost"]
    assert told(run, "new") == []
    assert kept(project) == [f"{FILE}::cost", f"{FILE}::other"]


def test_a_case_that_moved_to_another_file_is_renamed_also_where_the_old_file_was_not_asked_for(
    project: Project,
) -> None:
    project.write_cases(cases("price"), name="old/a.rubric.yaml")
    assert project.run(*UPDATE).code == 0
    (project.path / "old" / "a.rubric.yaml").unlink()
    project.write_cases(cases("price"), name="new/a.rubric.yaml")
    run = project.run(*UPDATE, "new")
    assert told(run, "renamed") == ["baseline: renamed: old/a.rubric.yaml::price -> new/a.rubric.yaml::price"]
    assert kept(project) == ["new/a.rubric.yaml::price"]


def test_what_is_gone_elsewhere_than_asked_for_stays(project: Project) -> None:
    project.write_cases(cases("price"), name="old/a.rubric.yaml")
    project.write_cases(cases("other", output="4 EUR"), name="new/a.rubric.yaml")
    assert project.run(*UPDATE).code == 0
    (project.path / "old" / "a.rubric.yaml").unlink()
    run = project.run(*UPDATE, "new")
    assert (told(run, "missing"), told(run, "dropped")) == ([], [])
    assert kept(project) == ["new/a.rubric.yaml::other", "old/a.rubric.yaml::price"]
    run = project.run(*UPDATE)
    assert told(run, "dropped") == ["baseline: dropped: old/a.rubric.yaml::price"]
    assert kept(project) == ["new/a.rubric.yaml::other"]


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "workers"])
def test_an_evaluator_that_a_case_no_longer_names_is_gone(workers: Sequence[str], project: Project) -> None:
    project.write(
        "conftest.py",
        """\
        class Short:
            id = "short"

            def assess(self, subject):
                return {"score": 90, "summary": "short"}

        def pytest_rubric_register_evaluators(registry):
            registry.register(Short())
        """,
    )
    project.write_cases([{**cases("price")[0], "evaluators": ["short"]}])
    assert project.run(*UPDATE).code == 0
    assert kept(project) == [f"{FILE}::price", f"{FILE}::price/short"]
    project.write_cases(cases("price"))
    part = project.run(*UPDATE, "-k", "price", f"{FILE}::price", *workers)
    assert (told(part, "dropped"), len(kept(project))) == ([], 2)
    run = project.run(*UPDATE, *workers)
    assert told(run, "dropped") == [f"baseline: dropped: {FILE}::price/short"]
    assert kept(project) == [f"{FILE}::price"]


@pytest.mark.parametrize("chosen", [(), ("-k", "copy"), ("test_reply.py::test_copy",), ("-n", "2")])
def test_a_copy_of_a_python_test_is_new(chosen: Sequence[str], project: Project) -> None:
    project.write("test_reply.py", python_tests("price"))
    assert project.run(*UPDATE).code == 0
    project.write("test_reply.py", python_tests("price", "copy"))
    run = project.run(*UPDATE, *chosen)
    assert told(run, "new") == ["baseline: new, not in the baseline: test_reply.py::test_copy#price"]
    assert (told(run, "renamed"), told(run, "dropped")) == ([], [])
    assert kept(project) == ["test_reply.py::test_copy#price", "test_reply.py::test_price#price"]


@pytest.mark.parametrize("chosen", [(), ("-k", "cost"), ("-n", "2")])
def test_a_python_test_with_another_name_is_renamed(chosen: Sequence[str], project: Project) -> None:
    project.write("test_reply.py", python_tests("price"))
    assert project.run(*UPDATE).code == 0
    project.write("test_reply.py", python_tests("cost"))
    run = project.run(*UPDATE, *chosen)
    assert told(run, "renamed") == [
        "baseline: renamed: test_reply.py::test_price#price -> test_reply.py::test_cost#price"
    ]
    assert kept(project) == ["test_reply.py::test_cost#price"]


def test_what_lf_does_not_collect_is_not_gone(project: Project) -> None:
    project.write("test_reply.py", python_tests("price"))
    assert project.run(*UPDATE).code == 0
    failing = "def test_fails(rubric):\n    assert False\n\n"
    project.write("test_reply.py", failing + python_tests("price"))
    assert project.run(*BASELINE).code == 1
    project.write("test_reply.py", python_tests("price") + "\n" + python_tests("fails"))
    run = project.run(*UPDATE, "--lf")
    assert run.outcomes == {"passed": 1}
    assert told(run, "new") == ["baseline: new, not in the baseline: test_reply.py::test_fails#price"]
    assert kept(project) == ["test_reply.py::test_fails#price", "test_reply.py::test_price#price"]
