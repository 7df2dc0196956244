"""From the replies of all samples to one judgement, part by part.

A yes or no needs a strict majority. Everything else is a matter of more or less, so the middle
sample decides: sorted by what it costs, the dearer one of two in the middle. A sample in which
something is undecided only counts where no other is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from pytest_rubric.evaluators.reference.decisions import (
    ClaimDecision,
    Claims,
    FactDecision,
    Facts,
    GradeDecision,
    Rejected,
    RelevanceDecision,
)
from pytest_rubric.evaluators.reference.entries import passage
from pytest_rubric.evaluators.reference.judgement import ClaimsVote, FactsVote, Judgement, as_facts
from pytest_rubric.evaluators.reference.parts import CLAIMS, FACTS, FORMAT, RELEVANCE
from pytest_rubric.evaluators.reference.wording import Wording
from pytest_rubric.judging.protocol import JudgeReply
from pytest_rubric.scoring.reference import (
    GRADES,
    UNSUPPORTED_COST,
    WRONG_COST,
    Findings,
    interval,
    low_end,
    tally,
)

Vote = FactsVote | ClaimsVote | GradeDecision | RelevanceDecision | str
"""What one sample says of one part; a text says why there is nothing."""

Ballots = Mapping[str, Mapping[int, Vote]]
"""The votes by part, then by sample."""

V = TypeVar("V")
Entry = TypeVar("Entry", FactDecision, ClaimDecision)


def vote(part: str, reply: JudgeReply, words: Wording, *, lenient: bool) -> Vote | None:
    """What a reply says of a part; ``None`` where the part itself did not stand.

    With ``lenient`` a decision that only lacks its evidence is kept, and marked.
    """
    said = reply.decisions.get(part)
    if isinstance(said, Facts):
        return _facts(said, reply, words, lenient=lenient)
    if isinstance(said, Claims):
        return _claims(said, reply, words, lenient=lenient)
    return said if isinstance(said, (GradeDecision, RelevanceDecision)) else None


def judgement(ballots: Ballots, words: Wording) -> Judgement | str:
    """What all votes come to; a text says why there is none, because no facts are known."""
    notes: dict[str, str] = {}
    facts = _middle(_usable(ballots, FACTS, FactsVote), _facts_cost, _is_decided)
    if facts is None:
        return _why_not(ballots, FACTS, words)
    claims = _middle(_usable(ballots, CLAIMS, ClaimsVote), _claims_cost, _is_decided)
    form = _middle(_usable(ballots, FORMAT, GradeDecision), lambda said: -GRADES[said.grade], lambda _: True)
    for part, found in ((CLAIMS, claims), (FORMAT, form)):
        if found is None:
            notes[part] = _why_not(ballots, part, words)
    relevance, note = _relevance(ballots, facts, words)
    if note is not None:
        notes[RELEVANCE] = note
    return Judgement(facts, claims, form, relevance, notes)


def sample_scores(ballots: Ballots, words: Wording) -> tuple[tuple[int, int], ...]:
    """The interval of each sample by itself, for those that say something of the facts."""
    samples = sorted({sample for votes in ballots.values() for sample in votes})
    found = []
    for sample in samples:
        alone = {part: {sample: votes[sample]} if sample in votes else {} for part, votes in ballots.items()}
        said = judgement(alone, words)
        if isinstance(said, Judgement):
            found.append(interval(said.findings))
    return tuple(found)


def _facts(said: Facts, reply: JudgeReply, words: Wording, *, lenient: bool) -> FactsVote | str:
    facts: dict[object, FactDecision] = {}
    invented: list[str] = []
    for number, entry in said.entries.items():
        if isinstance(entry, Rejected):
            mended = reply.decisions.get((FACTS, number))
            if isinstance(mended, FactDecision):
                entry = mended
            elif isinstance(entry.said, FactDecision):
                entry = _kept(entry.said, entry, words, lenient=lenient) or replace(
                    entry.said, status="undecided", note=entry.note
                )
            else:
                invented.append(entry.invented)
                continue
        place = passage(entry)
        earlier = facts.get(place)
        facts[place] = entry if earlier is None else _one_fact(earlier, entry, words)
    if not facts:
        return words.no_facts_found.format(invented[0] if invented else "")
    return FactsVote(tuple(facts.values()), tuple(invented))


def _claims(said: Claims, reply: JudgeReply, words: Wording, *, lenient: bool) -> ClaimsVote:
    claims: dict[object, ClaimDecision] = {}
    for number, entry in said.entries.items():
        if isinstance(entry, Rejected):
            mended = reply.decisions.get((CLAIMS, number))
            if isinstance(mended, ClaimDecision):
                entry = mended
            elif isinstance(entry.said, ClaimDecision):
                entry = _kept(entry.said, entry, words, lenient=lenient) or replace(
                    entry.said, kind="undecided", note=entry.note
                )
            else:
                continue
        place = passage(entry) if entry.quote.found else number
        earlier = claims.get(place)
        claims[place] = entry if earlier is None else _one_claim(earlier, entry, words)
    return ClaimsVote(tuple(claims.values()), said.dropped)


def _kept(said: Entry, rejected: Rejected, words: Wording, *, lenient: bool) -> Entry | None:
    """The decision itself, where only its evidence is missing and that is allowed."""
    if not (lenient and rejected.lacks_evidence):
        return None
    return replace(said, note=words.kept_without_evidence.format(rejected.note))


def _one_fact(earlier: FactDecision, later: FactDecision, words: Wording) -> FactDecision:
    """Two entries about the same words: the decided one, or nothing where both are and differ."""
    if later.status in ("undecided", earlier.status):
        return replace(earlier, core=earlier.core or later.core)
    if earlier.status == "undecided":
        return replace(later, core=earlier.core or later.core)
    return replace(earlier, core=True, status="undecided", note=words.two_decisions)


def _one_claim(earlier: ClaimDecision, later: ClaimDecision, words: Wording) -> ClaimDecision:
    if later.kind in ("undecided", earlier.kind):
        return earlier
    if earlier.kind == "undecided":
        return later
    return replace(earlier, kind="undecided", note=words.two_decisions)


def _usable(ballots: Ballots, part: str, kind: type[V]) -> list[V]:
    votes = ballots.get(part, {})
    return [votes[sample] for sample in sorted(votes) if isinstance(votes[sample], kind)]  # type: ignore[misc]


def _middle(votes: Sequence[V], cost: Callable[[V], Any], is_decided: Callable[[V], bool]) -> V | None:
    decided = [each for each in votes if is_decided(each)]
    ranked = sorted(decided or votes, key=cost)
    return ranked[len(ranked) // 2] if ranked else None


def _is_decided(said: FactsVote | ClaimsVote) -> bool:
    if isinstance(said, FactsVote):
        return all(fact.status != "undecided" for fact in said.facts)
    return all(claim.kind != "undecided" for claim in said.claims)


def _facts_cost(said: FactsVote) -> Fraction:
    return -tally(low_end(Findings(as_facts(said.facts)))).raw


def _claims_cost(said: ClaimsVote) -> Fraction:
    kinds = [claim.kind for claim in said.claims if not claim.in_reference]
    wrong = kinds.count("wrong") + kinds.count("undecided")
    return WRONG_COST * wrong + UNSUPPORTED_COST * kinds.count("unsupported")


def _relevance(
    ballots: Ballots, facts: FactsVote, words: Wording
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
    if any(fact.status in ("covered", "partial") for fact in facts.facts):
        return None, words.unrelated_but_covered
    return unrelated[0], None


def _why_not(ballots: Ballots, part: str, words: Wording) -> str:
    votes = ballots.get(part, {})
    said = [votes[sample] for sample in sorted(votes)]
    return next((text for text in reversed(said) if isinstance(text, str)), words.missing_part)
