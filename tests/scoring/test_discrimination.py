"""Signs that a score tells little apart: each from its very limit on, and never a change of score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from pytest_rubric.model import Criterion, CriterionResult, Evaluation, Feedback, FeedbackItem, Point
from pytest_rubric.scoring.discrimination import signs


def scored(
    score: int | str,
    *,
    tags: Mapping[str, int | None] | None = None,
    points: Sequence[Point] = (),
    violated: Sequence[int] = (),
    total: int | None = 100,
    beyond: bool = False,
) -> Evaluation:
    strengths = (FeedbackItem("more than asked", "beyond_reference" if beyond else ""),)
    return Evaluation(
        evaluator="rubric",
        state="judged",
        threshold=Fraction(60),
        passed=True,
        score=Fraction(score),
        tags=tags or {},
        points=tuple(points),
        total_positive=None if total is None else Fraction(total),
        criteria=tuple(
            CriterionResult(Criterion(number, "a flaw", Fraction(each), ()), "violated")
            for number, each in enumerate(violated, 1)
        ),
        feedback=Feedback("given", strengths=strengths),
    )


@pytest.mark.parametrize(
    ("score", "shown"), [("74.99", ()), (75, ("safe_zone",)), (85, ("safe_zone",)), ("85.01", ())]
)
def test_the_safe_zone(score: int | str, shown: tuple[str, ...]) -> None:
    assert signs(scored(score)) == shown


@pytest.mark.parametrize(
    ("tags", "shown"),
    [
        ({"axis:accuracy": 81, "axis:tone": 100}, ("all_dimensions_high",)),
        ({"axis:accuracy": 80, "axis:tone": 100}, ()),
        ({"axis:accuracy": 81, "axis:tone": None}, ()),
        ({"axis:accuracy": 100}, ()),
        ({}, ()),
    ],
)
def test_every_dimension_high(tags: Mapping[str, int | None], shown: tuple[str, ...]) -> None:
    assert signs(scored(95, tags=tags)) == shown


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        ([Point("a", 5, maximum=5), Point("b", 9, maximum=10)], ("all_dimensions_high",)),
        ([Point("a", 4, maximum=5), Point("b", 9, maximum=10)], ()),
        ([Point("a", 8.1, maximum=10), Point("b", 0.81, maximum=1)], ("all_dimensions_high",)),
        ([Point("a", 5, maximum=5), Point("b", None, maximum=10)], ()),
        (
            [Point("a", 5, maximum=5), Point("b", 5, maximum=5), Point("c", None, set_aside=True)],
            ("all_dimensions_high",),
        ),
        ([Point("a", 5, maximum=5), Point("b", 9)], ()),
        ([Point("a", 5, maximum=5)], ()),
    ],
)
def test_dimensions_on_scales_of_their_own(points: Sequence[Point], shown: tuple[str, ...]) -> None:
    assert signs(scored(95, points=points)) == shown


@pytest.mark.parametrize(
    ("score", "shown"),
    [(89, ("beyond_reference_below_90",)), ("89.99", ("beyond_reference_below_90",)), (90, ())],
)
def test_beyond_the_reference(score: int | str, shown: tuple[str, ...]) -> None:
    assert signs(scored(score, beyond=True)) == shown


@pytest.mark.parametrize(
    ("score", "violated", "total", "shown"),
    [
        (70, [-20], 100, ("severe_penalty_70_or_more",)),
        (70, [-19], 100, ()),
        (69, [-20], 100, ()),
        (70, [-10, -10], 100, ()),
        (90, [-14], 70, ("severe_penalty_70_or_more",)),
        # nothing to earn: points are taken off 100
        (70, [-30], 0, ("severe_penalty_70_or_more",)),
        (90, [-10], 0, ()),
    ],
)
def test_a_severe_penalty(score: int, violated: Sequence[int], total: int, shown: tuple[str, ...]) -> None:
    assert signs(scored(score, violated=violated, total=total)) == shown


def test_a_met_criterion_is_no_penalty() -> None:
    met = CriterionResult(Criterion(1, "it is right", Fraction(50), ()), "met")
    assert signs(replace(scored(100), criteria=(met,))) == ()


def test_all_of_them_in_their_order() -> None:
    tags = {"axis:accuracy": 81, "axis:tone": 85}
    assert signs(scored(80, tags=tags, violated=[-20], beyond=True)) == (
        "safe_zone",
        "all_dimensions_high",
        "beyond_reference_below_90",
        "severe_penalty_70_or_more",
    )


def test_an_open_score_shows_nothing() -> None:
    assert signs(replace(scored(80), interval=(80, 90))) == ()
    assert signs(replace(scored(80), interval=(80, 80))) == ("safe_zone",)
    assert signs(replace(scored(80), state="broken", score=None)) == ()
