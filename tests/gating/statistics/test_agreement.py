"""Agreement of two raters, against the measures worked out from their definitions."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from fractions import Fraction

import pytest

from pytest_rubric.gating.statistics import Estimate, agreement, proportion_interval

Pairs = Sequence[tuple[Hashable, Hashable]]


def kappa_by_definition(pairs: Pairs) -> Fraction:
    n = len(pairs)
    seen = Fraction(sum(human == machine for human, machine in pairs), n)
    chance = Fraction(0)
    for label in {label for pair in pairs for label in pair}:
        share_human = Fraction([human for human, _ in pairs].count(label), n)
        share_machine = Fraction([machine for _, machine in pairs].count(label), n)
        chance += share_human * share_machine
    return (seen - chance) / (1 - chance)


def macro_f1_by_definition(pairs: Pairs) -> Fraction:
    scores = []
    for label in {label for pair in pairs for label in pair}:
        machines = [human == label for human, machine in pairs if machine == label]
        humans = [machine == label for human, machine in pairs if human == label]
        precision, recall = Fraction(sum(machines), len(machines)), Fraction(sum(humans), len(humans))
        both = precision + recall
        scores.append(2 * precision * recall / both if both else Fraction(0))
    return sum(scores, Fraction(0)) / len(scores)


def made_up(seed: int, labels: Sequence[Hashable], n: int, wrong: float) -> Pairs:
    source = random.Random(seed)
    humans = [source.choice([*labels, labels[0]]) for _ in range(n)]
    return [(human, source.choice(labels) if source.random() < wrong else human) for human in humans]


@pytest.mark.parametrize("labels", [(True, False), ("met", "not_met", "undecided"), (1, 2, 3, 4, 5)])
@pytest.mark.parametrize(("seed", "wrong"), [(1, 0.2), (2, 0.5), (3, 1.0)])
def test_random_labels(labels: Sequence[Hashable], seed: int, wrong: float) -> None:
    pairs = made_up(seed, labels, 120, wrong)
    found = agreement(pairs)
    assert found.n == 120
    assert found.agreement.value == Fraction(sum(human == machine for human, machine in pairs), 120)
    assert found.kappa.value == kappa_by_definition(pairs)
    assert found.macro_f1.value == macro_f1_by_definition(pairs)
    assert found.confusion == {pair: pairs.count(pair) for pair in set(pairs)}


def test_a_table_by_hand() -> None:
    # agreement 35/50; chance 0.5 * 0.6 + 0.5 * 0.4; F1 40/55 and 30/45
    pairs: Pairs = [("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15
    found = agreement(pairs)
    assert found.agreement == Estimate(Fraction(7, 10), proportion_interval(35, 50))
    assert found.kappa.value == Fraction(2, 5)
    assert found.macro_f1.value == (Fraction(40, 55) + Fraction(30, 45)) / 2
    assert found.confusion == {("no", "no"): 15, ("no", "yes"): 10, ("yes", "no"): 5, ("yes", "yes"): 20}
    assert list(found.confusion) == sorted(found.confusion)


def test_agreement_without_any_beyond_chance() -> None:
    pairs: Pairs = [(True, True), (True, False), (False, True), (False, False)] * 5
    found = agreement(pairs)
    assert (found.kappa.value, found.macro_f1.value) == (Fraction(0), Fraction(1, 2))


def test_raters_who_always_differ() -> None:
    found = agreement([(True, False), (False, True)] * 6)
    assert found.agreement.value == 0
    assert found.kappa.value == -1
    assert found.macro_f1.value == 0


def test_raters_who_never_differ() -> None:
    found = agreement([(True, True)] * 9 + [(False, False)] * 3)
    assert found.agreement == Estimate(Fraction(1), proportion_interval(12, 12))
    # resampling never shows what disagreement there might be
    assert found.kappa == found.macro_f1 == Estimate(Fraction(1), None)


def test_no_pairs() -> None:
    found = agreement([])
    nothing = Estimate(None, None, "no pairs")
    assert (found.n, found.confusion) == (0, {})
    assert (found.agreement, found.kappa, found.macro_f1) == (nothing, nothing, nothing)


def test_one_label_only() -> None:
    found = agreement([("met", "met")] * 8)
    assert found.agreement.value == 1
    assert found.kappa == Estimate(None, None, "every label is met")
    assert found.macro_f1 == Estimate(None, None, "every label is met")


@pytest.mark.parametrize(
    ("pairs", "kappa", "why"),
    [
        ([("met", "met")] * 8 + [("met", "lost")] * 2, 0, "no human label is lost"),
        ([("met", "met")] * 8 + [("lost", "met")] * 2, 0, "no machine label is lost"),
        ([("met", "lost")] * 3, 0, "no human label is lost"),
    ],
)
def test_a_label_that_one_side_never_gives_has_no_f1(pairs: Pairs, kappa: int, why: str) -> None:
    found = agreement(pairs)
    assert found.kappa.value == kappa
    assert found.macro_f1 == Estimate(None, None, why)


@pytest.mark.parametrize("seed", [1, 2])
def test_intervals_are_those_of_resampled_pairs(seed: int) -> None:
    pairs = made_up(seed, (True, False), 80, 0.4)
    source = random.Random(seed)
    kappas, scores = [], []
    for _ in range(2000):
        drawn = source.choices(pairs, k=len(pairs))
        kappas.append(float(kappa_by_definition(drawn)))
        scores.append(float(macro_f1_by_definition(drawn)))
    found = agreement(pairs)
    for estimate, resampled in ((found.kappa, sorted(kappas)), (found.macro_f1, sorted(scores))):
        assert estimate.interval is not None
        ends = (resampled[50], resampled[1949])
        assert (estimate.interval.low, estimate.interval.high) == pytest.approx(ends, abs=0.025)


def test_a_label_too_rare_to_be_drawn_each_time_leaves_no_interval() -> None:
    found = agreement([(True, True)] * 40 + [(True, False)] * 3 + [(False, False)])
    assert found.macro_f1.value is not None
    assert found.macro_f1.interval is None
    assert found.kappa.interval is not None


def test_the_order_of_the_pairs_changes_nothing() -> None:
    pairs = made_up(5, ("a", "b", "c"), 60, 0.3)
    assert agreement(pairs) == agreement(pairs[::-1])


def test_the_level_of_the_intervals() -> None:
    pairs = made_up(5, (True, False), 60, 0.3)
    narrow, wide = agreement(pairs, level=0.5), agreement(pairs)
    for name in ("agreement", "kappa", "macro_f1"):
        inner, outer = getattr(narrow, name).interval, getattr(wide, name).interval
        assert (inner.level, outer.level) == (0.5, 0.95)
        assert outer.low < inner.low < inner.high < outer.high
