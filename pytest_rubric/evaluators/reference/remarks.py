"""Strengths and weaknesses by code: what the decisions say, each with its passage in the output."""

from __future__ import annotations

from pytest_rubric.evaluators.reference.decisions import ClaimDecision, FactDecision
from pytest_rubric.evaluators.reference.judgement import Judgement
from pytest_rubric.evaluators.reference.wording import Wording
from pytest_rubric.model import Feedback, FeedbackItem, Quote
from pytest_rubric.model.lines import shortened

_MOST_STRENGTHS = 8
_MOST_WEAKNESSES = 15
_WIDEST_FACT = 120
_LONGEST_QUOTE = 300


def feedback(said: Judgement, own: Feedback, words: Wording) -> Feedback:
    """What the decisions say, and behind it what the judge said itself (``own``)."""
    return Feedback(
        "given",
        strengths=(*_strengths(said, words), *own.strengths),
        weaknesses=(*_weaknesses(said, words), *own.weaknesses),
        suggestions=own.suggestions,
    )


def _strengths(said: Judgement, words: Wording) -> tuple[FeedbackItem, ...]:
    if said.relevance is not None and not said.relevance.related:
        return ()
    items = [
        FeedbackItem(claim.reason or words.beyond, "beyond_reference", _passage(claim.quote))
        for claim in said.claim_list
        if claim.kind == "useful"
    ]
    items += [
        FeedbackItem(words.says_fact.format(_fact(fact)), quote=_passage(fact.quote))
        for fact in sorted(said.facts, key=lambda fact: not fact.fact.core)
        if fact.status == "covered"
    ]
    return tuple(items[:_MOST_STRENGTHS])


def _weaknesses(said: Judgement, words: Wording) -> tuple[FeedbackItem, ...]:
    items = []
    if said.relevance is not None and not said.relevance.related:
        items.append(FeedbackItem(words.because.format(words.off_topic, said.relevance.reason), "prompt"))
    counted_with = said.counted_with
    lost: list[FactDecision | ClaimDecision] = []
    facts = sorted(said.facts, key=lambda fact: not fact.fact.core)
    claims = [
        claim for claim in said.claim_list if claim.number not in counted_with and not claim.in_reference
    ]
    lost += [fact for fact in facts if fact.status == "contradicted"]
    lost += [claim for claim in claims if claim.kind == "wrong"]
    lost += [fact for status in ("missing", "partial") for fact in facts if fact.status == status]
    lost += [claim for claim in claims if claim.kind == "unsupported"]
    items += [_weakness(each, words) for each in lost[:_MOST_WEAKNESSES]]
    return tuple(items)


def _weakness(lost: FactDecision | ClaimDecision, words: Wording) -> FeedbackItem:
    if isinstance(lost, FactDecision):
        template = {
            "contradicted": words.contradicts,
            "missing": words.misses,
            "partial": words.half_says,
        }[lost.status]
        text = template.format(_fact(lost))
        quote = None if lost.status == "missing" or lost.quote is None else _passage(lost.quote)
    else:
        text = words.wrong_claim if lost.kind == "wrong" else words.unsupported_claim
        quote = _passage(lost.quote)
    return FeedbackItem(words.because.format(text, lost.reason) if lost.reason else text, "prompt", quote)


def _fact(said: FactDecision) -> str:
    return shortened(said.fact.words, _WIDEST_FACT)


def _passage(quote: Quote | None) -> str | None:
    if quote is None or quote.passage is None:
        return None
    return (
        quote.passage if len(quote.passage) <= _LONGEST_QUOTE else quote.passage[: _LONGEST_QUOTE - 1] + "…"
    )
