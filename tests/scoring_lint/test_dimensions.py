"""The lint of weighed dimensions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pytest_rubric.model import Case, CaseSettings, Dimension, DimensionsRubric, Level
from pytest_rubric.scoring import lint
from tests.scoring_lint.rubrics import case_of


def case(*dimensions: Dimension) -> Case:
    return replace(case_of(), rubric=DimensionsRubric(dimensions))


def described(*scores: int, maximum: int = 5, weight: int = 1) -> Dimension:
    levels = tuple(Level(score, f"level {score}") for score in scores)
    return Dimension(1, "tone", weight=Fraction(weight), maximum=maximum, levels=levels, line=7)


def settings(threshold: str) -> CaseSettings:
    return CaseSettings(threshold=Fraction(threshold))


def test_a_threshold_that_the_described_levels_cannot_reach_is_a_fault() -> None:
    assert lint.faults(case(described(1, 3)), settings("60")) == ()
    assert lint.faults(case(described(1, 3)), settings("60.5")) == (
        "threshold 60.5 can't be reached: the best score is 60, because the described levels leave out the "
        "highest of the scale (“tone” goes to 3 on the scale 1-5); set `scale`, or describe the highest level",
    )


def test_levels_that_leave_out_the_highest_are_noted() -> None:
    (note,) = lint.notes(case(described(1, 3)), settings("50"))
    assert (note.code, note.line) == ("level-out-of-reach", 7)
    assert note.message == (
        "dimension “tone” goes to 3 on the scale 1-5: no output can get the full score; set `scale`, or "
        "describe the highest level"
    )


@pytest.mark.parametrize("scores", [(), (2,), (1, 5), (1, 3, 5)])
def test_levels_that_reach_the_top_are_fine(scores: tuple[int, ...]) -> None:
    assert lint.notes(case(described(*scores)), settings("60")) == ()
    assert lint.faults(case(described(*scores)), settings("100")) == ()


def test_a_case_whose_lowest_levels_pass_asserts_nothing() -> None:
    (note,) = lint.notes(case(described()), settings("20"))
    assert (note.code, note.line) == ("cannot-fail", 3)
    assert note.message == (
        "this case asserts nothing: with threshold 20 it can't fail; it scores 20 at worst; raise the threshold"
    )
