"""``result-instruction``: explicit constraints, kept or not; what can be counted is counted by code."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pytest_rubric.evaluators.presets import make
from pytest_rubric.evaluators.presets.answers.formulas import kept_share
from pytest_rubric.evaluators.presets.answers.instruction_questions import TYPES
from pytest_rubric.evaluators.protocol import Subject
from pytest_rubric.model import Case, Evaluation, InputMessage
from tests.evaluators.presets import answer_replies as replies
from tests.evaluators.presets.answer_replies import Reply, kept
from tests.evaluators.presets.building import SETTINGS, Answers, evaluate, subject

QUESTION = "Describe the harbour in a cheerful tone. Add a section on ferries. Write to children. Name the lighthouse."
ANSWER = "The harbour is a lovely place! The lighthouse blinks at you every night."

CONSTRAINTS, VERDICTS = "result-instruction-constraints", "result-instruction-verdicts"
THREE = replies.constraints(
    ("cheerful", "in a cheerful tone", "style"),
    ("ferries", "Add a section on ferries", "required_section"),
    ("for children", "Write to children", "scope"),
)
MET = kept(1, "met", quote="a lovely place!")
NOT_MET = kept(2, "not_met")
NOT_APPLICABLE = kept(3, "not_applicable")
VERDICT: Reply = {"constraints": [MET, NOT_MET, NOT_APPLICABLE]}


def asked(output: str = ANSWER, *, question: str = QUESTION, lang: str = "en") -> Subject:
    return subject(output, input=question, lang=lang)


def judge(listed: Reply = THREE, verdicts: Reply = VERDICT, **more: Any) -> tuple[Evaluation, Answers]:
    return evaluate("result-instruction", asked(**more), {CONSTRAINTS: listed, VERDICTS: verdicts})


def test_the_worked_example_leaves_out_what_is_not_applicable() -> None:
    evaluation, answers = judge()
    assert (evaluation.score, evaluation.verdict, evaluation.passed) == (50, "fail", False)
    assert answers.asked == [CONSTRAINTS, VERDICTS]
    assert evaluation.calculation == ("score = 100 × 1 / (1 + 1) = 50",)
    assert [(point.label, point.score, point.status) for point in evaluation.points] == [
        ("cheerful", 100.0, "covered"),
        ("ferries", 0.0, "missing"),
        ("for children", None, None),
    ]
    assert [point.evidence for point in evaluation.points] == [
        "style “in a cheerful tone”: seen; constraint 1 is met (“a lovely place!”)",
        "required section “Add a section on ferries”: seen; constraint 2 is not_met",
        "scope “Write to children”: not applicable here, so it is not counted; seen; "
        "constraint 3 is not_applicable",
    ]
    assert [point.suggestion for point in evaluation.points] == [None, "Mend it.", None]
    assert evaluation.summary == "asked for “Add a section on ferries”: constraint 2 is not_met"


def test_three_of_four_are_75() -> None:
    four = replies.constraints(
        ("cheerful", "in a cheerful tone", "style"),
        ("ferries", "Add a section on ferries", "required_section"),
        ("for children", "Write to children", "scope"),
        ("lighthouse", "Name the lighthouse", "scope"),
    )
    verdicts: Reply = {
        "constraints": [MET, NOT_MET, kept(3, "met", quote="at you"), kept(4, "met", quote="The lighthouse")]
    }
    evaluation, _ = judge(four, verdicts)
    assert (evaluation.score, evaluation.verdict) == (75, "warn")
    assert evaluation.warnings == ("passed with 75 points and the verdict warn (threshold 60)",)


def test_a_report_in_chinese() -> None:
    evaluation, _ = judge(lang="zh")
    assert evaluation.points[0].evidence == (
        "文风 “in a cheerful tone”：seen；constraint 1 is met（“a lovely place!”）"
    )
    assert evaluation.calculation == ("得分 = 100 × 1 / (1 + 1) = 50",)
    assert evaluation.summary == "要求“Add a section on ferries”：constraint 2 is not_met"


def test_nothing_ordered_is_not_scored() -> None:
    evaluation, answers = judge(replies.constraints(reason="It only asks a question."))
    assert (evaluation.state, evaluation.score, answers.asked) == ("unscored", None, [CONSTRAINTS])
    assert evaluation.summary == "no constraint on the output is asked for: It only asks a question."


def test_nothing_applicable_is_not_scored() -> None:
    verdicts: Reply = {"constraints": [kept(number, "not_applicable") for number in (1, 2, 3)]}
    evaluation, _ = judge(verdicts=verdicts)
    assert (evaluation.state, evaluation.score) == ("unscored", None)
    assert evaluation.summary == "none of the 3 constraints applies to this output"
    assert [point.score for point in evaluation.points] == [None] * 3


@pytest.mark.parametrize("output", ["", "\n \t"])
def test_silence_keeps_no_order_not_even_a_ban(output: str) -> None:
    question = 'Describe the harbour. Never use the word "crane". If you name a price, add the currency.'
    listed = replies.constraints(
        ("no cranes", 'Never use the word "crane"', "prohibited_content"),
        ("currency", "If you name a price, add the currency", "required_field"),
    )
    evaluation, answers = judge(listed, output=output, question=question)
    assert (evaluation.score, evaluation.passed, answers.asked) == (0, False, [CONSTRAINTS])
    assert [point.score for point in evaluation.points] == [0.0, None]
    assert str(evaluation.points[1].evidence).endswith(
        "whether its condition holds can't be told of an empty output: not counted"
    )
    assert evaluation.summary == (
        'asked for “Never use the word "crane"”: the output is empty, so it keeps none of what was asked for'
    )


COUNTED: list[tuple[str, str, str, str, int, str]] = [
    ("length", "at most 6 words", "Use at most 6 words.", "Boats come and boats go again.", 100, "6 words, wanted at most 6"),
    ("length", "at most 5 words", "Use at most 5 words.", "Boats come and boats go again.", 0, "6 words, wanted at most 5"),
    ("exact_item_count", "two sights", "Name two sights.", "- The pier\n- The lighthouse", 100, "2 list items, wanted exactly 2"),
    ("exact_item_count", "three sights", "Name three sights.", "- The pier\n- The lighthouse", 0, "2 list items, wanted exactly 3"),
    ("format", "Reply in JSON", "Reply in JSON.", '{"pier": 1}', 100, "the output is JSON"),
    ("format", "Reply in JSON", "Reply in JSON.", "The pier.", 0, "the output is not JSON: line 1, column 1: Expecting value"),
    ("required_keyword", "the word “pier”", "Use the word “pier”.", "A pier.", 100, "the output has “pier”"),
    ("required_keyword", "the word “pier”", "Use the word “pier”.", "A quay.", 0, "the output does not have “pier”"),
    ("prohibited_content", "never say “crane”", "Please never say “crane”.", "A quay.", 100, "the output does not have “crane”"),
    ("prohibited_content", "never say “crane”", "Please never say “crane”.", "A crane.", 0, "the output has “crane”"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "quote", "question", "output", "score", "observed"), COUNTED)
def test_what_code_counts_is_not_for_the_judge_to_say(
    kind: str, quote: str, question: str, output: str, score: int, observed: str
) -> None:
    evaluation, answers = judge(
        replies.constraints(("counted", quote, kind)), output=output, question=question
    )
    assert (evaluation.score, answers.asked) == (score, [CONSTRAINTS])
    assert f"{observed}" in str(evaluation.points[0].evidence)
    assert str(evaluation.points[0].evidence).endswith("(checked by code)")
    if score == 0:
        assert evaluation.summary == f"asked for “{quote}”: {observed}"
        assert evaluation.points[0].suggestion == f"Keep to “{quote}”."


def test_only_what_can_not_be_counted_is_asked() -> None:
    question = "Use at most 3 words. Be cheerful."
    listed = replies.constraints(("short", "at most 3 words", "length"), ("cheerful", "Be cheerful", "style"))
    verdicts: Reply = {"constraints": [kept(2, "met", quote="Lovely")]}
    evaluation, answers = judge(listed, verdicts, output="Lovely harbour, isn't it?", question=question)
    assert [point.score for point in evaluation.points] == [0.0, 100.0]
    told = answers.requests[1].messages[1].content
    assert '2. "cheerful: Be cheerful"' in told
    assert '1. "' not in told


@pytest.mark.parametrize(("said", "score"), [("met", 0), ("not_met", 0), ("not_applicable", None)])
def test_code_wins_over_the_judge_unless_a_condition_does_not_hold(said: str, score: float | None) -> None:
    question = "If you describe a boat, use at most 3 words."
    listed = replies.constraints(("short", "use at most 3 words", "length"))
    evaluation, answers = judge(
        listed, {"constraints": [kept(1, said)]}, output="A boat with red sails.", question=question
    )
    assert answers.asked == [CONSTRAINTS, VERDICTS]
    assert evaluation.points[0].score == score
    assert evaluation.state == ("judged" if score is not None else "unscored")


@pytest.mark.parametrize(
    ("second", "counted"), [("at least 2 words", True), ("at most 9 words", False), ("a short title", False)]
)
def test_two_limits_of_the_same_end_may_be_of_two_parts(second: str, counted: bool) -> None:
    listed = replies.constraints(("upper", "at most 3 words", "length"), ("other", second, "length"))
    verdicts: Reply = {"constraints": [kept(1, "met"), kept(2, "met")]}
    evaluation, answers = judge(
        listed, verdicts, output="A boat with sails.", question=f"Use at most 3 words. Use {second}."
    )
    assert (VERDICTS in answers.asked) is not counted
    assert evaluation.score == (50 if counted else 100)


def test_a_number_that_the_quoted_words_do_not_hold_is_never_made_up() -> None:
    listed = replies.constraints(("at most 3 words", "Keep it short", "length"))
    verdicts: Reply = {"constraints": [kept(1, "met", observed="5 words")]}
    evaluation, answers = judge(listed, verdicts, output="A boat with red sails.", question="Keep it short.")
    assert (evaluation.score, answers.asked) == (100, [CONSTRAINTS, VERDICTS])


def test_instructions_of_the_system_are_read_too_and_what_is_left_out_is_said() -> None:
    systems = [f"Rule {number}: be cheerful." for number in range(1, 7)]
    systems[1] = "Always greet the reader. " + "x" * 8000
    chat = tuple(InputMessage("system", text) for text in systems)
    made = subject(ANSWER, input=(*chat, InputMessage("user", QUESTION)))
    listed = replies.constraints(("greeting", "Always greet the reader", "style"))
    script: dict[str, Reply] = {CONSTRAINTS: listed, VERDICTS: {"constraints": [kept(1, "not_met")]}}
    evaluation, answers = evaluate("result-instruction", made, script)
    assert evaluation.score == 0
    assert evaluation.notes == (
        "2 further system texts were not read for constraints",
        "1 system texts were read up to 8000 characters only",
    )
    told = answers.requests[0].messages[1].content
    assert (told.count("[SYSTEM begins"), "Rule 5" in told) == (4, False)


def test_constraints_are_read_without_the_answer() -> None:
    def request(output: str) -> object:
        (made,) = make("result-instruction").requests(asked(output))
        return made.messages

    assert request(ANSWER) == request("Something else.")
    assert ANSWER not in str(request(ANSWER))


def test_without_a_question_nothing_is_asked() -> None:
    evaluation, answers = evaluate("result-instruction", subject(ANSWER), {})
    assert (evaluation.state, answers.requests) == ("blocked", [])
    assert (
        evaluation.error == "result-instruction needs the question: give the case an Input; nothing was asked"
    )


WRONG: list[tuple[str, Reply, str]] = [
    (VERDICTS, replies.without(VERDICT, "constraints"), "`1` is missing from `constraints`"),
    (VERDICTS, replies.repeated(VERDICT, "constraints"), "`1` stands more than once in `constraints`"),
    (VERDICTS, replies.added(VERDICT, "constraints", id=7), "`7` in `constraints` is none of those asked about"),
    (VERDICTS, replies.changed(VERDICT, "constraints", status="partial"), "`status` of constraints #1 is"),
    (VERDICTS, replies.changed(VERDICT, "constraints", quote=""), "constraints #1 needs a quote"),
    (VERDICTS, replies.changed(VERDICT, "constraints", quote="a dull place"), "the quote of constraints #1 does not stand"),
    (VERDICTS, replies.changed(VERDICT, "constraints", status="not_met", suggestion=""), "`suggestion` of constraints #1 is empty"),
    (VERDICTS, replies.changed(VERDICT, "constraints", reason=""), "`reason` of constraints #1 is empty"),
    (CONSTRAINTS, replies.changed(THREE, "constraints", quote="in a gloomy tone"), "the quote of constraints #1 does not stand"),
    (CONSTRAINTS, replies.changed(THREE, "constraints", quote=""), "constraints #1 needs a quote"),
    (CONSTRAINTS, replies.changed(THREE, "constraints", type="quality"), "`type` of constraints #1 is"),
    (CONSTRAINTS, replies.changed(THREE, "constraints", constraint=" "), "`constraint` of constraints #1 is empty"),
    (CONSTRAINTS, replies.repeated(THREE, "constraints"), "`cheerful` stands more than once in `constraints`"),
    (CONSTRAINTS, {**THREE, "reason": ""}, "`reason` of constraints is empty"),
    (CONSTRAINTS, {"constraints": None}, "`constraints` must be a list"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "wrong", "complaint"), WRONG)
def test_what_is_wrong_breaks_the_row_and_never_scores(question: str, wrong: Reply, complaint: str) -> None:
    script: dict[str, Any] = {CONSTRAINTS: THREE, VERDICTS: VERDICT, question: wrong}
    evaluation, answers = evaluate("result-instruction", asked(), script)
    assert (evaluation.state, evaluation.score, evaluation.passed) == ("broken", None, None)
    assert complaint in str(evaluation.error)
    assert answers.asked.count(question) == 2
    script[question] = [wrong, THREE if question == CONSTRAINTS else VERDICT]
    evaluation, answers = evaluate("result-instruction", asked(), script)
    assert (evaluation.score, len(answers.requests)) == (50, 3)


@pytest.mark.parametrize("kind", TYPES)
def test_what_is_kept_is_quoted_but_for_lengths_and_bans(kind: str) -> None:
    listed = replies.constraints(("cheerful", "in a cheerful tone", kind))
    evaluation, _ = judge(listed, {"constraints": [kept(1, "met")]})
    assert evaluation.state == ("judged" if kind in ("length", "prohibited_content") else "broken")
    # then what was seen is said
    evaluation, _ = judge(listed, {"constraints": [kept(1, "met", observed="", quote="a lovely place")]})
    assert evaluation.state == ("broken" if kind in ("length", "prohibited_content") else "judged")


def test_a_case_in_chinese_is_asked_in_chinese() -> None:
    made = subject("春眠不觉晓", input="写一句诗，不超过五个字，语气轻快。", lang="auto")
    script: dict[str, Reply] = {
        CONSTRAINTS: replies.constraints(
            ("五字以内", "不超过五个字", "length"), ("轻快", "语气轻快", "style")
        ),
        VERDICTS: {"constraints": [kept(1, "met"), kept(2, "met", quote="春眠不觉晓")]},
    }
    evaluation, answers = evaluate("result-instruction", made, script)
    # "一句" may be the part that the limit is for, so it is the judge who decides
    assert (evaluation.score, answers.asked) == (100, [CONSTRAINTS, VERDICTS])
    assert all(request.messages[0].content.startswith("你") for request in answers.requests)


def test_the_estimate_knows_one_question_and_two_calls() -> None:
    evaluator = make("result-instruction")
    assert [request.evaluator for request in evaluator.requests(asked())] == [CONSTRAINTS]
    assert evaluator.most_calls(Case("case", "case"), SETTINGS) == 2


@pytest.mark.parametrize(
    ("met", "not_met", "score"),
    [(1, 1, "50"), (3, 1, "75"), (2, 1, "66.7"), (0, 2, "0"), (1, 0, "100"), (0, 0, None)],
)
def test_the_share_that_is_kept(met: int, not_met: int, score: str | None) -> None:
    assert kept_share(met, not_met) == (None if score is None else Fraction(score))
