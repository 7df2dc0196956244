"""One judgement: what all samples together say of each part, as the formula takes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pytest_rubric.evaluators.reference.decisions import (
    ClaimDecision,
    FactDecision,
    GradeDecision,
    RelevanceDecision,
)
from pytest_rubric.evaluators.reference.parts import ALL_PARTS, CLAIMS, FACTS
from pytest_rubric.model import Quote
from pytest_rubric.scoring.reference import Fact, Findings


@dataclass(frozen=True, slots=True)
class FactsVote:
    """The facts of one sample, each once; undecided ones are in it. ``invented`` are the words of
    facts that do not stand in the reference: they are no part of anything."""

    facts: tuple[FactDecision, ...]
    invented: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimsVote:
    """The claims of one sample, each once. ``dropped`` counts those without cost that were not found."""

    claims: tuple[ClaimDecision, ...] = ()
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is decided about an output. A part that is undecided is ``None``, and ``notes`` says
    why, by the part."""

    facts: FactsVote
    claims: ClaimsVote | None
    form: GradeDecision | None
    relevance: RelevanceDecision | None
    notes: Mapping[str, str]

    @property
    def counted_with(self) -> dict[int, int]:
        """Claims that are about the words of a contradicted fact, by number, with that fact's.

        They are the same mistake, told twice: the fact has it already. A fact accounts for one
        claim, the dearest, so that listing a mistake as a fact never costs less than as a claim.
        """
        found: dict[int, int] = {}
        claims = sorted(self.claims.claims if self.claims else (), key=lambda claim: claim.kind != "wrong")
        for fact in self.facts.facts:
            if fact.status != "contradicted" or fact.quote is None:
                continue
            for claim in claims:
                costs = claim.kind in ("wrong", "unsupported") and not claim.in_reference
                if costs and claim.number not in found and _overlap(claim.quote, fact.quote):
                    found[claim.number] = fact.number
                    break
        return found

    @property
    def findings(self) -> Findings:
        """The decisions alone."""
        counted_with = self.counted_with
        claims = None
        if self.claims is not None:
            claims = tuple(
                claim.kind
                for claim in self.claims.claims
                if claim.number not in counted_with and not claim.in_reference
            )
        return Findings(
            facts=as_facts(self.facts.facts),
            claims=claims,
            related=None if self.relevance is None else self.relevance.related,
            grade=None if self.form is None else self.form.grade,
        )

    @property
    def undecided_parts(self) -> tuple[str, ...]:
        """The parts in which something is undecided."""
        waiting = set(self.notes)
        if any(fact.status == "undecided" for fact in self.facts.facts):
            waiting.add(FACTS)
        if self.claims is not None and any(claim.kind == "undecided" for claim in self.claims.claims):
            waiting.add(CLAIMS)
        return tuple(part for part in ALL_PARTS if part in waiting)


def as_facts(facts: Iterable[FactDecision]) -> tuple[Fact, ...]:
    """The facts as the formula takes them."""
    return tuple(Fact(fact.status, fact.core) for fact in facts)


def _overlap(one: Quote, other: Quote) -> bool:
    if one.start is None or one.end is None or other.start is None or other.end is None:
        return False
    return one.start < other.end and other.start < one.end
