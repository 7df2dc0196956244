"""What stands beside the score: feedback, notes, and evidence that is let pass."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_rubric import ScriptedJudge
from pytest_rubric.judging.protocol import JudgeRequest
from pytest_rubric.model import Evaluation, FeedbackItem
from tests.evaluators.rubric.building import (
    criteria,
    entry,
    judged_by,
    reply,
    said,
    settings,
    statuses,
    subject,
)


def with_feedback(**lists: object) -> Evaluation:
    return judged_by(subject(criteria(10)), ScriptedJudge([reply(entry(1, True), **lists)]))


# --- feedback ---------------------------------------------------------------------------------


def test_feedback_is_kept_with_its_labels_and_the_quotes_that_are_found() -> None:
    feedback = with_feedback(
        strengths=[
            {"text": "Says what to do", "quote": "TAKE the stairs", "beyond_reference": True},
            {"text": "Short", "quote": "three floors", "beyond_reference": False},
        ],
        weaknesses=[
            {"cause": "rubric", "text": "Vague statement", "quote": ""},
            {"cause": "[testcase]", "text": "Old date", "quote": None},
            {"cause": "weather", "text": "Unknown cause"},
            {"text": "No cause"},
        ],
        suggestions=[
            {"aim": "Edge cases", "text": "List who can't take stairs"},
            {"aim": "be nicer", "text": "Unknown aim"},
            "As plain text",
        ],
    ).feedback
    assert feedback.state == "given"
    assert feedback.strengths == (
        FeedbackItem("Says what to do", "beyond_reference", "take the stairs"),
        FeedbackItem("Short", "", None),
    )
    assert feedback.weaknesses == (
        FeedbackItem("Vague statement", "rubric"),
        FeedbackItem("Old date", "testcase"),
        FeedbackItem("Unknown cause", "prompt"),
        FeedbackItem("No cause", "prompt"),
    )
    assert feedback.suggestions == (
        FeedbackItem("List who can't take stairs", "edge_cases"),
        FeedbackItem("Unknown aim", ""),
        FeedbackItem("As plain text", ""),
    )


@pytest.mark.parametrize(
    "lists",
    [
        {"strengths": "good"},
        {"strengths": None, "weaknesses": {"text": "x"}},
        {"strengths": [None, 5, [], {}, {"text": ""}, {"text": 7}, {"quote": "take the stairs"}]},
        {"suggestions": [{"aim": ["x"], "text": {"a": 1}}]},
        {"score": 0, "verdict": "fail"},
    ],
)
def test_feedback_of_any_shape_changes_no_score(lists: dict[str, object]) -> None:
    evaluation = with_feedback(**lists)
    assert (evaluation.score, evaluation.passed, evaluation.usage.calls) == (100, True, 1)
    assert (evaluation.feedback.strengths, evaluation.feedback.weaknesses) == ((), ())
    assert evaluation.feedback.suggestions == ()


def test_feedback_is_capped() -> None:
    many = [{"text": f"{n} " + "very long " * 500, "cause": "prompt"} for n in range(40)]
    weaknesses = with_feedback(weaknesses=many).feedback.weaknesses
    assert len(weaknesses) == 10
    assert {len(item.text) for item in weaknesses} <= set(range(700, 801))
    assert all(item.text.endswith("…") for item in weaknesses)


def test_feedback_is_cleaned_for_display() -> None:
    [item] = with_feedback(strengths=[{"text": "red \x1b[31m\ud83d"}]).feedback.strengths
    assert item.text == "red \\x1b[31m\\ud83d"


def test_feedback_that_is_missing_is_called_so() -> None:
    assert with_feedback().feedback.state == "missing"
    assert with_feedback(weaknesses=[]).feedback.state == "given"


@pytest.mark.parametrize("changes", [{"feedback": "none"}, {"strategy": "criterion"}])
def test_feedback_that_was_not_asked_for_is_not_shown(changes: dict[str, object]) -> None:
    judge = ScriptedJudge([reply(entry(1, True), strengths=[{"text": "unasked"}])])
    evaluation = judged_by(subject(criteria(10), settings=settings(**changes)), judge)
    assert (evaluation.feedback.state, evaluation.feedback.strengths) == ("not_asked", ())


# --- evidence that is let pass ----------------------------------------------------------------


def test_warn_keeps_a_decision_without_evidence_and_marks_it() -> None:
    script = [
        reply(entry(1, True, quotes=["the lift is fixed"]), entry(2, False)),
        reply(entry(1, True, quotes=["the lift works again"])),
    ]
    evaluation = judged_by(
        subject(criteria(70, 30), settings=settings(evidence="warn")), ScriptedJudge(script)
    )
    assert (statuses(evaluation), evaluation.score) == (["met", "not_met"], 70)
    kept = evaluation.criteria[0]
    assert kept.note == (
        "kept without evidence (--rubric-evidence warn): "
        "a yes whose quote does not stand in the text: “the lift works again”"
    )
    assert [(quote.text, quote.found) for quote in kept.quotes] == [("the lift works again", False)]
    assert evaluation.notes == (
        "quotes that do not stand in the text they name: 1 of 1",
        "decisions kept without evidence (--rubric-evidence warn): 1",
    )
    strict = judged_by(subject(criteria(70, 30)), ScriptedJudge([*script, *script[1:] * 4]))
    assert strict.state == "broken"


def test_warn_prefers_the_sample_that_has_evidence() -> None:
    def answer(request: JudgeRequest) -> dict[str, object]:
        quotes = ["take the stairs"] if request.sample == 1 else ["the lift is fixed"]
        return reply(entry(1, True, quotes=quotes))

    plan = settings(evidence="warn", samples=2)
    evaluation = judged_by(subject(criteria(10), settings=plan), ScriptedJudge(answer))
    assert evaluation.criteria[0].note is None
    assert [quote.found for quote in evaluation.criteria[0].quotes] == [True]


# --- notes ------------------------------------------------------------------------------------


def test_a_clean_evaluation_has_no_notes() -> None:
    assert judged_by(subject(criteria(10, 5)), said({1: True, 2: False})).notes == ()


def test_decisions_about_the_whole_are_counted() -> None:
    judge = ScriptedJudge.deciding({1: True, 2: True, 3: "lit at night"})
    evaluation = judged_by(subject(criteria(10, -5, 5)), judge)
    assert [result.basis for result in evaluation.criteria] == ["whole", "whole", "quote"]
    assert evaluation.notes == ("decisions about the output as a whole, without a quote: 2",)


def test_the_quotes_of_a_no_are_not_counted() -> None:
    judge = ScriptedJudge([reply(entry(1, True), entry(2, False, quotes=["three floors", "no lift"]))])
    evaluation = judged_by(subject(criteria(10, 5)), judge)
    assert evaluation.notes == ()
    assert [quote.found for quote in evaluation.criteria[1].quotes] == [False, False]


def test_repairs_and_fields_without_use_are_noted() -> None:
    text = (
        '{"criteria": [{"id": 1, "reason": "r", "quotes": ["lit at night"], "present": true,}], '
        '"score": 1.0, "pass": true}'
    )
    evaluation = judged_by(subject(criteria(10)), ScriptedJudge([text]))
    assert evaluation.notes == (
        "replies that had to be repaired before they could be read: 1",
        "fields of a reply that count for nothing: pass, score",
    )
    assert (evaluation.score, evaluation.usage.repaired) == (100, 1)


# --- language ---------------------------------------------------------------------------------


def test_everything_is_in_the_language_of_the_case() -> None:
    rubric = [replace(criterion, text="请走楼梯") for criterion in criteria(60, 40)]
    script = [reply(entry(1, True, quotes=["楼梯"]), entry(2, None)), reply(entry(2, None))]
    made = subject(rubric, output="电梯坏了，请走楼梯。", input="电梯怎么了？")
    evaluation = judged_by(made, ScriptedJudge(script))
    assert evaluation.lang == "zh"
    assert evaluation.warnings == (
        "通过，但 #2 未定（得分 60 到 100）",
        "通过，但 60 分的评定是 warn（及格线 60）",
    )
    assert evaluation.summary == "100 分中得 60 分；#2 未定"
    assert evaluation.criteria[1].note == "既不是“是”也不是“否”：null"
    assert evaluation.calculation[-1] == "总分 ∈ [60, 100]（#2 未定）"


def test_the_language_of_the_report_can_be_set() -> None:
    evaluation = judged_by(subject(criteria(10), settings=settings(lang="zh")), said({1: True}))
    assert (evaluation.lang, evaluation.summary) == ("zh", "10 分中得 10 分；没有失分")


# --- run log ----------------------------------------------------------------------------------


def test_a_run_log_is_shown_and_can_be_quoted() -> None:
    log = [{"role": "user", "content": "lift?"}, {"role": "assistant", "content": "I asked the caretaker."}]
    judge = ScriptedJudge(
        lambda request: reply(entry(1, True, quotes=[{"from": "run_log", "text": "asked the caretaker"}]))
    )
    evaluation = judged_by(subject(criteria(10), run_log=log), judge)
    assert "I asked the caretaker." in judge.requests[0].messages[-1].content
    assert [(quote.source, quote.found) for quote in evaluation.criteria[0].quotes] == [("run_log", True)]
