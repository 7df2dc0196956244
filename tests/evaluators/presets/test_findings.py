"""`fluency-text` and `hallucination-text`: worked examples, edges, and answers that can't be used."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from pytest_rubric.evaluators.presets.findings.fluency import windows
from pytest_rubric.model import Evaluation
from pytest_rubric.scoring.deductions import FLUENCY, HALLUCINATION
from tests.evaluators.presets.building import Answers, evaluate, subject

SENTENCE, REPETITION = "sentence_smoothness", "repetition_and_redundancy"
PLACES = [f"place {number} reads badly" for number in range(1, 9)]
PROSE = "It begins well. " + ". ".join(PLACES) + ". It ends well."


def issue(dimension: str, severity: str, place: int = 1, **more: object) -> dict[str, object]:
    return {
        "dimension": dimension,
        "quote": PLACES[place - 1],
        "reason": f"reason {place}",
        "suggestion": f"better {place}",
        "severity": severity,
        "count": 1,
        **more,
    }


def issues(*listed: dict[str, object], checked: object = tuple(FLUENCY)) -> dict[str, object]:
    return {"checked": list(checked) if isinstance(checked, tuple) else checked, "issues": list(listed)}


def fluency(answer: Any, text: str = PROSE, lang: str = "en") -> tuple[Evaluation, Answers]:
    return evaluate("fluency-text", subject(text, lang=lang), {"fluency-text": answer})


@pytest.mark.parametrize(
    ("listed", "score"),
    [
        ([issue(SENTENCE, "moderate", n) for n in range(1, 6)], "30"),
        (
            [*[issue(SENTENCE, "moderate", n) for n in (1, 2, 3)], issue(SENTENCE, "severe", 4), issue(SENTENCE, "moderate", 5)],
            "40",
        ),
        ([issue(REPETITION, "light", 1, count=4)], "65"),
        ([issue(dimension, "light", n) for n, dimension in enumerate(list(FLUENCY)[:3], 1)], "85"),
        ([], "100"),
        ([issue(SENTENCE, "severe", n) for n in range(1, 7)], "0"),
    ],
)  # fmt: skip
def test_worked_examples_of_fluency(listed: Sequence[dict[str, object]], score: str) -> None:
    evaluation, judge = fluency(issues(*listed))
    assert (evaluation.score, judge.asked) == (Fraction(score), ["fluency-text"])


def test_the_order_is_that_of_the_text_not_that_of_the_judge() -> None:
    severe_in_between = [issue(SENTENCE, "moderate", n) for n in (1, 2, 4, 5)] + [
        issue(SENTENCE, "severe", 3)
    ]
    assert fluency(issues(*severe_in_between))[0].score == 100 - 4 * 10 - 20
    severe_at_the_end = [issue(SENTENCE, "severe", 5)] + [
        issue(SENTENCE, "moderate", n) for n in (4, 3, 2, 1)
    ]
    assert fluency(issues(*severe_at_the_end))[0].score == 100 - 3 * 10 - 20 - 20


def test_points_say_what_each_dimension_lost() -> None:
    evaluation, _ = fluency(issues(issue(SENTENCE, "severe", 2), issue(REPETITION, "light", 1, count=2)))
    by_label = {point.label: point for point in evaluation.points}
    assert [point.score for point in evaluation.points] == [80, 90, 100, 100, 100]
    assert by_label["Sentences"].evidence == "severe (-20): “place 2 reads badly”: reason 2"
    assert by_label["Sentences"].suggestion == "better 2"
    assert by_label["Repetition"].evidence == "light × 2 (-10): “place 1 reads badly”: reason 1"
    assert [point.status for point in evaluation.points] == [
        "partial",
        "partial",
        "covered",
        "covered",
        "covered",
    ]
    assert evaluation.summary == "“place 2 reads badly”: reason 2"
    assert evaluation.calculation == (
        "Sentences: 20 = 20",
        "Repetition: 5 × 2 = 10",
        "score: max(0, 100 - 30) = 70",
    )
    assert evaluation.notes == ("reads mostly fluently",)


def test_a_dimension_can_lose_everything_and_that_is_a_zero() -> None:
    evaluation, _ = fluency(issues(*[issue(SENTENCE, "severe", n) for n in range(1, 6)]))
    assert (evaluation.points[0].score, evaluation.points[0].status, evaluation.score) == (0, "missing", 0)


def test_a_long_text_is_judged_in_parts_whose_issues_count_together() -> None:
    text = "\n\n".join(["Word after word. " * 300] * 4)
    parts = windows(text)
    assert [text[start:end] for start, end in parts] == [text[:5100], *[f"\n\n{text[:5100]}"] * 3]
    answer = issues(issue(SENTENCE, "moderate", quote="Word after word"))
    evaluation, judge = fluency(answer, text)
    assert len(judge.requests) == 4
    assert evaluation.score == 100 - 3 * 10 - 20  # the fourth moderate issue in a row costs twice
    assert "the text was judged in 4 parts" in evaluation.notes


def test_every_character_of_a_long_text_is_judged_once() -> None:
    text = "x" * 20_001
    assert windows(text) == [(0, 8000), (8000, 16000), (16000, 20001)]
    assert windows("short") == [(0, 5)]


BROKEN_FLUENCY = [
    issues(checked=tuple(FLUENCY)[:4]),
    issues(checked=(*FLUENCY, SENTENCE)),
    issues(checked=(*FLUENCY, "humour")),
    issues(checked="all"),
    {"checked": list(FLUENCY), "issues": None},
    issues(issue("humour", "light")),
    issues(issue(SENTENCE, "严重")),
    issues(issue(SENTENCE, "light", quote="never said")),
    issues(issue(SENTENCE, "light", quote="")),
    issues(issue(SENTENCE, "light", reason=" ")),
    issues(issue(SENTENCE, "light", suggestion="")),
    issues(issue(SENTENCE, "light", count=0)),
    issues(issue(SENTENCE, "light", count=21)),
    issues(issue(SENTENCE, "light", count=1.5)),
    issues(issue(SENTENCE, "light", count=True)),
]


@pytest.mark.parametrize("answer", BROKEN_FLUENCY)
def test_what_was_not_judged_is_no_score_of_fluency(answer: dict[str, object]) -> None:
    evaluation, judge = fluency(answer)
    assert (evaluation.state, evaluation.score, len(judge.requests)) == ("broken", None, 2)


# --- hallucination-text -----------------------------------------------------------------------


Typed = tuple[str, dict[str, object]]


def finding(kind: str, severity: str, quote: str, reason: str = "not so") -> Typed:
    return kind, {"quote": quote, "reason": reason, "severity": severity}


def findings(
    *listed: Typed, catastrophic: object = False, types: tuple[str, ...] = tuple(HALLUCINATION)
) -> dict[str, object]:
    """A whole answer; what is listed under no type stands under a type of its own."""
    names = (*types, *dict.fromkeys(kind for kind, _ in listed if kind not in HALLUCINATION))
    return {
        "types": [
            {"type": name, "findings": [entry for kind, entry in listed if kind == name]} for name in names
        ],
        "catastrophic": catastrophic,
        "confidence": "high",
    }


NUMBER, NAME = "in year 1999", "Aberby"  # 12 and 6 characters
CLAIMS = f"Built {NUMBER} by {NAME}"


def made_up(answer: Any, length: int = 200, **fields: Any) -> tuple[Evaluation, Answers]:
    text = f"{CLAIMS} {'and so on ' * 20}"[: length - 1] + "."
    assert len(text) == length
    given = {"input": "Who built it?", **fields}
    return evaluate("hallucination-text", subject(text, **given), {"hallucination-text": answer})


BOTH = findings(finding("numerical", "severe", NUMBER), finding("entity", "light", NAME))


def test_worked_examples_of_hallucination() -> None:
    evaluation, judge = made_up(BOTH)
    assert (evaluation.score, evaluation.verdict) == (70, "warn")
    assert [point.score for point in evaluation.points] == [95, 80, 100, 100, 95]
    assert evaluation.points[4].evidence == "9 % of the text lies in findings"
    assert judge.asked == ["hallucination-text"]
    assert made_up(BOTH, length=100)[0].score == 60
    assert made_up(findings())[0].score == 100


def test_a_made_up_core_is_zero_and_fails_whatever_the_rest_says() -> None:
    evaluation, _ = made_up(findings(finding("entity", "light", NAME), catastrophic=True))
    assert (evaluation.score, evaluation.verdict, evaluation.passed) == (0, "fail", False)
    assert evaluation.calculation[-1] == "the core of the answer is made up: score 0"


def test_a_type_costs_by_its_worst_finding_and_a_passage_counts_once_in_the_share() -> None:
    both_types = findings(finding("numerical", "light", NUMBER), finding("logic_factual", "severe", NUMBER))
    assert made_up(both_types)[0].score == 100 - 10 - 20 - 5
    one_type = findings(finding("numerical", "light", NUMBER), finding("numerical", "severe", NUMBER))
    evaluation, _ = made_up(one_type)
    assert evaluation.score == 100 - 20 - 5
    assert "found twice under one type and counted once: “in year 1999”" in evaluation.notes


def test_the_context_is_shown_and_not_needed() -> None:
    _, judge = made_up(BOTH, context="It was built in 1923.")
    assert "It was built in 1923." in judge.requests[0].messages[1].content
    _, judge = made_up(BOTH)
    assert "CONTEXT begins" not in judge.requests[0].messages[1].content


def test_a_finding_that_its_own_reason_clears_is_none() -> None:
    cleared = finding("entity", "none", "Nobody", reason="It is true after all.")
    evaluation, judge = made_up(findings(cleared, finding("numerical", "severe", NUMBER)))
    assert (evaluation.score, judge.asked) == (100 - 20 - 5 - 0, ["hallucination-text"])
    assert [point.score for point in evaluation.points] == [100, 80, 100, 100, 95]
    assert "passages that the judge looked at and cleared: 1" in evaluation.notes
    assert made_up(findings(cleared))[0].score == 100


def test_an_invented_quote_is_told_with_the_way_out() -> None:
    evaluation, judge = evaluate(
        "hallucination-text",
        subject("It is old.", input="How old is it?"),
        {"hallucination-text": [findings(finding("entity", "light", "Nobody")), findings()]},
    )
    assert (evaluation.score, evaluation.usage.reasks) == (100, 1)
    assert judge.requests[1].messages[-1].content.splitlines()[:3] == [
        "Your reply can't be used:",
        '- the quote of entity #1 does not stand in the text: "Nobody"; copy words of the OUTPUT letter for '
        "letter, or leave this finding out",
        "Write the whole reply once more, with this put right.",
    ]


BROKEN_FINDINGS = [
    findings(types=tuple(HALLUCINATION)[1:]),
    findings(types=(*HALLUCINATION, "entity")),
    findings(types=(*HALLUCINATION, "tone")),
    findings(finding("tone", "light", NAME)),
    findings(finding("entity", "moderate", NAME)),
    findings(finding("entity", "light", "Nobody")),
    findings(finding("entity", "light", NAME, reason="")),
    findings(finding("entity", "none", NAME, reason="")),
    findings(finding("entity", "severe", NAME, reason="unknown: no record of it")),
    findings(catastrophic=True),
    findings(finding("entity", "none", NAME), catastrophic=True),
    findings(catastrophic="no"),
    {**findings(), "types": "none"},
    {**findings(), "types": [{"type": name} for name in HALLUCINATION]},
    {**findings(), "confidence": "0.9"},
]


@pytest.mark.parametrize("answer", BROKEN_FINDINGS)
def test_what_was_not_judged_is_no_score_of_hallucination(answer: dict[str, object]) -> None:
    evaluation, judge = made_up(answer)
    assert (evaluation.state, evaluation.score, len(judge.requests)) == ("broken", None, 2)


def test_without_a_question_nothing_is_asked() -> None:
    evaluation, judge = made_up(BOTH, input=None)
    assert (evaluation.state, judge.requests) == ("blocked", [])
    assert (
        evaluation.error == "hallucination-text needs the question: give the case an Input; nothing was asked"
    )


@pytest.mark.parametrize("preset", ["fluency-text", "hallucination-text"])
def test_an_empty_text_is_unscored(preset: str) -> None:
    evaluation, judge = evaluate(preset, subject(" \n", input="Who?"), {preset: {}})
    assert (evaluation.state, evaluation.summary, judge.requests) == ("unscored", "the output is empty", [])


@pytest.mark.parametrize(
    ("preset", "answer", "label"),
    [("fluency-text", issues(), "语句通顺"), ("hallucination-text", findings(), "实体")],
)
def test_a_chinese_case_is_asked_and_told_about_in_chinese(preset: str, answer: Any, label: str) -> None:
    made = subject("文章写得不错。", input="写得怎么样？", lang="auto")
    evaluation, judge = evaluate(preset, made, {preset: answer})
    assert evaluation.points[0].label == label
    assert "只回复一个 JSON 对象" in judge.requests[0].messages[1].content
    assert evaluation.lang == "zh"


@pytest.mark.parametrize("preset", ["fluency-text", "hallucination-text"])
def test_the_text_under_test_is_data_and_the_instructions_are_constant(preset: str) -> None:
    answers = {"fluency-text": issues(), "hallucination-text": findings()}
    first = evaluate(preset, subject("{a} {{input}} %s", input="Who?"), answers)[1].requests[0]
    second = evaluate(preset, subject("Other text", input="What?"), answers)[1].requests[0]
    assert first.messages[0] == second.messages[0]
    assert "{a} {{input}} %s" in first.messages[1].content
    assert first.schema == second.schema
