"""From replies to scores, through a scripted judge whose replies are read as a model's are."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pytest_rubric import ScriptedJudge
from pytest_rubric.errors import JudgeCallFailed, JudgeUnavailable
from pytest_rubric.evaluators.dimensions.evaluator import DimensionsEvaluator
from pytest_rubric.evaluators.dimensions.requests import DIMENSIONS_PER_REQUEST
from pytest_rubric.model import Dimension
from tests.evaluators.dimensions.building import (
    OUTPUT,
    by_sample,
    described,
    dimensions,
    entry,
    reply,
    run,
    said,
    settings,
    subject,
)

THREE = dimensions("0.4", "0.3", "0.3")


def test_levels_become_both_averages_and_a_score() -> None:
    judge = said({1: 3, 2: 4, 3: 5})
    evaluation = run(subject(THREE), judge)
    assert judge.calls == 1
    assert (evaluation.state, evaluation.passed, evaluation.verdict) == ("judged", True, "warn")
    assert (evaluation.score, evaluation.interval) == (78, (78, 78))
    assert evaluation.raw_score == 78
    assert evaluation.figures == {"weighted_score": Fraction("3.9"), "overall_score": 4}
    assert evaluation.summary == "weighted 3.9 of 5, mean 4; lowest: “quality 1” 3/5, “quality 2” 4/5"
    assert evaluation.warnings == ("passed with 78 points and the verdict warn (threshold 60)",)
    assert evaluation.criteria == ()


def test_a_point_tells_the_level_why_where_and_how_to_do_better() -> None:
    rubric = [described(1, {1: "vague", 3: "clear", 5: "crystal clear"})]
    point = run(subject(rubric), said({1: 3})).points[0]
    assert (point.label, point.score, point.maximum, point.status) == ("quality 1", 3.0, 5.0, "clear")
    assert (point.evidence, point.suggestion) == ("reason 1", "change 1")
    assert point.anchors == ("take the stairs",)


def test_passages_are_shown_as_they_stand_in_the_output() -> None:
    judge = ScriptedJudge([reply(entry(1, 4, quotes=["please TAKE the  stairs", "made up"]))])
    evaluation = run(subject(dimensions(1)), judge)
    assert evaluation.points[0].anchors == ("Please take the stairs",)
    assert evaluation.notes == ("quotes that do not stand in the text they name: 1 of 2",)


def test_a_level_of_the_whole_is_marked_and_counted() -> None:
    judge = ScriptedJudge([reply(entry(1, 1, basis="whole", quotes=[]))])
    evaluation = run(subject(dimensions(1)), judge)
    assert evaluation.points[0].evidence == "reason 1; basis: whole output"
    assert evaluation.notes == ("levels for the output as a whole, without a quote: 1",)


@pytest.mark.parametrize("output", ["", " \n\t "])
@pytest.mark.parametrize(("threshold", "passed"), [(60, False), (0, True)])
def test_an_empty_output_scores_0_without_a_call(output: str, threshold: int, passed: bool) -> None:
    judge = said({})
    evaluation = run(subject(THREE, output=output, settings=settings(threshold=Fraction(threshold))), judge)
    assert judge.calls == 0
    assert (evaluation.state, evaluation.score, evaluation.passed) == ("judged", 0, passed)
    assert (evaluation.raw_score, evaluation.interval, evaluation.verdict) == (None, (0, 0), "fail")
    assert evaluation.figures == {"weighted_score": 0, "overall_score": 0}
    assert [(point.score, point.status) for point in evaluation.points] == [(0.0, "empty output")] * 3
    assert evaluation.summary == "the output is empty: 0 points"
    assert bool(evaluation.warnings) is passed


# --- the re-ask and what stays undecided --------------------------------------------------------


def test_the_re_ask_carries_only_what_is_in_question() -> None:
    judge = ScriptedJudge([reply(entry(1, 4), entry(2, 9), entry(3, 5)), reply(entry(2, 2))])
    evaluation = run(subject(THREE), judge)
    assert [request.ids for request in judge.requests] == [(1, 2, 3), (2,)]
    told = judge.requests[1].messages[-1].content
    assert "Dimension 2: level is 9 - it must be one of the numbers 1, 2, 3, 4, 5" in told
    assert "Dimension 1" not in told
    assert [point.score for point in evaluation.points] == [4.0, 2.0, 5.0]
    assert (evaluation.usage.calls, evaluation.usage.reasks) == (2, 1)


def test_what_stays_in_question_is_undecided_and_never_a_default() -> None:
    judge = by_sample({1: [5] * 3, 2: [5] * 3, 3: [9] * 3})
    evaluation = run(subject(THREE), judge)
    # 4 of 5 at worst: the threshold is reached whatever the third would be
    assert (evaluation.passed, evaluation.score, evaluation.interval) == (True, 76, (76, 100))
    assert evaluation.points[2].score is None
    assert evaluation.points[2].evidence == "no level that may be given: 9 (allowed: 1, 2, 3, 4, 5)"
    assert evaluation.points[2].suggestion is None
    assert evaluation.warnings[0] == "passed with “quality 3” undecided (score 76 to 100)"
    assert judge.calls == 2


def test_it_fails_where_even_the_highest_level_is_too_low() -> None:
    judge = by_sample({1: [1] * 3, 2: [None] * 3})
    evaluation = run(subject(dimensions(3, 1)), judge)
    assert (evaluation.passed, evaluation.score, evaluation.interval) == (False, 20, (20, 40))
    assert judge.calls == 2


def test_extra_samples_are_asked_only_where_they_decide() -> None:
    judge = by_sample({1: [4, 0, 0], 2: [0, 2, 2]})
    evaluation = run(subject(dimensions(1, 1)), judge)
    assert [(request.ids, request.sample) for request in judge.requests] == [
        ((1, 2), 0),
        ((2,), 0),
        ((2,), 1),
        ((2,), 2),
    ]
    assert (evaluation.score, evaluation.passed) == (60, True)
    assert evaluation.points[1].evidence == "reason 2; votes: 2, 2"


def test_an_outcome_that_stays_open_is_an_error() -> None:
    judge = by_sample({1: [4] * 3, 2: [None, 2, 5]})
    evaluation = run(subject(dimensions(1, 1)), judge)
    assert (evaluation.state, evaluation.score, evaluation.interval) == ("broken", None, (50, 90))
    assert evaluation.error == (
        "the outcome stayed open: score 50 to 90, threshold 60; undecided: “quality 2” (no majority: 2, 5)"
    )
    assert evaluation.remedy == (
        "the judge's answers differ from sample to sample: raise --rubric-extra-samples, or describe the "
        "levels of these dimensions."
    )
    assert evaluation.figures == {}


def test_where_nothing_is_rated_there_is_no_score_whatever_the_threshold() -> None:
    judge = by_sample({1: ["N/A"], 2: [None]})
    evaluation = run(subject(dimensions(1, 1), settings=settings(threshold=Fraction(0))), judge)
    assert (evaluation.state, evaluation.score, evaluation.interval) == ("broken", None, None)
    assert evaluation.error == (
        'the judge rated no dimension: no level that may be given: "N/A" (allowed: 1, 2, 3, 4, 5)'
    )
    assert judge.calls == 2


@pytest.mark.parametrize(
    ("error", "state", "unavailable"),
    [(JudgeCallFailed("too slow"), "broken", False), (JudgeUnavailable("no model is set"), "broken", True)],
)
def test_a_judge_that_fails(error: Exception, state: str, unavailable: bool) -> None:
    evaluation = run(subject(dimensions(1)), ScriptedJudge(lambda request: error))
    assert (evaluation.state, evaluation.unavailable) == (state, unavailable)
    assert str(error) in (evaluation.error or "")


def test_replies_in_prose_are_no_levels() -> None:
    judge = ScriptedJudge(["I would give this a 5, it is fine.", "A five!"])
    evaluation = run(subject(dimensions(1)), judge)
    assert (evaluation.state, judge.calls) == ("broken", 2)
    assert "the judge rated no dimension: no reply of the judge could be read" in (evaluation.error or "")
    assert "A five!" in (evaluation.error_details or "")


# --- samples ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("levels", "score"),
    [([3, 3, 5], 3.0), ([1, 3, 5], None), ([2, 2, 4, 4], None), ([4, None, None], 4.0), ([5, 5, None], 5.0)],
)  # fmt: skip
def test_a_strict_majority_of_the_usable_votes_decides(levels: list[object], score: float | None) -> None:
    judge = by_sample({1: [5] * len(levels), 2: levels})
    given = settings(samples=len(levels), extra_samples=0, threshold=Fraction(0))
    evaluation = run(subject(dimensions(1, 1), settings=given), judge)
    assert evaluation.points[1].score == score


def test_every_sample_is_asked_once() -> None:
    judge = by_sample({1: [4, 4, 2]})
    evaluation = run(subject(dimensions(1), settings=settings(samples=3)), judge)
    assert [request.sample for request in judge.requests] == [0, 1, 2]
    assert evaluation.points[0].evidence == "reason 1; votes: 4, 4, 2"


# --- settings -----------------------------------------------------------------------------------


def test_one_call_a_dimension_asks_for_no_feedback() -> None:
    judge = said({1: 3, 2: 4, 3: 5})
    evaluation = run(subject(THREE, settings=settings(strategy="criterion")), judge)
    assert [request.ids for request in judge.requests] == [(1,), (2,), (3,)]
    assert {request.feedback for request in judge.requests} == {"none"}
    assert (evaluation.score, evaluation.feedback.state) == (78, "not_asked")


def test_many_dimensions_are_asked_in_parts() -> None:
    rubric = dimensions(*[1] * (DIMENSIONS_PER_REQUEST + 1))
    judge = said({each.id: 5 for each in rubric})
    evaluation = run(subject(rubric), judge)
    assert [len(request.ids) for request in judge.requests] == [DIMENSIONS_PER_REQUEST, 1]
    assert [request.feedback for request in judge.requests] == ["full", "none"]
    assert evaluation.score == 100


def test_evidence_warn_keeps_and_marks_a_level_without_evidence() -> None:
    judge = ScriptedJudge([reply(entry(1, 4, quotes=["made up"]))] * 2)
    evaluation = run(subject(dimensions(1), settings=settings(evidence="warn")), judge)
    assert (evaluation.score, judge.calls) == (80, 2)
    assert evaluation.points[0].evidence == (
        "reason 1; kept without evidence (--rubric-evidence warn): a level whose quote does not stand in the "
        "text: “made up”"
    )
    assert "levels kept without evidence (--rubric-evidence warn): 1" in evaluation.notes


def test_feedback_is_read_and_changes_no_score() -> None:
    lists = {
        "strengths": [{"text": "Says when.", "quote": "until Friday", "beyond_reference": True}],
        "weaknesses": [{"cause": "rubric", "text": "Vague dimension.", "quote": ""}],
        "suggestions": [{"aim": "knowledge", "text": "Name the other lift."}],
    }
    evaluation = run(subject(dimensions(1)), ScriptedJudge([reply(entry(1, 3), **lists)]))
    feedback = evaluation.feedback
    assert [(item.text, item.label, item.quote) for item in feedback.strengths] == [
        ("Says when.", "beyond_reference", "until Friday")
    ]
    assert [item.label for item in feedback.weaknesses] == ["rubric"]
    assert [item.text for item in feedback.suggestions] == ["Name the other lift."]
    assert evaluation.score == 60


def test_the_report_speaks_the_language_of_the_case_and_of_the_settings() -> None:
    rubric = [Dimension(1, "准确性", "事实是否正确")]
    given = subject(rubric, input="电梯怎么了？")
    assert run(given, said({1: 4})).summary == "加权得分 4/5，平均 4；最低的是「准确性」 4/5"
    english = subject(rubric, input="电梯怎么了？", settings=settings(lang="en"))
    assert run(english, said({1: 4})).summary == "weighted 4 of 5, mean 4; lowest: “准确性” 4/5"


def test_the_estimate_of_calls() -> None:
    evaluator = DimensionsEvaluator()
    made = subject(THREE)
    assert len(evaluator.requests(made)) == 1
    assert evaluator.requests(subject(THREE, output=" ")) == ()
    assert evaluator.most_calls(made.case, settings()) == 3
    assert evaluator.most_calls(made.case, settings(strategy="criterion", samples=2)) == 3 * 2 + 2 * 2
    assert OUTPUT in evaluator.requests(made)[0].messages[1].content
