"""Scores that begin at 100 and lose for what is found."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pytest_rubric.scoring.deductions import (
    FLUENCY,
    Issue,
    fluency_deductions,
    share_deduction,
    share_of,
)

SENTENCE, REPETITION, COHERENCE = "sentence_smoothness", "repetition_and_redundancy", "semantic_coherence"


def spent(*issues: Issue) -> list[int]:
    return [each.points for each in fluency_deductions(issues)]


@pytest.mark.parametrize(
    ("issues", "points"),
    [
        ([Issue(SENTENCE, "moderate")] * 5, [10, 10, 10, 20, 20]),
        ([Issue(SENTENCE, "moderate", 5)], [70]),
        ([*[Issue(SENTENCE, "moderate")] * 3, Issue(SENTENCE, "severe"), Issue(SENTENCE, "moderate")], [10, 10, 10, 20, 10]),
        ([*[Issue(SENTENCE, "moderate")] * 3, Issue(SENTENCE, "light"), Issue(SENTENCE, "moderate")], [10, 10, 10, 5, 10]),
        ([Issue(SENTENCE, "severe")] * 5, [20] * 5),
        ([Issue(REPETITION, "light", 4)], [35]),
        ([Issue(REPETITION, "light", 2)], [10]),
        ([Issue(SENTENCE, "light", 4)], [20]),
        ([Issue(SENTENCE, "moderate"), Issue(COHERENCE, "moderate"), Issue(REPETITION, "moderate", 2)], [10, 10, 21]),
    ],
)  # fmt: skip
def test_runs_of_moderate_issues_cost_more(issues: list[Issue], points: list[int]) -> None:
    assert spent(*issues) == points


@pytest.mark.parametrize("dimension", FLUENCY)
def test_a_worse_issue_never_costs_less(dimension: str) -> None:
    costs = [spent(Issue(dimension, severity)) for severity in ("light", "moderate", "severe")]
    assert costs == sorted(costs)


@pytest.mark.parametrize(
    ("share", "found", "points"),
    [
        ("0", False, 0),
        ("0", True, 5),
        ("0.0999", True, 5),
        ("0.1", True, 15),
        ("0.3", True, 15),
        ("0.301", True, 30),
    ],
)
def test_what_a_share_costs(share: str, found: bool, points: int) -> None:
    assert share_deduction(Fraction(share), any_found=found) == points


@pytest.mark.parametrize(
    ("spans", "share"),
    [
        ([], "0"),
        ([(0, 10), (20, 30)], "0.2"),
        ([(0, 10), (5, 15)], "0.15"),
        ([(0, 10), (0, 10)], "0.1"),
        ([(20, 30), (0, 40)], "0.4"),
    ],
)
def test_what_lies_in_several_findings_counts_once(spans: list[tuple[int, int]], share: str) -> None:
    assert share_of(spans, 100) == Fraction(share)


def test_an_empty_text_has_no_share() -> None:
    assert share_of([(0, 3)], 0) == 0
