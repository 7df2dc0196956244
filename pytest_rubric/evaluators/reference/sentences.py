"""The summary in one sentence, and a sentence for each dimension, by code from the decisions."""

from __future__ import annotations

from fractions import Fraction

from pytest_rubric.evaluators.reference.calculation import points
from pytest_rubric.evaluators.reference.decisions import FactDecision
from pytest_rubric.evaluators.reference.judgement import Judgement
from pytest_rubric.evaluators.reference.wording import Wording
from pytest_rubric.model import Point
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.reference import (
    AGREEMENT,
    COMPLETENESS,
    FORM,
    ClaimKind,
    FactStatus,
    high_end,
    low_end,
    tally,
)

_LOST: tuple[FactStatus, ...] = ("contradicted", "missing", "partial", "undecided")
_COSTLY: tuple[ClaimKind, ...] = ("wrong", "unsupported", "undecided")
_MOST_PASSAGES = 2


def summary(said: Judgement, words: Wording) -> str:
    """What came out, in one sentence: the dimensions, the facts, and the dearest loss.

    Undecided parts count as in the low end of the score.
    """
    total = tally(low_end(said.findings))
    named = (
        (words.agreement, total.agreement, AGREEMENT),
        (words.completeness, total.completeness, COMPLETENESS),
        (words.form, total.form, FORM),
    )
    parts = [
        words.between.join(words.points_of.format(name, points(value), top) for name, value, top in named)
    ]
    if said.relevance is not None and not said.relevance.related:
        parts.append(words.unrelated_output)
    parts.append(_counts(said, words))
    worst = _lost(said)
    if worst:
        name = words.named_fact.format(worst[0].fact.number)
        told = words.because.format(name, words.shown_fact.format(_words_of(worst[0])))
        parts.append(f"{told}{words.remark.format(words.statuses[worst[0].status])}")
    return words.then.join(parts)


def dimensions(said: Judgement, words: Wording) -> tuple[Point, ...]:
    """The three dimensions. One whose points depend on what is undecided has no score."""
    low, high = tally(low_end(said.findings)), tally(high_end(said.findings))
    shown = [
        words.shown_quote.format(shortened(fact.quote.passage))
        for fact in sorted(said.facts, key=lambda fact: fact.status != "contradicted")
        if fact.status in ("contradicted", "covered") and fact.quote is not None and fact.quote.passage
    ]
    missed = [
        words.shown_fact.format(_words_of(fact))
        for fact in _lost(said)
        if fact.status in ("missing", "partial")
    ]
    return (
        Point(
            words.agreement,
            score=_decided(low.agreement, high.agreement),
            evidence=words.then.join([_counts(said, words), *shown[:_MOST_PASSAGES]]),
            maximum=AGREEMENT,
        ),
        Point(
            words.completeness,
            score=_decided(low.completeness, high.completeness),
            evidence=words.then.join([_covered(said, words), *missed[:_MOST_PASSAGES]]),
            maximum=COMPLETENESS,
        ),
        Point(
            words.form,
            score=_decided(low.form, high.form),
            status=None if said.form is None else words.grades[said.form.grade],
            evidence=None if said.form is None else said.form.reason or None,
            maximum=FORM,
        ),
    )


def _decided(low: Fraction, high: Fraction) -> float | None:
    return float(low) if low == high else None


def _covered(said: Judgement, words: Wording) -> str:
    covered = sum(fact.status == "covered" for fact in said.facts)
    return words.covered_of.format(len(said.facts), covered)


def _counts(said: Judgement, words: Wording) -> str:
    """``4 of 5 key facts covered, 1 contradicted, 1 wrong claim``."""
    statuses = [fact.status for fact in said.facts]
    parts = [_covered(said, words)]
    parts += [
        words.status_count.format(words.statuses[status], statuses.count(status))
        for status in _LOST
        if status in statuses
    ]
    kinds = said.findings.claims or ()
    parts += [
        words.claim_count.format(words.claim_names[kind], kinds.count(kind))
        for kind in _COSTLY
        if kind in kinds
    ]
    return words.between.join(parts)


def _lost(said: Judgement) -> list[FactDecision]:
    """The facts that cost points, the dearest first."""
    lost = [fact for fact in said.facts if fact.status in _LOST]
    return sorted(lost, key=lambda fact: (_LOST.index(fact.status), not fact.fact.core))


def _words_of(said: FactDecision) -> str:
    return shortened(said.fact.words)
