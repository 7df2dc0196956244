"""Numbers in prose, what counts points, and what is left of a statement without them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pytest_rubric.evaluators.free_text.numbers import (
    adds_to_others,
    counted_in,
    digits_in,
    numbers_in,
    takes_off,
    without_points,
)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("15 and 2.5", [15, "5/2"]),
        ("１５分", [15]),
        ("扣二十分，得十五分", [15, 20]),
        ("一百二十分、两百、三百零五", [120, 200, 305]),
        ("twenty-five, ninety and twelve", [12, 25, 90]),
        ("two hundred", [200]),
        ("Twenty Five", [25]),
        ("none at all", []),
        ("someone often attends", []),
    ],
)
def test_numbers_in_any_spelling(text: str, numbers: list[int | str]) -> None:
    assert sorted(numbers_in(text)) == sorted(map(Fraction, numbers))


def test_only_digits_are_numbers_where_words_may_mean_something_else() -> None:
    assert digits_in("one of 3 一致") == {3}


@pytest.mark.parametrize(
    ("text", "number", "off", "bare"),
    [
        ("names the price [15 points]", 15, False, "names the price"),
        ("names the price (15 pts)", 15, False, "names the price"),
        ("15 points: names the price", 15, False, "names the price"),
        ("15 points for naming the price", 15, False, "naming the price"),
        ("twenty-five points for brevity", 25, False, "brevity"),
        ("Brevity - 10 points", 10, False, "Brevity"),
        ("Conciseness — 20 pts", 20, False, "Conciseness"),
        ("* Conciseness: 20 marks", 20, False, "Conciseness"),
        ("minus 20 if it is rude", 20, True, "it is rude"),
        ("deduct 20 points for spam", 20, True, "spam"),
        ("loses 10 points if rude", 10, True, "rude"),
        ("20 points off if rude", 20, True, "rude"),
        ("a 3-point deduction if late", 3, True, "a 3-point deduction if late"),
        ("-5 points when late", 5, True, "late"),
        ("[-5] is late", 5, True, "is late"),
        ("(+5) is kind", 5, False, "is kind"),
        ("5 bonus points for a joke", 5, False, "a joke"),
        ("1. 写明价格 [15分]", 15, False, "写明价格"),
        ("（一）写明价格（１５分）", 15, False, "写明价格"),
        ("违反约定扣20分", 20, True, "违反约定"),
        ("每处错误扣五分", 5, True, "每处错误"),
        ("语气友好得十分", 10, False, "语气友好"),
        ("友好得 40 分", 40, False, "友好"),
        ("术语未解释得 15-20 分", 20, False, "术语未解释"),
        ("准确性（40%）", 40, False, "准确性"),
        ("Tone: 40%", 40, False, "Tone"),
        ("Tone (weight 40%)", 40, False, "Tone"),
    ],
)
def test_what_counts_points(text: str, number: int, off: bool, bare: str) -> None:
    assert [counted.number for counted in counted_in(text)] == [number]
    assert takes_off(text) is off
    assert without_points(text) == bare


@pytest.mark.parametrize(
    "text",
    [
        "makes three points clearly",
        "covers at least 80% of the items",
        "解释十分清楚",
        "在 5 分钟内回答",
        "三分之一的篇幅",
        "百分之四十",
        "a score of 95-100",
        "uses 10-20 words",
        "五分制",
    ],
)
def test_what_counts_none(text: str) -> None:
    assert list(counted_in(text)) == []
    assert not takes_off(text)
    assert without_points(text) == text


def test_of_a_range_the_upper_end_counts_and_it_is_known_as_one() -> None:
    (counted,) = counted_in("the total is 30-60%, then it gets 15 to 20 points")
    assert counted.number == 20
    assert counted.is_range
    (counted,) = counted_in("总分在 30-60% 之间得 15 分")
    assert counted.number == 15
    assert not counted.is_range


@pytest.mark.parametrize(
    ("row", "bare"),
    [
        ("| Names the price | 15 |", "Names the price"),
        ("| 准确性 | 40% | 事实是否正确 |", "准确性 事实是否正确"),
    ],
)
def test_rows_of_a_table(row: str, bare: str) -> None:
    assert without_points(row) == bare


def test_points_on_top_of_others() -> None:
    assert adds_to_others("同时指出其他问题额外得 10 分")
    assert adds_to_others("5 bonus points for a joke")
    assert not adds_to_others("names the price [15 points]")
