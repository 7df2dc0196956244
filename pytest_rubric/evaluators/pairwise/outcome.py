"""From who may win to the evaluation of the case."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from pytest_rubric.errors import JudgeError
from pytest_rubric.evaluators import outcomes
from pytest_rubric.evaluators.pairwise import report
from pytest_rubric.evaluators.pairwise.document import document
from pytest_rubric.evaluators.pairwise.requests import EVALUATOR, Requests
from pytest_rubric.evaluators.pairwise.totals import PairTotals
from pytest_rubric.evaluators.pairwise.wording import wording
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.evaluators.remedies import Means, remedy
from pytest_rubric.model import CompareSpec, Comparison, Evaluation, OrderResult
from pytest_rubric.model.comparison import SIDES, Basis, Winner
from pytest_rubric.scoring.comparison import (
    Winners,
    basis_of,
    gate,
    interval,
    points_needed,
)
from pytest_rubric.scoring.comparison_sentences import demand, summary, winners

_ORDER: tuple[Winner, ...] = ("A", "B", "TIE")


@dataclass(frozen=True, slots=True)
class Pair:
    """What is compared, and in which language its report is."""

    subject: Subject
    spec: CompareSpec
    requests: Requests
    lang: str


def without_judge(pair: Pair) -> Evaluation | None:
    """The evaluation of a pair that needs no judge: identical outputs, or an empty one. Else ``None``."""
    shown = pair.requests.shown
    empty = [side for side in SIDES if shown.is_empty(side)]
    if len(empty) == 2:
        return _by_code(pair, "TIE", "both_empty")
    if empty:
        return _by_code(pair, "B" if empty == ["A"] else "A", "one_empty")
    return _by_code(pair, "TIE", "identical") if shown.are_identical else None


def _by_code(pair: Pair, winner: Winner, basis: Basis) -> Evaluation:
    evaluation = _decided(pair, PairTotals(pair.requests.criteria, ()), frozenset((winner,)), basis)
    if basis == "both_empty" and evaluation.passed:
        return replace(evaluation, warnings=(wording(pair.lang).passed_empty,))
    return evaluation


def decided(pair: Pair, totals: PairTotals) -> Evaluation:
    """The evaluation of a pair that passed or failed, whatever is still undecided."""
    first, second = (totals.winners_of(side) for side in SIDES)
    return _decided(pair, totals, totals.winners, basis_of(first, second))


def _decided(pair: Pair, totals: PairTotals, found: Winners, basis: Basis) -> Evaluation:
    expect = pair.spec.expect
    comparison = _comparison(pair, totals, found, basis)
    passed = gate(found, expect) == "passed"
    ends = interval(found, expect)
    warnings: tuple[str, ...] = ()
    if passed and comparison.winner is None:
        warnings = (wording(pair.lang).passed_open.format(winners(found, pair.lang)),)
    return replace(
        _with_report(pair, totals, comparison),
        state="judged",
        passed=passed,
        score=ends[0],
        raw_score=Fraction(ends[0]),
        interval=ends,
        verdict="pass" if passed else "fail",
        summary=summary(comparison, pair.lang),
        calculation=report.calculation(totals, comparison, pair.lang),
        warnings=warnings,
    )


def broken(pair: Pair, totals: PairTotals, cause: JudgeError | str, todo: str = "") -> Evaluation:
    """The evaluation of a pair without an outcome. The interval is kept if anything was decided."""
    first, second = (totals.winners_of(side) for side in SIDES)
    comparison = _comparison(pair, totals, totals.winners, basis_of(first, second))
    anything = any(each.is_usable for each in totals.readings)
    shown = _with_report(pair, totals, comparison)
    return replace(
        outcomes.broken(EVALUATOR, pair.subject, cause, pair.lang, remedy=todo),
        threshold=shown.threshold,
        interval=interval(totals.winners, pair.spec.expect) if anything else None,
        points=shown.points,
        feedback=shown.feedback,
        notes=shown.notes,
        calculation=report.calculation(totals, comparison, pair.lang) if anything else (),
        comparison=comparison,
    )


def none_usable(pair: Pair, totals: PairTotals, details: str | None) -> Evaluation:
    """The evaluation of a pair of which no reply of either order can be used. ``details`` are those of
    the judge's error, where there was one."""
    fault = totals.readings[0].fault
    cause = JudgeError(wording(pair.lang).none_usable.format(fault), details)
    return outcomes.in_short(broken(pair, totals, cause, _what_to_do(pair, totals)), fault)


def stayed_open(pair: Pair, totals: PairTotals) -> Evaluation:
    """The evaluation of a pair whose winner stayed open."""
    words = wording(pair.lang)
    expect = pair.spec.expect
    expected = words.any_winner if expect is None else demand(expect, pair.lang).strip()
    possible = winners(totals.winners, pair.lang)
    faults = [each.fault for each in totals.readings if each.winner is None and each.fault]
    told = words.then.join([words.stayed_open.format(possible, expected), *faults[:1]])
    evaluation = broken(pair, totals, told, _what_to_do(pair, totals))
    return outcomes.in_short(evaluation, words.possible.format(possible))


def _what_to_do(pair: Pair, totals: PairTotals) -> str:
    """What to do about replies that leave the outcome open: about their faults, or where they have
    none, about that they differ."""
    causes = {cause for each in totals.readings if each.winner is None for cause in each.causes}
    return remedy(causes or {"votes"}, pair.lang, Means.of(pair.subject.settings))


def blocked(subject: Subject, lang: str) -> Evaluation:
    """The evaluation of a case that has nothing to compare."""
    error = wording(lang).nothing_to_compare
    return Evaluation(
        evaluator=EVALUATOR,
        state="blocked",
        threshold=subject.settings.threshold,
        error=error,
        summary=error,
        lang=lang,
    )


def _with_report(pair: Pair, totals: PairTotals, comparison: Comparison) -> Evaluation:
    """An evaluation with what the replies say, and without an outcome."""
    asked = bool(totals.readings) and pair.subject.settings.feedback == "full"
    points = report.points(totals, pair.spec.expectations, pair.lang) if totals.readings else ()
    notes = report.notes(totals, pair.lang)
    if totals.readings and pair.requests.shown.hides_names:
        notes.append(wording(pair.lang).names_hidden)
    if pair.subject.versus is not None:
        notes += [f"B: {note}" for note in pair.subject.versus.notes]
    return Evaluation(
        evaluator=EVALUATOR,
        state="broken",
        threshold=Fraction(points_needed(pair.spec.expect)),
        points=points,
        feedback=report.feedback(report.remarks(totals.readings), asked=asked),
        notes=tuple(notes),
        lang=pair.lang,
        comparison=comparison,
    )


def _comparison(pair: Pair, totals: PairTotals, found: Winners, basis: Basis) -> Comparison:
    overall = (totals.overall("A"), totals.overall("B"))
    made = Comparison(
        possible=tuple(each for each in _ORDER if each in found),
        expect=pair.spec.expect,
        basis=basis,
        overall=overall,
        orders=tuple(
            OrderResult(each.first, each.sample, each.winner, each.preferred, each.reason or each.fault)
            for each in totals.readings
        ),
        texts=(pair.requests.shown.texts["A"], pair.requests.shown.texts["B"]),
    )
    if made.winner is None:
        return made
    nothing: report.Remarked = dict.fromkeys(SIDES, ((), ()))
    remarked = report.remarks(totals.readings) or nothing
    return replace(
        made,
        document=document(
            made.winner,
            _reasoning(made, pair.lang),
            totals,
            pair.spec.expectations,
            remarked,
        ),
    )


def _reasoning(comparison: Comparison, lang: str) -> str:
    """Who won and why, by code, then the judge's own reasons with who was FIRST in each."""
    words = wording(lang)
    told = [summary(replace(comparison, expect=None), lang)]
    told += dict.fromkeys(
        words.shown_first.format(each.first, each.reason.rstrip(".。"))
        for each in comparison.orders
        if each.reason
    )
    return words.stop.join(told)
