"""Weighed dimensions through a real pytest and a real HTTP endpoint, in every face."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tests.support.loopback import Body, LoopbackJudge
from tests.support.project import Project

CASES = """\
    cases:
    - id: entanglement
      Input: Explain quantum entanglement to a high school student.
      ActualOutput: It is like two magic coins. They always land on the same side.
      Judge:
      - name: Accuracy
        weight: 0.4
        levels: {1: wrong, 3: mostly right, 5: right}
      - {name: Accessibility, weight: 0.3}
      - {name: Engagement, weight: 0.3}
"""


def ratings(levels: Mapping[str, object]) -> Any:
    """A reply to a request by the names of the dimensions in it; ``None`` leaves one out."""

    def reply(body: Body) -> dict[str, object]:
        user = body["messages"][1]["content"]
        entries = [
            {
                "id": int(number),
                "basis": "quote",
                "quotes": [{"from": "output", "text": "two magic coins"}],
                "justification": f"about {name}",
                "level": levels[name],
                "improvement": f"better {name}",
            }
            for number, name in re.findall(r"^(\d+)\. (\w+)$", user, re.MULTILINE)
            if levels[name] is not None
        ]
        return {"dimensions": entries, "strengths": [], "weaknesses": [], "suggestions": []}

    return reply


def test_levels_in_every_face(project: Project) -> None:
    project.write("suite.rubric.yaml", CASES)
    levels = {"Accuracy": 1, "Accessibility": 4, "Engagement": 3}
    with LoopbackJudge(reply=ratings(levels)) as judge:
        run = project.run("--rubric-report-dir", "reports", "--junitxml", "junit.xml", judge=judge.base_url)
        assert judge.calls == 1
        told = judge.bodies[0]["response_format"]["json_schema"]["schema"]["properties"]
    assert list(told) == ["dimensions", "strengths", "weaknesses", "suggestions"]
    assert run.outcomes == {"failed": 1}
    record = run.record("entanglement")
    assert (record["evaluator"], record["state"], record["score"]) == ("dimensions", "judged", 50)
    assert record["figures"] == {"weighted_score": 2.5, "overall_score": 2.67}
    assert record["criteria"] == []
    assert record["points"][0] == {
        "label": "Accuracy",
        "score": 1,
        "maximum": 5,
        "status": "wrong",
        "evidence": "about Accuracy",
        "suggestion": "better Accuracy",
        "anchors": ["two magic coins"],
    }
    summary = "weighted 2.5 of 5, mean 2.67; lowest: “Accuracy” 1/5, “Engagement” 3/5"
    assert f"dimensions: 50 < 60 (fail): {summary}" in run.out
    report = (project.path / "reports" / "case_0_eval_result.md").read_text(encoding="utf-8")
    assert report.startswith("## Evaluation result\n\n**Total: 50**\n\n### Scores by dimension\n")
    assert "- Accuracy: 1/5 — wrong; about Accuracy; [two magic coins]\n" in report
    assert "weighted_score = (1 × 0.4 + 4 × 0.3 + 3 × 0.3) / (0.4 + 0.3 + 0.3) = 2.5 / 1 = 2.5" in report
    assert "1. Accuracy: better Accuracy\n" in report
    assert 'value="50"' in (project.path / "junit.xml").read_text(encoding="utf-8")


def test_stored_replies_serve_a_second_run_and_a_changed_weight(project: Project) -> None:
    path = project.write("suite.rubric.yaml", CASES)
    levels = {"Accuracy": 5, "Accessibility": 4, "Engagement": 3}
    with LoopbackJudge(reply=ratings(levels)) as judge:
        assert project.run(judge=judge.base_url).scores == {"entanglement": 82}
        assert judge.calls == 1
        assert project.run("--rubric-feedback", "none", judge=judge.base_url).scores == {"entanglement": 82}
        assert judge.calls == 1
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("weight: 0.4", "weight: 0"), encoding="utf-8")
    # what a dimension weighs is no question to the judge
    only = project.run("--rubric-replies", "only")
    assert (only.scores, only.record("entanglement")["calls"]) == ({"entanglement": 70}, 0)
    path.write_text(text.replace("mostly right", "half right"), encoding="utf-8")
    changed = project.run("--rubric-replies", "only")
    assert changed.outcomes == {"error": 1}
    assert "what differs is the case" in changed.record("entanglement")["error"]


def test_a_dimension_that_is_never_rated_leaves_an_interval(project: Project) -> None:
    project.write("suite.rubric.yaml", CASES)
    levels = {"Accuracy": 5, "Accessibility": 4, "Engagement": None}
    with LoopbackJudge(reply=ratings(levels)) as judge:
        run = project.run("-W", "default", judge=judge.base_url)
        assert judge.calls == 2
    record = run.record("entanglement")
    assert (record["outcome"], record["score"], record["interval"]) == ("passed", 70, [70, 94])
    assert record["points"][2]["score"] is None
    assert "passed with “Engagement” undecided (score 70 to 94)" in run.out


def test_a_level_between_described_ones_is_asked_once_more_and_then_open(project: Project) -> None:
    project.write("suite.rubric.yaml", CASES)
    levels = {"Accuracy": 4, "Accessibility": 3, "Engagement": 3}
    with LoopbackJudge(reply=ratings(levels)) as judge:
        run = project.run("--rubric-threshold", "80", judge=judge.base_url)
        # one question and its re-ask, in the first round: even level 5 would leave 76
        assert judge.calls == 2
    record = run.record("entanglement")
    assert (record["outcome"], record["score"], record["interval"]) == ("failed", 44, [44, 76])
    assert record["points"][0]["evidence"] == "no level that may be given: 4 (allowed: 1, 3, 5)"


def test_an_outcome_that_stays_open_is_an_error_that_says_what_to_do(project: Project) -> None:
    project.write("suite.rubric.yaml", CASES)
    levels = {"Accuracy": 5, "Accessibility": 4, "Engagement": None}
    with LoopbackJudge(reply=ratings(levels)) as judge:
        run = project.run("--rubric-threshold", "80", judge=judge.base_url)
        # a question and its re-ask, then two extra samples and theirs
        assert judge.calls == 6
    record = run.record("entanglement")
    assert (record["outcome"], record["score"], record["interval"]) == ("error", None, [70, 94])
    assert record["figures"] == {}
    assert record["error"].startswith(
        "the outcome stayed open: score 70 to 94, threshold 80; undecided: “Engagement” ("
    )
    told = " ".join(run.out.split())
    assert (
        "What to do: the judge does not keep to the form of the reply, and more samples seldom help: take "
        "another model (--rubric-model), or ask one thing a call (--rubric-strategy criterion)."
    ) in told


def test_faults_of_a_rubric_cost_no_call_and_no_other_case(project: Project) -> None:
    project.write(
        "suite.rubric.yaml",
        CASES
        + """\
    - id: broken
      Input: a
      ActualOutput: b
      Judge: [{name: Accuracy, weight: -1}, {name: accuracy, scale: 1-4}]
    """,
    )
    with LoopbackJudge(reply=ratings({"Accuracy": 5, "Accessibility": 5, "Engagement": 5})) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 1
    assert run.outcomes == {"passed": 1, "error": 1}
    record = run.record("broken")
    assert (
        record["error"].splitlines()
        == [
            'suite.rubric.yaml:14:36: case broken: dimension 1: `weight` must be a number of at least 0, found "-1"',
            'suite.rubric.yaml:14:65: case broken: dimension 2: `scale` must be one of 1-3, 1-5, 1-10, or 0-N for levels that are points, found "1-4"',
            'suite.rubric.yaml:14:50: case broken: dimension 2: the name "accuracy" is taken by dimension 1; names '
            "must be unique",
        ]
        or record["state"] == "blocked"
    )


def test_calls_are_estimated_without_a_call(project: Project) -> None:
    project.write("suite.rubric.yaml", CASES)
    run = project.run("--co", json_lines=False)
    assert (
        "rubric: 1 case, at most 3 judge calls (retries aside); stored replies answer 0 of 1 case with inline output"
        in run.out
    )
