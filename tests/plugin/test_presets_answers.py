"""The presets about answers through a real pytest and a real HTTP endpoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pytest_rubric.evaluators.presets.answers import depth_texts, instruction_texts, quality_texts
from tests.evaluators.presets import answer_replies as replies
from tests.evaluators.presets.answer_replies import Reply
from tests.support.loopback import Body, LoopbackJudge
from tests.support.project import Project

QUESTION = f"{replies.QUESTION} Use at most 5 words. Be polite."
CASE: dict[str, Any] = {
    "id": "plugs",
    "Input": QUESTION,
    "ActualOutput": replies.ANSWER,
    "evaluators": ["result-answer", "preset-result-instruction", "depth-result"],
}

GOOD: Mapping[str, Reply] = {
    **replies.answers(
        relevance=replies.relevance("relevant", "supporting", "irrelevant"),
        completeness=replies.completeness("covered", "partial", "missing"),
        coherence=replies.coherence(3, replies.issue()),
    ),
    "result-instruction-constraints": replies.constraints(
        ("short", "Use at most 5 words", "length"), ("polite", "Be polite", "style")
    ),
    "result-instruction-verdicts": {"constraints": [replies.kept(2, "met", quote="Norway")]},
    "depth-result-needs": replies.required(
        causal_depth="none",
        structured_reasoning="light",
        multi_perspective_tradeoff="full",
        context_provision="light",
        insight_synthesis="none",
    ),
    "depth-result-verdicts": replies.reached(
        "The voltage is high",
        structured_reasoning="partial",
        multi_perspective_tradeoff="missing",
        context_provision="met",
    ),
}

PROMPTS = {
    "result-answer-statements": quality_texts.STATEMENTS,
    "result-answer-needs": quality_texts.NEEDS,
    "result-answer-coherence": quality_texts.COHERENCE,
    "result-answer-relevance": quality_texts.RELEVANCE,
    "result-answer-completeness": quality_texts.COMPLETENESS,
    "result-instruction-constraints": instruction_texts.CONSTRAINTS,
    "result-instruction-verdicts": instruction_texts.VERDICTS,
    "depth-result-needs": depth_texts.NEEDS,
    "depth-result-verdicts": depth_texts.VERDICTS,
}
_NAMES = {prompt["en"].rules: name for name, prompt in PROMPTS.items()}


def reply(**other: Reply) -> Callable[[Body], Reply]:
    """Answers by the question that is asked, which its rules tell."""

    def answer(body: Body) -> Reply:
        name = _NAMES[body["messages"][0]["content"]]
        return other.get(name.replace("-", "_"), GOOD[name])

    return answer


def by_evaluator(records: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {record["evaluator"]: record for record in records}


def test_three_presets_of_one_case_in_every_face(project: Project) -> None:
    project.write_cases([CASE])
    with LoopbackJudge(reply=reply()) as judge:
        run = project.run("--rubric-report-dir", "reports", judge=judge.base_url)
        assert judge.calls == 9
    assert run.outcomes["passed"] == 1
    assert run.outcomes["failed"] == 2
    records = by_evaluator(run.records)
    assert {name: (each["score"], each["verdict"], each["calls"]) for name, each in records.items()} == {
        "result-answer": (63.4, "warn", 5),
        "result-instruction": (50, "fail", 2),
        "depth-result": (45.8, "fail", 2),
    }
    answer = records["result-answer"]
    assert (answer["summary"], answer["state"], answer["criteria"]) == ("need 2 is partial", "judged", [])
    assert answer["points"][1] == {
        "label": "Completeness",
        "score": 66.7,
        "maximum": 100,
        "status": "partial",
        "evidence": (
            "“How high is the voltage” (further question): partly covered: need 2 is partial (“plugs of type F”); "
            "“A tip for the airport would be nice” (side wish): missing: need 3 is missing; "
            "“Which plug fits in Norway” (core): covered: need 1 is covered (“plugs of type F”)"
        ),
        "suggestion": "Give need 2.; Give need 3.",
        "anchors": [],
    }
    instruction = records["result-instruction"]
    assert instruction["summary"] == "asked for “Use at most 5 words”: 13 words, wanted at most 5"
    assert [point["score"] for point in instruction["points"]] == [0, 100]
    assert [point["score"] for point in records["depth-result"]["points"]] == [None, 50, 0, 100, None]
    assert "result-instruction: 50 < 60 (fail): asked for “Use at most 5 words”: 13 words" in run.out

    reports = {
        name: (project.path / "reports" / f"case_0_{name}_eval_result.md").read_text("utf-8")
        for name in records
    }
    assert "**Total: 63.4**" in reports["result-answer"]
    assert "- Relevance: 50/100 — partial; irrelevant: “Fjords are deep”" in reports["result-answer"]
    assert "score = 0.3 × 50 + 0.5 × 66.7 + 0.2 × 75 = 63.35 → 63.4" in reports["result-answer"]
    assert "- short: 0/100 — missing; length “Use at most 5 words”: 13 words" in reports["result-instruction"]
    assert "score = 100 × 1 / (1 + 1) = 50" in reports["result-instruction"]
    assert "(0.25 × 50 + 0.2 × 0 + 0.15 × 100) / (0.25 + 0.2 + 0.15) = 45.8" in reports["depth-result"]

    again = project.run("--rubric-replies", "only")
    assert {record["evaluator"]: record["score"] for record in again.records} == {
        name: each["score"] for name, each in records.items()
    }
    assert sum(record["calls"] for record in again.records) == 0


def test_another_output_asks_nothing_about_the_question_again(project: Project) -> None:
    project.write_cases([CASE])
    with LoopbackJudge(reply=reply()) as judge:
        project.run(judge=judge.base_url)
        assert judge.calls == 9
        project.write_cases([{**CASE, "ActualOutput": f"{replies.ANSWER} Norway!"}])
        run = project.run(judge=judge.base_url)
        # needs, constraints and what depth is called for come from the stored replies
        assert judge.calls == 15
    assert [record["score"] for record in run.records] == [63.4, 50, 45.8]


def test_empty_outputs_and_a_missing_question_cost_what_they_must(project: Project) -> None:
    presets = CASE["evaluators"]
    project.write_cases(
        [
            {**CASE, "id": "silent", "ActualOutput": " "},
            {"id": "unasked", "ActualOutput": replies.ANSWER, "evaluators": presets},
        ]
    )
    with LoopbackJudge(reply=reply()) as judge:
        run = project.run(judge=judge.base_url)
        # what is ordered, and what depth is called for
        assert judge.calls == 2
    assert run.outcomes == {"failed": 3, "error": 3}
    silent = [record for record in run.records if record["id"].startswith("silent")]
    assert [record["score"] for record in silent] == [0, 0, 0]
    unasked = [record for record in run.records if record["id"].startswith("unasked")]
    assert {record["state"] for record in unasked} == {"blocked"}


def test_a_forgotten_verdict_breaks_its_own_item_only(project: Project) -> None:
    project.write_cases([CASE])
    forgetful = replies.completeness("covered", "partial")
    with LoopbackJudge(reply=reply(result_answer_completeness=forgetful)) as judge:
        run = project.run(judge=judge.base_url)
        assert judge.calls == 10
    assert run.outcomes["error"] == 1
    record = by_evaluator(run.records)["result-answer"]
    assert (record["state"], record["score"], record["outcome"]) == ("broken", None, "error")
    assert record["error"] == (
        "the judge's reply can't be used: `3` is missing from `needs`: every one is answered exactly once"
    )


def test_nothing_to_score_skips(project: Project) -> None:
    project.write_cases([CASE])
    nothing: dict[str, Reply] = {
        "result_answer_needs": {"reason": "It only says hello.", "needs": []},
        "result_instruction_constraints": replies.constraints(reason="It orders nothing."),
        "depth_result_needs": replies.required(
            causal_depth="none",
            structured_reasoning="none",
            multi_perspective_tradeoff="none",
            context_provision="none",
            insight_synthesis="none",
        ),
    }
    with LoopbackJudge(reply=reply(**nothing)) as judge:
        run = project.run("-rs", judge=judge.base_url)
        assert judge.calls == 5
    assert run.outcomes == {"skipped": 3}
    assert {record["state"] for record in run.records} == {"unscored"}
    assert "the question calls for no analysis of any kind" in run.out
