"""From decisions to score, verdict and gate; empty outputs; checks beside judged criteria."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pytest_rubric import ScriptedJudge
from pytest_rubric.evaluators.protocol import Evaluator
from pytest_rubric.evaluators.rubric.evaluator import RubricEvaluator
from tests.evaluators.rubric.building import (
    checked,
    criteria,
    judged_by,
    said,
    settings,
    statuses,
    subject,
)


def test_it_is_the_evaluator_of_criteria() -> None:
    evaluator: Evaluator = RubricEvaluator()
    assert (evaluator.id, evaluator.kind) == ("rubric", "rubric")


def test_decisions_become_a_score() -> None:
    rubric = criteria(10, 20, 30, -15, -25)
    evaluation = judged_by(subject(rubric), said({1: True, 2: False, 3: True, 4: True, 5: False}))
    assert statuses(evaluation) == ["met", "not_met", "met", "violated", "clean"]
    assert (evaluation.achieved_points, evaluation.total_positive) == (Fraction(25), Fraction(60))
    assert evaluation.raw_score == Fraction(125, 3)
    assert (evaluation.score, evaluation.interval, evaluation.verdict) == (42, (42, 42), "fail")
    assert (evaluation.state, evaluation.passed, evaluation.error) == ("judged", False, None)
    assert evaluation.summary == ("25 of 60 points; lost by #2 “statement 2” (-20), #4 “statement 4” (-15)")


@pytest.mark.parametrize(
    ("points", "met", "threshold", "score", "passed"),
    [
        (("0.1", "0.7", "0.2"), {1, 2}, 80, 80, True),
        (("0.1", "0.7", "0.2"), {1, 2}, "80.5", 80, False),
        ((3, 3, 3), {1, 2}, 67, 67, True),
        ((3, 3, 3), {1, 2}, 68, 67, False),
        ((10, 10), set(), 0, 0, True),
        ((10, 10), set(), 1, 0, False),
    ],
)
def test_the_gate_is_at_the_threshold(
    points: tuple[int | str, ...], met: set[int], threshold: int | str, score: int, passed: bool
) -> None:
    judge = said({id_: id_ in met for id_ in range(1, len(points) + 1)})
    evaluation = judged_by(
        subject(criteria(*points), settings=settings(threshold=Fraction(threshold))), judge
    )
    assert (evaluation.score, evaluation.passed) == (score, passed)


def test_without_positive_points_it_deducts() -> None:
    evaluation = judged_by(subject(criteria(-5, -30)), said({1: True, 2: False}))
    assert (evaluation.score, evaluation.raw_score, evaluation.total_positive) == (
        95,
        Fraction(95),
        Fraction(0),
    )


def test_the_raw_score_is_kept_unclamped() -> None:
    evaluation = judged_by(subject(criteria(10, -40)), said({1: False, 2: True}))
    assert (evaluation.score, evaluation.raw_score) == (0, Fraction(-400))


@pytest.mark.parametrize(
    ("met", "verdict", "warnings"),
    [
        ({1, 2, 3}, "pass", ()),
        ({1, 2}, "warn", ("passed with 70 points and the verdict warn (threshold 30)",)),
        ({1}, "fail", ("passed with 40 points and the verdict fail (threshold 30)",)),
    ],
)
def test_a_verdict_below_pass_that_reaches_the_threshold_warns(
    met: set[int], verdict: str, warnings: tuple[str, ...]
) -> None:
    judge = said({id_: id_ in met for id_ in (1, 2, 3)})
    evaluation = judged_by(subject(criteria(40, 30, 30), settings=settings(threshold=Fraction(30))), judge)
    assert (evaluation.verdict, evaluation.passed, evaluation.warnings) == (verdict, True, warnings)


def test_a_case_that_fails_warns_of_nothing() -> None:
    evaluation = judged_by(subject(criteria(40, 60)), said({1: True, 2: False}))
    assert (evaluation.passed, evaluation.warnings) == (False, ())


@pytest.mark.parametrize("points", [5, -5])
def test_a_required_criterion_fails_the_case_whatever_the_score(points: int) -> None:
    rubric = (*criteria(95), replace(criteria(1, points)[1], required=True))
    evaluation = judged_by(subject(rubric), said({1: True, 2: points < 0}))
    assert (evaluation.passed, evaluation.verdict) == (False, "fail")
    assert evaluation.score == 95
    assert "required #2 not fulfilled" in evaluation.summary


def test_tags_have_sub_scores() -> None:
    rubric = [
        replace(criterion, tags=tags)
        for criterion, tags in zip(
            criteria(10, 30, -20), [("axis:a", "type:positive"), ("axis:a",), ("axis:b",)], strict=True
        )
    ]
    evaluation = judged_by(subject(rubric), said({1: True, 2: False, 3: True}))
    assert evaluation.tags == {"axis:a": 25, "axis:b": 80}


@pytest.mark.parametrize("output", ["", " \n\t ", "\u3000\n"])
def test_an_empty_output_is_zero_without_a_call(output: str) -> None:
    rubric = (*criteria(10, -5), checked(3, 20, "max_words", 5), checked(4, -5, "not_contains", "lift"))
    tagged = [replace(criterion, tags=("axis:a",)) for criterion in rubric]
    judge = ScriptedJudge([])
    evaluation = judged_by(subject(tagged, output=output), judge)
    assert judge.calls == 0
    assert statuses(evaluation) == ["not_met", "clean", "not_met", "clean"]
    assert {result.reason for result in evaluation.criteria} == {"empty output"}
    assert (evaluation.score, evaluation.raw_score, evaluation.interval) == (0, None, (0, 0))
    assert (evaluation.achieved_points, evaluation.total_positive) == (Fraction(0), Fraction(30))
    assert (evaluation.passed, evaluation.verdict, evaluation.tags) == (False, "fail", {"axis:a": 0})
    assert evaluation.summary == "the output is empty: 0 points"
    assert [item.text for item in evaluation.feedback.weaknesses] == ["empty output"]


def test_an_empty_output_of_a_rubric_that_only_deducts_is_zero_too() -> None:
    evaluation = judged_by(subject(criteria(-5), output=""), ScriptedJudge([]))
    assert (evaluation.score, evaluation.passed) == (0, False)


def test_an_empty_output_reaches_a_threshold_of_zero() -> None:
    free = settings(threshold=Fraction(0))
    evaluation = judged_by(subject(criteria(5), output="", settings=free), ScriptedJudge([]))
    assert (evaluation.passed, evaluation.verdict) == (True, "fail")
    assert evaluation.warnings == ("passed with 0 points and the verdict fail (threshold 0)",)
    required = [replace(criterion, required=True) for criterion in criteria(5)]
    assert judged_by(subject(required, output="", settings=free), ScriptedJudge([])).passed is False


def test_checks_are_decided_without_the_judge() -> None:
    rubric = (checked(1, 10, "contains", "stairs"), checked(2, -5, "contains", "bicycle"))
    judge = ScriptedJudge([])
    evaluation = judged_by(subject(rubric), judge)
    assert judge.calls == 0
    assert statuses(evaluation) == ["met", "clean"]
    assert (evaluation.score, evaluation.passed, evaluation.feedback.state) == (100, True, "not_asked")
    assert [quote.passage for quote in evaluation.criteria[0].quotes] == ["stairs"]


def test_the_judge_sees_only_what_it_decides_under_the_ids_of_the_case() -> None:
    rubric = (
        checked(1, 10, "contains", "stairs"),
        *[replace(c, id=c.id + 1) for c in criteria(10, 10)],
        checked(4, -5, "contains", "lift"),
    )
    judge = said({2: True, 3: False})
    evaluation = judged_by(subject(rubric), judge)
    assert statuses(evaluation) == ["met", "met", "not_met", "violated"]
    [request] = judge.requests
    assert request.ids == (2, 3)
    assert "check 1" not in request.messages[-1].content
    assert "statement 1" in request.messages[-1].content


def test_a_check_that_can_not_be_made_is_undecided() -> None:
    rubric = (checked(1, 90, "contains", "stairs"), checked(2, 10, "python", "no_such_module:f"))
    evaluation = judged_by(subject(rubric), ScriptedJudge([]))
    assert statuses(evaluation) == ["met", "undecided"]
    assert (evaluation.score, evaluation.interval, evaluation.passed) == (90, (90, 100), True)
    assert evaluation.warnings == ("passed with #2 undecided (score 90 to 100)",)
    strict = judged_by(subject(rubric, settings=settings(threshold=Fraction(95))), ScriptedJudge([]))
    assert strict.state == "broken"
    assert strict.error is not None
    assert strict.error.startswith(
        "the outcome stayed open: score 90 to 100, threshold 95; undecided: "
        "#2 (no_such_module can't be imported: "
    )


def test_an_open_check_is_not_asked_of_the_judge() -> None:
    rubric = (*criteria(50), checked(2, 50, "python", "no_such_module:f"))
    judge = said({1: True})
    evaluation = judged_by(subject(rubric), judge)
    assert judge.calls == 1
    assert (evaluation.state, evaluation.interval) == ("broken", (50, 100))
