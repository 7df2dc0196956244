"""Every kind of check, decided by code, with the passage that shows it."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Event, Thread

import pytest

from pytest_rubric.evaluators.checks import word_count
from tests.evaluators.checks.deciding import decide

ADDRESS = "Dear all,\nthe office moves to Elm Street 5.\nBring keys, bring boxes.\n"


@pytest.mark.parametrize(
    ("kind", "argument", "status", "reason", "passage"),
    [
        ("contains", "Elm Street", "met", "the output has “Elm Street”", "Elm Street"),
        ("contains", "Oak Street", "not_met", "the output does not have “Oak Street”", None),
        ("contains", "boxes.\n", "met", "the output has “boxes.”", "boxes."),
        (
            "contains",
            "elm street",
            "not_met",
            "the output has “elm street” only in other upper or lower case; regex: (?i)... takes either",
            None,
        ),
        ("not_contains", "Oak", "met", "the output does not have “Oak”", None),
        ("not_contains", "Elm", "not_met", "the output has “Elm”", "Elm"),
        (
            "regex",
            r"(?i)elm\s+street \d",
            "met",
            r"the output has a match of (?i)elm\s+street \d",
            "Elm Street 5",
        ),
        ("regex", r"^the", "not_met", "the output has no match of ^the", None),
        ("regex", r"(?m)^the", "met", "the output has a match of (?m)^the", "the"),
        ("not_regex", r"\d{2}", "met", r"the output has no match of \d{2}", None),
        ("not_regex", r"\d", "not_met", r"the output has a match of \d", "5"),
        ("starts_with", "Dear", "met", "the output starts with “Dear”", "Dear"),
        ("starts_with", "dear", "not_met", "the output does not start with “dear”", None),
        ("ends_with", "boxes.", "met", "the output ends with “boxes.”", "boxes."),
        ("ends_with", "boxes", "not_met", "the output does not end with “boxes”", None),
        ("equals", f"\n{ADDRESS}\n", "met", "the output is the text asked for", ADDRESS.strip()),
        ("equals", "Dear all,", "not_met", "the output is another text than asked for", None),
        ("max_words", 13, "met", "13 words, wanted at most 13", None),
        ("max_words", 12, "not_met", "13 words, wanted at most 12", None),
        ("min_words", 13, "met", "13 words, wanted at least 13", None),
        ("min_words", 14, "not_met", "13 words, wanted at least 14", None),
        ("max_chars", 68, "met", "68 characters, wanted at most 68", None),
        ("max_chars", 67, "not_met", "68 characters, wanted at most 67", None),
        ("min_chars", 68, "met", "68 characters, wanted at least 68", None),
        ("min_chars", 69, "not_met", "68 characters, wanted at least 69", None),
        (
            "count",
            {"regex": "(?i)bring", "min": 2, "max": 4},
            "met",
            "occurs 2 times, wanted 2 to 4",
            "Bring",
        ),
        ("count", {"contains": "bring", "min": 2}, "not_met", "occurs 1 times, wanted at least 2", "bring"),
        ("count", {"contains": ".", "max": 1}, "not_met", "occurs 2 times, wanted at most 1", "."),
        ("count", {"regex": "z*", "max": 0}, "met", "occurs 0 times, wanted at most 0", None),
    ],
)
def test_checks_on_texts(kind: str, argument: object, status: str, reason: str, passage: str | None) -> None:
    result = decide(ADDRESS, kind, argument)
    assert (result.status, result.reason, result.note) == (status, reason, None)
    if passage is None:
        assert result.quotes == ()
    else:
        quote = result.quotes[0]
        assert (quote.source, quote.found, quote.passage) == ("output", True, passage)
        assert ADDRESS[quote.start : quote.end] == passage


@pytest.mark.parametrize(("points", "status"), [(10, "met"), (-10, "violated")])
def test_a_check_that_holds_is_yes_whatever_the_sign(points: int, status: str) -> None:
    assert decide(ADDRESS, "contains", "Elm", points=points).status == status


@pytest.mark.parametrize(("points", "status"), [(10, "not_met"), (-10, "clean")])
def test_a_check_that_does_not_hold_is_no(points: int, status: str) -> None:
    assert decide(ADDRESS, "contains", "Oak", points=points).status == status


def test_every_occurrence_is_counted_and_a_few_are_quoted() -> None:
    result = decide("a-b " * 50, "count", {"contains": "a-b", "min": 50})
    assert result.status == "met"
    assert [(quote.start, quote.end) for quote in result.quotes] == [(0, 3), (4, 7), (8, 11)]


def test_long_passages_are_cut() -> None:
    [quote] = decide("x" * 5000, "regex", "x+").quotes
    assert (quote.start, quote.end, len(quote.text)) == (0, 300, 300)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It's a well-known e-mail: fine.", 5),
        ("one\n\n two\tthree", 3),
        ("今天天气很好。", 6),
        ("使用Python编写3个函数", 9),
        ("ひらがなとカタカナ", 9),
        ("안녕하세요 세계", 2),
        ("- one\n* two — three …", 3),
        ("", 0),
        ("。。。 --- ***", 0),
    ],
)
def test_words_are_counted_by_script(text: str, words: int) -> None:
    assert word_count(text) == words


SCHEMA = {
    "type": "object",
    "required": ["city"],
    "properties": {"city": {"type": "string"}, "days": {"type": "integer", "minimum": 1}},
}


@pytest.mark.parametrize(
    ("output", "argument", "status", "reason"),
    [
        ('{"city": "Oslo", "days": 2}', SCHEMA, "met", "the output is JSON that fits the schema"),
        ('{"days": 2}', SCHEMA, "not_met", "the JSON breaks the schema: $: 'city' is a required property"),
        (
            '{"city": "Oslo", "days": 0}',
            SCHEMA,
            "not_met",
            "the JSON breaks the schema: $.days: 0 is less than the minimum of 1",
        ),
        (
            "Oslo, 2 days",
            SCHEMA,
            "not_met",
            "the output is not JSON: line 1, column 1: Expecting value",
        ),
        ("\n[1, 2]\n", True, "met", "the output is JSON"),
        ("[1, 2", True, "not_met", "the output is not JSON: line 1, column 6: Expecting ',' delimiter"),
    ],
)
def test_checks_on_json_schemas(output: str, argument: object, status: str, reason: str) -> None:
    result = decide(output, "json_schema", argument)
    assert (result.status, result.reason) == (status, reason)


@pytest.mark.parametrize(
    "output", ["[NaN]", "[1,]", "{'a': 1}", "```json\n[1]\n```", "[" * 100_000, "9" * 5000 + "x", "[1] [2]"]
)
def test_what_is_nearly_json_is_none(output: str) -> None:
    result = decide(output, "is_json", True)
    assert result.status == "not_met"
    assert result.reason.startswith("the output is not JSON: line ")


def test_json_is_recognised() -> None:
    assert decide('\n {"a": [1, 2.5, null, "é"]}\n', "is_json", True).reason == "the output is JSON"


def test_a_schema_never_reaches_for_the_network() -> None:
    asked = Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.set()
            self.send_error(404)

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        reference = f"http://127.0.0.1:{server.server_port}/city.json"
        result = decide("{}", "json_schema", {"$ref": reference})
        server.shutdown()
    assert (result.status, result.note) == (
        "undecided",
        f"the schema can't be used: Unresolvable: {reference}",
    )
    assert not asked.is_set()


@pytest.mark.parametrize(
    ("kind", "argument", "note"),
    [
        ("contains", 5, "the argument of the check contains can't be used: a text is needed, found 5"),
        (
            "max_words",
            True,
            "the argument of the check max_words can't be used: a whole number is needed, found True",
        ),
        (
            "regex",
            "(",
            "the argument of the check regex can't be used: missing ), unterminated subpattern at position 0",
        ),
        (
            "count",
            {"contains": "a"},
            "the argument of the check count can't be used: `min` or `max` is needed",
        ),
        (
            "json_schema",
            {"type": "no-such-type"},
            "the schema can't be used: Unknown type 'no-such-type' for validator",
        ),
        ("rhymes", True, "there is no check rhymes"),
    ],
)
def test_a_check_that_can_not_be_made_is_undecided(kind: str, argument: object, note: str) -> None:
    result = decide("[1]", kind, argument)
    assert result.status == "undecided"
    assert result.note is not None
    assert result.note.startswith(note)


def test_reasons_come_in_chinese_too() -> None:
    assert decide("你好，世界", "contains", "世界", lang="zh").reason == "输出中有“世界”"
    assert decide("你好，世界", "max_words", 3, lang="zh").reason == "4 个词，要求至多 3"


def test_results_are_plain_data() -> None:
    [quote] = decide(ADDRESS, "contains", "Elm").quotes
    assert json.dumps([quote.source, quote.text, quote.start, quote.end]) == '["output", "Elm", 30, 33]'
