"""From the parts that a judge names to a rubric: every word and number is looked up in the text."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

from pytest_rubric import ScriptedJudge
from pytest_rubric.evaluators.free_text.compiler import compile_text
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.model import Level
from tests.evaluators.free_text.building import (
    PARTS_OF_POINTS,
    PARTS_OF_WEIGHTS,
    POINTS,
    WEIGHTS,
    compiled,
    criteria_of,
    criterion,
    dimension,
    dimensions_of,
    error_of,
    level,
    other,
    part,
    parts,
)


def test_points_become_criteria() -> None:
    outcome = compiled(POINTS, parts(*PARTS_OF_POINTS))
    assert criteria_of(outcome) == [("names the day", 15), ("is short", 10), ("Insults the reader", -20)]
    assert outcome.usage.calls == 1
    assert outcome.notes == (
        "criteria compiled from the text of `Judge`: 3",
        "the text counts no points for #2: 10 each, as for every criterion without points",
    )


def test_weights_become_dimensions_and_points_their_levels() -> None:
    tone, facts = dimensions_of(compiled(WEIGHTS, parts(*PARTS_OF_WEIGHTS))).dimensions
    assert (tone.name, tone.description, tone.scale) == ("Tone", "is it kind?", "0-40")
    assert tone.levels == (Level(10, "cold"), Level(40, "Friendly"))
    assert (facts.name, facts.description, facts.scale, facts.levels) == ("Facts", "", "1-5", ())
    assert [tone.weight, facts.weight] == [40, 60]


# --- texts of many kinds ------------------------------------------------------------------------


def test_a_text_that_counts_nothing_has_ten_points_a_criterion() -> None:
    text = "The answer is polite. It names the day."
    outcome = compiled(text, parts(criterion("The answer is polite"), criterion("It names the day")))
    assert criteria_of(outcome) == [("The answer is polite", 10), ("It names the day", 10)]
    assert "the text counts no points for #1, #2: 10 each" in outcome.notes[1]


def test_numbered_points_and_deductions_in_chinese() -> None:
    text = "评分点：1. 写明停运日期 [15分]；2. 建议走楼梯 [10分]。语气粗鲁扣二十分，编造原因扣15分。"
    outcome = compiled(
        text,
        parts(
            other("评分点："),
            criterion("1. 写明停运日期 [15分]", 15),
            criterion("2. 建议走楼梯 [10分]", 10),
            criterion("语气粗鲁扣二十分", -20),
            criterion("编造原因扣15分", -15),
        ),
        lang="zh",
    )
    assert criteria_of(outcome) == [
        ("写明停运日期", 15),
        ("建议走楼梯", 10),
        ("语气粗鲁", -20),
        ("编造原因", -15),
    ]
    assert outcome.notes == ("由 `Judge` 的文字整理而来：4 条",)


def test_weighed_dimensions_with_levels_in_chinese() -> None:
    text = (
        "评估维度：\n"
        "- 准确性（60%）：停运时间是否正确\n"
        "  - 时间完全正确得 60 分；只说到月份得 20 分；错误得 0 分\n"
        "- 格式（40%）：是否只有两句话\n"
        "  - 两句话得 40 分；多一句扣 5 分；不是句子得 0 分\n\n"
        "注意：不要因为文风扣分。"
    )
    outcome = compiled(
        text,
        parts(
            other("评估维度："),
            dimension("准确性（60%）：停运时间是否正确", 60),
            level("时间完全正确得 60 分", 60),
            level("只说到月份得 20 分", 20),
            level("错误得 0 分", 0),
            dimension("格式（40%）：是否只有两句话", 40),
            level("两句话得 40 分", 40),
            level("多一句扣 5 分", -5),
            level("不是句子得 0 分", 0),
            other("注意：不要因为文风扣分。"),
        ),
        lang="zh",
    )
    facts, form = dimensions_of(outcome).dimensions
    assert (facts.name, facts.description, facts.scale) == ("准确性", "停运时间是否正确", "0-60")
    assert facts.levels == (Level(0, "错误"), Level(20, "只说到月份"), Level(60, "时间完全正确"))
    # a deduction inside of a dimension is a level of its own, worked out by code
    assert form.levels == (Level(0, "不是句子"), Level(35, "多一句"), Level(40, "两句话"))
    assert outcome.notes == (
        "由 `Judge` 的文字整理而来：2 个维度",
        "「多一句扣 5 分」作为「格式」的 35 分档：40 减 5",
        "原文中这些内容不参与评判：「注意：不要因为文风扣分」",
    )


def test_headings_bullets_and_bonus_points() -> None:
    text = "## Must have\n* Names the day — 15 points\n* Suggests the stairs — 10 points\n## Bonus\n* 5 bonus points for a joke\n"
    outcome = compiled(
        text,
        parts(
            other("## Must have"),
            criterion("Names the day — 15 points", 15),
            criterion("Suggests the stairs — 10 points", 10),
            criterion("5 bonus points for a joke", 5, "Makes a joke"),
        ),
    )
    assert criteria_of(outcome) == [("Names the day", 15), ("Suggests the stairs", 10), ("Makes a joke", 5)]
    assert outcome.notes[1] == "points on top of others count like any others: “5 bonus points for a joke”"


def test_a_table() -> None:
    text = "| What | Points |\n|---|---|\n| Names the day | 15 |\n| Suggests the stairs | 10 |\n"
    outcome = compiled(
        text,
        parts(
            other("| What | Points |"),
            criterion("| Names the day | 15 |", 15),
            criterion("| Suggests the stairs | 10 |", 10),
        ),
    )
    assert criteria_of(outcome) == [("Names the day", 15), ("Suggests the stairs", 10)]


def test_a_list_of_qualities_without_weights_has_equal_weights() -> None:
    text = "Rate these:\n- tone\n- facts"
    outcome = compiled(text, parts(other("Rate these:"), dimension("tone"), dimension("facts")))
    assert [each.weight for each in dimensions_of(outcome).dimensions] == [1, 1]
    assert outcome.notes[1] == "the text gives no weights: all dimensions weigh the same"


def test_a_scale_in_the_text_stays_a_scale() -> None:
    text = "Tone (50%): 1 is rude, 3 is neutral, 5 is warm. Facts (50%)"
    outcome = compiled(
        text,
        parts(
            dimension("Tone (50%)", 50),
            level("1 is rude", 1),
            level("3 is neutral", 3),
            level("5 is warm", 5),
            dimension("Facts (50%)", 50),
        ),
    )
    assert dimensions_of(outcome).dimensions[0].scale == "1-5"
    assert dimensions_of(outcome).dimensions[0].allowed == (1, 3, 5)


def test_levels_that_cannot_be_used_explain_their_dimension_and_are_named() -> None:
    text = "Form (30%): all there gets 30 points; something missing loses points. Facts (70%)"
    outcome = compiled(
        text,
        parts(
            dimension("Form (30%)", 30),
            level("all there gets 30 points", 30),
            level("something missing loses points"),
            dimension("Facts (70%)", 70),
        ),
    )
    form = dimensions_of(outcome).dimensions[0]
    assert (form.scale, form.levels) == ("1-5", ())
    assert form.description == "all there gets 30 points\nsomething missing loses points"
    assert outcome.notes[1] == (
        "the levels of “Form” could not be used, since fewer than two count points: it is rated from 1 to 5"
    )


def test_a_level_without_points_among_others_is_named() -> None:
    text = "Form (30%): all there gets 30 points; half gets 15 points; extra 5 points for a table."
    outcome = compiled(
        text,
        parts(
            dimension("Form (30%)", 30),
            level("all there gets 30 points", 30),
            level("half gets 15 points", 15),
            level("extra 5 points for a table", 5),
        ),
    )
    (form,) = dimensions_of(outcome).dimensions
    assert (form.allowed, form.description) == ((15, 30), "extra 5 points for a table")
    assert (
        outcome.notes[1]
        == "“extra 5 points for a table” is no level of “Form”, and stands in its description"
    )


def test_a_range_counts_as_its_upper_end_and_a_highest_level_as_all() -> None:
    text = "Form (50%): all there gets 40 points; half gets 15-20 points."
    outcome = compiled(
        text,
        parts(
            dimension("Form (50%)", 50),
            level("all there gets 40 points", 40),
            level("half gets 15-20 points", 20),
        ),
    )
    assert dimensions_of(outcome).dimensions[0].allowed == (20, 40)
    assert outcome.notes[1:] == (
        "a range of points counts as its upper end: “half gets 15-20 points”",
        "the highest level of “Form” is 40, its weight 50: that level counts as all of it",
    )


def test_what_no_part_quotes_is_named() -> None:
    text = "Names the day [15 points]. The reader is in a hurry. Write well!"
    outcome = compiled(text, parts(criterion("Names the day [15 points]", 15)))
    assert outcome.notes == (
        "criteria compiled from the text of `Judge`: 1",
        "of the text these words are not judged: “The reader is in a hurry”, “Write well”",
    )


# --- what a reply must not do -------------------------------------------------------------------

BOTH = "A [15 points], B [5 points]. Minus 20 for C."


@pytest.mark.parametrize(
    ("found", "fault"),
    [
        ([criterion("A [16 points]", 16)], "these words do not stand in the text: “A [16 points]”"),
        ([criterion("A [15 points]", 16)], "“A [15 points]” counts [15 points], not 16"),
        ([criterion("A [15 points]", "many")], 'the number of “A [15 points]” is "many", which is no number'),
        ([criterion("A [15 points]", True)], "the number of “A [15 points]” is true, which is no number"),
        ([criterion("A [15 points]")], "“A [15 points]” counts [15 points], but its part has no number"),
        ([criterion("A [15 points]", -15)], "nothing in “A [15 points]” takes points off, so its number must not be below 0"),
        ([criterion("Minus 20 for C", 20)], "“Minus 20 for C” takes points off, so its number must be below 0"),
        ([criterion("[15 points]", 15)], "“[15 points]” counts points, but says nothing that could be true of an output"),
        ([criterion("A [15 points]", 15, "Names 3 days")], "the statement “Names 3 days” has the number 3, which does not stand in “A [15 points]”"),
        ([criterion("A [15 points]", 15)] * 2, "“A [15 points]” is quoted by two parts of one kind"),
        ([part("penalty", "A [15 points]", 15)], 'part 1: kind is "penalty"; it must be criterion, dimension, level or other'),
        ([criterion("  ", 15)], "part 1 quotes no words of the text"),
        (["A"], "part 1 is no object of the form asked for"),
        ([criterion("A [15 points]", 15)], "no part quotes “A [15 points], B [5 points]”, which counts [5 points]; no part quotes “Minus 20 for C”, which counts Minus 20"),
        ([dimension("A [15 points]", 15), criterion("B [5 points]", 5), other("Minus 20 for C")],
         "the text weighs qualities (“A [15 points]”) and also counts points for single statements (“B [5 points]”); one rubric can't do both"),
        ([level("A [15 points]", 15), criterion("B [5 points]", 5), other("Minus 20 for C")],
         "“A [15 points]” is a level, but stands behind no dimension"),
        ([dimension("A [15 points]", 15), dimension("B"), other("[5 points]. Minus 20 for C")],
         "“B” has no weight, while “A [15 points]” has one"),
        ([other(BOTH)], "the text names nothing that could be judged: no statement about an output and no quality of one"),
        ([], "no part quotes "),
    ],
)  # fmt: skip
def test_what_cannot_be_checked_is_asked_once_more_and_then_named(
    found: list[Mapping[str, object]], fault: str
) -> None:
    outcome = compiled(BOTH, parts(*found), parts(*found))
    assert outcome.usage.calls == 2
    error = error_of(outcome)
    assert error.startswith("the text of `Judge` could not be made a rubric: ")
    assert fault in error
    assert outcome.remedy == "reword these words, or write `Judge` as a list of criteria or dimensions."


def test_the_re_ask_tells_what_is_wrong_and_a_corrected_list_stands() -> None:
    wrong = parts(criterion("Names the day [15 points]", 15))
    outcome = compiled(POINTS, wrong, parts(*PARTS_OF_POINTS))
    assert len(criteria_of(outcome)) == 3
    assert outcome.usage.reasks == 1


def test_only_what_a_list_leaves_out_is_asked_for_again() -> None:
    judge = ScriptedJudge(
        [
            parts(other("Grading:"), criterion("names the day [15 points]", 15), criterion("is short")),
            parts(criterion("Minus 20 if it insults the reader", -20, "Insults the reader")),
        ]
    )
    outcome = asyncio.run(compile_text(POINTS, ReAskJudge(judge), label="lift", timeout=60, lang="en"))
    assert criteria_of(outcome) == [("names the day", 15), ("is short", 10), ("Insults the reader", -20)]
    assert judge.requests[1].messages[-1].content.splitlines()[:3] == [
        "Your list leaves out places of the TEXT that count points:",
        "- no part quotes “Minus 20 if it insults the reader”, which counts Minus 20",
        "Give the parts for these places only, in the same form. One JSON object and nothing else:",
    ]


def test_what_is_still_left_out_is_an_error() -> None:
    first = parts(criterion("names the day [15 points]", 15))
    for second in (parts(criterion("is short")), parts(criterion("no such words", 20))):
        error = error_of(compiled(POINTS, first, second))
        assert "no part quotes “Minus 20 if it insults the reader”, which counts Minus 20" in error


def test_levels_that_come_later_belong_to_the_dimension_before_them() -> None:
    first = [each for each in PARTS_OF_WEIGHTS if each["kind"] == "dimension"]
    second = [each for each in PARTS_OF_WEIGHTS if each["kind"] == "level"]
    tone, facts = dimensions_of(compiled(WEIGHTS, parts(*first), parts(*second))).dimensions
    assert (tone.allowed, facts.levels) == ((10, 40), ())


def test_weights_are_never_zero_and_names_never_the_same() -> None:
    text = "Tone (0%). Facts (0%)"
    outcome = compiled(text, *[parts(dimension("Tone (0%)", 0), dimension("Facts (0%)", 0))] * 2)
    assert "the weights of the dimensions sum to 0" in error_of(outcome)
    text = "Tone (40%). tone (60%)"
    outcome = compiled(text, *[parts(dimension("Tone (40%)", 40), dimension("tone (60%)", 60))] * 2)
    assert "two dimensions have the name “tone”" in error_of(outcome)


def test_words_that_occur_twice_are_two_parts() -> None:
    text = "Tone (50%): none gets 0 points; some gets 50 points. Facts (50%): none gets 0 points; all gets 50 points."
    outcome = compiled(
        text,
        parts(
            dimension("Tone (50%)", 50),
            level("none gets 0 points", 0),
            level("some gets 50 points", 50),
            dimension("Facts (50%)", 50),
            level("none gets 0 points", 0),
            level("all gets 50 points", 50),
        ),
    )
    assert [each.allowed for each in dimensions_of(outcome).dimensions] == [(0, 50), (0, 50)]


@pytest.mark.parametrize("reply", ["Sure, here it is.", '{"criteria": []}', "[]"])
def test_a_reply_of_another_shape_is_no_rubric(reply: str) -> None:
    outcome = compiled(POINTS, reply, reply)
    assert "no reply of the judge could be read" in error_of(outcome)
    assert outcome.usage.calls == 2


@pytest.mark.parametrize(
    ("text", "words", "number", "expected"),
    [
        ("1. Names the day [15 points]; 2. short", "Names the day", 15, "Names the day"),
        ("1. 写明日期 [15分]；2. 简短", "写明日期", 15, "写明日期"),
        ("15 points: names the day. Short", "names the day", 15, "names the day"),
        ("| Names the day | 15 |\nShort", "Names the day", 15, "Names the day"),
    ],
)
def test_points_right_beside_the_words_belong_to_them(
    text: str, words: str, number: int, expected: str
) -> None:
    outcome = compiled(text, parts(criterion(words, number), other(text.rsplit(maxsplit=1)[-1])))
    assert criteria_of(outcome) == [(expected, number)]
    other_number = compiled(
        text, *[parts(criterion(words, number + 1), other(text.rsplit(maxsplit=1)[-1]))] * 2
    )
    assert f"the number {number + 1} does not stand in" in error_of(other_number)


@pytest.mark.parametrize(
    ("words", "number", "counted"),
    [
        (dimension("Form (15%): 0 points of structure are no answer", 0), 15, "(15%)"),
        (criterion("names 3 days [15 points]", 3), 15, "[15 points]"),
        (level("2 of 3 days gets 10 points", 2), 10, "gets 10 points"),
    ],
)
def test_a_number_that_the_words_do_not_count_is_none(
    words: dict[str, object], number: int, counted: str
) -> None:
    text = "Facts (85%). Form (15%): 0 points of structure are no answer. names 3 days [15 points]. 2 of 3 days gets 10 points"
    error = error_of(compiled(text, *[parts(words)] * 2))
    assert f"” counts {counted}, not {words['number']}" in error
    assert f"” counts {counted}, not" not in error_of(
        compiled(text, *[parts(words | {"number": number})] * 2)
    )


def test_points_of_another_part_belong_to_no_second_one() -> None:
    text = "Tone (40%): is it kind? Friendly gets 40 points"
    found = parts(dimension("Tone (40%)", 40), level("is it kind?", 40), other("Friendly gets 40 points"))
    assert "the number 40 does not stand in “is it kind?”" in error_of(compiled(text, found, found))


def test_quotes_are_looked_up_as_everywhere_and_shown_as_they_stand() -> None:
    text = "Names  the **day** [15 points]"
    outcome = compiled(text, parts(criterion("names the day [15 points]", 15)))
    assert criteria_of(outcome) == [("Names the **day**", 15)]


def test_faults_are_told_in_the_language_of_the_report() -> None:
    error = error_of(compiled("写明日期 [15分]", *[parts(criterion("写明日期 [16分]", 16))] * 2, lang="zh"))
    assert error.startswith("`Judge` 的文字无法整理成评分标准：原文中没有这些字：「写明日期 [16分]」")
