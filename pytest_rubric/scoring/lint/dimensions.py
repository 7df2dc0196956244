"""The lint of weighed dimensions: what can't work, and what probably isn't meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pytest_rubric.model import Dimension
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.dimensions import reach
from pytest_rubric.scoring.figures import figure
from pytest_rubric.scoring.lint.note import Note

_WIDEST = 40


def faults(dimensions: Sequence[Dimension], threshold: Fraction) -> Iterator[str]:
    """Why no judgement can make the case pass."""
    highest = reach(dimensions)[1]
    if highest < threshold:
        short = [each for each in dimensions if each.allowed[-1] < each.maximum]
        named = ", ".join(_scale(each) for each in short)
        yield (
            f"threshold {figure(threshold)} can't be reached: the best score is {highest}, because the "
            f"described levels leave out the highest of the scale ({named}); set `scale`, or describe the "
            "highest level"
        )


def notes(dimensions: Sequence[Dimension]) -> Iterator[Note]:
    """What probably isn't meant."""
    for dimension in dimensions:
        if dimension.allowed[-1] < dimension.maximum:
            yield Note(
                "level-out-of-reach",
                f"dimension {_scale(dimension)}: no output can get the full score; set `scale`, or "
                "describe the highest level",
                dimension.line,
            )


def _scale(dimension: Dimension) -> str:
    name = shortened(dimension.name, _WIDEST)
    return f"“{name}” goes to {dimension.allowed[-1]} on the scale {dimension.scale}"
