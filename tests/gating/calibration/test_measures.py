"""Agreement altogether, by tag and by criterion, and scores; against values worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pytest_rubric.gating.calibration import measures
from pytest_rubric.gating.calibration.decisions import Decision, gather
from pytest_rubric.gating.calibration.scores import NoCorrelation, scores
from pytest_rubric.gating.statistics import proportion_interval
from tests.gating.calibration.building import criterion, four_criteria, record, scored


def compared() -> tuple[Decision, ...]:
    return gather(
        [
            [
                record("a", criterion("x", "met", "met", tags=["axis:one", "type:positive"])),
                record("b", criterion("X", "met", "not_met", tags=["axis:one", "axis:one", "two words"])),
                record("c", criterion("y", "clean", "violated", tags=["two words"])),
                record("d", criterion("y", "violated", "violated"), criterion("z", "not_met", "not_met")),
            ]
        ]
    ).compared


def test_altogether() -> None:
    group = measures.overall(compared())
    assert (group.agreeing, group.false_yes, group.false_no) == (3, 1, 1)
    # people: 3 yes, 2 no; judge: 3 yes, 2 no; both yes 2, both no 1
    assert group.agreement.agreement.value == Fraction(3, 5)
    chance = Fraction(3 * 3 + 2 * 2, 25)
    assert group.agreement.kappa.value == (Fraction(3, 5) - chance) / (1 - chance)
    assert group.agreement.macro_f1.value == (Fraction(2 * 2, 6) + Fraction(2 * 1, 4)) / 2


def test_by_tag_leaves_out_those_that_only_tell_the_sign() -> None:
    groups = measures.by_tag(compared())
    assert [(each.name, each.agreeing, each.agreement.n) for each in groups] == [
        ("axis:one", 1, 2),
        ("two words", 0, 2),
    ]


def test_by_criterion_the_most_wrong_first() -> None:
    groups = measures.by_criterion(compared())
    assert [(each.name, each.agreeing, each.agreement.n) for each in groups] == [
        ("x", 1, 2),
        ("y", 1, 2),
        ("z", 1, 1),
    ]
    assert [(d.name, wrong, n) for d, wrong, n in measures.most_wrong(compared())] == [
        ("#1 of b", 1, 2),
        ("#1 of c", 1, 2),
    ]


@pytest.mark.parametrize(
    ("share", "needed"), [(Fraction(1), 16), (Fraction(85, 100), 49), (Fraction(1, 2), 93), (Fraction(0), 16)]
)
def test_how_many_labels_a_useful_interval_takes(share: Fraction, needed: int) -> None:
    assert measures.labels_needed(share) == needed


def test_the_width_is_that_of_the_interval_which_is_told() -> None:
    enough, one_less = proportion_interval(16, 16), proportion_interval(15, 15)
    assert enough is not None
    assert one_less is not None
    assert enough.high - enough.low <= measures.USEFUL_WIDTH < one_less.high - one_less.low


def test_one_class_only_has_no_kappa() -> None:
    found = measures.overall(gather([four_criteria(0, 4)]).compared).agreement
    assert found.agreement.value == 1
    assert (found.kappa.value, found.kappa.undefined) == (None, "every label is yes")


def test_scores_of_people_and_machine() -> None:
    found = scores(
        [
            scored("a", 80, 60),
            scored("b", 66.67, 70),
            scored("c", 60, 59),
            scored("open", None, 50, state="broken"),
            scored("unsaid", 80, None),
            record("labels", criterion("x", "met", "met")),
        ]
    )
    comparison = found.comparison
    assert comparison is not None
    assert ([each.case for each in found.items], found.without_machine) == (["a", "b", "c"], 1)
    assert comparison.difference == (20 + Fraction("-3.33") + 1) / 3
    assert comparison.distance == (20 + Fraction("3.33") + 1) / 3
    # exactly at the threshold of 60 is a pass
    assert (comparison.same_side, comparison.passing.agreement.value) == (2, Fraction(2, 3))
    assert comparison.correlation == pytest.approx(-0.1074, abs=0.0001)


@pytest.mark.parametrize(
    ("pairs", "why"),
    [
        ([(1, 2), (3, 4)], "few"),
        ([(1, 2), (3, 2), (4, 2)], "people"),
        ([(1, 2), (1, 3), (1, 4)], "machine"),
    ],
)
def test_a_correlation_that_is_not_defined_says_why(pairs: list[tuple[int, int]], why: NoCorrelation) -> None:
    found = scores([scored(f"case-{n}", *pair) for n, pair in enumerate(pairs)]).comparison
    assert found is not None
    assert (found.correlation, found.no_correlation) == (None, why)


def test_no_scores() -> None:
    found = scores([record("a", criterion("x", "met", "met"))])
    assert (found.comparison, found.items, found.without_machine) == (None, (), 0)
