"""``result-accuracy``: claims of the output against the reference."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pytest_rubric.evaluators.presets import make
from pytest_rubric.model import CaseSettings
from tests.evaluators.presets.building import evaluate, subject
from tests.evaluators.presets.claims_replies import Reply, claims, compared, decided

OUTPUT = "The kiln fires at 900 degrees. It takes ten hours. It holds forty pots. It was built by monks. Clay is cheap."
REFERENCE = "The kiln fires at 900 degrees for twelve hours and holds sixty pots, built by weavers."
QUOTES = (
    "The kiln fires at 900 degrees",
    "It takes ten hours",
    "It holds forty pots",
    "It was built by monks",
    "Clay is cheap",
)
CORRECT = compared(1, "correct", "fires at 900 degrees")
PARTIAL = compared(2, "partially_correct", "twelve hours", "ten hours, not twelve")
WRONG = compared(3, "wrong", "sixty pots", "forty pots, not sixty")
UNKNOWN = compared(4, "not_in_reference", reason="nothing on the builders")


def test_what_the_reference_does_not_speak_of_is_shown_and_not_counted() -> None:
    made = subject(OUTPUT, expected_output=REFERENCE)
    answers = {"claims": claims(*QUOTES[:4]), "result-accuracy": decided(CORRECT, PARTIAL, WRONG, UNKNOWN)}
    evaluation, judge = evaluate("result-accuracy", made, answers)
    assert (evaluation.state, evaluation.score, evaluation.verdict) == ("judged", Fraction(50), "fail")
    assert judge.asked == ["claims", "result-accuracy"]
    assert [(point.score, point.status) for point in evaluation.points] == [
        (100.0, "covered"),
        (50.0, "partial"),
        (0.0, "missing"),
        (None, None),
    ]
    assert evaluation.calculation == (
        "not counted, since the reference says nothing about them: 1 of 4 claims",
        "1 correct × 1 + 1 partially correct × 0.5 + 1 wrong × 0 = 1.5, of 3 judged",
        "100 × 1.5 / 3 = 50",
    )
    assert evaluation.summary == "wrong: It holds forty pots! - forty pots, not sixty"
    assert evaluation.points[2].evidence == (
        'wrong; forty pots, not sixty; output: "It holds forty pots"; reference: "sixty pots"'
    )
    assert evaluation.points[3].evidence == (
        "the reference says nothing about it: it is not counted; nothing on the builders; "
        'output: "It was built by monks"'
    )


def test_four_of_five_are_right() -> None:
    right = [compared(number, "correct", "900 degrees") for number in range(1, 5)]
    answers = {
        "claims": claims(*QUOTES),
        "result-accuracy": decided(*right, compared(5, "wrong", "built by weavers")),
    }
    evaluation, _ = evaluate("result-accuracy", subject(OUTPUT, expected_output=REFERENCE), answers)
    assert (evaluation.score, evaluation.verdict, evaluation.passed) == (Fraction(80), "pass", True)


def test_all_right_and_all_wrong() -> None:
    made = subject(OUTPUT, expected_output=REFERENCE)
    for status, score, summary in (
        ("correct", 100, "every claim that the reference speaks of is right (1 of 1)"),
        ("wrong", 0, "wrong: The kiln fires at 900 degrees! - it says so"),
    ):
        answers = {
            "claims": claims(QUOTES[0]),
            "result-accuracy": decided(compared(1, status, "900 degrees")),
        }
        evaluation, _ = evaluate("result-accuracy", made, answers)
        assert (evaluation.state, evaluation.score, evaluation.summary) == ("judged", score, summary)


def test_in_chinese() -> None:
    made = subject("窑烧到九百度。", expected_output="窑烧到一千度。", input="窑烧到多少度？", lang="auto")
    answers = {
        "claims": claims("窑烧到九百度"),
        "result-accuracy": decided(compared(1, "wrong", "一千度", "应为一千度")),
    }
    evaluation, judge = evaluate("result-accuracy", made, answers)
    assert (evaluation.score, evaluation.lang) == (0, "zh")
    assert evaluation.summary == "说错了：窑烧到九百度!——应为一千度"
    assert evaluation.calculation[-1] == "100 × 0 / 1 = 0"
    assert judge.requests[1].messages[0].content.startswith("你把“主张”")


@pytest.mark.parametrize(
    ("listed", "reply", "reason", "calls"),
    [
        (claims(), decided(), "the output states nothing that could be checked", 1),
        (
            claims(QUOTES[3]),
            decided(compared(1, "not_in_reference")),
            "the reference says nothing about any claim of the output",
            2,
        ),
    ],
    ids=["no claims", "nothing comparable"],
)
def test_nothing_to_judge_is_no_score(listed: Reply, reply: Reply, reason: str, calls: int) -> None:
    made = subject(OUTPUT, expected_output=REFERENCE)
    evaluation, judge = evaluate("result-accuracy", made, {"claims": listed, "result-accuracy": reply})
    assert (evaluation.state, evaluation.score, evaluation.summary) == ("unscored", None, reason)
    assert len(judge.asked) == calls


def test_an_empty_output_and_a_missing_reference_cost_nothing() -> None:
    evaluation, judge = evaluate("result-accuracy", subject(" ", expected_output=REFERENCE), {})
    assert (evaluation.state, judge.asked) == ("unscored", [])
    assert evaluation.summary == "the output is empty: it claims nothing"
    evaluation, judge = evaluate("result-accuracy", subject(OUTPUT, input="How is the kiln?"), {})
    assert (evaluation.state, judge.asked) == ("blocked", [])
    assert str(evaluation.error).startswith("result-accuracy needs a reference answer")


def test_what_a_status_can_t_be_without() -> None:
    made = subject(OUTPUT, expected_output=REFERENCE)
    for reply, complaint in (
        (compared(1, "correct"), "claim 1 needs a quote"),
        (compared(1, "wrong", "eighty pots"), "the quote of claim 1 does not stand in the text"),
        (compared(1, "correct", "It takes ten hours"), "the quote of claim 1 does not stand in the text"),
        (compared(1, "not_in_reference", reason=" "), "`reason` of claim 1 is empty"),
        (compared(1, "正确", "900 degrees"), '`status` of claim 1 is "正确"'),
        (compared(1, "right", "900 degrees"), '`status` of claim 1 is "right"'),
    ):
        answers = {"claims": claims(QUOTES[0]), "result-accuracy": decided(reply)}
        evaluation, judge = evaluate("result-accuracy", made, answers)
        assert (evaluation.state, evaluation.score) == ("broken", None)
        assert complaint in str(evaluation.error)
        assert judge.asked == ["claims", "result-accuracy", "result-accuracy"]


def test_what_the_judge_sees() -> None:
    made = subject(OUTPUT, expected_output=REFERENCE, input="How is {the} kiln?")
    answers = {
        "claims": claims(*QUOTES[:2]),
        "result-accuracy": decided(CORRECT, compared(2, "wrong", "twelve hours")),
    }
    _, judge = evaluate("result-accuracy", made, answers)
    asked = judge.requests[1].messages[1].content
    order = [
        asked.index(part)
        for part in (
            "[INPUT begins",
            "How is {the} kiln?",
            "[REFERENCE begins",
            "[CLAIMS begins",
            '2: "It takes ten hours!"',
        )
    ]
    assert order == sorted(order)
    assert asked.endswith('"status": "correct, partially_correct, wrong or not_in_reference"}]}')
    assert "Clay is cheap" not in asked


def test_at_most_two_calls() -> None:
    case = subject(OUTPUT).case
    assert make("result-accuracy").most_calls(case, CaseSettings(threshold=Fraction(60))) == 2
