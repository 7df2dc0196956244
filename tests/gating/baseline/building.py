"""Cases as they come to be compared, made by hand."""

from __future__ import annotations

from fractions import Fraction

from pytest_rubric.gating.baseline.states import CaseState, Decision, JudgeState

SMALL = JudgeState(model="small", base_url="http://localhost:8080/v1", prompts={"rubric": "1"})


def decision(
    criterion: str, status: str, evidence: str = "", points: int | None = 10, id: int = 1
) -> Decision:
    return Decision(id, criterion, status, evidence, None if points is None else Fraction(points))


def state(
    score: str | None,
    *decisions: Decision,
    passed: bool | None = None,
    threshold: int = 60,
    high: str | None = None,
    case_hash: str | None = "c1",
    output_hash: str | None = "o1",
    judge: JudgeState | None = SMALL,
    verdict: str | None = "warn",
) -> CaseState:
    """A case with this score, or this low end where it has a high one."""
    low = None if score is None else Fraction(score)
    return CaseState(
        passed=low is not None and low >= threshold if passed is None else passed,
        score=low,
        low=low,
        high=low if high is None else Fraction(high),
        threshold=Fraction(threshold),
        verdict=verdict,
        decisions=decisions,
        case_hash=case_hash,
        output_hash=output_hash,
        judge=judge,
    )
