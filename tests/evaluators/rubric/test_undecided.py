"""What is undecided is neither pass nor fail."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pytest_rubric import ScriptedJudge
from pytest_rubric.judging.protocol import JudgeRequest
from tests.evaluators.rubric.building import (
    criteria,
    entry,
    judged_by,
    reply,
    settings,
    statuses,
    subject,
)

INVENTED = {"quotes": ["the lift is fixed"]}


def test_an_invented_quote_decides_nothing_where_it_cannot_matter() -> None:
    judge = ScriptedJudge(
        [
            reply(entry(1, True), entry(2, True, **INVENTED), entry(3, True)),
            reply(entry(2, True, quotes=["the lift works again"])),
        ]
    )
    evaluation = judged_by(subject(criteria(50, 10, 40)), judge)
    assert judge.calls == 2
    assert statuses(evaluation) == ["met", "undecided", "met"]
    assert (evaluation.state, evaluation.passed) == ("judged", True)
    assert (evaluation.score, evaluation.interval, evaluation.achieved_points) == (
        90,
        (90, 100),
        Fraction(90),
    )
    assert evaluation.warnings == ("passed with #2 undecided (score 90 to 100)",)
    lost = evaluation.criteria[1]
    assert lost.note == "a yes whose quote does not stand in the text: “the lift works again”"
    assert [(quote.text, quote.found) for quote in lost.quotes] == [("the lift works again", False)]
    assert "quotes that do not stand in the text they name: 1 of 3" in evaluation.notes


def test_the_same_is_an_error_where_it_can_matter() -> None:
    def script(request: JudgeRequest) -> dict[str, object]:
        answers = {1: entry(1, True), 2: entry(2, True, **INVENTED), 3: entry(3, True)}
        return reply(*[answers[id_] for id_ in request.ids])

    judge = ScriptedJudge(script)
    evaluation = judged_by(subject(criteria(50, 10, 40), settings=settings(threshold=Fraction(95))), judge)
    assert (evaluation.state, evaluation.passed, evaluation.interval) == ("broken", None, (90, 100))
    assert (evaluation.score, evaluation.raw_score, evaluation.achieved_points) == (None, None, None)
    assert (evaluation.verdict, evaluation.tags) == (None, {})
    assert evaluation.total_positive == 100
    assert evaluation.error == (
        "the outcome stayed open: score 90 to 100, threshold 95; undecided: "
        "#2 (a yes whose quote does not stand in the text: “the lift is fixed”)"
    )
    assert evaluation.remedy == (
        "the judge's quotes do not stand in the text: take another model (--rubric-model), or ask one thing a "
        "call (--rubric-strategy criterion), or keep such decisions, marked (--rubric-evidence warn)."
    )
    assert evaluation.calculation[-1] == "score ∈ [90, 100] (#2 undecided)"
    # Every ask is followed up once: the first one, and two extra samples about #2 alone.
    assert [request.ids for request in judge.requests] == [(1, 2, 3), (2,), (2,), (2,), (2,), (2,)]
    assert evaluation.criteria[1].votes == (0, 0, 3)
    assert (evaluation.usage.calls, evaluation.usage.reasks) == (6, 3)


def test_a_re_ask_that_mends_the_quote_decides() -> None:
    judge = ScriptedJudge(
        [reply(entry(1, True, **INVENTED), entry(2, False)), reply(entry(1, True, quotes=["lit at night"]))]
    )
    evaluation = judged_by(subject(criteria(80, 20)), judge)
    assert statuses(evaluation) == ["met", "not_met"]
    assert [quote.passage for quote in evaluation.criteria[0].quotes] == ["lit at night"]
    assert (evaluation.score, evaluation.usage.reasks, evaluation.notes) == (80, 1, ())


def test_a_penalty_is_not_lost_by_an_invented_quote() -> None:
    judge = ScriptedJudge(
        [reply(entry(1, True), entry(2, True, **INVENTED)), reply(entry(2, True, **INVENTED))]
    )
    evaluation = judged_by(subject(criteria(100, -20)), judge)
    assert statuses(evaluation) == ["met", "undecided"]
    assert (evaluation.interval, evaluation.score, evaluation.passed) == ((80, 100), 80, True)


def test_it_fails_where_even_the_best_case_is_too_low() -> None:
    judge = ScriptedJudge([reply(entry(1, False), entry(2, None)), reply(entry(2, None))])
    evaluation = judged_by(subject(criteria(50, 50)), judge)
    assert judge.calls == 2
    assert (evaluation.state, evaluation.passed, evaluation.interval) == ("judged", False, (0, 50))
    assert (evaluation.score, evaluation.verdict, evaluation.warnings) == (0, "fail", ())


def test_it_fails_by_a_required_criterion_whatever_is_undecided() -> None:
    rubric = (replace(criteria(10)[0], required=True), *criteria(1, 90)[1:])
    judge = ScriptedJudge([reply(entry(1, False), entry(2, None)), reply(entry(2, None))])
    evaluation = judged_by(subject(rubric), judge)
    assert (evaluation.state, evaluation.passed, evaluation.interval) == ("judged", False, (0, 90))


def test_an_undecided_required_criterion_is_asked_again_above_the_threshold() -> None:
    rubric = (*criteria(90), replace(criteria(1, 10)[1], required=True))
    judge = ScriptedJudge(
        [
            reply(entry(1, True), entry(2, None)),
            reply(entry(2, None)),
            reply(entry(2, True)),
            reply(entry(2, True)),
        ]
    )
    evaluation = judged_by(subject(rubric), judge)
    assert (evaluation.passed, evaluation.score) == (True, 100)
    assert [(r.ids, r.sample) for r in judge.requests] == [((1, 2), 0), ((2,), 0), ((2,), 1), ((2,), 2)]
    assert evaluation.criteria[1].votes == (2, 0, 1)
