"""The same cases in two runs: did the scores, or the outcomes, change by more than chance explains?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pytest_rubric.gating.statistics.interval import RESAMPLES, SEED, Interval, mean_interval
from pytest_rubric.scoring.means import mean

Score = Fraction | int | float
Conclusion = Literal["worse", "better", "can't tell"]

SIGNIFICANCE = 0.05
"""How often, at most, either conclusion is drawn where nothing changed."""

POWER = 0.8
"""How often a change of the size in question should be seen: the usual demand on an experiment."""

_BATCH = 1000


@dataclass(frozen=True, slots=True)
class ScoreComparison:
    """Paired scores of ``n`` cases, in points.

    ``difference`` is the mean of after minus before: exact, below 0 where the scores fell. ``spread`` is
    the standard deviation of the differences. ``None`` stands for what so few cases don't give:
    ``difference`` and ``p_value`` need one, ``spread`` and ``interval`` two.
    """

    n: int
    difference: Fraction | None
    spread: float | None
    interval: Interval | None
    p_value: float | None


@dataclass(frozen=True, slots=True)
class PassComparison:
    """Paired outcomes of ``n`` cases: how many ``fell`` (passed before, not after), how many ``rose``.

    ``p_value`` is ``None`` without cases.
    """

    n: int
    fell: int
    rose: int
    p_value: float | None


def compare_scores(before: Sequence[Score], after: Sequence[Score]) -> ScoreComparison:
    """Compare the scores of the same cases, in the same order, by a permutation test.

    Raises ``ValueError`` where one sequence is longer.
    """
    differences = [Fraction(new) - Fraction(old) for old, new in zip(before, after, strict=True)]
    n = len(differences)
    return ScoreComparison(
        n,
        mean(differences) if n else None,
        _spread(differences),
        mean_interval(differences),
        sign_flip_p_value(differences),
    )


def compare_passes(before: Sequence[bool], after: Sequence[bool]) -> PassComparison:
    """Compare the outcomes of the same cases, in the same order, by McNemar's exact test.

    Among the cases that changed, as many should have fallen as risen if only chance was at work
    (McNemar 1947, "Note on the sampling error of the difference between correlated proportions or
    percentages"; the exact form is the sign test). Raises ``ValueError`` where one sequence is longer.
    """
    pairs = list(zip(before, after, strict=True))
    fell = sum(old and not new for old, new in pairs)
    rose = sum(new and not old for old, new in pairs)
    return PassComparison(len(pairs), fell, rose, _mcnemar_p_value(fell, rose) if pairs else None)


def sign_flip_p_value(differences: Sequence[Score], *, resamples: int = RESAMPLES) -> float | None:
    """How likely so large a mean difference is, either way, if each had as well come out reversed.

    Fisher's permutation test for pairs ("The Design of Experiments", 1935): the signs of the differences
    are flipped in all ways where those are at most ``resamples``, else in that many, drawn at random and
    always the same. Differences of 0 change nothing and are left out. ``None`` without differences.
    """
    if not differences:
        return None
    changed = sorted(float(difference) for difference in differences if difference)
    if len(changed) < 2:  # one is as far from 0 either way
        return 1.0

    import numpy
    from scipy import stats

    if 2 ** len(changed) <= resamples:
        found = stats.permutation_test(
            (changed,), numpy.sum, permutation_type="samples", vectorized=True, n_resamples=resamples
        )
        return float(found.pvalue)
    values = numpy.array(changed)
    source = numpy.random.default_rng(SEED)
    # draws the signs alone, where the permutation test shuffles pairs in ten times the time
    drawn = stats.monte_carlo_test(
        values,
        lambda size: values * source.choice((-1.0, 1.0), size=size),
        numpy.sum,
        vectorized=True,
        n_resamples=resamples,
        batch=_BATCH,
    )
    return float(drawn.pvalue)


def conclusion(
    comparison: ScoreComparison | PassComparison, *, significance: float = SIGNIFICANCE
) -> Conclusion:
    """What a comparison allows to say. "can't tell" is not "the same": more cases may tell."""
    if isinstance(comparison, PassComparison):
        direction = Fraction(comparison.rose - comparison.fell)
    else:
        direction = comparison.difference or Fraction(0)
    if comparison.p_value is None or comparison.p_value > significance or not direction:
        return "can't tell"
    return "worse" if direction < 0 else "better"


def cases_needed(
    comparison: ScoreComparison | PassComparison,
    *,
    drop: Score | None = None,
    significance: float = SIGNIFICANCE,
    power: float = POWER,
) -> int | None:
    """How many cases it takes to tell a drop of ``drop`` points, or a change of the size seen.

    ``drop`` is above 0: points of the mean score, or percentage points of the pass rate. The figure
    rests on how much the cases of this comparison vary, is an approximation, and never below what
    the exact tests need. ``None`` where the comparison doesn't say: no change seen and no ``drop`` given, or
    no case changed at all.
    """
    if isinstance(comparison, PassComparison):
        needed = _passes_needed(comparison, drop, significance, power)
    else:
        needed = _scores_needed(comparison, drop, significance, power)
    return None if needed is None else max(math.ceil(needed), _fewest_cases(significance))


def _scores_needed(
    comparison: ScoreComparison, drop: Score | None, significance: float, power: float
) -> float | None:
    """((z(1 - significance / 2) + z(power)) * spread / drop) squared: the normal approximation for a paired
    test of means, as in any textbook on sample sizes."""
    size = float(abs(comparison.difference or 0) if drop is None else drop)
    if comparison.spread is None or not size or (not comparison.spread and not comparison.difference):
        return None
    return ((_quantile(1 - significance / 2) + _quantile(power)) * comparison.spread / size) ** 2


def _passes_needed(
    comparison: PassComparison, drop: Score | None, significance: float, power: float
) -> float | None:
    """Connor (1987, "Sample size for testing differences in proportions for the paired-sample design").

    ``changing`` is the share of cases whose outcome changes; it is at least as large as the drop.
    """
    if not comparison.fell + comparison.rose:
        return None
    n = comparison.n
    size = abs(comparison.fell - comparison.rose) / n if drop is None else float(drop) / 100
    if not size:
        return None
    changing = max((comparison.fell + comparison.rose) / n, size)
    root = _quantile(1 - significance / 2) * math.sqrt(changing)
    root += _quantile(power) * math.sqrt(changing - size * size)
    return (root / size) ** 2


def _fewest_cases(significance: float) -> int:
    """With fewer cases, even all of them changed for the worse stay above the level: 2 / 2**n."""
    return math.ceil(1 - math.log2(significance))


def _spread(differences: Sequence[Fraction]) -> float | None:
    n = len(differences)
    if n < 2:
        return None
    mean = sum(differences, Fraction(0)) / n
    return math.sqrt(sum(((each - mean) ** 2 for each in differences), Fraction(0)) / (n - 1))


def _mcnemar_p_value(fell: int, rose: int) -> float:
    if not fell + rose:
        return 1.0

    from scipy import stats

    return float(stats.binomtest(fell, fell + rose).pvalue)


def _quantile(probability: float) -> float:
    from scipy import stats

    return float(stats.norm.ppf(probability))
