"""The text family through a real pytest and a real HTTP endpoint."""

from __future__ import annotations

from tests.evaluators.presets.text_answers import DIMENSIONS, reply
from tests.support.loopback import Body, LoopbackJudge
from tests.support.project import Project

CASES = """\
    cases:
    - id: valve
      Input: How do I open the valve?
      ActualOutput: It is important to note that the valve opens to the left. 1. Open it. 1. Close it.
      evaluators: [text-ai-flavor, text-format, text-language-consistency, text-conciseness]
    - id: no-question
      ActualOutput: It opens to the left.
      evaluators: [text-conciseness]
"""
FOUND = {
    "text-ai-flavor": {"template_opening": "moderate"},
    "text-format": {"numbering_continuity": "minor", "punctuation_standardization": "moderate"},
    "text-language-consistency": {},
    "text-conciseness": {"information_completeness": "moderate"},
}


def answer(body: Body) -> dict[str, object]:
    asked = body["messages"][0]["content"]
    (preset,) = (name for name, keys in DIMENSIONS.items() if all(f"- {key}: " in asked for key in keys))
    return reply(preset, FOUND[preset])


def test_four_items_of_one_case_in_every_face(project: Project) -> None:
    project.write("suite.rubric.yaml", CASES)
    with LoopbackJudge(reply=answer) as judge:
        run = project.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 4
    assert run.outcomes == {"passed": 3, "failed": 1, "error": 1, "warning": 2}
    records = {record["nodeid"].partition("::")[2]: record for record in run.records}
    assert {
        name: (record["score"], record["verdict"], record["outcome"]) for name, record in records.items()
    } == {
        "valve/text-ai-flavor": (60, "warn", "passed"),
        "valve/text-format": (25, "fail", "failed"),
        "valve/text-language-consistency": (100, "pass", "passed"),
        "valve/text-conciseness": (60, "warn", "passed"),
        "no-question/text-conciseness": (None, None, "error"),
    }
    blocked = records["no-question/text-conciseness"]
    assert (blocked["state"], blocked["calls"]) == ("blocked", 0)
    assert (
        blocked["error"] == "text-conciseness needs the question: give the case an Input; nothing was asked"
    )
    record = records["valve/text-format"]
    assert record["summary"] == "“It is important to note”: It says nothing yet. (and 1 more)"
    assert record["points"][3] == {
        "label": "punctuation",
        "score": 20,
        "maximum": 100,
        "status": "partial",
        "evidence": "moderate: “It is important to note” — It says nothing yet.; deduction 80 × 0.9 = 72",
        "suggestion": "Leave it out.",
        "anchors": [],
    }
    assert f"text-format: 25 < 60 (fail): {record['summary']}" in run.out
    report = (project.path / "reports" / "case_0_text-format_eval_result.md").read_text(encoding="utf-8")
    assert "**Total: 25**" in report
    assert "score = 100 − (72 + 20 / 7) = 25.1, rounded 25" in report
    assert "- Note: the judge in one sentence: It announces and does not say." in report
    again = project.run("--rubric-replies", "only")
    assert [record["score"] for record in again.records] == [record["score"] for record in run.records]
    assert sum(record["calls"] for record in again.records) == 0
