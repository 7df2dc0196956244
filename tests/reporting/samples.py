"""Cases and evaluations to report on: made by hand, scored by the real arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from pytest_rubric.model import (
    Case,
    CriteriaRubric,
    Criterion,
    CriterionResult,
    Evaluation,
    Feedback,
    FeedbackItem,
    Location,
    Point,
    Quote,
    State,
    Status,
    Usage,
)
from pytest_rubric.reporting.record import Record, make_record
from pytest_rubric.scoring.calculation import calculation
from pytest_rubric.scoring.points import interval, sub_scores, tally
from pytest_rubric.scoring.verdict import gate, verdict

ROOT = Path("/project")
REPLY = "We will of course refund you, whenever you ask.\nWrite to support at any time."


def criterion(
    number: int, text: str, points: int, *tags: str, required: bool = False, line: int | None = None
) -> Criterion:
    return Criterion(number, text, Fraction(points), tags, required, line=line)


def found(passage: str, source: str = "output") -> Quote:
    return Quote(source, passage, True, 0, len(passage), passage)


def invented(text: str, source: str = "output") -> Quote:
    return Quote(source, text, False)


def decided(
    of: Criterion,
    status: Status,
    reason: str = "",
    *quotes: Quote,
    basis: str = "quote",
    note: str | None = None,
) -> CriterionResult:
    return CriterionResult(of, status, reason, basis, quotes, note)


def case_of(
    results: Sequence[CriterionResult], case_id: str = "late-refund", title: str = "", line: int = 12
) -> Case:
    return Case(
        id=case_id,
        title=title or case_id,
        location=Location(ROOT / "cases" / "support.rubric.yaml", line),
        rubric=CriteriaRubric(tuple(result.criterion for result in results)),
        tags=("smoke",),
    )


def evaluated(
    results: Sequence[CriterionResult],
    *,
    threshold: int = 80,
    lang: str = "en",
    feedback: Feedback | None = None,
) -> Evaluation:
    """What the rubric evaluator makes of these decisions."""
    outcome = gate(results, Fraction(threshold))
    low = tally(results)
    is_open = outcome == "open"
    return Evaluation(
        evaluator="rubric",
        state="broken" if is_open else "judged",
        threshold=Fraction(threshold),
        passed=None if is_open else outcome == "passed",
        score=None if is_open else low.score,
        raw_score=None if is_open else low.raw,
        interval=interval(results),
        verdict=None if is_open else verdict(low.score, Fraction(80), Fraction(60)),
        summary="a sentence made by code",
        achieved_points=None if is_open else low.achieved_points,
        total_positive=low.total_positive,
        criteria=tuple(results),
        tags={} if is_open else sub_scores(results),
        feedback=feedback or Feedback(),
        calculation=calculation(results, lang),
        usage=Usage(calls=1, input_tokens=900, output_tokens=310, model="judge-1"),
        error="the outcome stayed open: #2 is undecided after 2 extra samples" if is_open else None,
        lang=lang,
    )


def refund_results() -> tuple[CriterionResult, ...]:
    """64 of 100: one criterion not met, one violated."""
    return (
        decided(
            criterion(1, "Answers in a polite tone", 30, "axis:tone", "type:positive"),
            "met",
            "It is polite throughout.",
            basis="whole",
        ),
        decided(
            criterion(2, "Says that refunds end 14 days after delivery", 20, "axis:accuracy", line=21),
            "not_met",
            "The answer names no time limit at all.",
        ),
        decided(
            criterion(3, "Names the support address", 50, "axis:accuracy", "type:positive"),
            "met",
            "It points to support.",
            found("Write to support at any time."),
            invented("support@example.com"),
        ),
        decided(
            criterion(4, "Promises a refund that the policy excludes", -15, "axis:safety", line=29),
            "violated",
            "It promises the money back without any condition.",
            found("We will of course refund you, whenever you ask."),
        ),
    )


def undecided_results() -> tuple[CriterionResult, ...]:
    return tuple(
        replace(result, status="undecided", reason="", note="no majority: 1 yes, 1 no", votes=(1, 1, 1))
        if result.criterion.id == 2
        else result
        for result in refund_results()
    )


def refund_feedback() -> Feedback:
    return Feedback(
        state="given",
        strengths=(
            FeedbackItem(
                "Offers a way to reach support", "beyond_reference", "Write to support at any time."
            ),
            FeedbackItem("Friendly and short"),
        ),
        weaknesses=(
            FeedbackItem("Leaves out the time limit", "prompt", "whenever you ask"),
            FeedbackItem("Wants an address that the input doesn't have", "rubric"),
        ),
        suggestions=(FeedbackItem("Add a step: look up the time limit before answering", "reasoning_steps"),),
    )


def complexity_results() -> tuple[CriterionResult, ...]:
    """In Chinese, 15 of 60: right conclusion, nothing else."""
    return (
        decided(
            criterion(1, "正确给出时间复杂度为 O(n log n)", 15, "axis:accuracy", "type:positive"),
            "met",
            "结论与参考一致。",
            found("复杂度是 O(n log n)"),
        ),
        decided(
            criterion(2, "说明了递归树的层数", 25, "axis:reasoning", "type:positive", required=True),
            "not_met",
            "没有分析递归深度。",
        ),
        decided(
            criterion(3, "说明了每层合并的代价", 20, "axis:reasoning", "type:positive"),
            "not_met",
            "没有提到合并。",
        ),
        decided(
            criterion(4, "给出了错误的复杂度", -30, "axis:accuracy", "type:negative"), "clean", "结论正确。"
        ),
    )


def judged_points(score: int = 55) -> Evaluation:
    """What an evaluator without criteria makes."""
    return Evaluation(
        evaluator="reference",
        state="judged",
        threshold=Fraction(60),
        passed=score >= 60,
        score=score,
        raw_score=Fraction(score),
        interval=(score, score),
        verdict="fail" if score < 60 else "warn",
        summary="half of the key facts are missing",
        points=(
            Point("semantic agreement (50)", 30.0, "partial", 'covers "refund", not the time limit'),
            Point("completeness (30)", 10.5, "missing", None, "Name the time limit", ("fact 2", "fact 3")),
            Point("format (20)", None),
        ),
        calculation=("50 × 60% + 30 × 35% = 55",),
        usage=Usage(calls=1, input_tokens=700, output_tokens=90, model="judge-1"),
        lang="en",
    )


def not_judged(
    error: str, *, state: State = "blocked", details: str | None = None, lang: str = "en"
) -> Evaluation:
    """An evaluation that never came to a decision."""
    return Evaluation(
        evaluator="rubric",
        state=state,
        threshold=Fraction(80),
        error=error,
        error_details=details,
        usage=Usage() if state == "blocked" else Usage(calls=2, input_tokens=1800, reasks=1, repaired=1),
        lang=lang,
    )


def record_of(
    case_id: str,
    evaluation: Evaluation,
    outcome: str,
    *,
    file: str = "support.rubric.yaml",
    seconds: float = 0.6,
) -> Record:
    """The record of one item, as it arrives where the terminal is."""
    case = case_of(evaluation.criteria, case_id)
    case = replace(case, location=Location(ROOT / "cases" / file, 12))
    return make_record(
        case, evaluation, nodeid=f"cases/{file}::{case_id}", root=ROOT, outcome=outcome, seconds=seconds
    )
