"""From the replies of all samples to one judgement, fact by fact and part by part.

A yes or no needs a strict majority. Everything else is a matter of more or less, so the middle
sample decides: sorted by what it costs, the dearer one of two in the middle. A vote in which
something is undecided only counts where no other is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from pytest_rubric.evaluators.reference.contract import JudgementContract
from pytest_rubric.evaluators.reference.decisions import (
    ClaimDecision,
    Claims,
    FactDecision,
    GradeDecision,
    KeyFact,
    Rejected,
    RelevanceDecision,
)
from pytest_rubric.evaluators.reference.judgement import ClaimsVote, Judgement
from pytest_rubric.evaluators.reference.parts import CLAIMS, FACTS, FORMAT, RELEVANCE, PartId
from pytest_rubric.evaluators.reference.wording import Wording
from pytest_rubric.judging.protocol import JudgeReply
from pytest_rubric.scoring.reference import GRADES, UNSUPPORTED_COST, WRONG_COST

Vote = FactDecision | ClaimsVote | GradeDecision | RelevanceDecision | str
"""What one sample says of one fact or part; a text says why there is nothing."""

Ballots = Mapping[PartId, Mapping[int, Vote]]
"""The votes by id, then by sample."""

V = TypeVar("V")

_ORDER = ("covered", "partial", "missing", "contradicted", "undecided")


def vote(
    id_: PartId, reply: JudgeReply, contract: JudgementContract, words: Wording, *, lenient: bool
) -> Vote:
    """What a reply says of a fact or a part.

    With ``lenient`` a decision that only lacks its evidence is kept, and marked.
    """
    said = reply.decisions.get(id_)
    if isinstance(said, Claims):
        return _claims(said, reply, contract, words, lenient=lenient)
    if isinstance(said, (FactDecision, GradeDecision, RelevanceDecision)):
        return said
    rejected = contract.rejected(id_, reply.questions.get(id_))
    if not isinstance(rejected.said, FactDecision):
        return rejected.note
    if lenient and rejected.lacks_evidence:
        return replace(rejected.said, note=words.kept_without_evidence.format(rejected.note))
    return replace(rejected.said, status="undecided", note=rejected.note)


def judgement(facts: Sequence[KeyFact], ballots: Ballots, words: Wording) -> Judgement:
    """What all votes come to."""
    notes: dict[str, str] = {}
    decided = tuple(_fact(fact, ballots, words) for fact in facts)
    claims = _middle(_usable(ballots, CLAIMS, ClaimsVote), _claims_cost, _is_decided)
    form = _middle(_usable(ballots, FORMAT, GradeDecision), lambda said: -GRADES[said.grade])
    for part, found in ((CLAIMS, claims), (FORMAT, form)):
        if found is None:
            notes[part] = _why_not(ballots, part, words)
    relevance, note = _relevance(ballots, decided, words)
    if note is not None:
        notes[RELEVANCE] = note
    return Judgement(decided, claims, form, relevance, notes)


def _fact(fact: KeyFact, ballots: Ballots, words: Wording) -> FactDecision:
    id_ = (FACTS, fact.number)
    votes = _usable(ballots, id_, FactDecision)
    said = _middle(
        votes, lambda vote: Fraction(_ORDER.index(vote.status)), lambda vote: vote.status != "undecided"
    )
    return said or FactDecision(fact, "undecided", note=_why_not(ballots, id_, words))


def _claims(
    said: Claims, reply: JudgeReply, contract: JudgementContract, words: Wording, *, lenient: bool
) -> ClaimsVote:
    claims: dict[object, ClaimDecision] = {}
    for number, entry in said.entries.items():
        if isinstance(entry, Rejected):
            entry = _settled(number, entry, reply, words, lenient=lenient)
        place = (entry.quote.start, entry.quote.end) if entry.quote.found else number
        earlier = claims.get(place)
        claims[place] = entry if earlier is None else _one(earlier, entry, words)
    return ClaimsVote(tuple(claims.values()), said.dropped)


def _settled(
    number: int, entry: Rejected, reply: JudgeReply, words: Wording, *, lenient: bool
) -> ClaimDecision:
    """What became of a claim in question: mended, kept without evidence, or undecided."""
    mended = reply.decisions.get((CLAIMS, number))
    if isinstance(mended, ClaimDecision):
        return mended
    said = entry.said
    assert isinstance(said, ClaimDecision)
    if lenient and entry.lacks_evidence:
        return replace(said, note=words.kept_without_evidence.format(entry.note))
    return replace(said, kind="undecided", note=entry.note)


def _one(earlier: ClaimDecision, later: ClaimDecision, words: Wording) -> ClaimDecision:
    """Two entries about the same words: the decided one, or nothing where both are and differ."""
    if later.kind in ("undecided", earlier.kind):
        return earlier
    if earlier.kind == "undecided":
        return later
    return replace(earlier, kind="undecided", note=words.two_decisions)


def _usable(ballots: Ballots, id_: PartId, kind: type[V]) -> list[V]:
    votes = ballots.get(id_, {})
    said = [votes[sample] for sample in sorted(votes)]
    return [each for each in said if isinstance(each, kind)]


def _middle(
    votes: Sequence[V], cost: Callable[[V], Fraction], is_decided: Callable[[V], bool] = lambda _: True
) -> V | None:
    decided = [each for each in votes if is_decided(each)]
    ranked = sorted(decided or votes, key=cost)
    return ranked[len(ranked) // 2] if ranked else None


def _is_decided(said: ClaimsVote) -> bool:
    return all(claim.kind != "undecided" for claim in said.claims)


def _claims_cost(said: ClaimsVote) -> Fraction:
    kinds = [claim.kind for claim in said.claims if not claim.in_reference]
    wrong = kinds.count("wrong") + kinds.count("undecided")
    return WRONG_COST * wrong + UNSUPPORTED_COST * kinds.count("unsupported")


def _relevance(
    ballots: Ballots, facts: Sequence[FactDecision], words: Wording
) -> tuple[RelevanceDecision | None, str | None]:
    """The majority's decision, or why there is none."""
    votes = _usable(ballots, RELEVANCE, RelevanceDecision)
    related = [said for said in votes if said.related]
    unrelated = [said for said in votes if not said.related]
    if not votes:
        return None, _why_not(ballots, RELEVANCE, words)
    if len(related) == len(unrelated):
        return None, words.no_majority.format(len(related), len(unrelated))
    if len(related) > len(unrelated):
        return related[0], None
    if any(said.status in ("covered", "partial") for said in facts):
        return None, words.unrelated_but_covered
    return unrelated[0], None


def _why_not(ballots: Ballots, id_: PartId, words: Wording) -> str:
    votes = ballots.get(id_, {})
    said = [votes[sample] for sample in sorted(votes)]
    return next((text for text in reversed(said) if isinstance(text, str)), words.missing_part)
