"""How far the place decided in the comparisons of a run, told once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pytest_rubric.model.comparison import Winner
from pytest_rubric.reporting.numbers import percent, plural
from pytest_rubric.reporting.record import Record
from pytest_rubric.scoring.comparison import PositionBias, position_bias

FEWEST_PAIRS = 3
"""From how many pairs on it is told: below that it says nothing."""


def of_records(records: Iterable[Record]) -> PositionBias:
    """The bias over all comparisons; each sample in both orders is a pair."""
    pairs: list[tuple[Winner | None, Winner | None]] = []
    for record in records:
        comparison = record["comparison"]
        if comparison is None:
            continue
        winners = {(each["first"], each["sample"]): each["winner"] for each in comparison["orders"]}
        for sample in sorted({sample for _, sample in winners}):
            pairs.append((winners.get(("A", sample)), winners.get(("B", sample))))
    return position_bias(pairs)


def line(records: Sequence[Record]) -> str | None:
    """One line for the summary, ``None`` where too few pairs were judged."""
    bias = of_records(records)
    if bias.flip_rate is None or bias.pairs < FEWEST_PAIRS:
        return None
    told = (
        f"position bias: of {plural(bias.pairs, 'pair')} {bias.flips} "
        f"{'flips' if bias.flips == 1 else 'flip'} with the order ({percent(bias.flip_rate, 0)})"
    )
    if bias.first_rate is not None:
        told += (
            f", the output shown first wins {bias.first_wins} of {bias.wins} decided replies "
            f"({percent(bias.first_rate, 0)})"
        )
    return told
