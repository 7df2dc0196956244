"""The arithmetic of a score against a reference, written out as text lines.

First what was found, a line each fact and claim, then the formula with its figures filled in.
"""

from __future__ import annotations

from fractions import Fraction

from pytest_rubric.evaluators.reference.judgement import Judgement
from pytest_rubric.evaluators.reference.wording import Wording
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.figures import figure, rounded
from pytest_rubric.scoring.reference import (
    AGREEMENT,
    COMPLETENESS,
    FORM,
    GRADES,
    LEFT_OUT,
    LEFT_OUT_COST,
    UNSUPPORTED_COST,
    WITHOUT_CONTENT,
    WRONG_COST,
    Fact,
    Findings,
    ReferenceTally,
    high_end,
    low_end,
    tally,
)

_MOST_LINES = 30
_MOST_TERMS = 12


def calculation(said: Judgement, words: Wording) -> tuple[str, ...]:
    """The lines for this judgement; with undecided parts, those for both ends of the interval."""
    findings = said.findings
    lines = [*_facts(said, words), *_claims(said, words)]
    if findings.is_decided:
        return (*lines, *_formula(findings, words, ""))
    low, high = low_end(findings), high_end(findings)
    return (
        *lines,
        *_formula(low, words, words.low),
        *_formula(high, words, words.high),
        f"{words.score} ∈ [{tally(low).score}, {tally(high).score}]",
    )


def without_formula(score: int, why: str, words: Wording) -> tuple[str, ...]:
    """The lines for a score that is decided by rule: each dimension whole, or nothing."""
    names = (words.agreement, words.completeness, words.form)
    maxima = (AGREEMENT, COMPLETENESS, FORM)
    points = [maximum * score // 100 for maximum in maxima]
    return (
        *(f"{name} = {value}/{maximum}" for name, value, maximum in zip(names, points, maxima, strict=True)),
        f"{' + '.join(map(str, points))} = {score} ✓{words.remark.format(why)}",
    )


def points(value: Fraction) -> str:
    """Points of a dimension, to two decimals."""
    return figure(rounded(value, 2))


def _facts(said: Judgement, words: Wording) -> list[str]:
    lines = []
    for each in said.facts:
        line = words.fact_line.format(
            each.fact.number,
            words.core if each.fact.core else words.detail,
            Fact(each.status, each.fact.core).weight,
            shortened(each.fact.words),
            words.statuses[each.status],
        )
        if each.quote is not None and each.quote.passage is not None and each.status != "missing":
            line += words.shown.format(shortened(each.quote.passage))
        lines.append(line)
    return _cut(lines)


def _claims(said: Judgement, words: Wording) -> list[str]:
    counted_with = said.counted_with
    lines = []
    for claim in said.claim_list:
        shown = shortened(claim.quote.passage or claim.quote.text)
        line = words.claim_line.format(claim.number, shown, words.kinds[claim.kind])
        if claim.number in counted_with:
            line += words.counted_with.format(counted_with[claim.number])
        elif claim.in_reference:
            line += words.stands_in_reference
        lines.append(line)
    return _cut(lines)


def _cut(lines: list[str]) -> list[str]:
    return lines if len(lines) <= _MOST_LINES else [*lines[:_MOST_LINES], f"... + {len(lines) - _MOST_LINES}"]


def _formula(findings: Findings, words: Wording, label: str) -> list[str]:
    total = tally(findings)
    return [
        _line(words.left_out, label, _left_out(findings.facts, total), words),
        _line(words.agreement, label, _agreement(total, words), words),
        _line(words.completeness, label, _completeness(total, words), words),
        _line(words.form, label, _form(total, words), words),
        _line(words.score, label, _sum(total), words),
    ]


def _line(name: str, label: str, right: str, words: Wording) -> str:
    head = name + words.remark.format(label) if label else name
    return f"{head}{'' if head.endswith('）') else ' '}= {right}"


def _left_out(facts: tuple[Fact, ...], total: ReferenceTally) -> str:
    lost = [(LEFT_OUT[fact.status], fact.weight) for fact in facts if LEFT_OUT[fact.status]]
    weight = sum(fact.weight for fact in facts)
    if not lost:
        return f"0 / {weight} = 0"
    sum_ = " + ".join(str(own) if share == 1 else f"{own} × {figure(share)}" for share, own in lost)
    if len(lost) > _MOST_TERMS:
        sum_ = figure(total.left_out * weight)
    if "+" in sum_:
        sum_ = f"({sum_})"
    return f"{sum_} / {weight} = {_exact(total.left_out)}"


def _agreement(total: ReferenceTally, words: Wording) -> str:
    if not total.related:
        return "0" + words.remark.format(words.unrelated)
    if total.unknown_claims:
        return "0" + words.remark.format(words.unknown_claims)
    factors = (
        (LEFT_OUT_COST, figure(total.left_out)),
        (WRONG_COST, str(total.wrong)),
        (UNSUPPORTED_COST, str(total.unsupported)),
    )
    cost = "".join(f" − {figure(each)} × {times}" for each, times in factors)
    return f"{AGREEMENT} × max(0, 1{cost}) = {points(total.agreement)}"


def _completeness(total: ReferenceTally, words: Wording) -> str:
    if not total.related:
        return "0" + words.remark.format(words.unrelated)
    return f"{COMPLETENESS} × (1 − {figure(total.left_out)}) = {points(total.completeness)}"


def _form(total: ReferenceTally, words: Wording) -> str:
    grade = f"{FORM} × {figure(GRADES[total.grade])}"
    if total.has_content:
        return f"{grade} = {points(total.form)}"
    remark = words.remark.format(words.without_content)
    return f"{grade} × {figure(WITHOUT_CONTENT)} = {points(total.form)}{remark}"


def _sum(total: ReferenceTally) -> str:
    parts = " + ".join(points(value) for value in (total.agreement, total.completeness, total.form))
    raw = points(total.raw)
    return f"{parts} = {raw} ✓" if raw == str(total.score) else f"{parts} = {raw} ≈ {total.score} ✓"


def _exact(value: Fraction) -> str:
    """A share as it is, and as a decimal where it is none."""
    shown = figure(value)
    return shown if "/" not in shown else f"{shown} ≈ {points(value)}"
