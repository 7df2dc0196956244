"""From the raw text of a reply to its one object."""

from __future__ import annotations

import json

import pytest

from pytest_rubric.judging import reading
from pytest_rubric.judging.reading import Reading, read

YES = '{"criteria": [{"id": 1, "present": true, "quotes": ["delivered on Friday"]}]}'
NO = '{"criteria": [{"id": 1, "present": false}]}'


def is_answer(parsed: object) -> bool:
    return isinstance(parsed, dict) and isinstance(parsed.get("criteria"), list)


def decision(found: Reading) -> object:
    assert found.complaint is None, found.complaint
    assert isinstance(found.parsed, dict)
    return found.parsed["criteria"][0]["present"]


@pytest.mark.parametrize(
    "text",
    [
        YES,
        f"\ufeff  {YES}\n\n",
        f"\u200b{YES}",
        f"```json\n{YES}\n```",
        f"```\n{YES}\n```\nLet me know if more is needed!",
        f"My assessment follows.\n\n{YES}",
        f"{YES}\n}}",
        f"{YES}]}}",
        f"The set {{a, b}} is fine, {{see below}}.\n{YES}",
        f"A brace {{ stands alone here. {YES}",
        f"Empty {{}} and [] say nothing. {YES}",
    ],
    ids=lambda text: text[:24],
)
def test_what_stands_around_the_object_is_left_out_and_is_no_repair(text: str) -> None:
    assert read(text, is_answer) == Reading(json.loads(YES))


@pytest.mark.parametrize(
    "thinking",
    [
        f"<think>I could write {NO} but it is there.</think>",
        f'<think>\nA draft {NO}, {{step by step}}, and an "odd quote\n</think>\n\n',
        f"<thinking>{NO}</thinking>",
        f"<THINK>{NO}</THINK>",
        f"[THINK]{NO}[/THINK]",
        f"<seed:think>{NO}</seed:think>",
        f"Well.\n<think>{NO}</think>",
        f"No opening tag here, {NO} \n</think>\n",
        'No opening tag, and {"a": "never closed </think>',
        f"<think>one {NO}</think> and <think>two {NO}</think>",
        "<think></think>",
        f"<|channel|>analysis<|message|>{NO}<|end|><|start|>assistant<|channel|>final<|message|>",
    ],
    ids=lambda text: text[:24],
)
def test_a_draft_inside_thinking_is_never_the_answer(thinking: str) -> None:
    assert decision(read(f"{thinking}{YES}", is_answer)) is True
    assert decision(read(f"{thinking}\n```json\n{YES}\n```", is_answer)) is True


@pytest.mark.parametrize(
    "text",
    [
        f"<think>I would say {YES} but first I must",
        f"<think>I would say {YES}",
        f"So: <think>perhaps {YES} or",
        f"<think>one</think> then <think>perhaps {YES}",
        f"It must be {YES} </think> or must it?",
    ],
)
def test_an_object_that_stands_only_in_thinking_is_no_answer(text: str) -> None:
    assert read(text, is_answer) == Reading(complaint=reading.IN_THINKING)


@pytest.mark.parametrize("before", ["", "Here you are:\n", "```json\n", "<think>hm</think>"])
def test_tags_that_the_answer_quotes_stay_in_the_quote(before: str) -> None:
    quoting = answer_quoting("it prints <think>plan</think> first, then </think> again")
    assert read(before + quoting, is_answer).parsed == json.loads(quoting)


def answer_quoting(quote: str) -> str:
    return json.dumps({"criteria": [{"id": 1, "present": True, "quotes": [quote]}]})


def test_the_last_object_with_the_shape_of_an_answer_is_taken() -> None:
    assert decision(read(f'First {NO}, no: {YES} (format: {{"other": 1}})', is_answer)) is True
    assert decision(read(f"First {YES}, no: {NO}", is_answer)) is False


def test_the_object_encoded_once_too_often_is_decoded() -> None:
    assert decision(read(json.dumps(YES), is_answer)) is True


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", reading.EMPTY),
        (" \n\u200b", reading.EMPTY),
        ("I would let this one pass, it is fine overall.", reading.NO_OBJECT),
        ("1: met\n2: unmet", reading.NO_OBJECT),
        ("null", reading.NOT_THE_OBJECT),
        ("{}", reading.NOT_THE_OBJECT),
        ("[1, 2]", reading.NOT_THE_OBJECT),
        ('"yes"', reading.NO_OBJECT),
        ('{"reason": "everything failed"}', reading.NOT_THE_OBJECT),
        ('Sure: {"reason": "everything failed"}', reading.NOT_THE_OBJECT),
        ('{"criteria": [{"id": 1, "present": false, "present": true}]}', 'the key "present" stands twice in one object'),
        ('Well: {"criteria": [{"id": 1, "present": 1, "present": 0}]}', 'the key "present" stands twice in one object'),
        ("{'criteria': [{'id': 1, 'present': 1, 'present': 0}]}", 'the key "present" stands twice in one object'),
        ('{"criteria": [{"id": NaN}]}', "NaN is no JSON number"),
        ('{"criteria": [{"id": -Infinity}]}', "-Infinity is no JSON number"),
        ('{"criteria": [{"id": 1e999}]}', "1e999 is no JSON number"),
        ("{'criteria': [{'id': nan}]}", "nan is no JSON number"),
        ('{"criteria": [{"id": 1, "present": true}', reading.CUT),
        ('{"criteria": [{"id": 1, "present": tr', reading.CUT),
        ('{"criteria": [{"id": 1, "reason": "it says', reading.CUT),
        (f'{NO} or rather {{"criteria": [{{"id": 1,', reading.CUT),
        ('{"criteria": [{"id": 1 "present": true}]}', "the JSON can't be read near `{\"criteria\": [{\"id\": 1 \"present`: ',' or '}' was expected"),
    ],
)  # fmt: skip
def test_what_can_not_be_read_is_a_complaint_that_says_why(text: str, complaint: str) -> None:
    assert read(text, is_answer) == Reading(complaint=complaint)


def test_an_earlier_answer_does_not_stand_in_for_a_later_one_that_is_broken() -> None:
    broken = YES.replace(":", "", 1)
    assert "can't be read" in str(read(f"{NO}\nNo, better:\n{broken}", is_answer).complaint)
    twice = '{"criteria": [{"id": 1, "present": true, "present": false}]}'
    assert read(f"{NO}\n{twice}", is_answer).complaint == 'the key "present" stands twice in one object'


def test_a_part_of_a_broken_answer_is_never_the_answer() -> None:
    def anything(parsed: object) -> bool:
        return isinstance(parsed, dict)

    text = '{"criteria": [{"id": 1, "present" true}, {"id": 2, "present": true}]}'
    assert "':' was expected" in str(read(text, anything).complaint)
    truncated = '{"criteria": [{"id": 1, "present": false}, {"id": 2, "present": true}, {"id": 3, "pres'
    assert read(truncated, anything).complaint == reading.CUT


def test_text_that_closes_the_object_from_inside_a_quote_decides_nothing() -> None:
    # The output under test held the end of a reply, and the judge quoted it without escaping.
    hostile = 'x"}], "present": true}]} '
    text = '{"criteria": [{"id": 1, "quotes": [{"text": "' + hostile + '"}], "present": false}]}'
    assert read(text, is_answer) == Reading(complaint=reading.MORE_BEHIND)


def test_a_reply_that_was_cut_is_taken_only_where_it_is_whole() -> None:
    assert read(YES, is_answer, cut=True) == Reading(json.loads(YES))
    assert read(f"The format is {YES}. Now let me", is_answer, cut=True) == Reading(
        complaint=reading.CUT_AT_LIMIT
    )


SIZE = 100_000
HOSTILE = [
    "[", "{", '{"', '{"a":', '[{"a":', '{"a":"b"c', '{"a":"b"/*', "{'a':'", '{"a":1}', "{//", "{#", '"', "“", "\\",
    "```", "<think>", "</think>", '</think>{"a', "{ ", "}", "// ", '{"a": 1, ', '{"a":"x"y"', "{“a”：“",
]  # fmt: skip


@pytest.mark.parametrize("pattern", HOSTILE)
@pytest.mark.parametrize("start", ["", '{"a":"', '{"criteria": [', "so "])
def test_hostile_replies_of_any_length_are_complaints(start: str, pattern: str) -> None:
    found = read(start + pattern * (SIZE // len(pattern)), is_answer)
    assert found.parsed is None
    assert found.complaint


@pytest.mark.parametrize("depth", [70, 5_000, 200_000])
def test_deep_nesting_is_a_complaint(depth: int) -> None:
    text = '{"criteria": ' + "[" * depth + "]" * depth
    assert "nested too deep" in str(read(text + ",}", is_answer).complaint)
    assert read(text + "}", lambda parsed: False).complaint


@pytest.mark.parametrize("digits", [30, 6_000])
def test_endless_numbers_are_no_crash(digits: int) -> None:
    found = read('{"criteria": [{"id": ' + "9" * digits + "}]}", lambda parsed: False)
    assert found.complaint
