"""The formula of creativity: ratings from 1 to 3, spread evenly over 0 to 100."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pytest_rubric.evaluators.presets.graded.model import Level, Total
from pytest_rubric.evaluators.presets.protocol import PointStatus, r0
from pytest_rubric.scoring.figures import figure

HIGHEST = 3


def _level(rating: int, status: PointStatus) -> Level:
    label = {"en": f"{rating} of {HIGHEST}", "zh": f"{rating}/{HIGHEST} 档"}
    return Level(str(rating), Fraction(50 * (rating - 1)), status, label)


LEVELS = (_level(3, "covered"), _level(2, "partial"), _level(1, "missing"))

_LINE = {"en": "score = 100 × ({} − {}) / {} = {}", "zh": "得分 = 100 × ({} − {}) / {} = {}"}


def score(ratings: Sequence[int]) -> Fraction:
    """0 where every rating is 1, 100 where every rating is 3; not rounded."""
    count = len(ratings)
    return Fraction(100 * (sum(ratings) - count), (HIGHEST - 1) * count)


def total(levels: Mapping[str, Level], lang: str) -> Total:
    """The score of all ratings, whole and half up. What the points show adds up to it."""
    ratings = [int(level.name) for level in levels.values()]
    made = r0(score(ratings))
    line = _LINE[lang].format(
        " + ".join(map(str, ratings)), len(ratings), (HIGHEST - 1) * len(ratings), figure(made)
    )
    return Total(made, (line,), effects={})
