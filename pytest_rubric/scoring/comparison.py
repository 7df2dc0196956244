"""Blind comparisons as arithmetic: from levels to scores, from replies to a winner, from a winner to points.

The formula, for each output:

* ``content_score`` and ``structure_score`` are the means of their levels, 1 to 5, to one decimal,
* ``overall_score`` is the mean of both on a scale to 10: their sum.

In one reply the higher overall score wins; where they are equal, the higher pass rate of the
expectations; where that is equal too, the output that the judge says it prefers. The replies about one
order vote; an output wins where it wins in both orders, and everything else is a tie.

Nothing undecided is guessed: a set of winners holds every one that is still possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.model.comparison import Basis, Expect, Side, Winner
from pytest_rubric.scoring.figures import rounded
from pytest_rubric.scoring.means import mean
from pytest_rubric.scoring.verdict import Gate

LOWEST_LEVEL, HIGHEST_LEVEL = 1, 5
LEVELS = range(LOWEST_LEVEL, HIGHEST_LEVEL + 1)

Winners = frozenset[Winner]

ANY: Winners = frozenset(("A", "B", "TIE"))
"""Nothing is known."""

Interval = tuple[Fraction, Fraction]

# What the expected side earns; without an expectation the side is A.
_POINTS = {"win": 100, "tie": 50, "loss": 0}
_NEEDED: dict[Expect | None, int] = {"A": 100, "B": 100, "not_worse": 50, None: 0}


@dataclass(frozen=True, slots=True)
class Grades:
    """What one reply says of one output: a level (1 to 5) for each criterion, and whether each
    expectation holds. ``None`` is undecided."""

    content: tuple[int | None, ...]
    structure: tuple[int | None, ...]
    expectations: tuple[bool | None, ...] = ()

    @property
    def content_score(self) -> Fraction | None:
        """``None`` where a level is undecided."""
        return _mean_of_known(self.content)

    @property
    def structure_score(self) -> Fraction | None:
        """``None`` where a level is undecided."""
        return _mean_of_known(self.structure)

    @property
    def overall(self) -> Interval:
        """The overall score, with undecided levels as the lowest and as the highest."""
        ends = (
            overall_score(*(mean_level(_filled(part, fill)) for part in (self.content, self.structure)))
            for fill in (LOWEST_LEVEL, HIGHEST_LEVEL)
        )
        low, high = ends
        return low, high

    @property
    def passed(self) -> Interval:
        """How many expectations hold, with undecided ones as not and as held."""
        held = sum(answer is True for answer in self.expectations)
        return Fraction(held), Fraction(held + sum(answer is None for answer in self.expectations))


def mean_level(levels: Sequence[Fraction | int]) -> Fraction:
    """A content or structure score: the mean of at least one level, to one decimal."""
    return rounded(mean(levels), 1)


def overall_score(content: Fraction, structure: Fraction) -> Fraction:
    """The overall score, 2 to 10: the mean of the two scores, doubled."""
    return content + structure


def possible_winners(a: Grades, b: Grades, preferred: Winner | None) -> Winners:
    """Who wins by one reply, as far as it decides. ``preferred`` is what the judge says itself,
    ``None`` where it says nothing usable."""
    by_preference: Winners = ANY if preferred is None else frozenset((preferred,))
    by_expectations = _higher(a.passed, b.passed, by_preference)
    return _higher(a.overall, b.overall, by_expectations)


def _higher(a: Interval, b: Interval, where_equal: Winners) -> Winners:
    found: set[Winner] = set()
    if a[1] > b[0]:
        found.add("A")
    if b[1] > a[0]:
        found.add("B")
    if max(a[0], b[0]) <= min(a[1], b[1]):
        found |= where_equal
    return frozenset(found)


def voted(replies: Iterable[Winners]) -> Winners:
    """Who wins in one order: the strict majority of the replies that decide; one such reply suffices.

    Without a majority everything is possible. Where no reply decides, what any of them leaves
    possible is.
    """
    sets = list(replies)
    counts = Counter(winner for found in sets if len(found) == 1 for winner in found)
    if not counts:
        return frozenset().union(*sets) if sets else ANY
    (winner, most), *_ = counts.most_common()
    return frozenset((winner,)) if 2 * most > sum(counts.values()) else ANY


def basis_of(first: Winners, second: Winners) -> Basis:
    """Why the comparison comes out as it does, by who may win in each order."""
    if len(first) > 1 or len(second) > 1:
        return "order_open"
    winners = first | second
    if len(winners) == 1:
        return "no_win" if "TIE" in winners else "both_orders"
    return "one_order" if "TIE" in winners else "flips"


def combined(first: Winners, second: Winners) -> Winners:
    """Who wins over both orders: an output that wins in each; else it is a tie."""
    return frozenset(one if one == other else "TIE" for one in first for other in second)


def points_of(winner: Winner, expect: Expect | None) -> int:
    """What a comparison earns: 100 for a win of the expected side, 50 for a tie, 0 for a loss."""
    if winner == "TIE":
        return _POINTS["tie"]
    return _POINTS["win" if winner == expected_side(expect) else "loss"]


def expected_side(expect: Expect | None) -> Side:
    """Whose wins count: B where B must win, else A."""
    return "B" if expect == "B" else "A"


def points_needed(expect: Expect | None) -> int:
    """What a comparison must earn to pass: 100 for a win, 50 for not being worse, 0 without either."""
    return _NEEDED[expect]


def interval(winners: Winners, expect: Expect | None) -> tuple[int, int]:
    """The least and the most that is still possible to earn."""
    earned = [points_of(winner, expect) for winner in winners]
    return min(earned), max(earned)


def gate(winners: Winners, expect: Expect | None) -> Gate:
    """Whether the comparison passes, fails, or is open, whatever is still undecided.

    Where nothing is expected it passes with any winner, but not without one.
    """
    if expect is None:
        return "passed" if len(winners) == 1 else "open"
    low, high = interval(winners, expect)
    needed = points_needed(expect)
    if high < needed:
        return "failed"
    return "passed" if low >= needed else "open"


@dataclass(frozen=True, slots=True)
class PositionBias:
    """How far the place decided instead of the output.

    ``pairs`` were judged in both orders, and ``flips`` of them name one output in one order and
    the other in the other. ``wins`` are replies that name a winner, ``first_wins`` those that
    name the output shown first.
    """

    pairs: int
    flips: int
    wins: int
    first_wins: int

    @property
    def flip_rate(self) -> Fraction | None:
        return Fraction(self.flips, self.pairs) if self.pairs else None

    @property
    def first_rate(self) -> Fraction | None:
        return Fraction(self.first_wins, self.wins) if self.wins else None


def position_bias(pairs: Iterable[tuple[Winner | None, Winner | None]]) -> PositionBias:
    """Count over pairs of replies: the winner with A shown first, and with B shown first.

    ``None`` is a reply that decides nothing; such a pair is none, its other reply still counts.
    """
    judged = flips = wins = first_wins = 0
    for a_first, b_first in pairs:
        if a_first is not None and b_first is not None:
            judged += 1
            flips += {a_first, b_first} == {"A", "B"}
        for winner, shown_first in ((a_first, "A"), (b_first, "B")):
            if winner in ("A", "B"):
                wins += 1
                first_wins += winner == shown_first
    return PositionBias(judged, flips, wins, first_wins)


def _filled(levels: Sequence[int | None], fill: int) -> list[int]:
    return [fill if level is None else level for level in levels]


def _mean_of_known(levels: Sequence[int | None]) -> Fraction | None:
    known = [level for level in levels if level is not None]
    return mean_level(known) if known and len(known) == len(levels) else None
