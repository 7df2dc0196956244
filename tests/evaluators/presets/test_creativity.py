"""Creativity: whole ratings with a comment and a quote, spread over 0 to 100."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from pytest_rubric.evaluators.presets import make
from pytest_rubric.evaluators.presets.creativity.scoring import score
from pytest_rubric.evaluators.presets.evaluator import PresetEvaluator
from pytest_rubric.model import Evaluation
from tests.evaluators.presets.building import Answers, evaluate, subject
from tests.evaluators.presets.creativity_answers import DIMENSIONS, entry, rated
from tests.evaluators.presets.grading import FAULTS, broken

PRESET = "creativity-expression"
OUTPUT = "The lighthouse keeps a diary of ships. Firstly, it is tall. In conclusion, it is tall."


def judge(entries: Sequence[object], *, output: str = OUTPUT, **fields: Any) -> tuple[Evaluation, Answers]:
    return evaluate(PRESET, subject(output, **fields), {PRESET: {"dimensions": list(entries)}})


@pytest.mark.parametrize(
    ("ratings", "total", "verdict"),
    [
        ([3, 2, 1, 1, 1], 30, "fail"),
        ([3, 3, 1, 2, 2], 60, "warn"),
        ([1, 1, 1, 1, 1], 0, "fail"),
        ([3, 3, 3, 3, 3], 100, "pass"),
        ([3, 3, 3, 2, 2], 80, "pass"),
    ],
)
def test_worked_examples(ratings: Sequence[int], total: int, verdict: str) -> None:
    evaluation, answers = judge(rated(*ratings))
    assert (evaluation.state, evaluation.score, evaluation.verdict) == ("judged", total, verdict)
    assert evaluation.passed is (total >= 60)
    assert [point.score for point in evaluation.points] == [50.0 * (rating - 1) for rating in ratings]
    assert answers.asked == [PRESET]


def test_the_formula_does_not_depend_on_the_number_of_dimensions() -> None:
    assert [int(score(ratings)) for ratings in ([1], [3], [1, 2, 3])] == [0, 100, 50]
    assert score([1, 1, 2]) == Fraction(50, 3)


def test_a_card_shows_ratings_comments_and_what_to_do() -> None:
    entries = rated(3, 2, 1, 1, 3)
    entries[2] = entry("non_template_expression", 1, comment="It counts off and concludes.")
    evaluation, _ = judge(entries)
    assert [(point.label, point.status) for point in evaluation.points] == [
        ("novelty", "covered"),
        ("perspective", "partial"),
        ("free of templates", "missing"),
        ("diversity of ideas", "missing"),
        ("rhetoric", "covered"),
    ]
    assert [point.evidence for point in evaluation.points[:3]] == [
        "It is 3.",
        "2 of 3: “Firstly, it is tall” — It is 2.",
        "1 of 3: “Firstly, it is tall” — It counts off and concludes.",
    ]
    assert [point.suggestion for point in evaluation.points[:2]] == [None, "Let the light speak."]
    assert evaluation.summary == "“Firstly, it is tall”: It counts off and concludes. (and 2 more)"
    assert evaluation.calculation == ("score = 100 × (3 + 2 + 1 + 1 + 3 − 5) / 10 = 50",)


def test_zero_is_shown_as_zero() -> None:
    evaluation, _ = judge(rated(1, 1, 1, 1, 1))
    assert [point.score for point in evaluation.points] == [0.0] * 5
    assert evaluation.calculation == ("score = 100 × (1 + 1 + 1 + 1 + 1 − 5) / 10 = 0",)
    assert evaluation.score == 0
    assert evaluation.raw_score == 0
    assert evaluation.interval == (0, 0)


def test_nothing_to_find_is_said_and_what_the_best_rating_quotes_never_matters() -> None:
    entries = [entry(name, 3, quote="no such words") for name in DIMENSIONS]
    evaluation, _ = judge(entries)
    assert (evaluation.score, evaluation.summary) == (100, "fresh throughout: nothing in it is stock or flat")
    assert not any("no such words" in str(point.evidence) for point in evaluation.points)


def test_a_chinese_case_is_told_in_chinese() -> None:
    entries = rated(3, 3, 3, 3, 2)
    entries[4] = entry(
        "rhetoric_quality", 2, quote="像一支蜡烛", comment="比喻用得太多人用过。", suggestion="换一个。"
    )
    evaluation, answers = judge(entries, output="灯塔像一支蜡烛。", lang="auto", input="写一写灯塔。")
    assert evaluation.summary == "“像一支蜡烛”：比喻用得太多人用过。"
    assert evaluation.points[4].evidence == "2/3 档：“像一支蜡烛”——比喻用得太多人用过。"
    assert evaluation.calculation == ("得分 = 100 × (3 + 3 + 3 + 3 + 2 − 5) / 10 = 90",)
    system, user = (message.content for message in answers.requests[0].messages)
    assert "给一个评级：1、2 或 3" in system
    assert user.startswith("[输入 input 开始 #")


@pytest.mark.parametrize("rating", ["2", " 2 ", 2.0])
def test_whole_numbers_are_read_however_they_are_written(rating: object) -> None:
    evaluation, _ = judge([entry(DIMENSIONS[0], rating), *rated(3, 3, 3, 3, 3)[1:]])
    assert evaluation.score == 90


@pytest.mark.parametrize(
    ("rating", "shown"),
    [(2.5, "2.5"), ("2.5", '"2.5"'), (0, "0"), (4, "4"), (90, "90"), ("2/3", '"2/3"'), ("high", '"high"'),
     (True, "true"), (None, "null"), ([2], "[2]"), ({}, "{}")],
)  # fmt: skip
def test_anything_else_is_no_rating_and_is_never_rounded(rating: object, shown: str) -> None:
    evaluation, answers = judge([entry(DIMENSIONS[0], rating), *rated(3, 3, 3, 3, 3)[1:]])
    assert (evaluation.state, evaluation.score) == ("broken", None)
    complaint = f"`rating` of novelty is {shown}; it must be one of 1, 2, 3"
    assert complaint in answers.requests[1].messages[-1].content


@pytest.mark.parametrize("fault", FAULTS)
def test_an_answer_that_is_not_one_per_dimension_is_no_score(fault: str) -> None:
    reply, complaint = broken(fault, rated(3, 3, 3, 3, 3))
    evaluation, answers = evaluate(PRESET, subject(OUTPUT), {PRESET: reply})
    assert (evaluation.state, evaluation.score, len(answers.requests)) == ("broken", None, 2)
    assert complaint in answers.requests[1].messages[-1].content


@pytest.mark.parametrize("rating", [1, 2])
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"quote": "never written"}, 'the quote of novelty does not stand in the text: "never written"'),
        ({"quote": ""}, "novelty needs a quote, copied letter for letter"),
        ({"comment": " "}, "`comment` of novelty is empty"),
        ({"comment": None}, "`comment` of novelty is empty"),
        ({"suggestion": ""}, "`suggestion` of novelty is empty"),
    ],
)
def test_a_low_rating_without_evidence_is_no_score(
    rating: int, change: dict[str, object], complaint: str
) -> None:
    good = rated(rating, 3, 3, 3, 3)
    wrong = [{**good[0], **change}, *good[1:]]
    evaluation, answers = judge(wrong)
    assert (evaluation.state, evaluation.score, len(answers.requests)) == ("broken", None, 2)
    assert f"- {complaint}" in answers.requests[1].messages[-1].content
    mended, _ = evaluate(PRESET, subject(OUTPUT), {PRESET: [{"dimensions": wrong}, {"dimensions": good}]})
    assert mended.score == 80 + 10 * (rating - 1)


def test_the_best_rating_needs_a_comment() -> None:
    evaluation, _ = judge([entry(DIMENSIONS[0], 3, comment=""), *rated(3, 3, 3, 3, 3)[1:]])
    assert (evaluation.state, evaluation.score) == ("broken", None)


@pytest.mark.parametrize("output", ["", "\n \t"])
def test_an_empty_output_is_never_rated(output: str) -> None:
    evaluation, answers = judge(rated(3, 3, 3, 3, 3), output=output)
    assert (evaluation.state, evaluation.summary, answers.asked) == ("unscored", "the output is empty", [])


def test_the_query_is_shown_where_there_is_one_and_never_needed() -> None:
    evaluator = make(PRESET)
    assert isinstance(evaluator, PresetEvaluator)
    assert (evaluator.category, evaluator.needs, tuple(evaluator.dimensions)) == ("res", (), DIMENSIONS)
    _, alone = judge(rated(3, 3, 3, 3, 3))
    _, asked = judge(rated(3, 3, 3, 3, 3), input="Describe a {lighthouse}.")
    assert "INPUT begins" not in alone.requests[0].messages[1].content
    assert "Describe a {lighthouse}." in asked.requests[0].messages[1].content
    assert alone.requests[0].messages[0] == asked.requests[0].messages[0]
