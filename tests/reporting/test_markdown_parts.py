"""Parts of the Markdown report: feedback, evidence, notes, and the fixed frame."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_rubric.model import (
    CriterionResult,
    Feedback,
    FeedbackItem,
    Output,
    Usage,
)
from tests.reporting.rendering import rendered, section
from tests.reporting.samples import (
    REPLY,
    criterion,
    decided,
    evaluated,
    found,
    invented,
    refund_feedback,
    refund_results,
)


def test_empty_output_is_the_one_weakness() -> None:
    results = tuple(
        replace(
            result,
            status="not_met" if result.criterion.points > 0 else "clean",
            reason="empty output",
            quotes=(),
        )
        for result in refund_results()
    )
    evaluation = replace(
        evaluated(results, lang="zh"),
        score=0,
        raw_score=None,
        interval=(0, 0),
        usage=Usage(),
        summary="输出为空：0 分",
    )
    report = rendered(results, evaluation, Output(" \n"))
    assert "**总分：0**" in report
    assert section(report, "不足") == ["- [prompt] 输出为空"]
    assert section(report, "优点") == ["- 没有反馈：本用例未调用评审"]


@pytest.mark.parametrize(
    ("feedback", "usage", "said"),
    [
        (
            Feedback("not_asked"),
            Usage(calls=1),
            "feedback was not asked for (`--rubric-feedback none`, or one call a criterion)",
        ),
        (Feedback("missing"), Usage(stored=1), "feedback is missing (the reply holds none)"),
        (Feedback("not_asked"), Usage(), "no feedback: no judge was asked"),
    ],
    ids=["not asked", "missing", "checks only"],
)
def test_without_feedback_the_lost_criteria_take_the_weaknesses_place(
    feedback: Feedback, usage: Usage, said: str
) -> None:
    results = refund_results()
    report = rendered(results, replace(evaluated(results), feedback=feedback, usage=usage))
    assert section(report, "Strengths") == [f"- {said}"]
    assert section(report, "Suggestions") == ["- no feedback"]
    assert section(report, "Weaknesses") == [
        "- #2 (-20) Says that refunds end 14 days after delivery: The answer names no time limit at all.",
        "- #4 (-15) Promises a refund that the policy excludes: It promises the money back without any condition. "
        '> "We will of course refund you, whenever you ask."',
    ]


def test_without_feedback_and_without_losses() -> None:
    results = (decided(criterion(1, "Is polite", 10), "met", basis="whole"),)
    report = rendered(results, evaluated(results))
    assert section(report, "Weaknesses") == ["- no criterion lost points"]


def test_feedback_that_names_nothing_says_so() -> None:
    results = refund_results()
    report = rendered(results, evaluated(results, feedback=Feedback("given")))
    for heading in ("Strengths", "Weaknesses", "Suggestions"):
        assert section(report, heading) == ["- none named"]


def test_weakness_without_a_known_cause_is_the_prompts() -> None:
    results = refund_results()
    feedback = Feedback(
        "given", weaknesses=(FeedbackItem("Too long", "model"), FeedbackItem("Too old", "testcase"))
    )
    report = rendered(results, evaluated(results, feedback=feedback))
    assert section(report, "Weaknesses") == ["- [prompt] Too long", "- [testcase] Too old"]


def evidence_cell(result: CriterionResult) -> str:
    report = rendered((result,), evaluated((result,), threshold=0))
    row = section(report, "Rubric, criterion by criterion")[2]
    return row.removesuffix(" |").rsplit(" | ", 1)[1]


def test_evidence_shows_the_original_passage_not_what_the_judge_wrote() -> None:
    quote = replace(found("whenever you ask"), text="WHENEVER  you ask", passage=None, start=30, end=46)
    result = decided(criterion(1, "Sets no limit", -5), "violated", "", quote)
    assert evidence_cell(result) == '> "whenever you ask"'


def test_evidence_lists_several_quotes_and_names_other_sources() -> None:
    result = decided(
        criterion(1, "Calls the tool", 5), "met", "", found("refund you"), found("search(1)", "run_log")
    )
    assert evidence_cell(result) == '> "refund you", "search(1)" (run log)'


def test_quotes_of_a_no_never_mattered_and_are_not_struck_out() -> None:
    result = decided(criterion(1, "Names a limit", 5), "not_met", "It names none.", invented("14 days"))
    assert evidence_cell(result) == "It names none."


def test_notes_votes_and_counters_stay_apart_from_the_reason() -> None:
    result = replace(
        decided(
            criterion(1, "Is polite", 5), "met", "It is.", invented("please"), note="kept without evidence"
        ),
        votes=(2, 1, 1),
    )
    evaluation = replace(
        evaluated((result,)), usage=Usage(calls=3, stored=1, reasks=2, repaired=1, model="judge-1")
    )
    report = rendered((result,), evaluation)
    row = section(report, "Rubric, criterion by criterion")[2]
    assert row == (
        '| 1 | Is polite | +5 | positive | ✅ Met | ~~"please"~~ (not found in the output) — It is. '
        "(kept without evidence; votes: 2 yes, 1 no, 1 unusable) |"
    )
    assert section(report, "Calculation")[-1] == (
        "- judge calls 3, replies from the store 1, tokens 0, re-asked 2, replies repaired 1, judge-1"
    )


def test_warnings_and_notes_of_evaluation_and_output_stand_below_the_arithmetic() -> None:
    results = refund_results()
    evaluation = replace(evaluated(results), warnings=("verdict warn",), notes=("2 samples", "2 samples"))
    report = rendered(results, evaluation, Output(REPLY, notes=("standard error: a deprecation",)))
    assert [line for line in section(report, "Calculation") if line.startswith("- Note")] == [
        "- Note: verdict warn",
        "- Note: 2 samples",
        "- Note: standard error: a deprecation",
    ]


@pytest.mark.parametrize(
    ("lang", "total", "headings"),
    [
        (
            "zh",
            "**总分：65**",
            ["## 评估结果", "### Rubric 逐条判定", "### 数学验证", "### 优点", "### 不足", "### 改进建议"],
        ),
        (
            "en",
            "**Total: 65**",
            [
                "## Evaluation result",
                "### Rubric, criterion by criterion",
                "### Calculation",
                "### Strengths",
                "### Weaknesses",
                "### Suggestions",
            ],
        ),
    ],
)
def test_headings_order_and_table_are_fixed(lang: str, total: str, headings: list[str]) -> None:
    results = refund_results()
    evaluation = evaluated(results, lang=lang, feedback=refund_feedback())
    report = rendered(results, evaluation)
    lines = report.splitlines()
    assert [line for line in lines if line.startswith("#")] == headings
    assert lines[2] == total
    decision, evidence = ("判定", "证据摘要") if lang == "zh" else ("Decision", "Evidence")
    assert f"| # | Criterion | Points | Type | {decision} | {evidence} |" in lines
    assert "|---|-----------|--------|------|------|---------|" in lines
    # the arithmetic stands line by line, as the scoring wrote it
    assert "\n".join(evaluation.calculation) in report
    # nothing but the total stands outside the five blocks, and nothing in them outside table, list or fence
    fence = False
    for line in lines[3:]:
        if line.startswith("```"):
            fence = not fence
        elif line and not fence:
            assert line[0] in "#|-0123456789", line
    assert not fence
