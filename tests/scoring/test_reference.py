"""The score against a reference: anchors, bands, and what may never raise or lower a score."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from fractions import Fraction

import pytest

from pytest_rubric.scoring.reference import (
    ClaimKind,
    Fact,
    FactStatus,
    Findings,
    Grade,
    high_end,
    interval,
    low_end,
    tally,
)

STATUSES: tuple[FactStatus, ...] = ("covered", "partial", "missing", "contradicted")
KINDS: tuple[ClaimKind, ...] = ("useful", "harmless", "unsupported", "wrong")
GRADES: tuple[Grade, ...] = ("good", "fair", "poor")
LETTERS: dict[str, Fact] = {
    "C": Fact("covered"),
    "P": Fact("partial"),
    "M": Fact("missing"),
    "X": Fact("contradicted"),
    "U": Fact("undecided"),
    "c": Fact("covered", core=False),
    "p": Fact("partial", core=False),
    "m": Fact("missing", core=False),
    "x": Fact("contradicted", core=False),
}
CLAIMS: dict[str, ClaimKind] = {
    "w": "wrong",
    "u": "unsupported",
    "h": "harmless",
    "+": "useful",
    "?": "undecided",
}


def findings(
    facts: str, claims: str = "", grade: Grade | None = "good", related: bool | None = True
) -> Findings:
    """Facts and claims as letters: core facts in capitals, details in small letters."""
    return Findings(
        tuple(LETTERS[letter] for letter in facts),
        tuple(CLAIMS[letter] for letter in claims),
        related=related,
        grade=grade,
    )


def score(facts: str, claims: str = "", grade: Grade = "good", related: bool = True) -> int:
    return tally(findings(facts, claims, grade, related)).score


@pytest.mark.parametrize(
    ("facts", "claims", "grade", "expected"),
    [
        # identical or better
        ("CCCC", "", "good", 100),
        ("C", "", "good", 100),
        ("CCcc", "+++", "good", 100),
        ("CCcc", "hh+", "good", 100),
        # small slips
        ("CCCC", "", "fair", 90),
        ("CCCC", "", "poor", 80),
        ("CCCC", "u", "good", 90),
        ("CCcccc", "", "fair", 90),
        ("CCcccm", "", "good", 87),
        ("CCCCP", "", "good", 90),
        ("CCccp", "", "good", 93),
        # mostly right: a few omissions, or a slight error
        ("CCCCM", "", "good", 79),
        ("CCCM", "", "good", 74),
        ("CCM", "", "good", 65),
        ("CP", "", "good", 74),
        ("CCcccx", "", "good", 62),
        ("CCCC", "w", "good", 75),
        ("CCCCCCCCCX", "", "good", 65),
        ("CCcccc", "uuu", "good", 70),
        # partly right: plain errors, inventions, or key facts left out
        ("CCCCX", "", "good", 54),
        ("CM", "", "good", 48),
        ("P", "", "good", 48),
        ("PPPP", "", "good", 48),
        ("CCCC", "ww", "good", 50),
        ("CCMM", "", "good", 48),
        ("CCcccX", "", "good", 52),
        ("CCX", "", "good", 40),
        ("CCCM", "u", "good", 64),
        # hardly right, or gravely wrong
        ("CX", "", "good", 35),
        ("CMM", "", "good", 30),
        ("CXX", "", "good", 30),
        ("CCCM", "www", "poor", 23),
        # nothing of the reference
        ("X", "", "good", 10),
        ("XXX", "", "good", 10),
        ("MMM", "+", "good", 10),
        ("M", "", "fair", 5),
        ("M", "", "poor", 0),
    ],
)
def test_constructed_decisions(facts: str, claims: str, grade: Grade, expected: int) -> None:
    assert score(facts, claims, grade) == expected


def band(low: int, high: int) -> range:
    return range(low, high + 1)


@pytest.mark.parametrize(
    ("allowed", "cases"),
    [
        pytest.param(band(95, 100), ["C", "CC+", "CCcc++h"], id="identical or better"),
        pytest.param(
            band(80, 99), ["CCCCCCM", "CCccccm", "CCCCP", "CCp", "CCCu", "CCccuu"], id="small slips"
        ),
        pytest.param(band(60, 79), ["CCCCM", "CCCM", "CCM", "CCcw", "CCccccccx"], id="mostly right"),
        pytest.param(band(40, 59), ["CCCCX", "CCCX", "CM", "CCMM", "CCcww", "PP"], id="partly right"),
        pytest.param(band(0, 39), ["CX", "CCXX", "CMM", "CXM", "M", "X", "mmX"], id="gravely wrong"),
    ],
)
def test_bands(allowed: range, cases: list[str]) -> None:
    for letters in cases:
        claims = "".join(letter for letter in letters if letter in "wu+h")
        facts = "".join(letter for letter in letters if letter not in "wu+h")
        assert score(facts, claims) in allowed, letters


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("facts", ["MMM", "XM", "Mmm"])
@pytest.mark.parametrize("claims", ["", "+", "ww"])
def test_an_unrelated_output_gets_at_most_ten(facts: str, claims: str, grade: Grade) -> None:
    assert score(facts, claims, grade, related=False) <= 10


def test_an_unrelated_output_keeps_nothing_for_content() -> None:
    total = tally(findings("CC", related=False))
    assert [total.agreement, total.completeness, total.form] == [0, 0, 10]


def test_the_dimensions_add_up_exactly() -> None:
    total = tally(findings("CCcMmX", "u"))
    assert total.left_out == Fraction(5, 10)
    assert total.wrong == 1
    assert total.agreement == 0, "3/4 + 1/2 + 1/5 is more than there is"
    assert total.completeness == 15
    assert total.form == 20
    assert total.raw == total.agreement + total.completeness + total.form


def test_sevenths_are_not_rounded_before_the_end() -> None:
    total = tally(findings("CCCCCCM"))
    assert total.raw == 100 - Fraction(75 + 30, 7)
    assert total.score == 85


def test_a_contradiction_costs_more_than_an_omission() -> None:
    for number in range(1, 30):
        others = "C" * number
        assert score(others + "X") < score(others + "M")


def some_findings(seed: int) -> Findings:
    """Findings of all sizes, by chance but the same every time."""
    chance = random.Random(seed)
    return Findings(
        tuple(
            Fact(chance.choice(STATUSES), core=chance.random() < 0.6) for _ in range(chance.randint(1, 14))
        ),
        tuple(chance.choice(KINDS) for _ in range(chance.choice((0, 0, 1, 2, 5)))),
        related=chance.random() < 0.9,
        grade=chance.choice(GRADES),
    )


SEEDS = range(300)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_decision_for_the_worse_raises_a_score(seed: int) -> None:
    before = some_findings(seed)
    raw = tally(before).raw
    assert 0 <= raw <= 100
    for number, fact in enumerate(before.facts):
        for worse in STATUSES[STATUSES.index(fact.status) + 1 :]:
            facts = (*before.facts[:number], replace(fact, status=worse), *before.facts[number + 1 :])
            assert tally(replace(before, facts=facts)).raw <= raw
    claims = before.claims or ()
    for kind in KINDS:
        more = replace(before, claims=(*claims, kind))
        if kind in ("wrong", "unsupported"):
            assert tally(more).raw <= raw
        else:
            assert tally(more).raw == raw
    for number, earlier in enumerate(claims):
        for worse_kind in KINDS[KINDS.index(earlier) + 1 :]:
            changed = replace(before, claims=(*claims[:number], worse_kind, *claims[number + 1 :]))
            assert tally(changed).raw <= raw
    assert before.grade is not None
    for worse_grade in GRADES[GRADES.index(before.grade) + 1 :]:
        assert tally(replace(before, grade=worse_grade)).raw <= raw
    assert tally(replace(before, related=False)).raw <= raw
    assert tally(replace(before, related=False)).score <= 10


@pytest.mark.parametrize("seed", SEEDS)
def test_calling_a_claim_a_contradicted_fact_instead_never_raises_a_score(seed: int) -> None:
    """A mistake that stands in both lists is counted with the fact alone."""
    before = some_findings(seed)
    claims = before.claims or ()
    for number, fact in enumerate(before.facts):
        if fact.status == "contradicted":
            continue
        facts = (*before.facts[:number], replace(fact, status="contradicted"), *before.facts[number + 1 :])
        for kind in ("wrong", "unsupported"):
            if kind in claims:
                rest = list(claims)
                rest.remove(kind)
                after = Findings(facts, tuple(rest), before.related, before.grade)
                assert tally(after).raw <= tally(before).raw


def test_useful_additions_never_hide_a_contradiction() -> None:
    assert score("CCX", "+" * 20) == score("CCX")
    assert score("CC", "+" * 20) == 100


UNDECIDED = [
    pytest.param(findings("CU"), (35, 100), id="fact"),
    pytest.param(findings("CC", "?"), (75, 100), id="claim"),
    pytest.param(replace(findings("CC"), claims=None), (50, 100), id="all claims"),
    pytest.param(findings("CC", grade=None), (80, 100), id="format"),
    pytest.param(findings("MM", related=None), (10, 10), id="relevance of nothing"),
    pytest.param(findings("CC", related=None), (10, 100), id="relevance"),
    pytest.param(Findings((Fact("undecided"),), None, None, None), (0, 100), id="everything"),
]


@pytest.mark.parametrize(("open_ones", "expected"), UNDECIDED)
def test_the_interval(open_ones: Findings, expected: tuple[int, int]) -> None:
    assert not open_ones.is_decided
    assert interval(open_ones) == expected
    with pytest.raises(ValueError, match=r"^findings are undecided: tally one end of them$"):
        tally(replace(open_ones, claims=("undecided",)))


def test_the_interval_holds_every_outcome() -> None:
    open_ones = Findings(
        (Fact("covered"), Fact("undecided"), Fact("undecided", core=False)), ("undecided",), True, None
    )
    low, high = interval(open_ones)
    for one, other, kind, grade in itertools.product(STATUSES, STATUSES, KINDS, GRADES):
        decided = Findings(
            (open_ones.facts[0], Fact(one), Fact(other, core=False)), (kind,), related=True, grade=grade
        )
        assert low <= tally(decided).score <= high


def test_the_ends_of_decided_findings_are_themselves() -> None:
    decided = findings("CMx", "w+")
    assert low_end(decided) == high_end(decided) == decided
    assert interval(decided) == (tally(decided).score,) * 2
