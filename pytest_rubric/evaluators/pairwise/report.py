"""What a comparison shows of its replies: the arithmetic, the points, and what the judge remarks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from pytest_rubric.evaluators.pairwise.criteria import PARTS
from pytest_rubric.evaluators.pairwise.parts import Topic
from pytest_rubric.evaluators.pairwise.readings import Reading
from pytest_rubric.evaluators.pairwise.requests import side_at
from pytest_rubric.evaluators.pairwise.totals import PairTotals
from pytest_rubric.evaluators.pairwise.wording import Wording, wording
from pytest_rubric.model import Feedback, FeedbackItem, Point
from pytest_rubric.model.comparison import SIDES, Comparison, Side
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.comparison import HIGHEST_LEVEL, Grades, interval, overall_score, points_needed
from pytest_rubric.scoring.comparison_sentences import winners
from pytest_rubric.scoring.figures import figure, rounded

_WIDEST_CAUSE = 160

Remarked = Mapping[Side, tuple[tuple[FeedbackItem, ...], tuple[FeedbackItem, ...]]]
"""Strengths and weaknesses of each output."""


def calculation(totals: PairTotals, comparison: Comparison, lang: str) -> tuple[str, ...]:
    """The arithmetic: a line for each reply, then the winner and what it earns."""
    words = wording(lang)
    lines = [_line(each, words, lang) for each in totals.readings]
    lines.append(words.result.format(winners(comparison.possible, lang)))
    low, high = interval(frozenset(comparison.possible), comparison.expect)
    earned = str(low) if low == high else f"{low}-{high}"
    lines.append(words.earned.format(earned, points_needed(comparison.expect)))
    return tuple(lines)


def _line(each: Reading, words: Wording, lang: str) -> str:
    head = words.order.format(each.first)
    if each.sample:
        head += words.sample.format(each.sample + 1)
    if not each.is_usable:
        return f"{head}{words.colon}{words.unusable.format(shortened(each.fault, _WIDEST_CAUSE))}"
    a, b = (each.grades[side] for side in SIDES)
    said = [_scores(side, each.grades[side], words) for side in SIDES]
    if a.expectations:
        total = len(a.expectations)
        said.append(words.rates_of.format(_ends(a.passed), total, _ends(b.passed), total))
    said.append(words.stated[each.preferred] if each.preferred else words.nothing_stated)
    outcome = winners(each.winners, lang)
    if each.winner is not None:
        outcome += f" {words.by[_what_decided(a, b)]}"
    return f"{head}{words.colon}{words.then.join(said)} → {outcome}"


def _what_decided(a: Grades, b: Grades) -> str:
    if a.overall != b.overall:
        return "overall"
    return "expectations" if a.passed != b.passed else "preference"


def _scores(side: Side, grades: Grades, words: Wording) -> str:
    content, structure = grades.content_score, grades.structure_score
    if content is None or structure is None:
        return words.open_scores_of.format(side, _ends(grades.overall))
    overall = figure(overall_score(content, structure))
    return words.scores_of.format(side, figure(content), figure(structure), overall)


def _ends(ends: tuple[Fraction, Fraction]) -> str:
    low, high = ends
    return figure(low) if low == high else f"{figure(low)}-{figure(high)}"


def points(totals: PairTotals, expectations: Sequence[str], lang: str) -> tuple[Point, ...]:
    """A point for the overall score, each criterion and each expectation of each output."""
    words = wording(lang)
    found = []
    reasons = dict.fromkeys(
        words.shown_first.format(each.first, each.reason) for each in totals.readings if each.reason
    )
    criteria: list[Topic] = [("criteria", number) for number in range(1, len(totals.criteria) + 1)]
    for side in SIDES:
        overall = totals.overall(side)
        found.append(
            Point(
                words.overall_point.format(side),
                None if overall is None else float(overall),
                evidence=" ".join(reasons) or None,
                anchors=_passages(totals, criteria, side),
                maximum=HIGHEST_LEVEL * len(PARTS),
            )
        )
        for number, each in enumerate(totals.criteria, 1):
            level = totals.level(number, side)
            found.append(
                Point(
                    words.criterion_point.format(side, words.parts[each.part], each.name),
                    None if level is None else float(rounded(level, 2)),
                    evidence=_reasons(totals, ("criteria", number), side, words),
                    maximum=HIGHEST_LEVEL,
                )
            )
        for number, text in enumerate(expectations, 1):
            holds = totals.holds(number, side)
            found.append(
                Point(
                    words.expectation_point.format(side, text),
                    None if holds is None else float(holds),
                    None if holds is None else (words.holds if holds else words.does_not_hold),
                    _reasons(totals, ("expectations", number), side, words),
                    anchors=_passages(totals, [("expectations", number)], side),
                    maximum=1,
                )
            )
    return tuple(found)


def _reasons(totals: PairTotals, topic: Topic, side: Side, words: Wording) -> str | None:
    """The judge's reasons, each with who was FIRST in it."""
    told: dict[str, None] = {}
    for each in totals.readings:
        answer = each.answers.get((topic, side))
        if answer is not None and answer.evidence.reason:
            kept = f" ({answer.evidence.missing})" if answer.evidence.missing else ""
            told[words.shown_first.format(each.first, answer.evidence.reason) + kept] = None
    return " ".join(told) or None


def _passages(totals: PairTotals, topics: Sequence[Topic], side: Side) -> tuple[str, ...]:
    """What was quoted from an output and stands there, each passage once."""
    answers = [answer for topic in topics for answer in totals.answers(topic, side)]
    quotes = [quote for answer in answers for quote in answer.evidence.quotes]
    return tuple(dict.fromkeys(quote.passage for quote in quotes if quote.passage is not None))


def remarks(readings: Iterable[Reading]) -> Remarked | None:
    """What the replies remark on each output, each remark once; ``None`` where none holds remarks."""
    usable = [each for each in readings if each.remarks is not None]
    if not usable:
        return None
    found: dict[Side, tuple[dict[str, FeedbackItem], dict[str, FeedbackItem]]] = {
        side: ({}, {}) for side in SIDES
    }
    for each in usable:
        assert each.remarks is not None
        for place, label, said in ((0, "", each.remarks.strengths), (1, "prompt", each.remarks.weaknesses)):
            for remark in said:
                side = side_at(remark.position, each.first)
                found[side][place].setdefault(remark.text, FeedbackItem(remark.text, label, remark.quote))
    return {side: (tuple(good.values()), tuple(bad.values())) for side, (good, bad) in found.items()}


def feedback(remarked: Remarked | None, *, asked: bool) -> Feedback:
    """The remarks as feedback, each with its output before it."""
    if remarked is None:
        return Feedback("missing" if asked else "not_asked")
    strengths, weaknesses = (
        tuple(
            FeedbackItem(f"{side}: {item.text}", item.label, item.quote)
            for side in SIDES
            for item in remarked[side][place]
        )
        for place in (0, 1)
    )
    return Feedback("given", strengths=strengths, weaknesses=weaknesses)


def notes(totals: PairTotals, lang: str) -> list[str]:
    """Remarks about the replies; empty where everything is in order."""
    words = wording(lang)
    usable = [each for each in totals.readings if each.is_usable]
    evidence = [answer.evidence for each in usable for answer in each.answers.values()]
    # All levels of an output rest on the same quotes: each of them counts once.
    quotes = {id(quote): quote for each in evidence for quote in each.quotes}.values()
    said = []
    if contradictions := sum(each.contradicts_itself for each in usable):
        said.append(words.contradictions.format(contradictions, len(usable)))
    if lost := sum(not quote.found for quote in quotes):
        said.append(words.quotes_not_found.format(lost, len(quotes)))
    if kept := sum(each.missing is not None for each in evidence):
        said.append(words.kept_count.format(kept))
    return said
