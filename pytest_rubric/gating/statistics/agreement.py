"""Two raters of the same things, people and a machine: how far they agree, and how sure that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pytest_rubric.gating.statistics.interval import LEVEL, RESAMPLES, SEED, Interval, proportion_interval
from pytest_rubric.scoring.means import mean

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Counts = NDArray[numpy.int64]
    Ratios = tuple[Counts, Counts]

_MOST_UNDEFINED = 0.05  # of the resamples; with more, what is left of them is a biased choice


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measure, exact, 1 at full agreement; ``None`` where it is undefined, and then ``undefined`` says why.

    ``interval`` is ``None`` where the pairs give none: too few, too few of one label, or no disagreement.
    """

    value: Fraction | None
    interval: Interval | None = None
    undefined: str = ""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What ``n`` pairs of labels say. ``confusion`` counts the pairs (human, machine) that occur."""

    n: int
    agreement: Estimate
    kappa: Estimate
    macro_f1: Estimate
    confusion: Mapping[tuple[Hashable, Hashable], int]


def agreement(pairs: Sequence[tuple[Hashable, Hashable]], *, level: float = LEVEL) -> Agreement:
    """Compare the labels (human, machine) of each thing; any labels that have an equality.

    * ``agreement``: the share of equal pairs, with Wilson's interval.
    * ``kappa``: Cohen's (1960, "A coefficient of agreement for nominal scales"), the share beyond what
      the frequencies of the labels would give by chance.
    * ``macro_f1``: the unweighted mean of the F1 of each label, as in the meta-evaluation of HealthBench
      (2025): a rare label counts as much as a common one. As there, it needs every label from both sides.

    The intervals of the last two are percentiles of the bootstrap over pairs. Pairs are taken as
    independent; several from one text are not quite, so that their intervals are a little narrow.
    """
    counted = Counter(pairs)
    labels = sorted(
        {label for pair in counted for label in pair}, key=lambda label: (str(label), repr(label))
    )
    n = len(pairs)
    if not n:
        nothing = Estimate(None, undefined="no pairs")
        return Agreement(0, nothing, nothing, nothing, {})
    equal = sum(count for (human, machine), count in counted.items() if human == machine)
    table = [[counted[human, machine] for machine in labels] for human in labels]
    return Agreement(
        n,
        Estimate(Fraction(equal, n), proportion_interval(equal, n, level=level)),
        _estimate(table, _kappa, _why_no_kappa(labels), level),
        _estimate(table, _f1, _why_no_f1(table, labels), level),
        {
            (human, machine): counted[human, machine]
            for human in labels
            for machine in labels
            if counted[human, machine]
        },
    )


def _why_no_kappa(labels: Sequence[Hashable]) -> str:
    return f"every label is {labels[0]}" if len(labels) == 1 else ""


def _why_no_f1(table: Sequence[Sequence[int]], labels: Sequence[Hashable]) -> str:
    if len(labels) == 1:
        return f"every label is {labels[0]}"
    for index, label in enumerate(labels):
        if not any(table[index]):
            return f"no human label is {label}"
        if not any(row[index] for row in table):
            return f"no machine label is {label}"
    return ""


def _estimate(
    table: Sequence[Sequence[int]], measure: Callable[[Counts], Ratios], undefined: str, level: float
) -> Estimate:
    if undefined:
        return Estimate(None, undefined=undefined)

    import numpy

    counts = numpy.array(table, dtype=numpy.int64)
    upper, lower = measure(counts)
    parts = [Fraction(int(up), int(low)) for up, low in zip(upper, lower, strict=True)]
    value = mean(parts)
    return Estimate(value, _bootstrap(counts, measure, level))


def _bootstrap(counts: Counts, measure: Callable[[Counts], Ratios], level: float) -> Interval | None:
    """Pairs drawn with replacement: their counts are a multinomial sample with the shares seen."""
    import numpy

    n = int(counts.sum())
    drawn = numpy.random.default_rng(SEED).multinomial(n, counts.ravel() / n, size=RESAMPLES)
    upper, lower = measure(drawn.reshape(-1, *counts.shape))
    defined = (lower > 0).all(axis=-1)
    values = (upper[defined] / lower[defined]).mean(axis=-1)
    if values.size < (1 - _MOST_UNDEFINED) * RESAMPLES or values.min() == values.max():
        return None
    low, high = numpy.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high), level)


# Both measures as exact ratios: of tables (..., human, machine) they make numerators and denominators
# (..., parts), of which the measure is the mean. A denominator of 0 means undefined.


def _kappa(tables: Counts) -> Ratios:
    """(agreement - chance) / (1 - chance), both sides of the fraction times n squared."""
    n = tables.sum(axis=(-2, -1))
    equal = tables.diagonal(axis1=-2, axis2=-1).sum(axis=-1)
    chance = (tables.sum(axis=-1) * tables.sum(axis=-2)).sum(axis=-1)
    return (n * equal - chance)[..., None], (n * n - chance)[..., None]


def _f1(tables: Counts) -> Ratios:
    """For each label 2 * both / (human + machine): the harmonic mean of precision and recall."""
    human, machine = tables.sum(axis=-1), tables.sum(axis=-2)
    both = tables.diagonal(axis1=-2, axis2=-1)
    return 2 * both, (human + machine) * ((human > 0) & (machine > 0))
