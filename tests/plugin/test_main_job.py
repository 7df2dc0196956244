"""The main job through a real pytest and a real HTTP endpoint: cases in, scores and reports out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from tests.support.loopback import Body, LoopbackJudge
from tests.support.project import Project, case

THREE = Path(__file__).parents[2] / "examples" / "three_answers" / "three_answers.rubric.yaml"
# What the specification's worked examples say of their criteria, in order.
PRESENT = {
    "cat-sneezing": [True] * 7 + [False] * 2,
    "loop-complexity": [True] + [False] * 5,
    "translation": [False] * 3 + [True] * 2,
}
SCORES = {"cat-sneezing": 100, "loop-complexity": 21, "translation": 0}


def decide(criterion: str, body: Body) -> bool:
    for made in yaml.safe_load(THREE.read_text(encoding="utf-8"))["cases"]:
        for entry, present in zip(made["Judge"], PRESENT[made["name"]], strict=True):
            if entry["criterion"] == criterion:
                return present
    raise AssertionError(f"no such criterion: {criterion}")


def test_worked_examples_score_as_specified_with_one_call_each(project: Project) -> None:
    shutil.copy(THREE, project.path)
    with LoopbackJudge(decide) as judge:
        run = project.run("-v", judge=judge.base_url)
        assert judge.calls == 3
    assert run.outcomes == {"failed": 2, "passed": 1}
    assert run.code == 1
    assert run.scores == SCORES
    assert [record["raw_score"] for record in run.records] == [100, 21.43, -100]
    assert [record["verdict"] for record in run.records] == ["pass", "fail", "fail"]
    assert [(r["achieved_points"], r["total_positive"]) for r in run.records] == [
        (85, 85),
        (15, 70),
        (-55, 55),
    ]
    assert "cat-sneezing PASSED (100)" in run.out
    assert "rubric: 21 < 60 (fail)" in run.out


def test_stored_replies_replace_the_endpoint_and_a_changed_case_says_how_to_record_it(
    project: Project,
) -> None:
    path = project.path / "three.rubric.yaml"
    shutil.copy(THREE, path)
    with LoopbackJudge(decide) as judge:
        project.run(judge=judge.base_url)
        again = project.run(judge=judge.base_url)
        assert judge.calls == 3
    assert again.scores == SCORES
    assert [record["stored"] for record in again.records] == [1, 1, 1]

    only = project.run("--rubric-replies", "only")
    assert only.scores == SCORES
    assert only.outcomes == {"failed": 2, "passed": 1}
    assert [record["calls"] for record in only.records] == [0, 0, 0]

    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("因为有两层嵌套循环", "因为有三层嵌套循环"), encoding="utf-8")
    changed = project.run("--rubric-replies", "only")
    assert changed.outcomes == {"failed": 1, "passed": 1, "error": 1}
    record = changed.record("loop-complexity")
    assert (record["outcome"], record["state"], record["score"]) == ("error", "broken", None)
    assert "--rubric-replies" in record["error"]
    assert record["error"] in changed.out.replace("\n", " ") or record["error"].splitlines()[0] in changed.out


def test_records_point_at_file_line_and_node(project: Project) -> None:
    project.write(
        "evals/greeting.rubric.yaml",
        """\
        cases:
        - id: hello
          Input: Greet me.
          ActualOutput: Hello there!
          tags: [smoke]
          Judge:
          - criterion: Greets the user
            points: 5
            tags: [axis:tone]
        """,
    )
    with LoopbackJudge(lambda criterion, body: "Hello there") as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 1
    record = run.record("hello")
    assert record["nodeid"] == "evals/greeting.rubric.yaml::hello"
    assert (record["file"], record["line"]) == ("evals/greeting.rubric.yaml", 2)
    assert record["case_tags"] == ["smoke"]
    assert record["tags"] == {"axis:tone": 100}
    (criterion,) = record["criteria"]
    assert criterion["status"] == "met"
    assert criterion["quotes"] == [
        {"from": "output", "text": "Hello there", "found": True, "start": 0, "end": 11}
    ]
    assert record["tokens"]["input"] > 0
    assert record["model"] == "loopback-1"


def test_an_empty_output_scores_zero_without_a_call(project: Project) -> None:
    project.write_cases(
        [case("  \n", {"criterion": "Greets", "points": 5}, {"criterion": "Insults", "points": -5})]
    )
    with LoopbackJudge(lambda criterion, body: True) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 0
    (record,) = run.records
    assert (record["outcome"], record["score"], record["raw_score"]) == ("failed", 0, None)
    assert record["interval"] == [0, 0]
    assert [entry["status"] for entry in record["criteria"]] == ["not_met", "clean"]


def test_checks_alone_need_no_judge_at_all(project: Project) -> None:
    project.write_cases(
        [
            case(
                "Total: 12",
                {"check": {"contains": "12"}, "points": 10},
                {"check": {"max_words": 1}, "points": 10},
            )
        ]
    )
    run = project.run("--rubric-threshold", "50")
    assert run.outcomes == {"passed": 1, "warning": 1} or run.outcomes == {"passed": 1}
    (record,) = run.records
    assert (record["score"], record["calls"]) == (50, 0)


def test_a_warn_verdict_that_reaches_the_threshold_passes_with_a_warning(project: Project) -> None:
    project.write_cases(
        [case("abc", {"criterion": "A", "points": 7}, {"criterion": "B", "points": 3}, id="warned")]
    )
    with LoopbackJudge(lambda criterion, body: criterion == "A") as judge:
        run = project.run(judge=judge.base_url)
        strict = project.run("-W", "error::pytest_rubric.RubricWarning", judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"passed": 1, "warning": 1}
    assert "RubricWarning: warned:" in run.out
    assert strict.outcomes == {"failed": 1}


def test_samples_are_asked_that_often_and_the_majority_decides(project: Project) -> None:
    project.write_cases([case("abc", {"criterion": "A", "points": 10})])
    answers = iter([True, False, True])
    with LoopbackJudge(lambda criterion, body: next(answers)) as judge:
        run = project.run("--rubric-samples", "3", judge=judge.base_url)
        assert judge.calls == 3
    (record,) = run.records
    assert (record["score"], record["calls"]) == (100, 3)
    assert record["criteria"][0]["confidence"] == pytest.approx(2 / 3)


def test_strategy_criterion_asks_one_call_a_criterion(project: Project) -> None:
    project.write_cases([case("abc", "A", "B", {"check": {"contains": "abc"}})])
    with LoopbackJudge(lambda criterion, body: True) as judge:
        run = project.run("--rubric-strategy", "criterion", judge=judge.base_url)
        assert judge.calls == 2
    assert run.scores == {"case-0": 100}


def test_feedback_none_asks_for_decisions_only(project: Project) -> None:
    project.write_cases([case("abc", "A")])
    with LoopbackJudge(lambda criterion, body: True) as judge:
        project.run("--rubric-feedback", "none", judge=judge.base_url)
        (body,) = judge.bodies
    schema = body["response_format"]["json_schema"]["schema"]
    assert list(schema["properties"]) == ["criteria"]
