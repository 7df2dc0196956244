"""``comparison.json``: what came of a comparison, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pytest_rubric.evaluators.pairwise.criteria import PARTS
from pytest_rubric.evaluators.pairwise.totals import PairTotals
from pytest_rubric.model import FeedbackItem
from pytest_rubric.model.comparison import SIDES, Side, Winner
from pytest_rubric.scoring.figures import half_up, rounded

Number = int | float | None


def document(
    winner: Winner,
    reasoning: str,
    totals: PairTotals,
    expectations: Sequence[str],
    remarks: Mapping[Side, tuple[Sequence[FeedbackItem], Sequence[FeedbackItem]]],
) -> dict[str, object]:
    """The document, its keys in their fixed order. What was not judged is ``None``.

    ``remarks`` are strengths and weaknesses. Without expectations there is no
    ``expectation_results``.
    """
    made: dict[str, object] = {
        "winner": winner,
        "reasoning": reasoning,
        "rubric": {side: _rubric(side, totals) for side in SIDES},
        "output_quality": {side: _quality(side, totals, *remarks[side]) for side in SIDES},
    }
    if expectations:
        made["expectation_results"] = {side: _expectations(side, totals, expectations) for side in SIDES}
    return made


def _rubric(side: Side, totals: PairTotals) -> dict[str, object]:
    made: dict[str, object] = {}
    for part in PARTS:
        made[part] = {each.key: _number(level) for each, level in totals.levels(part, side).items()}
    for part in PARTS:
        made[f"{part}_score"] = _decimal(totals.score(part, side))
    made["overall_score"] = _decimal(totals.overall(side))
    return made


def _quality(
    side: Side,
    totals: PairTotals,
    strengths: Sequence[FeedbackItem],
    weaknesses: Sequence[FeedbackItem],
) -> dict[str, object]:
    overall = totals.overall(side)
    return {
        "score": None if overall is None else half_up(overall),
        "strengths": [item.text for item in strengths],
        "weaknesses": [item.text for item in weaknesses],
    }


def _expectations(side: Side, totals: PairTotals, expectations: Sequence[str]) -> dict[str, object]:
    answers = [totals.holds(number, side) for number in range(1, len(expectations) + 1)]
    known = None not in answers
    passed = sum(answer is True for answer in answers)
    return {
        "passed": passed if known else None,
        "total": len(expectations),
        "pass_rate": float(rounded(Fraction(passed, len(expectations)), 2)) if known else None,
        "details": [
            {"text": text, "passed": answer} for text, answer in zip(expectations, answers, strict=True)
        ],
    }


def _number(value: Fraction | None) -> Number:
    """A level: whole where all replies agree, else their mean to two decimals."""
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(rounded(value, 2))


def _decimal(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
