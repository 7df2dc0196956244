"""Constraints that code decides, and the many more that it leaves to the judge."""

from __future__ import annotations

import pytest

from pytest_rubric.evaluators.presets.answers.countable import (
    Order,
    count,
    is_conditional,
    sentence_around,
    with_marks,
)
from pytest_rubric.evaluators.presets.answers.limits import Limit, item_limit, length_limit
from pytest_rubric.evaluators.presets.answers.listed import items

Bounds = tuple[int | None, int | None]


def decided(
    kind: str, quote: str, output: str, *, sentence: str = "", alone: bool = True, lang: str = "en"
) -> tuple[bool, str] | None:
    found = count(Order(kind, quote, sentence or quote, alone), output, lang)
    return None if found is None else (found.holds, found.observed)


LENGTHS: list[tuple[str, str, Bounds]] = [
    ("in at most 50 words", "words", (None, 50)),
    ("No more than fifty words", "words", (None, 50)),
    ("under 100 words", "words", (None, 99)),
    ("between 50 and 100 words", "words", (50, 100)),
    ("50–100 words", "words", (50, 100)),
    ("within 50 to 60 words", "words", (50, 60)),
    ("50 words or less", "words", (None, 50)),
    ("exactly twelve words", "words", (12, 12)),
    ("must not exceed 1,200 characters", "characters", (None, 1200)),
    ("don't exceed 80 chars", "characters", (None, 80)),
    ("it shouldn't be longer than 200 characters", "characters", (None, 200)),
    ("with fewer than 10 words", "words", (None, 9)),
    ("no fewer than 20 words", "words", (20, None)),
    ("more than 30 words", "words", (31, None)),
    ("limit your answer to 30 words", "words", (None, 30)),
    ("Word limit: 75", "words", (None, 75)),
    ("≤ 40 words", "words", (None, 40)),
    ("不超过50字", "zi", (None, 50)),
    ("请写一篇不超过五百字的短文", "zi", (None, 500)),
    ("５０字以内", "zi", (None, 50)),
    ("200到300字", "zi", (200, 300)),
    ("字数不少于800", "zi", (800, None)),
    ("不得少于两百字", "zi", (200, None)),
    ("少于一百二十字", "zi", (None, 119)),
    ("超过100字", "zi", (101, None)),
    ("内容不少于300字", "zi", (300, None)),
    ("100个字符以内", "characters", (None, 100)),
    ("最多50个单词", "words", (None, 50)),
]


@pytest.mark.parametrize(("text", "unit", "bounds"), LENGTHS)
def test_limits_of_length(text: str, unit: str, bounds: Bounds) -> None:
    assert length_limit(text) == (unit, Limit(*bounds))


@pytest.mark.parametrize(
    "text",
    [
        "about 50 words",
        "50 words",
        "in 50 words or so",
        "not over 50 words",  # negated in a way that is not known
        "at least 40 and at most 60 words of the 100 words",
        "three sentences of at most 10 words",
        "at most half of the words",
        "at most 50% of the words",
        "in 2.5 words at most",
        "more than one example in 50 words",
        "at most 280 characters without spaces",
        "at most 3 sentences",
        "a short answer",
        "100 to 50 words",
        "约200字",
        "50字左右",
        "至少写三段",
        "第二段不超过一百字母",
        "不超过三千万字",
        "",
    ],
)
def test_what_is_not_unmistakable_is_no_limit(text: str) -> None:
    assert length_limit(text) is None


ITEMS: list[tuple[str, Bounds | None]] = [
    ("exactly three bullet points", (3, 3)),
    ("list five reasons", (5, 5)),
    ("at least 3 examples", (3, None)),
    ("no more than 4 steps", (None, 4)),
    ("3-5 tips", (3, 5)),
    ("列出三点建议", (3, 3)),
    ("不超过5条", (None, 5)),
    ("至少两个例子", (2, None)),
    ("about five reasons", None),
    ("one reason per line", None),
    ("several items", None),
    ("name 3 rivers and 2 lakes", None),
    ("第三点", None),
    ("两三条", None),
]


@pytest.mark.parametrize(("text", "bounds"), ITEMS)
def test_numbers_of_items(text: str, bounds: Bounds | None) -> None:
    assert item_limit(text) == (None if bounds is None else Limit(*bounds))


LISTS: list[tuple[str, int | None]] = [
    ("- a\n- b\n- c", 3),
    ("Here they are:\n\n* a\n* b\n\nThat is all.", 2),
    ("1. a\n2. b\n\n3. c", 3),
    ("1) a\n2) b", 2),
    ("一、甲\n二、乙\n三、丙", 3),
    ("①甲\n②乙", 2),
    ("(1) a\n(2) b", 2),
    ("1. a\n   goes on\n2. b", 2),
    ('["a", "b", "c", "d"]', 4),
    ("[]", 0),
    ("no list at all", None),
    ("- a\n  - a1\n- b", None),  # nested
    ("1. a\n- b", None),  # two kinds
    ("- a\n- b\n\nAnd also:\n- c", None),  # two lists
    ("1. a\n2. b\n1. c", None),
    ("2. a\n3. b", None),
    ("3.5 litres\n4.5 litres", None),
    ("```\n- a\n- b\n```", None),
    ("| a |\n| b |", None),
    ('{"a": 1}', None),
    ("[a", None),
]


@pytest.mark.parametrize(("output", "number"), LISTS)
def test_items_of_one_flat_list(output: str, number: int | None) -> None:
    assert items(output) == number


@pytest.mark.parametrize(
    ("quote", "output", "found"),
    [
        ("at most 3 words", "one two three", (True, "3 words, wanted at most 3")),
        ("at most 3 words", "one two three four", (False, "4 words, wanted at most 3")),
        ("at least 3 words", "one two", (False, "2 words, wanted at least 3")),
        ("exactly 2 words", "one two", (True, "2 words, wanted exactly 2")),
        ("between 2 and 3 words", "a b c d", (False, "4 words, wanted 2 to 3")),
        ("at most 5 characters", " abcde\n", (True, "5 characters, wanted at most 5")),
        ("不超过五字", "春眠不觉晓", (True, "5 words, wanted at most 5")),
        ("不超过五字", "春眠不觉晓处", (False, "6 words, wanted at most 5")),
        # with its punctuation it is too long, without it isn't: for the judge
        ("不超过五字", "春眠不觉晓。", None),
        ("a short answer", "one two three four", None),
    ],
)
def test_length(quote: str, output: str, found: tuple[bool, str] | None) -> None:
    assert decided("length", quote, output) == found


@pytest.mark.parametrize(
    "sentence",
    [
        "Each item has at most 3 words.",
        "Give a title of at most 3 words and an essay.",
        "The first paragraph has at most 3 words.",
        "每条不超过三字，at most 3 words",
    ],
)
def test_a_limit_of_a_part_is_none_of_the_whole(sentence: str) -> None:
    assert decided("length", "at most 3 words", "one two three four", sentence=sentence) is None


@pytest.mark.parametrize(
    ("quote", "output", "found"),
    [
        ("exactly three bullet points", "- a\n- b\n- c", (True, "3 list items, wanted exactly 3")),
        ("exactly three bullet points", "- a\n- b", (False, "2 list items, wanted exactly 3")),
        ("at least two reasons", "1. a\n2. b", (True, "2 list items, wanted at least 2")),
        ("two to four tips", "- a", (False, "1 list items, wanted 2 to 4")),
        ("exactly three bullet points", "First a, then b.", None),
        ("some bullet points", "- a", None),
    ],
)
def test_number_of_items(quote: str, output: str, found: tuple[bool, str] | None) -> None:
    assert decided("exact_item_count", quote, output) == found


def test_a_limit_under_a_heading_is_about_what_the_heading_says() -> None:
    prompt = "Title:\n- at most 3 words\nIf there is a price:\n- at most 4 words"
    start = prompt.index("at most 3")
    sentence = sentence_around(prompt, start, start + 15)
    assert decided("length", "at most 3 words", "one two three four", sentence=sentence) is None
    start = prompt.index("at most 4")
    assert is_conditional(Order("length", "at most 4 words", sentence_around(prompt, start, start + 15)))


def test_two_lists_that_are_asked_for_are_not_counted_as_one() -> None:
    assert decided("exact_item_count", "three pros", "- a\n- b", alone=False) is None
    assert decided("exact_item_count", "two sights", "- a", sentence="For each city, two sights.") is None


@pytest.mark.parametrize(
    ("quote", "output", "found"),
    [
        ("Reply in JSON", '{"a": 1}', (True, "the output is JSON")),
        ("Reply in JSON", '{"a": 1', (False, "the output is not JSON: line 1, column 8: Expecting ',' delimiter")),
        ("Reply in JSON", "It is one.", (False, "the output is not JSON: line 1, column 1: Expecting value")),
        ("Reply in JSON", "```json\n{'a': 1}\n```", (False, "the output is not JSON: line 1, column 2: Expecting property name enclosed in double quotes")),
        ("Reply in JSON", '{"a": NaN}', (False, "the output is not JSON: line 1, column 1: NaN is no JSON")),
        # packed or surrounded JSON, and more than JSON: for the judge
        ("Reply in JSON", '```json\n{"a": 1}\n```', None),
        ("Reply in JSON", 'Here it is: {"a": 1}', None),
        ("JSON with the keys a and b", '{"a": 1}', None),
        ("JSON with the keys a and b", "none", (False, "the output is not JSON: line 1, column 1: Expecting value")),
        ("JSON in a code block", "none", None),
        ("include a JSON example", "none", None),
        ("JSON or YAML", "a: 1", None),
        ("do not reply in JSON", "text", None),
        ("a Markdown table", "text", None),
        ("用JSON格式回答", "好的", (False, "the output is not JSON: line 1, column 1: Expecting value")),
    ],
)  # fmt: skip
def test_json(quote: str, output: str, found: tuple[bool, str] | None) -> None:
    assert decided("format", quote, output) == found


@pytest.mark.parametrize(
    ("quote", "output", "found"),
    [
        ("mention the word “refund”", "A refund is due.", (True, "the output has “refund”")),
        ("mention the word 'refund'", "Refund it.", (True, "the output has “Refund”")),
        ('include "A-1" and "B-2"', "A-1 only", (False, "the output does not have “B-2”")),
        ("必须出现“退款”二字", "可以退款。", (True, "the output has “退款”")),
        ("必须出现「退款」", "可以退货。", (False, "the output does not have “退款”")),
        # part of another word, one of several, a place: for the judge
        ('mention "refund"', "All refunds are due.", None),
        ('mention "refund" or "return"', "nothing", None),
        ('say something like "thank you"', "nothing", None),
        ('start with "Dear"', "Oh Dear", None),
        ('start with "Dear"', "Hello", (False, "the output does not have “Dear”")),
        ('use "so" twice', "so it is", None),
        ("mention the refund", "nothing", None),
    ],
)
def test_required_words(quote: str, output: str, found: tuple[bool, str] | None) -> None:
    assert decided("required_keyword", quote, output) == found


@pytest.mark.parametrize(
    ("quote", "output", "found"),
    [
        ('never use the word "cheap"', "It is cheap.", (False, "the output has “cheap”")),
        ('never use the word "cheap"', "It is dear.", (True, "the output does not have “cheap”")),
        ('do not say "always" or "never"', "Never mind.", (False, "the output has “Never”")),
        ("不要使用“保证”一词", "我保证。", (False, "the output has “保证”")),
        ("不要使用“保证”一词", "尽量。", (True, "the output does not have “保证”")),
        ('do not use "!"', "Stop!", (False, "the output has “!”")),
        # a part of another word, a topic, an exception, examples, a place: for the judge
        ('never use the word "cheap"', "It is cheaper.", None),
        ('do not discuss "politics"', "politics", None),
        ('do not use the word "I" more than twice', "I and I", None),
        ('no words such as "cheap"', "It is dear.", None),
        ('no words such as "cheap"', "It is cheap.", (False, "the output has “cheap”")),
        ('do not start with the word "Sure"', "I am Sure", None),
        ('do not start with the word "Sure"', "Yes", (True, "the output does not have “Sure”")),
        ("no prices", "It is 5 euros.", None),
    ],
)
def test_banned_words(quote: str, output: str, found: tuple[bool, str] | None) -> None:
    assert decided("prohibited_content", quote, output) == found


def test_a_word_that_is_there_is_shown_as_the_passage_it_is() -> None:
    found = count(Order("required_keyword", 'say "so far"', 'say "so far"'), "So  far so good.", "en")
    assert found is not None
    assert (found.holds, found.passage) == (True, "So  far")


@pytest.mark.parametrize("kind", ["language", "required_field", "required_section", "scope", "style"])
def test_other_kinds_are_for_the_judge(kind: str) -> None:
    assert decided(kind, 'at most 3 words, JSON, "x"', "one two three four") is None


def test_what_was_counted_is_told_in_chinese() -> None:
    assert decided("length", "最多三个单词", "a b c d", lang="zh") == (False, "4 个词，要求至多 3")
    assert decided("exact_item_count", "三点", "- 甲", lang="zh") == (False, "列出 1 项，要求正好 3")


@pytest.mark.parametrize(
    ("text", "quote", "sentence"),
    [
        ("Say it. Use 3.5 words, please! Thanks.", "3.5 words", "Use 3.5 words, please!"),
        ("一句。不超过五字；好", "五字", "不超过五字；"),
        ("No end", "end", "No end"),
        ("A. B:\n\n- b\n- c; d\nE", "c", "A. B: - c;"),
        ("标题：\n1. 不超过五字", "不超过五字", "标题： 不超过五字"),
        ("- a\n- b", "b", "- b"),
    ],
)
def test_the_sentence_around_a_quote(text: str, quote: str, sentence: str) -> None:
    start = text.index(quote)
    assert sentence_around(text, start, start + len(quote)) == sentence


@pytest.mark.parametrize(
    ("sentence", "conditional"),
    [
        ("If you name a price, use at most 5 words.", True),
        ("如果提到价格，不超过五字", True),
        ("当用户追问时，不超过五字", True),
        ("Use at most 5 words.", False),
        ("当前回答不超过五字", False),
    ],
)
def test_conditions(sentence: str, conditional: bool) -> None:
    assert is_conditional(Order("length", "at most 5 words", sentence)) is conditional


@pytest.mark.parametrize(
    ("text", "quote", "whole"),
    [
        ("Never say “crane”.", "Never say “crane", "Never say “crane”"),
        ('Never say "crane".', 'Never say "crane', 'Never say "crane"'),
        ("“Ahoy” is a must.", "Ahoy” is a must", "“Ahoy” is a must"),
        ("不要说「保证」。", "保证", "「保证」"),
        ("Never say 'crane'.", "crane", "'crane'"),
        ("He said “at most 5 words”.", "at most 5 words", "“at most 5 words”"),
        ("Be brief.", "Be brief", "Be brief"),
        ("“A” or “B”", "A” or “B", "“A” or “B”"),
    ],
)
def test_quotation_marks_at_the_ends_belong_to_the_quote(text: str, quote: str, whole: str) -> None:
    start = text.index(quote)
    begins, ends = with_marks(text, start, start + len(quote))
    assert text[begins:ends] == whole
