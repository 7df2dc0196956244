"""From replies to scores: what counts, what counts once, what counts for nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.evaluators.reference.building import (
    CHILDREN,
    CONTRADICTED,
    COVERED,
    MISSING,
    OPENING,
    PADLOCK,
    REFERENCE,
    claim,
    fact,
    judged,
    key_fact,
    key_facts,
    reply,
    settings,
    subject,
)


def test_facts_claims_and_form_add_up_as_written() -> None:
    listed = key_facts(OPENING, CHILDREN, PADLOCK | {"importance": "detail"})
    said = reply(
        COVERED,
        CONTRADICTED,
        fact(3, "missing"),
        claims=[claim(1), claim(2, "The water is warm", "useful")],
        format={"reason": "one long line", "grade": "fair"},
    )
    evaluation, judge = judged(subject(), said, listed=listed)
    assert judge.calls == 1
    assert evaluation.usage.calls == 2
    assert evaluation.calculation == (
        "fact 1 (core, weight 2) “opens at seven”: covered ← “opens at seven”",
        "fact 2 (core, weight 2) “Children swim for free”: contradicted ← “Children pay two euros”",
        "fact 3 (detail, weight 1) “Bring a padlock”: missing",
        "claim 1 “Nine guests of ten come back”: unsupported",
        "claim 2 “The water is warm”: beyond the reference",
        "left out = (2 + 1) / 5 = 0.6",
        "Semantic agreement = 50 × max(0, 1 − 1.5 × 0.6 − 0.5 × 1 − 0.2 × 1) = 0",
        "Completeness = 30 × (1 − 0.6) = 12",
        "Format and experience = 20 × 0.5 = 10",
        "score = 0 + 12 + 10 = 22 ✓",
    )
    assert (evaluation.score, evaluation.raw_score, evaluation.interval) == (22, Fraction(22), (22, 22))
    assert (evaluation.verdict, evaluation.passed) == ("fail", False)
    assert [(point.label, point.score, point.maximum) for point in evaluation.points] == [
        ("Semantic agreement", 0, 50),
        ("Completeness", 12, 30),
        ("Format and experience", 10, 20),
    ]
    assert evaluation.summary == (
        "Semantic agreement 0 of 50, Completeness 12 of 30, Format and experience 10 of 20; 1 of 3 key facts "
        "covered, 1 contradicted, 1 missing, unsupported claims: 1; fact 2: “Children swim for free” "
        "(contradicted)"
    )


def test_the_calculation_in_chinese() -> None:
    evaluation, _ = judged(subject(settings=settings(lang="zh")), reply(COVERED, MISSING))
    assert evaluation.calculation == (
        "要点 1（核心，权重 2）「opens at seven」：覆盖 ← 「opens at seven」",
        "要点 2（核心，权重 2）「Children swim for free」：缺失",
        "未覆盖比例 = 2 / 4 = 0.5",
        "语义一致性 = 50 × max(0, 1 − 1.5 × 0.5 − 0.5 × 0 − 0.2 × 0) = 12.5",
        "内容完整性 = 30 × (1 − 0.5) = 15",
        "格式与体验 = 20 × 1 = 20",
        "总分 = 12.5 + 15 + 20 = 47.5 ≈ 48 ✓",
    )


def test_an_unrelated_output_gets_half_of_its_form() -> None:
    said = reply(fact(1, "missing"), relevance={"reason": "It is about the weather.", "related": False})
    evaluation, _ = judged(subject(output="Rain is likely tomorrow."), said, listed=key_facts(OPENING))
    assert evaluation.score == 10
    assert evaluation.calculation[-4:] == (
        "Semantic agreement = 0 (unrelated to the input: no points for content)",
        "Completeness = 0 (unrelated to the input: no points for content)",
        "Format and experience = 20 × 1 × 0.5 = 10 (half, without content)",
        "score = 0 + 0 + 10 = 10 ✓",
    )
    assert evaluation.feedback.weaknesses[0].text == (
        "off the subject: unrelated to the input: It is about the weather."
    )


def test_additions_beyond_the_reference_are_told_and_raise_nothing() -> None:
    plain, _ = judged(subject(), reply(COVERED, MISSING))
    more, _ = judged(subject(), reply(COVERED, MISSING, claims=[claim(1, "The water is warm", "useful")]))
    assert more.score == plain.score
    (beyond,) = [item for item in more.feedback.strengths if item.label == "beyond_reference"]
    assert beyond.quote == "The water is warm"


def test_a_mistake_in_both_lists_counts_once() -> None:
    once, _ = judged(subject(), reply(COVERED, CONTRADICTED))
    twice, _ = judged(subject(), reply(COVERED, CONTRADICTED, claims=[claim(1, "pay two euros", "wrong")]))
    assert twice.score == once.score
    assert "claim 1 “pay two euros”: wrong, counted with fact 2" in twice.calculation
    assert len(twice.feedback.weaknesses) == len(once.feedback.weaknesses)


def test_a_contradicted_fact_accounts_for_one_claim_only() -> None:
    claims = [claim(1, "Children pay", "unsupported"), claim(2, "two euros", "wrong")]
    evaluation, _ = judged(subject(), reply(COVERED, CONTRADICTED, claims=claims))
    assert "claim 1 “Children pay”: unsupported" in evaluation.calculation
    assert "claim 2 “two euros”: wrong, counted with fact 2" in evaluation.calculation


def test_what_stands_in_the_reference_is_not_unsupported() -> None:
    evaluation, _ = judged(
        subject(), reply(COVERED, claims=[claim(1, "opens at seven")]), listed=key_facts(OPENING)
    )
    assert evaluation.score == 100
    assert (
        "claim 1 “opens at seven”: unsupported, stands in the reference and is not counted"
        in evaluation.calculation
    )


def test_the_same_words_twice_are_one_fact() -> None:
    again = key_fact(3, "opens at seven", "detail")
    evaluation, judge = judged(subject(), reply(COVERED, MISSING), listed=key_facts(OPENING, CHILDREN, again))
    assert judge.calls == 1
    assert evaluation.score == 48
    assert len([line for line in evaluation.calculation if line.startswith("fact")]) == 2


def test_facts_are_numbered_as_they_stand_in_the_reference() -> None:
    listed = key_facts(CHILDREN | {"id": 1}, OPENING | {"id": 2})
    evaluation, judge = judged(subject(), reply(COVERED, MISSING), listed=listed)
    shown = judge.requests[0].messages[1].content
    assert "The facts:\n1. opens at seven\n2. Children swim for free\n" in shown
    assert evaluation.score == 48


def test_seventh_parts_are_shown_so_that_they_can_be_checked() -> None:
    listed = key_facts(OPENING, CHILDREN, PADLOCK | {"importance": "detail"}, key_fact(4, "for the locker"))
    said = reply(COVERED, fact(2), fact(3, "missing"), fact(4))
    evaluation, _ = judged(subject(), said, listed=listed)
    assert evaluation.calculation[-5:] == (
        "left out = 1 / 7 = 1/7 ≈ 0.14",
        "Semantic agreement = 50 × max(0, 1 − 1.5 × 1/7 − 0.5 × 0 − 0.2 × 0) = 39.29",
        "Completeness = 30 × (1 − 1/7) = 25.71",
        "Format and experience = 20 × 1 = 20",
        "score = 39.29 + 25.71 + 20 = 85 ✓",
    )


def test_strengths_and_weaknesses_come_from_the_decisions() -> None:
    said = reply(COVERED, CONTRADICTED, fact(3, "missing"), claims=[claim()])
    evaluation, _ = judged(subject(), said, listed=key_facts(OPENING, CHILDREN, PADLOCK))
    assert [(item.text, item.quote) for item in evaluation.feedback.strengths] == [
        ("says what the reference says: “opens at seven”", "opens at seven"),
    ]
    assert [(item.label, item.text, item.quote) for item in evaluation.feedback.weaknesses] == [
        (
            "prompt",
            "contradicts the reference, which says “Children swim for free”: about fact 2",
            "Children pay two euros",
        ),
        ("prompt", "leaves out what the reference says: “Bring a padlock”: about fact 3", None),
        (
            "prompt",
            "nothing supports this, and it is not from the reference: about claim 1",
            "Nine guests of ten come back",
        ),
    ]


def test_the_judges_own_feedback_stands_behind() -> None:
    said = reply(
        COVERED,
        MISSING,
        weaknesses=[{"cause": "testcase", "text": "The hours changed last year.", "quote": ""}],
        suggestions=[{"aim": "knowledge", "text": "Give the prompt the price list."}],
    )
    evaluation, _ = judged(subject(settings=settings(feedback="full")), said)
    assert [item.label for item in evaluation.feedback.weaknesses] == ["prompt", "testcase"]
    assert [item.text for item in evaluation.feedback.suggestions] == ["Give the prompt the price list."]
    assert evaluation.notes == ()


@pytest.mark.parametrize(
    ("mode", "note"),
    [
        ("none", "suggestions were not asked for (--rubric-feedback none, or one call a part)"),
        ("full", "the reply holds no suggestions"),
    ],
)
def test_a_report_without_suggestions_says_so(mode: str, note: str) -> None:
    evaluation, _ = judged(subject(settings=settings(feedback=mode)), reply(COVERED, fact(2)))
    assert evaluation.notes == (note,)
    assert evaluation.feedback.state == "given"


# -- scores by rule


@pytest.mark.parametrize("output", ["", "  \n\t", "\n\n"])
def test_an_empty_output_gets_nothing_without_a_call(output: str) -> None:
    evaluation, judge = judged(subject(output=output), listed=None)
    assert judge.calls == 0
    assert (evaluation.score, evaluation.interval, evaluation.raw_score) == (0, (0, 0), None)
    assert [point.score for point in evaluation.points] == [0, 0, 0]
    assert evaluation.calculation[-1] == "0 + 0 + 0 = 0 ✓ (the output is empty: 0 without the formula)"
    assert [item.label for item in evaluation.feedback.weaknesses] == ["prompt"]


@pytest.mark.parametrize(
    "output",
    [REFERENCE, f"\n{REFERENCE}  \n", "Cafe\u0301 at nine.  \r\nBring cash.\r\n"],
    ids=["same", "white space", "composed"],
)
def test_the_reference_itself_gets_everything_without_a_call(output: str) -> None:
    reference = REFERENCE if "padlock" in output else "Caf\u00e9 at nine.\nBring cash."
    evaluation, judge = judged(subject(reference, output), listed=None)
    assert judge.calls == 0
    assert (evaluation.score, evaluation.verdict, evaluation.passed) == (100, "pass", True)
    assert [point.score for point in evaluation.points] == [50, 30, 20]
    assert (
        evaluation.calculation[-1] == "50 + 30 + 20 = 100 ✓ (the output is the reference: no judge was asked)"
    )


@pytest.mark.parametrize("output", [REFERENCE.upper(), REFERENCE.replace(". ", ".\n"), REFERENCE + "!"])
def test_whatever_differs_in_letters_or_lines_is_judged(output: str) -> None:
    _, judge = judged(subject(output=output), reply(COVERED, fact(2, quote="swim for free")))
    assert judge.calls == 1


# -- references of other kinds


@pytest.mark.parametrize("reference", ["To be filled in", "待补充", "TODO", "...", "<answer>"])
def test_a_placeholder_is_no_reference(reference: str) -> None:
    evaluation, judge = judged(subject(reference), listed=None)
    assert judge.calls == 0
    assert (evaluation.state, evaluation.score, evaluation.passed) == ("blocked", None, None)
    assert evaluation.error == (
        f"`ExpectedOutput` is still a placeholder ({reference}): write the reference, or give the case a `Judge`"
    )


@pytest.mark.parametrize("reference", [None, "", " \n "])
def test_without_a_reference_nothing_is_judged(reference: str | None) -> None:
    evaluation, judge = judged(subject(reference), listed=None)
    assert judge.calls == 0
    assert (evaluation.state, evaluation.error) == (
        "blocked",
        "there is no reference to judge against: write `ExpectedOutput`, or give the case a `Judge`",
    )


@pytest.mark.parametrize(
    ("reference", "output", "status", "expected"),
    [
        ("42", "The answer is 42.", "covered", 100),
        ("42", "The answer is 41.", "contradicted", 10),
        ("Lima", "It is Lima, the capital since 1821.", "covered", 100),
        ("是", "是的，同一个人。", "covered", 100),
    ],
)
def test_a_reference_of_one_word(reference: str, output: str, status: str, expected: int) -> None:
    said = reply(fact(1, status, quote=output.rstrip(".。")))
    evaluation, _ = judged(subject(reference, output), said, listed=key_facts(key_fact(1, reference)))
    assert evaluation.score == expected


def test_a_reference_that_is_a_list_is_quoted_as_its_yaml() -> None:
    reference = "- open: seven\n- price: free for children\n"
    listed = key_facts(key_fact(1, "open: seven"), key_fact(2, "- price: free for children"))
    evaluation, judge = judged(subject(reference), reply(COVERED, MISSING), listed=listed)
    assert judge.calls == 1
    assert evaluation.score == 48


def test_a_greeting_is_judged_by_what_it_does() -> None:
    listed = key_facts(key_fact(1, "Good morning!"), key_fact(2, "How can I help"))
    said = reply(fact(1, quote="Hello there"), fact(2, quote="what do you need"))
    evaluation, _ = judged(
        subject("Good morning! How can I help you?", "Hello there, what do you need?"), said, listed=listed
    )
    assert evaluation.score == 100


def test_a_very_long_reference_is_shown_whole_and_judged_by_its_most_important_facts() -> None:
    reference = "\n".join(f"Rule {number} names room {number + 7}." for number in range(2000))
    numbers = range(100, 1300, 100)
    listed = key_facts(*[key_fact(id_, f"Rule {n} names room {n + 7}") for id_, n in enumerate(numbers, 1)])
    said = reply(*[fact(id_, "covered" if id_ % 2 else "missing") for id_ in range(1, 13)])
    evaluation, judge = judged(subject(reference), said, listed=listed)
    assert evaluation.score == 48
    assert reference in judge.requests[0].messages[1].content


def test_a_fact_of_several_lines_is_one_line_in_the_list() -> None:
    reference = "Opening hours:\n2. nine to five"
    listed = key_facts(key_fact(1, "Opening hours:\n2. nine to five"))
    _, judge = judged(subject(reference), reply(fact(1, "missing")), listed=listed)
    assert "The facts:\n1. Opening hours: 2. nine to five\n" in judge.requests[0].messages[1].content
