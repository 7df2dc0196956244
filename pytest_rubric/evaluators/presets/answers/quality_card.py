"""The card of ``result-answer``: three points, and what they add up to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pytest_rubric.evaluators.presets.answers.formulas import (
    COHERENCE_SHARE,
    COMPLETENESS_SHARE,
    COVERAGE,
    HIGHEST_RATING,
    RELEVANCE,
    RELEVANCE_SHARE,
    answer_score,
    coherence,
    completeness,
    relevance,
)
from pytest_rubric.evaluators.presets.answers.quality_questions import (
    Coherence,
    Met,
    Needs,
    Relevance,
    Statements,
)
from pytest_rubric.evaluators.presets.answers.words import Quality, Words, words
from pytest_rubric.evaluators.presets.protocol import Card, CardPoint, PointStatus
from pytest_rubric.evaluators.presets.wording import wording
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.figures import figure

_WIDEST_PART = 120


def card(
    statements: Statements,
    needs: Needs,
    flow: Coherence,
    belonging: Relevance,
    met: Sequence[Met],
    said: Words,
) -> Card:
    """What the five answers come to."""
    weighed = [(need.importance, each.level) for need, each in zip(needs.listed, met, strict=True)]
    parts = (
        relevance(belonging.levels, belonging.noncommittal),
        completeness(weighed),
        coherence(flow.rating),
    )
    score = answer_score(*parts)
    points = (
        _relevance_point(parts[0], statements, belonging, said),
        _completeness_point(parts[1], needs, met, said),
        _coherence_point(parts[2], flow, said),
    )
    return Card(
        score,
        points,
        _summary(parts, belonging, needs, met, flow, said.quality),
        _calculation(parts, belonging, weighed, flow.rating, score, said.quality),
        notes=(said.quality.cut.format(statements.cut),) if statements.cut else (),
    )


def empty_card(lang: str) -> Card:
    """An output without text: 0 on all three, by the same formula."""
    quality, empty = words(lang).quality, wording(lang).empty_output
    zero = Fraction(0)
    return Card(
        answer_score(zero, zero, zero),
        tuple(
            CardPoint(label, zero, "missing", empty)
            for label in (quality.relevance, quality.completeness, quality.coherence)
        ),
        empty,
        (quality.total.format(0, 0, 0, 0),),
    )


def _relevance_point(score: Fraction, statements: Statements, belonging: Relevance, said: Words) -> CardPoint:
    quality = said.quality
    judged = sorted(
        zip(statements.listed, belonging.levels, belonging.reasons, strict=True),
        key=lambda each: RELEVANCE[each[1]],
    )
    lines = [f"{quality.noncommittal}{said.colon}{belonging.reason}"] if belonging.noncommittal else []
    lines += [
        f"{quality.levels[level]}{said.colon}{said.quoted.format(_part(statement.quote))}"
        f"{said.brackets.format(_part(reason))}"
        for statement, level, reason in judged
    ]
    if statements.cut:
        lines.insert(0, quality.cut.format(statements.cut))
    unwanted = [said.quoted.format(_part(each.quote)) for each, level, _ in judged if level == "irrelevant"]
    suggestions = [quality.commit] if belonging.noncommittal else []
    if unwanted:
        suggestions.append(quality.leave_out.format(said.listing.join(unwanted)))
    return CardPoint(
        quality.relevance, score, status_of(score), said.listing.join(lines), " ".join(suggestions)
    )


def _completeness_point(score: Fraction, needs: Needs, met: Sequence[Met], said: Words) -> CardPoint:
    quality = said.quality
    judged = sorted(
        zip(needs.listed, met, strict=True),
        key=lambda each: -each[0].importance * (1 - COVERAGE[each[1].level]),
    )
    lines = []
    for need, each in judged:
        about = said.brackets.format(quality.importance[need.importance])
        shown = said.brackets.format(said.quoted.format(_part(each.quote))) if each.quote else ""
        lines.append(
            f"{said.quoted.format(_part(need.quote))}{about}{said.colon}{quality.levels[each.level]}"
            f"{said.colon}{_part(each.reason)}{shown}"
        )
    suggestions = [each.suggestion for _, each in judged if each.level != "covered"]
    return CardPoint(
        quality.completeness,
        score,
        status_of(score),
        said.listing.join(lines),
        said.listing.join(suggestions),
    )


def _coherence_point(score: Fraction, flow: Coherence, said: Words) -> CardPoint:
    quality = said.quality
    lines = [f"{quality.rated.format(flow.rating)}{said.colon}{flow.reason}"]
    lines += [
        f"{quality.issues[issue.kind]}{said.colon}{said.quoted.format(_part(issue.quote))}"
        f"{said.brackets.format(_part(issue.reason))}"
        for issue in flow.issues
    ]
    suggestion = flow.suggestion if flow.rating < HIGHEST_RATING else ""
    return CardPoint(quality.coherence, score, status_of(score), said.listing.join(lines), suggestion)


def _summary(
    parts: tuple[Fraction, Fraction, Fraction],
    belonging: Relevance,
    needs: Needs,
    met: Sequence[Met],
    flow: Coherence,
    quality: Quality,
) -> str:
    """The judge's reason for what cost most: the dearest part, and the worst in it."""
    missed = COMPLETENESS_SHARE * (100 - parts[1])
    strayed = RELEVANCE_SHARE * (100 - parts[0])
    tangled = COHERENCE_SHARE * (100 - parts[2])
    dearest = max(missed, strayed, tangled)
    if not dearest:
        return quality.all_well
    if dearest == missed:
        _, worst = min(
            zip(needs.listed, met, strict=True),
            key=lambda each: each[0].importance * (COVERAGE[each[1].level] - 1),
        )
        return worst.reason
    if dearest == tangled:
        return flow.issues[0].reason if flow.issues else flow.reason
    if belonging.noncommittal and not parts[0]:
        return belonging.reason
    lowest = min(belonging.levels, key=lambda level: RELEVANCE[level])
    return belonging.reasons[belonging.levels.index(lowest)]


def _calculation(
    parts: tuple[Fraction, Fraction, Fraction],
    belonging: Relevance,
    weighed: Sequence[tuple[int, str]],
    rating: int,
    score: Fraction,
    quality: Quality,
) -> tuple[str, ...]:
    avoided = belonging.noncommittal and "relevant" not in belonging.levels
    values = " + ".join(figure(RELEVANCE[level]) for level in belonging.levels)
    shares = " + ".join(f"{importance} × {figure(COVERAGE[level])}" for importance, level in weighed)
    whole = sum(importance for importance, _ in weighed)
    shown = [figure(part) for part in parts]
    exact = RELEVANCE_SHARE * parts[0] + COMPLETENESS_SHARE * parts[1] + COHERENCE_SHARE * parts[2]
    total = figure(exact) if exact == score else f"{figure(exact)} → {figure(score)}"
    return (
        quality.relevance_avoided
        if avoided
        else quality.relevance_sum.format(values, len(belonging.levels), shown[0]),
        quality.completeness_sum.format(shares, whole, shown[1]),
        quality.coherence_sum.format(rating, shown[2]),
        quality.total.format(*shown, total),
    )


def status_of(score: Fraction) -> PointStatus:
    """What a score says in one word: all, nothing, or something between."""
    return "covered" if score == 100 else "missing" if score == 0 else "partial"


def _part(text: str) -> str:
    return shortened(text, _WIDEST_PART)
