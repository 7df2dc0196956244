"""From the replies of all samples to one judgement, fact by fact and part by part.

What becomes of a fact, the form's grade and the relevance need a strict majority of the usable
votes. Lists of claims can't be matched with each other, so the middle sample's counts: sorted by
what they cost, the dearer one of two in the middle. A list in which something is undecided only
counts where no other is decided.
"""

from __future__ import annotations

from collections import Counter
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
from pytest_rubric.evaluators.remedies import Cause
from pytest_rubric.judging.protocol import JudgeReply
from pytest_rubric.scoring.reference import UNSUPPORTED_COST, WRONG_COST

Vote = FactDecision | ClaimsVote | GradeDecision | RelevanceDecision | str
"""What one sample says of one fact or part; a text says why there is nothing."""

Ballots = Mapping[PartId, Mapping[int, Vote]]
"""The votes by id, then by sample."""

V = TypeVar("V")


def vote(
    id_: PartId, reply: JudgeReply, contract: JudgementContract, words: Wording, *, lenient: bool
) -> Vote:
    """What a reply says of a fact or a part.

    With ``lenient`` a decision that only lacks its evidence is kept, and marked.
    """
    said = reply.decisions.get(id_)
    if isinstance(said, Claims):
        return _claims(said, reply, words, lenient=lenient)
    if isinstance(said, (FactDecision, GradeDecision, RelevanceDecision)):
        return said
    rejected = contract.rejected(id_, reply.questions.get(id_))
    if not isinstance(rejected.said, FactDecision):
        return rejected.note
    if lenient and rejected.lacks_evidence:
        return replace(rejected.said, note=words.kept_without_evidence.format(rejected.note))
    return replace(
        rejected.said, status="undecided", note=rejected.note, lacks_evidence=rejected.lacks_evidence
    )


def judgement(facts: Sequence[KeyFact], ballots: Ballots, words: Wording) -> Judgement:
    """What all votes come to."""
    notes: dict[str, str] = {}
    decided = tuple(_fact(fact, ballots, words) for fact in facts)
    claims = _middle_claims(ballots)
    if claims is None:
        notes[CLAIMS] = _why_not(ballots, CLAIMS, words)
    form = _majority(_usable(ballots, FORMAT, GradeDecision), lambda said: words.grades[said.grade], words)
    relevance = _majority(
        _usable(ballots, RELEVANCE, RelevanceDecision),
        lambda said: words.related if said.related else words.unrelated_answer,
        words,
    )
    for part, found in ((FORMAT, form), (RELEVANCE, relevance)):
        if isinstance(found, str):
            notes[part] = found or _why_not(ballots, part, words)
    if isinstance(relevance, RelevanceDecision) and not relevance.related and _covers(decided):
        notes[RELEVANCE] = words.unrelated_but_covered
    return Judgement(
        decided,
        claims,
        form if isinstance(form, GradeDecision) else None,
        relevance if isinstance(relevance, RelevanceDecision) and RELEVANCE not in notes else None,
        notes,
    )


def causes(said: Judgement, ballots: Ballots) -> set[Cause]:
    """Why parts are undecided, errors of the judge aside: replies that don't stand, or that differ."""
    found: set[Cause] = set()
    for id_ in said.undecided:
        votes = list(ballots.get(id_, {}).values())
        if any(_stands(vote) for vote in votes):
            found.add("votes")
        else:
            found.add("evidence" if any(map(_lacks_evidence, votes)) else "form")
    return found


def _stands(vote: Vote) -> bool:
    if isinstance(vote, ClaimsVote):
        return _is_decided(vote)
    return not isinstance(vote, str) and not (isinstance(vote, FactDecision) and vote.status == "undecided")


def _lacks_evidence(vote: Vote) -> bool:
    entries = vote.claims if isinstance(vote, ClaimsVote) else (vote,)
    return any(isinstance(each, (FactDecision, ClaimDecision)) and each.lacks_evidence for each in entries)


def _fact(fact: KeyFact, ballots: Ballots, words: Wording) -> FactDecision:
    id_ = (FACTS, fact.number)
    votes = _usable(ballots, id_, FactDecision)
    decided = [said for said in votes if said.status != "undecided"]
    found = _majority(decided, lambda said: words.statuses[said.status], words)
    if isinstance(found, FactDecision):
        return found
    if votes and not decided:
        return votes[-1]
    return FactDecision(fact, "undecided", note=found or _why_not(ballots, id_, words))


def _covers(facts: Sequence[FactDecision]) -> bool:
    return any(said.status in ("covered", "partial") for said in facts)


def _claims(said: Claims, reply: JudgeReply, words: Wording, *, lenient: bool) -> ClaimsVote:
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
    return replace(said, kind="undecided", note=entry.note, lacks_evidence=entry.lacks_evidence)


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


def _majority(votes: Sequence[V], answer: Callable[[V], str], words: Wording) -> V | str:
    """A vote for what a strict majority says, the first with evidence; a text tells that there is
    none, and is empty where nobody votes."""
    if not votes:
        return ""
    counts = Counter(map(answer, votes))
    said, number = counts.most_common(1)[0]
    if 2 * number <= len(votes):
        told = words.between.join(f"{each} {times}" for each, times in counts.items())
        return words.no_majority.format(told)
    speakers = [vote for vote in votes if answer(vote) == said]
    return min(speakers, key=lambda vote: getattr(vote, "note", None) is not None)


def _middle_claims(ballots: Ballots) -> ClaimsVote | None:
    votes = _usable(ballots, CLAIMS, ClaimsVote)
    decided = [each for each in votes if _is_decided(each)]
    ranked = sorted(decided or votes, key=_claims_cost)
    return ranked[len(ranked) // 2] if ranked else None


def _is_decided(said: ClaimsVote) -> bool:
    return all(claim.kind != "undecided" for claim in said.claims)


def _claims_cost(said: ClaimsVote) -> Fraction:
    kinds = [claim.kind for claim in said.claims if not claim.in_reference]
    wrong = kinds.count("wrong") + kinds.count("undecided")
    return WRONG_COST * wrong + UNSUPPORTED_COST * kinds.count("unsupported")


def _why_not(ballots: Ballots, id_: PartId, words: Wording) -> str:
    votes = ballots.get(id_, {})
    said = [votes[sample] for sample in sorted(votes)]
    return next((text for text in reversed(said) if isinstance(text, str)), words.missing_part)
