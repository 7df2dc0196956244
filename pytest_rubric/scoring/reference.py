"""The score against a reference answer: what decisions about facts, claims and form add up to.

Three dimensions whose points add up to the score, on exact fractions, rounded once, half up:

* ``left_out`` is the share of the reference's weight that the output does not carry: a fact that
  is missing or contradicted counts whole, a partial one half; a core fact weighs 2, a detail 1,
* ``wrong`` counts the contradicted facts and the wrong claims, ``unsupported`` the unsupported ones,
* ``agreement    = 50 * max(0, 1 - 3/2 * left_out - 1/2 * wrong - 1/5 * unsupported)``,
* ``completeness = 30 * (1 - left_out)``,
* ``form         = 20 * grade``, halved where nothing of the reference is carried,
* an output that has nothing to do with the input gets no agreement and no completeness, and half
  of its form: 10 at most.

So a contradicted fact costs what a missing one costs, and a wrong claim on top. What is undecided
makes the score an interval: its low end counts it against the output, its high end for it.
Why the figures are these is told in ``docs/scoring.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from pytest_rubric.scoring.figures import half_up

FactStatus = Literal["covered", "partial", "missing", "contradicted", "undecided"]
ClaimKind = Literal["wrong", "unsupported", "harmless", "useful", "undecided"]
Grade = Literal["good", "fair", "poor"]

AGREEMENT = 50
COMPLETENESS = 30
FORM = 20

CORE_WEIGHT = 2
DETAIL_WEIGHT = 1

LEFT_OUT: Mapping[FactStatus, Fraction] = {
    "covered": Fraction(0),
    "partial": Fraction(1, 2),
    "missing": Fraction(1),
    "contradicted": Fraction(1),
}
"""How much of a fact's weight is left out."""

LEFT_OUT_COST = Fraction(3, 2)
WRONG_COST = Fraction(1, 2)
UNSUPPORTED_COST = Fraction(1, 5)
"""What takes how much of the agreement."""

GRADES: Mapping[Grade, Fraction] = {"good": Fraction(1), "fair": Fraction(1, 2), "poor": Fraction(0)}

WITHOUT_CONTENT = Fraction(1, 2)
"""What form counts where there is no content for it."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What became of one key fact of the reference."""

    status: FactStatus
    core: bool = True

    @property
    def weight(self) -> int:
        return CORE_WEIGHT if self.core else DETAIL_WEIGHT


@dataclass(frozen=True, slots=True)
class Findings:
    """All decisions about one output. ``facts`` is never empty.

    ``claims`` are what the output says beyond the reference. ``None`` is undecided: for
    ``claims``, that nothing is known about them.
    """

    facts: tuple[Fact, ...]
    claims: tuple[ClaimKind, ...] | None = ()
    related: bool | None = True
    grade: Grade | None = "good"

    @property
    def is_decided(self) -> bool:
        return (
            self.claims is not None
            and self.related is not None
            and self.grade is not None
            and "undecided" not in self.claims
            and all(fact.status != "undecided" for fact in self.facts)
        )


@dataclass(frozen=True, slots=True)
class ReferenceTally:
    """What decided findings add up to. ``raw`` is exact, ``score`` an integer, both 0 to 100.

    ``left_out`` is the share of the weight that is left out, 0 to 1. ``unknown_claims`` says that
    agreement counts as lost because nothing is known about the claims.
    """

    left_out: Fraction
    wrong: int
    unsupported: int
    related: bool
    grade: Grade
    agreement: Fraction
    completeness: Fraction
    form: Fraction
    unknown_claims: bool = False

    @property
    def has_content(self) -> bool:
        """Whether the output carries anything of the reference: else its form counts half."""
        return self.related and self.left_out < 1

    @property
    def raw(self) -> Fraction:
        return self.agreement + self.completeness + self.form

    @property
    def score(self) -> int:
        return half_up(self.raw)


def low_end(findings: Findings) -> Findings:
    """The findings with everything undecided counted against the output."""
    return _settled(findings, fact="contradicted", claim="wrong", related=False, grade="poor")


def high_end(findings: Findings) -> Findings:
    """The findings with everything undecided counted for the output."""
    decided = _settled(findings, fact="covered", claim="harmless", related=True, grade="good")
    return decided if decided.claims is not None else replace(decided, claims=())


def tally(findings: Findings) -> ReferenceTally:
    """Add up.

    Raises ``ValueError`` where something is undecided: take :func:`low_end` or :func:`high_end`.
    At the low end ``claims`` may still be ``None``: then nothing is left of the agreement.
    """
    related, grade = findings.related, findings.grade
    claims = findings.claims or ()
    if related is None or grade is None or not replace(findings, claims=claims).is_decided:
        raise ValueError("findings are undecided: tally one end of them")
    left_out = left_out_of(findings.facts)
    wrong = sum(fact.status == "contradicted" for fact in findings.facts) + claims.count("wrong")
    unsupported = claims.count("unsupported")
    cost = LEFT_OUT_COST * left_out + WRONG_COST * wrong + UNSUPPORTED_COST * unsupported
    unknown = findings.claims is None
    holds = max(Fraction(0), 1 - cost) if related and not unknown else Fraction(0)
    content = 1 if related and left_out < 1 else WITHOUT_CONTENT
    return ReferenceTally(
        left_out=left_out,
        wrong=wrong,
        unsupported=unsupported,
        related=related,
        grade=grade,
        agreement=AGREEMENT * holds,
        completeness=COMPLETENESS * (1 - left_out) if related else Fraction(0),
        form=FORM * GRADES[grade] * content,
        unknown_claims=unknown,
    )


def left_out_of(facts: Sequence[Fact]) -> Fraction:
    """The share of the weight that is left out, 0 to 1."""
    lost = sum((LEFT_OUT[fact.status] * fact.weight for fact in facts), Fraction(0))
    return lost / sum(fact.weight for fact in facts)


def interval(findings: Findings) -> tuple[int, int]:
    """The lowest and the highest score that the findings leave possible."""
    return tally(low_end(findings)).score, tally(high_end(findings)).score


def _settled(
    findings: Findings, *, fact: FactStatus, claim: ClaimKind, related: bool, grade: Grade
) -> Findings:
    claims = findings.claims
    return Findings(
        facts=tuple(
            replace(each, status=fact) if each.status == "undecided" else each for each in findings.facts
        ),
        claims=None if claims is None else tuple(claim if kind == "undecided" else kind for kind in claims),
        related=related if findings.related is None else findings.related,
        grade=grade if findings.grade is None else findings.grade,
    )
