"""Which files are ours, and what a fault in one costs."""

from __future__ import annotations

from tests.support.loopback import LoopbackJudge
from tests.support.project import Project, case


def yes(text: str, body: object) -> bool:
    return True


def test_foreign_yaml_is_left_alone(project: Project) -> None:
    project.write("docker-compose.yml", "services: {web: {image: x}}\n")
    project.write(".github/workflows/ci.yaml", "on: push\njobs: {}\n")
    project.write("broken.yaml", "a: [1,\n")
    project.write("testcases.yaml", "prompts: [a]\ntests: []\n")
    project.write("test_plain.py", "def test_plain(): pass\n")
    run = project.run(json_lines=False)
    assert run.outcomes == {"passed": 1}
    assert (
        "rubric"
        not in run.out.replace("pytest_rubric", "").replace("plugins: rubric", "").split("collected")[1]
    )


def test_a_named_file_of_another_shape_says_why_in_one_line(project: Project) -> None:
    project.write("config.yaml", "prompts: [a]\n")
    run = project.run("config.yaml", json_lines=False)
    assert run.code == 4
    assert run.line("not collected").startswith("rubric: config.yaml: not collected: ")


def test_each_is_told_once_and_by_its_path_by_workers_too(project: Project) -> None:
    files = ["config.yaml", "more/config.yaml"]
    for file in files:
        project.write(file, "prompts: [a]\n")
    project.write_cases([case("abc", {"check": {"contains": "b"}})])
    for options in ([], ["-n", "2"]):
        run = project.run(*files, "cases.rubric.yaml", *options, json_lines=False)
        told = [line for line in run.out.splitlines() if "not collected" in line]
        why = "not collected: no `cases:` list with an `Input` in it"
        assert sorted(told) == [f"rubric: {file}: {why}" for file in files]


def test_a_named_yaml_file_with_cases_is_collected(project: Project) -> None:
    project.write_cases([case("abc", {"check": {"contains": "b"}})], name="mine.yaml")
    assert project.run(json_lines=False).code == 5
    assert project.run("mine.yaml").outcomes == {"passed": 1}
    project.write("pytest.ini", "[pytest]\nrubric_files = mine.*\n")
    assert project.run().outcomes == {"passed": 1}


def test_an_unreadable_file_of_our_name_is_a_collection_error_with_its_position(project: Project) -> None:
    project.write("bad.rubric.yaml", "cases:\n- id: x\n   Input: y\n")
    project.write_cases([case("abc", {"check": {"contains": "b"}})])
    run = project.run("--continue-on-collection-errors")
    assert run.outcomes == {"passed": 1, "error": 1}
    assert "bad.rubric.yaml:3:" in run.out


def test_an_empty_file_of_our_name_is_reported(project: Project) -> None:
    project.write("empty.rubric.yaml", "# nothing yet\n")
    run = project.run(json_lines=False)
    assert run.code == 2
    assert "empty.rubric.yaml" in run.out


def test_one_bad_case_costs_no_other_and_no_call(project: Project) -> None:
    project.write(
        "cases.rubric.yaml",
        """\
        cases:
        - id: typo
          Input: x
          ActualOutput: y
          Judge:
          - criterio: Greets
            points: yes
        - id: fine
          Input: x
          ActualOutput: y
          Judge: [Greets]
        """,
    )
    with LoopbackJudge(yes) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"error": 1, "passed": 1}
    error = run.record("typo")["error"]
    assert "cases.rubric.yaml:6" in error
    assert "criterion" in error, "names the nearest key"
    assert "points" in error, "all faults together"
    assert run.record("typo")["state"] == "blocked"


def test_two_cases_of_one_id_stay_apart(project: Project) -> None:
    project.write_cases([case("a", "A", id="same"), case("b", "A", id="same")])
    with LoopbackJudge(yes) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 1
    assert [record["nodeid"].split("::")[1] for record in run.records] == ["same", "same-2"]
    assert run.record("same-2")["outcome"] == "error"


def test_an_evaluator_that_nobody_knows_is_told_at_its_item(project: Project) -> None:
    project.write_cases(
        [
            {
                "id": "named",
                "Input": "x",
                "ActualOutput": "z",
                "evaluators": ["no-such-thing", "preset-fluency-text"],
            }
        ]
    )
    run = project.run()
    assert run.outcomes == {"error": 2}
    by_evaluator = {record["evaluator"]: record for record in run.records}
    assert {name: record["nodeid"] for name, record in by_evaluator.items()} == {
        "no-such-thing": "cases.rubric.yaml::named/no-such-thing",
        "fluency-text": "cases.rubric.yaml::named/fluency-text",
    }
    assert by_evaluator["no-such-thing"]["error"].startswith("no evaluator 'no-such-thing' (registered: ")
    assert "no model is set" in by_evaluator["fluency-text"]["error"]


def test_an_evaluator_of_a_judge_that_the_case_lacks_is_an_error_and_never_passes(project: Project) -> None:
    names = ["rubric", "dimensions", "free_text", "pairwise"]
    project.write_cases([{"id": "named", "Input": "x", "ActualOutput": "z", "evaluators": names}])
    run = project.run()
    assert run.outcomes == {"error": 4}
    errors = {record["evaluator"]: record["error"] for record in run.records}
    assert list(errors) == names
    for name, error in errors.items():
        assert error.startswith(f"evaluator '{name}' judges by "), error
        assert error.endswith(
            f"this case has none; give it one, which is judged without being named, and take '{name}' out of "
            "`evaluators`"
        )
    assert sum(record["calls"] for record in run.records) == 0


def test_collection_is_the_same_whatever_the_hash_seed(project: Project) -> None:
    for name in ("b", "a", "c"):
        project.write_cases([case("x", "A", id=f"{name}{n}") for n in range(3)], name=f"{name}.rubric.yaml")
    first, second = (
        project.run("--co", "-q", json_lines=False, env={"PYTHONHASHSEED": seed}).out for seed in ("1", "2")
    )
    assert [x for x in first.splitlines() if "::" in x] == [x for x in second.splitlines() if "::" in x]
    assert first.count("::") == 9
