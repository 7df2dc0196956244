"""Repairs: each readable in one way only, none that changes a decision."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from pytest_rubric.judging.reading import Reading, read


def is_answer(parsed: object) -> bool:
    return isinstance(parsed, dict) and "criteria" in parsed


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('{"criteria": [{"text": "first\nsecond\tend"}]}', {"text": "first\nsecond\tend"}),
        (r'{"criteria": [{"text": "\alpha costs \$5 on C:\dir"}]}', {"text": r"\alpha costs \$5 on C:\dir"}),
        (r'{"criteria": [{"text": "a \u12 and \d, fine \u00e9 \ud83d\ude00"}]}', {"text": "a \\u12 and \\d, fine é 😀"}),
        (r'{"criteria": [{"text": "it\'s here"}]}', {"text": "it's here"}),
        ('{"criteria": [{"id": 1} // as stated\n]}', {"id": 1}),
        ('{"criteria": [{"id": 1, # noted\n "x": 2} /* done */ ]}', {"id": 1, "x": 2}),
        ('{// before\n"criteria": [{"id": 1}]}', {"id": 1}),
        ('{"criteria": [{"id": 1, "quotes": ["a",],},],}', {"id": 1, "quotes": ["a"]}),
        ("{'criteria': [{'id': 1, 'present': True, 'no': False, 'text': None}]}",
         {"id": 1, "present": True, "no": False, "text": None}),
        ("{“criteria”：[{“id”：1，“text”：“按时到达”}]}", {"id": 1, "text": "按时到达"}),
        ("｛\"criteria\"：［｛\"id\"：1｝］｝", {"id": 1}),
        ("{‘criteria’: [{‘id’: 2.5}]}", {"id": 2.5}),
        ('{"criteria": [{"text": "半价，真的：“好”"，"id": 1}]}', {"text": "半价，真的：“好”", "id": 1}),
        ("{\u00a0\"criteria\":\u3000[{\"id\": 1}]}", {"id": 1}),
        ('{"criteria": [{"text": "the "best" offer", "id": 1}]}', {"text": 'the "best" offer', "id": 1}),
        ('{"criteria": [{"text": "所谓的"优惠"并不存在"}]}', {"text": '所谓的"优惠"并不存在'}),
        ('{"criteria": [{"quotes": ["says "no", then leaves", "b"]}]}', {"quotes": ['says "no", then leaves', "b"]}),
        ("{“criteria”: [{“text”: “他说“可以”就走了”}]}", {"text": "他说“可以”就走了"}),
    ],
)  # fmt: skip
def test_a_repair_reads_what_was_meant_and_is_marked(text: str, meant: object) -> None:
    assert read(text, is_answer) == Reading({"criteria": [meant]}, repaired=True)
    assert read(f"```json\n{text}\n```", is_answer) == Reading({"criteria": [meant]}, repaired=True)


@pytest.mark.parametrize(
    "text",
    [
        '{"criteria": [{"text": "five 5" disks", "id": 1}]}',
        '{"criteria": [{"text": "it said "x", "present": true}]}',
        '{"criteria": [{"text": "it said "x", "present": true, "y": "z", "present": false}]}',
        '{"criteria": [{"reason": "fine" "present": "no", "id": 1}]}',
        '{"criteria": [{"text": "the "label": is set", "id": 1}]}',
        '{"criteria": [{"quotes": ["a "b", "c" d"]}]}',
        '{"criteria": [{"text": "one "two"\nthree "four" five"}]}',
        "{'criteria': [{'text': 'it's here'}]}",
        '{"criteria": [{"te"x"t": 1}]}',
        '{"criteria": [{"text": "a' + ' "b" c' * 12 + '"}]}',
    ],
)
def test_inner_quotation_marks_that_can_be_read_in_two_ways_are_a_complaint(text: str) -> None:
    found = read(text, is_answer)
    assert found.parsed is None
    assert found.complaint


@pytest.mark.parametrize(
    "text",
    [
        '{"criteria": [{"id": 1,, "x": 2}]}',
        '{"criteria": [,]}',
        '{"criteria": [{"id": 01}]}',
        '{"criteria": [{"present": yes}]}',
        '{"criteria": [{1: true}]}',
        '{"criteria" [1]}',
        '{"criteria": [{"id": 1}}',
        '{"criteria": [1. 2]}',
    ],
)
def test_what_would_have_to_be_guessed_is_a_complaint(text: str) -> None:
    assert "can't be read" in str(read(text, is_answer).complaint)


def test_a_comment_that_hides_an_answer_leaves_it_out() -> None:
    found = read('{"criteria": [{"id": 1, // "present": true\n "reason": "r"}]}', is_answer)
    assert found.parsed == {"criteria": [{"id": 1, "reason": "r"}]}


def _python(value: object) -> str:
    return repr(value)


def _commas(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False).replace("\n]", ",\n]").replace("\n}", ",\n}")


def _comments(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False).replace(",\n", ', // said, "so"\n')


def _raw_lines(value: object) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\\n", "\n").replace("\\t", "\t")


@pytest.mark.parametrize("damage", [_python, _commas, _comments, _raw_lines], ids=lambda f: f.__name__)
def test_damaged_json_means_what_the_sound_one_says(damage: Callable[[object], str]) -> None:
    source = random.Random(7)
    for _ in range(300):
        value = {"criteria": [_value(source, 0) for _ in range(3)], "end": True}
        found = read(f"So:\n{damage(value)}\nThat is all.", is_answer)
        # A complaint costs a question; another value would be a decision that nobody made.
        assert found.complaint or found.parsed == value
        if damage is not _python:
            assert found.parsed == value


def _value(source: random.Random, depth: int) -> object:
    kind = source.randrange(7 if depth < 3 else 5)
    if kind == 0:
        return source.choice([True, False, None])
    if kind == 1:
        return source.choice([0, -3, 17, 2.5, 1e-7])
    if kind < 5:
        return "".join(source.choice("ab ,:.！，：{}[]\n\té是'") for _ in range(source.randrange(12)))
    if kind == 5:
        return [_value(source, depth + 1) for _ in range(source.randrange(4))]
    return {f"k{number}": _value(source, depth + 1) for number in range(source.randrange(4))}
