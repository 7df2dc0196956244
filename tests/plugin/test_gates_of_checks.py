"""Checks of Python tests in gates and baselines: each counts as what it is, whatever its test comes to."""

from __future__ import annotations

import json

import pytest

from tests.support.project import Project, case

A_AND_B = '[{"check": {"contains": "a"}}, {"check": {"contains": "b"}}]'


def test_a_check_without_a_judgement_is_an_error_and_one_that_passed_has_passed(project: Project) -> None:
    project.write("pytest.ini", "[pytest]\nrubric_max_errors = 0\nrubric_min_pass_rate = 100\n")
    project.write(
        "test_replies.py",
        """\
        import pytest

        A = [{"check": {"contains": "a"}}]

        def test_nobody_can_judge(rubric):
            rubric.check("a", ["Is polite"], name="polite")

        @pytest.mark.xfail(reason="elsewhere")
        def test_fails_elsewhere_as_expected(rubric):
            rubric.check("a", A)
            assert False

        def test_skips_elsewhere(rubric):
            rubric.check("a", A)
            pytest.skip("the rest")
        """,
    )
    run = project.run()
    assert {record["nodeid"]: record["outcome"] for record in run.records} == {
        "test_replies.py::test_nobody_can_judge": "error",
        "test_replies.py::test_fails_elsewhere_as_expected": "passed",
        "test_replies.py::test_skips_elsewhere": "passed",
    }
    assert run.outcomes == {"failed": 1, "xfailed": 1, "skipped": 1}, "pytest's own words for the tests"
    assert run.line("gate: ") == "gate: errors 1 > 0 over 3 cases"
    assert run.line("gates held: ") == "gates held: pass rate 100% >= 100% over 2 of 3 cases (1 error)"


def test_checks_of_one_name_in_subtests_are_held_each_against_its_own(project: Project) -> None:
    pytest.importorskip("_pytest.subtests", reason="pytest has subtests from version 9 on")
    project.write(
        "test_replies.py",
        f"""\
        def test_replies(rubric, subtests):
            for output in ["a b", "a", "a b"]:
                with subtests.test(output=output):
                    rubric.check(output, {A_AND_B}, name="both")
        """,
    )
    project.run("--rubric-baseline", "base.json", "--rubric-update-baseline")
    run = project.run("--rubric-baseline", "base.json")
    assert run.code == 0
    assert [
        (record["baseline"]["nodeid"], record["baseline"]["standing"], record["baseline"]["score"])
        for record in run.records
    ] == [
        ("test_replies.py::test_replies#both", "same", 100),
        ("test_replies.py::test_replies#both#2", "known", 50),
        ("test_replies.py::test_replies#both#3", "same", 100),
    ]


def test_names_of_a_baseline_that_no_file_can_have_are_of_cases_that_are_gone(project: Project) -> None:
    project.write_cases([case("a", {"check": {"contains": "a"}}, id="old")])
    project.run("--rubric-baseline", "base.json", "--rubric-update-baseline")
    path = project.path / "base.json"
    document = json.loads(path.read_text("utf-8"))
    state = document["cases"].pop("cases.rubric.yaml::old")
    unreachable = ["x" * 300 + ".rubric.yaml::old", "cases.rubric.yaml/below.yaml::old", "round/a.yaml::old"]
    document["cases"] = {key: {**state, "output_hash": "other"} for key in unreachable}
    path.write_text(json.dumps(document), "utf-8")
    (project.path / "round").symlink_to("round")

    run = project.run("--rubric-baseline", "base.json", "--rubric-update-baseline")
    assert (run.code, run.outcomes) == (0, {"passed": 1})
    assert "INTERNALERROR" not in run.out
    # nobody can look into the link: what is there stays
    assert list(json.loads(path.read_text("utf-8"))["cases"]) == [
        "cases.rubric.yaml::old",
        "round/a.yaml::old",
    ]
