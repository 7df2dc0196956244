"""The three worked examples: the criteria's points and the decisions, with short texts of our own."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pytest_rubric import ScriptedJudge
from pytest_rubric.model import CaseSettings
from tests.evaluators.rubric.building import criteria, judged_by, subject

SETTINGS = CaseSettings(threshold=Fraction(60), lang="zh")
FULL = (15, 10, 10, 10, 15, 15, 10, -25, -15)
PARTLY = (15, 20, 15, 10, 10, -30)
OFF = (30, 15, 10, -40, -15)


@pytest.mark.parametrize(
    ("points", "yes", "achieved", "score", "verdict", "passed", "lines"),
    [
        (
            FULL,
            {1, 2, 3, 4, 5, 6, 7},
            85,
            100,
            "pass",
            True,
            (
                "achieved_points = 15 + 10 + 10 + 10 + 15 + 15 + 10 + 0（无负向条目被触犯）= 85",
                "total_positive = 15 + 10 + 10 + 10 + 15 + 15 + 10 = 85",
                "原始分数 = (85 / 85) × 100 = 100",
                "总分 = max(0, min(100, round(100))) = 100 ✓",
            ),
        ),
        (
            PARTLY,
            {1},
            15,
            21,
            "fail",
            False,
            (
                "achieved_points = 15（仅 #1 满足）+ 0（无负向条目被触犯）= 15",
                "total_positive = 15 + 20 + 15 + 10 + 10 = 70",
                "原始分数 = (15 / 70) × 100 = 21.4",
                "总分 = max(0, min(100, round(21.4))) = 21 ✓",
            ),
        ),
        (
            OFF,
            {4, 5},
            -55,
            0,
            "fail",
            False,
            (
                "achieved_points = 0（无正向条目满足）+ (-40) + (-15)（两条负向条目被触犯）= -55",
                "total_positive = 30 + 15 + 10 = 55",
                "原始分数 = (-55 / 55) × 100 = -100",
                "总分 = max(0, min(100, round(-100))) = 0 ✓",
            ),
        ),
    ],
    ids=["full marks", "one of five", "off task"],
)
def test_the_worked_examples(
    points: tuple[int, ...],
    yes: set[int],
    achieved: int,
    score: int,
    verdict: str,
    passed: bool,
    lines: tuple[str, ...],
) -> None:
    judge = ScriptedJudge.deciding(lambda id_, _: "楼梯" if id_ in yes else False)
    evaluation = judged_by(subject(criteria(*points), output="请走楼梯。", settings=SETTINGS), judge)
    assert judge.calls == 1
    assert (evaluation.state, evaluation.score, evaluation.verdict, evaluation.passed) == (
        "judged",
        score,
        verdict,
        passed,
    )
    assert evaluation.achieved_points == achieved
    assert evaluation.total_positive == sum(p for p in points if p > 0)
    assert evaluation.raw_score == Fraction(achieved * 100, sum(p for p in points if p > 0))
    assert evaluation.interval == (score, score)
    assert evaluation.calculation == lines
    assert evaluation.lang == "zh"
    expected = {True: {True: "met", False: "violated"}, False: {True: "not_met", False: "clean"}}
    assert [result.status for result in evaluation.criteria] == [
        expected[result.criterion.id in yes][result.criterion.points > 0] for result in evaluation.criteria
    ]
