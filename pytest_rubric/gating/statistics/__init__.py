"""How far the numbers of a run can be trusted.

The only package that imports scipy and numpy, and only where something is computed: they are slow to load.
What is counted is exact (``Fraction``): differences, agreement, kappa, F1. What is estimated is a
float: the ends of intervals, p-values. Everything is reproducible, whatever the order of the cases.
"""

from pytest_rubric.gating.statistics.agreement import Agreement, Estimate, agreement
from pytest_rubric.gating.statistics.interval import FEWEST_TOLD, Interval, mean_interval, proportion_interval
from pytest_rubric.gating.statistics.paired import (
    Conclusion,
    PassComparison,
    ScoreComparison,
    cases_needed,
    compare_passes,
    compare_scores,
    conclusion,
)

__all__ = [
    "FEWEST_TOLD",
    "Agreement",
    "Conclusion",
    "Estimate",
    "Interval",
    "PassComparison",
    "ScoreComparison",
    "agreement",
    "cases_needed",
    "compare_passes",
    "compare_scores",
    "conclusion",
    "mean_interval",
    "proportion_interval",
]
