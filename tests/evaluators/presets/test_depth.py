"""``depth-result``: what the question calls for, and what the answer gives of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from pytest_rubric.evaluators.presets import make
from pytest_rubric.evaluators.presets.answers.depth import WEIGHTS
from pytest_rubric.evaluators.presets.answers.formulas import depth_score
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.model import Case, Evaluation
from tests.evaluators.presets import answer_replies as replies
from tests.evaluators.presets.answer_replies import Reply
from tests.evaluators.presets.building import SETTINGS, Answers, evaluate, subject

QUESTION = "Why does bread rise, and should I use yeast or sourdough?"
ANSWER = "Yeast eats sugar and gives off gas, which lifts the dough. Sourdough tastes better."
GAS = "Yeast eats sugar and gives off gas"

NEEDS, VERDICTS = "depth-result-needs", "depth-result-verdicts"
CALLED = replies.required(
    causal_depth="none",
    structured_reasoning="light",
    multi_perspective_tradeoff="full",
    context_provision="light",
    insight_synthesis="none",
)
GIVEN = replies.reached(
    GAS, structured_reasoning="partial", multi_perspective_tradeoff="missing", context_provision="met"
)
NOTHING_CALLED = replies.required(**dict.fromkeys(WEIGHTS, "none"))


def asked(output: str = ANSWER, *, lang: str = "en") -> Subject:
    return subject(output, input=QUESTION, lang=lang)


def judge(
    called: Reply = CALLED, given: Reply = GIVEN, *, output: str = ANSWER, lang: str = "en"
) -> tuple[Evaluation, Answers]:
    return evaluate("depth-result", asked(output, lang=lang), {NEEDS: called, VERDICTS: given})


def test_the_worked_example_leaves_out_what_is_not_called_for() -> None:
    evaluation, answers = judge()
    assert (evaluation.score, evaluation.verdict, evaluation.passed) == (Fraction("45.8"), "fail", False)
    assert (answers.asked, evaluation.usage.calls) == ([NEEDS, VERDICTS], 2)
    assert evaluation.calculation == (
        "score = (0.25 × 50 + 0.2 × 0 + 0.15 × 100) / (0.25 + 0.2 + 0.15) = 45.8",
    )
    assert [(point.label, point.score, point.status) for point in evaluation.points] == [
        ("Causal depth", None, None),
        ("Structured reasoning", 50.0, "partial"),
        ("Perspectives and trade-offs", 0.0, "missing"),
        ("Background and context", 100.0, "covered"),
        ("Insight and synthesis", None, None),
    ]


def test_points_say_what_was_called_for_and_what_was_given() -> None:
    evaluation, _ = judge()
    uncounted, partial, missing, met, _ = evaluation.points
    assert uncounted.evidence == (
        "the question does not call for it, so it is not counted: causal_depth is none"
    )
    assert partial.evidence == (
        "lightly called for: structured_reasoning is light; "
        "partly met: structured_reasoning is partial (“Yeast eats sugar and gives off gas”)"
    )
    assert missing.evidence == (
        "fully called for: multi_perspective_tradeoff is full; missing: multi_perspective_tradeoff is missing"
    )
    assert [point.suggestion for point in (uncounted, partial, missing, met)] == [
        None,
        "More structured_reasoning.",
        "More multi_perspective_tradeoff.",
        None,
    ]
    assert evaluation.summary == "multi_perspective_tradeoff is missing"


def test_only_what_is_called_for_is_asked_about() -> None:
    _, answers = judge()
    told = answers.requests[1].messages[1].content
    needed = told[told.index("[REQUIRED begins") : told.index("[REQUIRED ends")]
    assert needed.splitlines()[1:] == [
        'structured_reasoning: light - "structured_reasoning is light"',
        'multi_perspective_tradeoff: full - "multi_perspective_tradeoff is full"',
        'context_provision: light - "context_provision is light"',
    ]


def test_what_is_called_for_is_read_without_the_answer() -> None:
    _, answers = judge()
    assert ANSWER not in str(answers.requests[0].messages)
    requests = [make("depth-result").requests(asked(output)) for output in (ANSWER, "No.")]
    assert requests[0][0].messages == requests[1][0].messages


def test_a_question_that_calls_for_no_analysis_is_not_scored() -> None:
    evaluation, answers = judge(NOTHING_CALLED)
    assert (evaluation.state, evaluation.score, answers.asked) == ("unscored", None, [NEEDS])
    assert evaluation.summary == "the question calls for no analysis of any kind"
    assert [point.score for point in evaluation.points] == [None] * 5


@pytest.mark.parametrize("output", ["", " \n"])
def test_an_empty_output_is_0_where_something_is_called_for(output: str) -> None:
    evaluation, answers = judge(output=output)
    assert (evaluation.score, evaluation.passed, answers.asked) == (0, False, [NEEDS])
    assert [point.score for point in evaluation.points] == [None, 0.0, 0.0, 0.0, None]
    assert evaluation.summary == "the output is empty"
    assert evaluation.points[1].suggestion == "Say something about this: structured_reasoning is light"
    evaluation, answers = judge(NOTHING_CALLED, output=output)
    assert (evaluation.state, answers.asked) == ("unscored", [NEEDS])


def test_all_met_is_100_and_says_so_in_both_languages() -> None:
    all_met = replies.reached(
        GAS, structured_reasoning="met", multi_perspective_tradeoff="met", context_provision="met"
    )
    evaluation, _ = judge(given=all_met)
    assert (evaluation.score, evaluation.verdict) == (100, "pass")
    assert evaluation.summary == "it goes as deep as the question calls for"
    evaluation, _ = judge(given=all_met, lang="zh")
    assert evaluation.summary == "问题需要的分析都展开了"
    assert evaluation.points[0].evidence == "问题不需要，不计分：causal_depth is none"
    assert evaluation.calculation == (
        "得分 = (0.25 × 100 + 0.2 × 100 + 0.15 × 100) / (0.25 + 0.2 + 0.15) = 100",
    )


def test_all_missing_is_0() -> None:
    none = replies.reached(
        "", structured_reasoning="missing", multi_perspective_tradeoff="missing", context_provision="missing"
    )
    evaluation, _ = judge(given=none)
    assert (evaluation.state, evaluation.score) == ("judged", 0)


def test_without_a_question_nothing_is_asked() -> None:
    evaluation, answers = evaluate("depth-result", subject(ANSWER), {})
    assert (evaluation.state, answers.requests) == ("blocked", [])
    assert evaluation.error == "depth-result needs the question: give the case an Input; nothing was asked"


WRONG: list[tuple[str, Reply, str]] = [
    (NEEDS, replies.without(CALLED, "dimensions"), "`causal_depth` is missing from `dimensions`"),
    (NEEDS, replies.repeated(CALLED, "dimensions"), "`causal_depth` stands more than once in `dimensions`"),
    (NEEDS, replies.added(CALLED, "dimensions", dimension="length"), '`"length"` in `dimensions` is none of those'),
    (NEEDS, replies.changed(CALLED, "dimensions", required="充分"), "`required` of causal_depth is"),
    (NEEDS, replies.changed(CALLED, "dimensions", reason=""), "`reason` of causal_depth is empty"),
    (VERDICTS, replies.without(GIVEN, "dimensions"), "`structured_reasoning` is missing from `dimensions`"),
    (VERDICTS, replies.repeated(GIVEN, "dimensions"), "`structured_reasoning` stands more than once"),
    # what is not called for is not asked about: a judgement of it can't be used, whatever it says
    (VERDICTS, replies.added(GIVEN, "dimensions", dimension="causal_depth", verdict="missing"), '`"causal_depth"` in `dimensions` is none of those'),
    (VERDICTS, replies.added(GIVEN, "dimensions", dimension="insight_synthesis", verdict="met"), '`"insight_synthesis"` in `dimensions` is none of those'),
    (VERDICTS, replies.changed(GIVEN, "dimensions", verdict="partially"), "`verdict` of structured_reasoning is"),
    (VERDICTS, replies.changed(GIVEN, "dimensions", quote="Salt makes bread rise"), "the quote of structured_reasoning does not stand"),
    (VERDICTS, replies.changed(GIVEN, "dimensions", quote=""), "structured_reasoning needs a quote"),
    (VERDICTS, replies.changed(GIVEN, "dimensions", suggestion=" "), "`suggestion` of structured_reasoning is empty"),
    (VERDICTS, replies.changed(GIVEN, "dimensions", reason=None), "`reason` of structured_reasoning is empty"),
    (VERDICTS, {"dimensions": "none"}, "`dimensions` must be a list"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "wrong", "complaint"), WRONG)
def test_what_is_wrong_breaks_the_row_and_never_scores(question: str, wrong: Reply, complaint: str) -> None:
    script: dict[str, Any] = {NEEDS: CALLED, VERDICTS: GIVEN, question: wrong}
    evaluation, answers = evaluate("depth-result", asked(), script)
    assert (evaluation.state, evaluation.score, evaluation.passed) == ("broken", None, None)
    assert complaint in str(evaluation.error)
    assert answers.asked.count(question) == 2
    script[question] = [wrong, CALLED if question == NEEDS else GIVEN]
    evaluation, answers = evaluate("depth-result", asked(), script)
    assert (evaluation.score, len(answers.requests)) == (Fraction("45.8"), 3)


def test_a_case_in_chinese_is_asked_in_chinese() -> None:
    made = subject("酵母吃糖产气。", input="面包为什么会发起来？", lang="auto")
    script = {
        NEEDS: replies.required(**{**dict.fromkeys(WEIGHTS, "none"), "causal_depth": "full"}),
        VERDICTS: replies.reached("酵母吃糖产气", causal_depth="partial"),
    }
    evaluation, answers = evaluate("depth-result", made, script)
    assert (evaluation.score, evaluation.lang) == (50, "zh")
    assert all(request.messages[0].content.startswith("你") for request in answers.requests)


def test_the_estimate_knows_one_question_and_two_calls() -> None:
    evaluator = make("depth-result")
    assert [request.evaluator for request in evaluator.requests(asked())] == [NEEDS]
    assert [request.evaluator for request in evaluator.requests(asked(""))] == [NEEDS]
    assert evaluator.most_calls(Case("case", "case"), SETTINGS) == 2


@pytest.mark.parametrize(
    ("levels", "score"),
    [
        ([], None),
        ([("0.25", "partial"), ("0.20", "missing"), ("0.15", "met")], "45.8"),
        ([("0.25", "met"), ("0.25", "met"), ("0.20", "met"), ("0.15", "met"), ("0.15", "met")], "100"),
        ([("0.15", "missing")], "0"),
        ([("0.25", "met"), ("0.15", "partial")], "81.3"),
    ],
)
def test_the_weighed_mean_of_what_is_called_for(levels: Sequence[tuple[str, str]], score: str | None) -> None:
    weighed = [(Fraction(weight), level) for weight, level in levels]
    assert depth_score(weighed) == (None if score is None else Fraction(score))


def test_the_weights_are_whole_together() -> None:
    assert (sum(WEIGHTS.values()), len(WEIGHTS)) == (1, 5)
