"""From levels to scores, from replies to a winner, from a winner to points."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

import pytest

from pytest_rubric.model.comparison import Basis, Comparison, Expect, Winner
from pytest_rubric.scoring.comparison import (
    ANY,
    Grades,
    Winners,
    basis_of,
    combined,
    gate,
    interval,
    mean_level,
    overall_score,
    points_needed,
    points_of,
    position_bias,
    possible_winners,
    voted,
)
from pytest_rubric.scoring.comparison_sentences import summary

A: Winners = frozenset(["A"])
B: Winners = frozenset(["B"])
TIE: Winners = frozenset(["TIE"])


def grades(*levels: int | None, holds: tuple[bool | None, ...] = ()) -> Grades:
    """Six levels: three of content, three of structure."""
    return Grades(levels[:3], levels[3:], holds)


HIGH, LOW = grades(5, 5, 4, 4, 5, 4), grades(3, 2, 3, 3, 2, 3)


def test_the_worked_example_of_the_format() -> None:
    assert (mean_level([5, 5, 4]), mean_level([4, 5, 4])) == (Fraction("4.7"), Fraction("4.3"))
    assert overall_score(Fraction("4.7"), Fraction("4.3")) == 9
    assert HIGH.overall == (Fraction(9), Fraction(9))
    assert LOW.overall == (Fraction("5.4"), Fraction("5.4"))
    assert (LOW.content_score, LOW.structure_score) == (Fraction("2.7"), Fraction("2.7"))


@pytest.mark.parametrize(
    ("a", "b", "preferred", "winners"),
    [
        (HIGH, LOW, None, A),
        (HIGH, LOW, "B", A),  # scores go before what the judge says
        (LOW, HIGH, "A", B),
        (HIGH, HIGH, "A", A),
        (HIGH, HIGH, "TIE", TIE),
        (HIGH, HIGH, None, ANY),
        (grades(3, 3, 3, 3, 3, 3, holds=(True, True)), grades(3, 3, 3, 3, 3, 3, holds=(True, False)), "B", A),
        (grades(3, 3, 3, 3, 3, 3, holds=(False,)), grades(3, 3, 3, 3, 3, 3, holds=(True,)), "A", B),
        (grades(3, 3, 3, 3, 3, 3, holds=(True,)), grades(3, 3, 3, 3, 3, 3, holds=(True,)), "B", B),
        # better rubric scores go before expectations
        (grades(4, 3, 3, 3, 3, 3, holds=(False,)), grades(3, 3, 3, 3, 3, 3, holds=(True,)), "B", A),
    ],
)
def test_who_wins_by_one_reply(a: Grades, b: Grades, preferred: Winner | None, winners: Winners) -> None:
    assert possible_winners(a, b, preferred) == winners


@pytest.mark.parametrize(
    ("a", "b", "preferred", "winners"),
    [
        # even the lowest level for A is above B
        (grades(5, 5, None, 5, 5, 5), grades(1, 1, 1, 1, 1, 1), None, A),
        # at best A comes level with B: then B's own advantage decides
        (grades(1, 1, None, 1, 1, 1), grades(1, 1, 5, 1, 1, 1), "B", B),
        (grades(1, 1, None, 1, 1, 1), grades(1, 1, 5, 1, 1, 1), None, ANY),
        (grades(1, 1, None, 1, 1, 1), grades(1, 1, 3, 1, 1, 1), "TIE", ANY),
        (grades(*[None] * 6), grades(*[None] * 6), "A", A | B),
        (grades(*[None] * 6), grades(*[None] * 6), None, ANY),
        (grades(3, 3, 3, 3, 3, 3, holds=(None,)), grades(3, 3, 3, 3, 3, 3, holds=(False,)), "TIE", A | TIE),
        (grades(3, 3, 3, 3, 3, 3, holds=(None,)), grades(3, 3, 3, 3, 3, 3, holds=(False,)), "A", A),
        (grades(3, 3, 3, 3, 3, 3, holds=(None,)), grades(3, 3, 3, 3, 3, 3, holds=(True,)), "A", A | B),
    ],
)
def test_what_is_undecided_leaves_winners_possible(
    a: Grades, b: Grades, preferred: Winner | None, winners: Winners
) -> None:
    assert possible_winners(a, b, preferred) == winners


@pytest.mark.parametrize(
    ("first", "second", "winners", "basis"),
    [
        (A, A, A, "both_orders"),
        (B, B, B, "both_orders"),
        (A, B, TIE, "flips"),
        (A, TIE, TIE, "one_order"),
        (TIE, B, TIE, "one_order"),
        (TIE, TIE, TIE, "no_win"),
        (A, ANY, A | TIE, "order_open"),
        (B, ANY, B | TIE, "order_open"),
        (TIE, ANY, TIE, "order_open"),
        (ANY, ANY, ANY, "order_open"),
        (A | TIE, A, A | TIE, "order_open"),
    ],
)
def test_an_output_wins_where_it_wins_in_both_orders(
    first: Winners, second: Winners, winners: Winners, basis: Basis
) -> None:
    assert combined(first, second) == combined(second, first) == winners
    assert basis_of(first, second) == basis_of(second, first) == basis


@pytest.mark.parametrize(
    ("replies", "winners"),
    [
        ([A], A),
        ([A, A, B], A),
        ([A, B], ANY),
        ([A, B, TIE], ANY),
        ([A, TIE, TIE], TIE),
        ([A, ANY], A),
        ([A | TIE], A | TIE),
        ([A | TIE, B | TIE], ANY),
        ([ANY], ANY),
        ([], ANY),
    ],
)
def test_replies_about_one_order_vote(replies: list[Winners], winners: Winners) -> None:
    assert voted(replies) == winners


@pytest.mark.parametrize(
    ("expect", "needed", "win_of_a", "tie", "win_of_b"),
    [("A", 100, 100, 50, 0), ("B", 100, 0, 50, 100), ("not_worse", 50, 100, 50, 0), (None, 0, 100, 50, 0)],
)
def test_points(expect: Expect | None, needed: int, win_of_a: int, tie: int, win_of_b: int) -> None:
    assert points_needed(expect) == needed
    assert (points_of("A", expect), points_of("TIE", expect), points_of("B", expect)) == (
        win_of_a,
        tie,
        win_of_b,
    )


@pytest.mark.parametrize(
    ("winners", "expect", "outcome", "ends"),
    [
        (A, "A", "passed", (100, 100)),
        (TIE, "A", "failed", (50, 50)),
        (B, "B", "passed", (100, 100)),
        (TIE, "not_worse", "passed", (50, 50)),
        (B, "not_worse", "failed", (0, 0)),
        # one order without a usable reply: where the outcome can't change, it stands
        (A | TIE, "not_worse", "passed", (50, 100)),
        (B | TIE, "not_worse", "open", (0, 50)),
        (B | TIE, "A", "failed", (0, 50)),
        (A | TIE, "A", "open", (50, 100)),
        (A | TIE, "B", "failed", (0, 50)),
        (ANY, "not_worse", "open", (0, 100)),
        # nothing is expected: then the winner itself is the outcome
        (B, None, "passed", (0, 0)),
        (A | TIE, None, "open", (50, 100)),
    ],
)
def test_the_gate_decides_where_nothing_undecided_can_change_it(
    winners: Winners, expect: Expect | None, outcome: str, ends: tuple[int, int]
) -> None:
    assert gate(winners, expect) == outcome
    assert interval(winners, expect) == ends


def test_position_bias_counts_pairs_flips_and_wins_of_the_first_place() -> None:
    bias = position_bias(
        [("A", "A"), ("A", "B"), ("B", "A"), ("TIE", "B"), ("A", None), (None, None), ("TIE", "TIE")]
    )
    # the output shown first wins: A with A first (three times), B with B first (twice)
    assert (bias.pairs, bias.flips, bias.wins, bias.first_wins) == (5, 2, 8, 5)
    assert (bias.flip_rate, bias.first_rate) == (Fraction(2, 5), Fraction(5, 8))


def test_no_pair_has_no_rate() -> None:
    bias = position_bias([])
    assert (bias.pairs, bias.flip_rate, bias.first_rate) == (0, None, None)


SCORES = (Fraction("5.4"), Fraction(9))


@pytest.mark.parametrize(
    ("possible", "expect", "basis", "english", "chinese"),
    [
        (
            ("B",), "not_worse", "both_orders",
            "B wins, expected A or a tie: in both orders; overall scores A 5.4, B 9",
            "B 胜，期望 A 胜或平局：两种顺序一致；总分 A 5.4，B 9",
        ),
        (
            ("TIE",), "A", "flips",
            "a tie, expected A: the winner changes with the order; overall scores A 5.4, B 9",
            "平局，期望 A 胜：胜者随顺序改变；总分 A 5.4，B 9",
        ),
        (
            ("B",), "B", "both_orders",
            "B wins, as expected (B): in both orders; overall scores A 5.4, B 9",
            "B 胜，符合期望（B 胜）：两种顺序一致；总分 A 5.4，B 9",
        ),
        (
            ("A", "TIE"), "not_worse", "order_open",
            "A wins or a tie, as expected (A or a tie): not every order is decided; overall scores A 5.4, B 9",
            "A 胜或平局，符合期望（A 胜或平局）：不是每种顺序都有定论；总分 A 5.4，B 9",
        ),
        (
            ("A",), None, "both_orders",
            "A wins: in both orders; overall scores A 5.4, B 9",
            "A 胜：两种顺序一致；总分 A 5.4，B 9",
        ),
    ],
)  # fmt: skip
def test_the_summary_says_who_wins_what_was_expected_and_why(
    possible: tuple[Winner, ...], expect: Expect | None, basis: Basis, english: str, chinese: str
) -> None:
    comparison = Comparison(possible, expect, basis, SCORES)
    assert summary(comparison, "en") == english
    assert summary(comparison, "zh") == chinese


@pytest.mark.parametrize("basis", get_args(Basis))
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_basis_has_its_words(basis: Basis, lang: str) -> None:
    told = summary(Comparison(("TIE",), None, basis), lang)
    assert told.startswith(("a tie: ", "平局："))
    assert len(told) > len("a tie: ") or lang == "zh"
