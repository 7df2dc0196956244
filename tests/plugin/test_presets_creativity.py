"""Creativity through a real pytest and a real HTTP endpoint."""

from __future__ import annotations

from tests.evaluators.presets.creativity_answers import rated
from tests.support.loopback import LoopbackJudge
from tests.support.project import Project

CASES = """\
    cases:
    - id: lighthouse
      Input: Describe a lighthouse.
      ActualOutput: The lighthouse keeps a diary of ships. Firstly, it is tall.
      evaluators: [{name: creativity-expression, threshold: 40}]
"""


def test_ratings_in_every_face(project: Project) -> None:
    project.write("suite.rubric.yaml", CASES)
    with LoopbackJudge(reply=[{"dimensions": rated(3, 2, 1, 1, 1)}]) as judge:
        run = project.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"failed": 1}
    (record,) = run.records
    assert (record["score"], record["verdict"], record["threshold"]) == (30, "fail", 40)
    assert record["summary"] == "“Firstly, it is tall”: It is 1. (and 3 more)"
    assert [point["score"] for point in record["points"]] == [100, 50, 0, 0, 0]
    assert f"creativity-expression: 30 < 40 (fail): {record['summary']}" in run.out
    path = project.path / "reports" / "case_0_creativity-expression_eval_result.md"
    report = path.read_text(encoding="utf-8")
    assert "- perspective: 50/100 — partial; 2 of 3: “Firstly, it is tall” — It is 2.\n" in report
    assert "- free of templates: 0/100 — missing; 1 of 3: “Firstly, it is tall” — It is 1.\n" in report
    assert "score = 100 × (3 + 2 + 1 + 1 + 1 − 5) / 10 = 30" in report
    assert "1. perspective: Let the light speak.\n" in report
    again = project.run("--rubric-replies", "only")
    assert (again.records[0]["score"], again.records[0]["calls"]) == (30, 0)


def test_a_rating_between_two_is_asked_once_more_and_then_an_error(project: Project) -> None:
    project.write("suite.rubric.yaml", CASES)
    with LoopbackJudge(reply=[{"dimensions": rated(2.5, 3, 3, 3, 3)}]) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 2
    assert run.outcomes == {"error": 1}
    error = "the judge's reply can't be used: `rating` of novelty is 2.5; it must be one of 1, 2, 3"
    assert (run.records[0]["error"], run.records[0]["score"]) == (error, None)
