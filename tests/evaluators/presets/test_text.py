"""The text family: one severity for each dimension, and three ways in which faults add up."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from pytest_rubric.evaluators.presets import make
from pytest_rubric.evaluators.presets.evaluator import PresetEvaluator
from pytest_rubric.evaluators.presets.protocol import r0
from pytest_rubric.evaluators.presets.text.formulas import geometric_mean, max_plus_share, product, root
from pytest_rubric.evaluators.presets.text.scoring import LEVELS
from pytest_rubric.model import Evaluation, InputMessage
from tests.evaluators.presets.building import Answers, evaluate, subject
from tests.evaluators.presets.grading import FAULTS, broken
from tests.evaluators.presets.text_answers import DIMENSIONS, QUOTE, entries, entry, reply

OUTPUT = "It is important to note that the valve opens to the left. 1. Open it. 1. Close it."
INPUT = "How do I open the valve?"
NEEDS_QUERY = ("text-language-consistency", "text-conciseness")


def judge(
    preset: str, severities: Mapping[str, str], *, output: str = OUTPUT, lang: str = "en"
) -> tuple[Evaluation, Answers]:
    made = subject(output, lang=lang, input=INPUT)
    return evaluate(preset, made, {preset: reply(preset, severities)})


def first(preset: str, *severities: str) -> Mapping[str, str]:
    return dict(zip(DIMENSIONS[preset], severities, strict=False))


EXAMPLES = [
    ("text-ai-flavor", {}, 100),
    ("text-ai-flavor", first("text-ai-flavor", "moderate"), 60),
    ("text-ai-flavor", first("text-ai-flavor", "moderate", "moderate"), 36),
    ("text-ai-flavor", first("text-ai-flavor", "minor", "minor"), 64),
    ("text-ai-flavor", first("text-ai-flavor", "moderate", "moderate", "minor"), 29),
    ("text-ai-flavor", first("text-ai-flavor", *["severe"] * 5, "moderate"), 1),
    ("text-ai-flavor", first("text-ai-flavor", *["severe"] * 6), 0),
    ("text-format", {}, 100),
    ("text-format", {"numbering_continuity": "minor"}, 80),
    ("text-format", {"punctuation_standardization": "minor"}, 82),
    ("text-format", {"numbering_continuity": "severe"}, 0),
    ("text-format", {"citation_mark_correctness": "severe"}, 0),
    ("text-format", {"punctuation_standardization": "severe"}, 10),
    ("text-format", {"numbering_continuity": "minor", "punctuation_standardization": "moderate"}, 25),
    ("text-format", first("text-format", *["severe"] * 7), 0),
    ("text-language-consistency", {"primary_language_match": "severe"}, 0),
    ("text-language-consistency", {"unnecessary_mixing": "severe"}, 10),
    ("text-language-consistency", {"unnecessary_mixing": "moderate", "code_switch_rationale": "minor"}, 24),
    ("text-conciseness", {"expression_efficiency": "minor"}, 94),
    ("text-conciseness", {"expression_efficiency": "moderate"}, 62),
    ("text-conciseness", {"expression_efficiency": "severe"}, 0),
    ("text-conciseness", {"information_completeness": "moderate"}, 60),
    ("text-conciseness", {"information_completeness": "moderate", "expression_efficiency": "moderate"}, 45),
    ("text-conciseness", {"expression_efficiency": "minor", "main_focus": "minor"}, 87),
    ("text-conciseness", {"cliche_condensation": "moderate"}, 72),
]


@pytest.mark.parametrize(("preset", "severities", "score"), EXAMPLES)
def test_worked_examples(preset: str, severities: Mapping[str, str], score: int) -> None:
    evaluation, answers = judge(preset, severities)
    verdict = "pass" if score >= 80 else "warn" if score >= 60 else "fail"
    assert (evaluation.state, evaluation.score, evaluation.verdict) == ("judged", score, verdict)
    assert answers.asked == [preset]
    shown = {"safe": 100.0, "minor": 80.0, "moderate": 20.0, "severe": 0.0}
    assert [point.score for point in evaluation.points] == [
        shown[severities.get(name, "safe")] for name in DIMENSIONS[preset]
    ]


def test_the_formulas_by_themselves() -> None:
    assert max_plus_share([Fraction(20), Fraction(72), *[Fraction(0)] * 5]) == 100 - (72 + Fraction(20, 7))
    assert product([Fraction("0.6"), Fraction("0.8")]) == 48
    halves = [Fraction(1, 2), Fraction(1, 2)]
    assert geometric_mean([Fraction(25), Fraction(100)], halves) == 50
    assert geometric_mean([Fraction(0), Fraction(100)], halves) == 0
    assert root(Fraction(1, 4), 2, 6) == Fraction(1, 2)
    assert root(Fraction(1), 10, 6) == 1
    assert root(Fraction(0), 10, 6) == 0
    assert root(Fraction(2, 9), 2, 4) == Fraction("0.4714")


def test_six_decimals_of_the_root_never_round_to_another_score() -> None:
    weights = [Fraction(3, 10), Fraction(2, 10), Fraction(3, 10), Fraction(2, 10)]
    for levels in itertools.product(LEVELS, repeat=4):
        scores = [level.score for level in levels]
        score = int(r0(geometric_mean(scores, weights)))
        power = Fraction(1)
        for each, weight in zip(scores, weights, strict=True):
            power *= (each / 100) ** int(weight * 10)
        # the score is the whole number nearest to 100 times the tenth root of the power
        assert Fraction(2 * score - 1, 200) ** 10 <= power or score == 0
        assert power < Fraction(2 * score + 1, 200) ** 10


CALCULATIONS = [
    (
        "text-format",
        {"numbering_continuity": "minor", "punctuation_standardization": "moderate"},
        (
            "score = 100 − (72 + 20 / 7) = 25.1, rounded 25",
            "the largest deduction counts in full, the others by one part in 7",
        ),
        {
            "numbering": "minor: “It is important to note” — It says nothing yet.; deduction 20",
            "punctuation": "moderate: “It is important to note” — It says nothing yet.; deduction 80 × 0.9 = 72",
        },
    ),
    (
        "text-language-consistency",
        {"unnecessary_mixing": "moderate", "code_switch_rationale": "minor"},
        (
            "score = 100 − (72 + 18 / 4) = 23.5, rounded 24",
            "the largest deduction counts in full, the others by one part in 4",
        ),
        {
            "needless mixing": "moderate: “It is important to note” — It says nothing yet.; deduction 80 × 0.9 = 72",
            "reason for switching": "minor: “It is important to note” — It says nothing yet.; deduction 20 × 0.9 = 18",
        },
    ),
    (
        "text-ai-flavor",
        {"template_opening": "moderate"},
        ("score = 100 × 0.6 × 1 × 1 × 1 × 1 × 1 = 60",),
        {
            "template opening": "moderate: “It is important to note” — It says nothing yet.; keeps 0.6 of the total"
        },
    ),
    (
        "text-conciseness",
        {"information_completeness": "moderate"},
        (
            "score = 100 × 1^0.3 × 1^0.2 × 1^0.3 × 0.2^0.2 = 72.48, rounded 72",
            "information completeness is moderate: at most 60, so 60",
        ),
        {"completeness": "moderate: “It is important to note” — It says nothing yet.; weight 0.2"},
    ),
]


@pytest.mark.parametrize(("preset", "severities", "calculation", "evidence"), CALCULATIONS)
def test_the_card_lets_a_reader_redo_the_sum(
    preset: str, severities: Mapping[str, str], calculation: tuple[str, ...], evidence: Mapping[str, str]
) -> None:
    evaluation, _ = judge(preset, severities)
    assert evaluation.calculation == calculation
    faults = {point.label: point.evidence for point in evaluation.points if point.status != "covered"}
    assert faults == evidence
    assert {point.evidence for point in evaluation.points if point.status == "covered"} == {
        "Nothing of the kind."
    }
    assert evaluation.notes == ("the judge in one sentence: It announces and does not say.",)


def test_the_summary_names_the_worst_passage_and_not_what_comes_first() -> None:
    made = entries("text-ai-flavor", first("text-ai-flavor", "minor"))
    made[4] = entry(
        "empty_summary",
        "severe",
        quote="Close it.",
        reason="It ends as it began.",
        suggestion="Stop earlier.",
    )
    answer = {"dimensions": made, "summary": "Twice the same."}
    evaluation, _ = evaluate("text-ai-flavor", subject(OUTPUT), {"text-ai-flavor": answer})
    assert evaluation.summary == "“Close it.”: It ends as it began. (and 1 more)"
    assert [point.status for point in evaluation.points].count("missing") == 1
    assert evaluation.points[4].suggestion == "Stop earlier."


@pytest.mark.parametrize(
    ("preset", "summary"),
    [
        ("text-ai-flavor", "it reads as if a person wrote it: no formula found"),
        ("text-format", "no fault of form found"),
        ("text-language-consistency", "it keeps to the language of the question"),
        ("text-conciseness", "short, and nothing needed is missing"),
    ],
)
def test_clean_outputs_say_so(preset: str, summary: str) -> None:
    evaluation, _ = judge(preset, {})
    assert (evaluation.score, evaluation.summary) == (100, summary)


def test_a_chinese_case_is_told_in_chinese() -> None:
    answer = {
        "dimensions": [
            entry("expression_efficiency", "minor", quote="先先", reason="“先”字重复。", suggestion="删一个。"),
            *entries("text-conciseness", {})[1:3],
            entry("information_completeness", "moderate", quote="拧开", reason="没说往哪边拧。", suggestion="写明方向。"),
        ],
        "summary": "没说往哪边拧。",
    }  # fmt: skip
    made = subject("先先关水，再拧开。", lang="auto", input="怎么打开阀门？")
    evaluation, answers = evaluate("text-conciseness", made, {"text-conciseness": answer})
    assert evaluation.summary == "“拧开”：没说往哪边拧。（另有 1 处）"
    assert evaluation.calculation == (
        "得分 = 100 × 0.8^0.3 × 1^0.2 × 1^0.3 × 0.2^0.2 = 67.8，取整 68",
        "信息完整为“明显”档：最高 60 分，得 60",
    )
    assert evaluation.points[3].evidence == "明显：“拧开”——没说往哪边拧。；权重 0.2"
    assert "你检查“输出”" in answers.requests[0].messages[0].content


@pytest.mark.parametrize("preset", DIMENSIONS)
@pytest.mark.parametrize("fault", FAULTS)
def test_an_answer_that_is_not_one_per_dimension_is_no_score(preset: str, fault: str) -> None:
    wrong, complaint = broken(fault, entries(preset, {}), summary="All is well.")
    evaluation, answers = evaluate(preset, subject(OUTPUT, input=INPUT), {preset: wrong})
    assert (evaluation.state, evaluation.score, len(answers.requests)) == ("broken", None, 2)
    assert complaint in answers.requests[1].messages[-1].content


FAULTY: list[tuple[dict[str, Any], str]] = [
    ({"severity": "none"}, '`severity` of {} is "none"; it must be one of safe, minor, moderate, severe'),
    ({"severity": "严重"}, '`severity` of {} is "严重"; it must be one of safe, minor, moderate, severe'),
    ({"severity": 2}, "`severity` of {} is 2; it must be one of safe, minor, moderate, severe"),
    ({"severity": None}, "`severity` of {} is null; it must be one of safe, minor, moderate, severe"),
    ({"quote": "It is useful to note"}, "the quote of {} does not stand in the text"),
    ({"quote": ""}, "{} needs a quote, copied letter for letter"),
    ({"quote": [QUOTE]}, "{} needs a quote, copied letter for letter"),
    ({"reason": ""}, "`reason` of {} is empty"),
    ({"suggestion": " "}, "`suggestion` of {} is empty"),
]


@pytest.mark.parametrize("preset", DIMENSIONS)
@pytest.mark.parametrize("severity", ["minor", "severe"])
@pytest.mark.parametrize(("change", "complaint"), FAULTY)
def test_a_fault_without_evidence_or_meaning_is_no_score(
    preset: str, severity: str, change: dict[str, Any], complaint: str
) -> None:
    name = DIMENSIONS[preset][1]
    good = reply(preset, {name: severity})
    faulty = entries(preset, {name: severity})
    faulty[1].update(change)
    wrong = {**good, "dimensions": faulty}
    made = subject(OUTPUT, input=INPUT)
    evaluation, answers = evaluate(preset, made, {preset: wrong})
    assert (evaluation.state, evaluation.score, len(answers.requests)) == ("broken", None, 2)
    assert f"- {complaint.format(name)}" in answers.requests[1].messages[-1].content
    mended, answers = evaluate(preset, made, {preset: [wrong, good]})
    assert (mended.state, len(answers.requests)) == ("judged", 2)


@pytest.mark.parametrize("preset", DIMENSIONS)
@pytest.mark.parametrize("summary", ["", " ", None, 3, "left out"])
def test_a_reply_without_its_sentence_is_no_score(preset: str, summary: object) -> None:
    wrong = reply(preset, {})
    wrong["summary"] = summary
    if summary == "left out":
        del wrong["summary"]
    evaluation, answers = evaluate(preset, subject(OUTPUT, input=INPUT), {preset: wrong})
    assert (evaluation.state, evaluation.score) == ("broken", None)
    assert "- `summary` of the reply is empty" in answers.requests[1].messages[-1].content


def test_what_a_safe_dimension_quotes_never_matters() -> None:
    answer = reply("text-format", {})
    answer["dimensions"] = [entry(name, "safe", quote="n/a", reason="") for name in DIMENSIONS["text-format"]]
    evaluation, _ = evaluate("text-format", subject(OUTPUT), {"text-format": answer})
    assert (evaluation.score, evaluation.points[0].evidence) == (100, "nothing found")


@pytest.mark.parametrize("preset", DIMENSIONS)
def test_an_empty_output_is_never_rated(preset: str) -> None:
    evaluation, answers = judge(preset, {}, output=" \n")
    assert (evaluation.state, evaluation.summary, answers.asked) == ("unscored", "the output is empty", [])


@pytest.mark.parametrize("preset", DIMENSIONS)
@pytest.mark.parametrize("query", [None, " \n", (InputMessage("system", "Be brief."),)])
def test_without_a_question_those_that_need_one_are_blocked(preset: str, query: Any) -> None:
    evaluation, answers = evaluate(preset, subject(OUTPUT, input=query), {preset: reply(preset, {})})
    if preset in NEEDS_QUERY:
        assert (evaluation.state, answers.asked) == ("blocked", [])
        assert evaluation.error == (f"{preset} needs the question: give the case an Input; nothing was asked")
    else:
        assert (evaluation.state, answers.asked) == ("judged", [preset])


@pytest.mark.parametrize("preset", DIMENSIONS)
def test_the_question_is_shown_except_where_only_form_counts(preset: str) -> None:
    log = [{"role": "user", "content": "And how do I {close} it?"}]
    for made, asked in (
        (subject(OUTPUT, input=INPUT), INPUT),
        (subject(OUTPUT, run_log=log), "And how do I {close} it?"),
    ):
        _, answers = evaluate(preset, made, {preset: reply(preset, {})})
        user = answers.requests[0].messages[1].content
        assert (asked in user) is (preset != "text-format")
        assert user.index(OUTPUT) < user.rindex('{"dimensions": [')


@pytest.mark.parametrize("preset", DIMENSIONS)
def test_what_the_registry_tells(preset: str) -> None:
    evaluator = make(preset)
    assert isinstance(evaluator, PresetEvaluator)
    assert (evaluator.id, evaluator.category, tuple(evaluator.dimensions)) == (
        preset,
        "res",
        DIMENSIONS[preset],
    )
    assert evaluator.needs == (("query",) if preset in NEEDS_QUERY else ())
    made = subject(OUTPUT, input=INPUT)
    assert evaluator.most_calls(made.case, made.settings) == len(evaluator.requests(made)) == 1


@pytest.mark.parametrize("preset", DIMENSIONS)
def test_the_schema_names_the_dimensions_and_puts_the_reason_first(preset: str) -> None:
    request = judge(preset, {})[1].requests[0]
    properties: Any = request.schema["properties"]
    assert list(properties) == ["dimensions", "summary"]
    shape = properties["dimensions"]["items"]
    assert list(shape["properties"]) == ["dimension", "reason", "quote", "severity", "suggestion"]
    assert shape["properties"]["dimension"]["enum"] == list(DIMENSIONS[preset])


def test_conciseness_weighs_all_of_its_dimensions_and_nothing_else() -> None:
    from pytest_rubric.evaluators.presets.text.presets import CONCISENESS_WEIGHTS

    assert tuple(CONCISENESS_WEIGHTS) == DIMENSIONS["text-conciseness"]
    assert sum(CONCISENESS_WEIGHTS.values()) == 1
