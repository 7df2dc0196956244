"""One judgement: what all samples together say of each part, as the formula takes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pytest_rubric.evaluators.reference.decisions import (
    ClaimDecision,
    FactDecision,
    GradeDecision,
    RelevanceDecision,
)
from pytest_rubric.evaluators.reference.parts import CLAIMS, FACTS, PartId
from pytest_rubric.model import Quote
from pytest_rubric.scoring.reference import Fact, Findings


@dataclass(frozen=True, slots=True)
class ClaimsVote:
    """The claims of one sample, each once. ``dropped`` counts those without cost that were not found."""

    claims: tuple[ClaimDecision, ...] = ()
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is decided about an output. A part that is undecided is ``None``, and ``notes`` says
    why, by the part. An undecided fact or claim carries its own note."""

    facts: tuple[FactDecision, ...]
    claims: ClaimsVote | None
    form: GradeDecision | None
    relevance: RelevanceDecision | None
    notes: Mapping[str, str]

    @property
    def claim_list(self) -> tuple[ClaimDecision, ...]:
        return self.claims.claims if self.claims is not None else ()

    @property
    def counted_with(self) -> dict[int, int]:
        """Claims that are about the words of a contradicted fact, by number, with that fact's.

        They are the same mistake, told twice: the fact has it already. A fact accounts for one
        claim, the dearest, so that listing a mistake as a fact never costs less than as a claim.
        """
        found: dict[int, int] = {}
        claims = sorted(self.claim_list, key=lambda claim: claim.kind != "wrong")
        for said in self.facts:
            if said.status != "contradicted" or said.quote is None:
                continue
            for claim in claims:
                costs = claim.kind in ("wrong", "unsupported") and not claim.in_reference
                if costs and claim.number not in found and _overlap(claim.quote, said.quote):
                    found[claim.number] = said.fact.number
                    break
        return found

    @property
    def findings(self) -> Findings:
        """The decisions alone."""
        counted_with = self.counted_with
        claims = tuple(
            claim.kind
            for claim in self.claim_list
            if claim.number not in counted_with and not claim.in_reference
        )
        return Findings(
            facts=tuple(Fact(said.status, said.fact.core) for said in self.facts),
            claims=None if self.claims is None else claims,
            related=None if self.relevance is None else self.relevance.related,
            grade=None if self.form is None else self.form.grade,
        )

    @property
    def undecided(self) -> frozenset[PartId]:
        """The ids of what is undecided: facts, and parts."""
        waiting: set[PartId] = set(self.notes)
        waiting |= {(FACTS, said.fact.number) for said in self.facts if said.status == "undecided"}
        if any(claim.kind == "undecided" for claim in self.claim_list):
            waiting.add(CLAIMS)
        return frozenset(waiting)


def _overlap(one: Quote, other: Quote) -> bool:
    if one.start is None or one.end is None or other.start is None or other.end is None:
        return False
    return one.start < other.end and other.start < one.end
