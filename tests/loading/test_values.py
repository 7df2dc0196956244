"""Text, numbers, truth values and free data."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pytest_rubric.loading.nodes import plain
from pytest_rubric.loading.parsing import parse
from pytest_rubric.loading.values import exact_number
from pytest_rubric.model import InputMessage
from tests.loading.support import faults_of, load_case

WORDS = ["yes", "NO", "on", "y", "12:30", "1.10", "010", "1_000", "2026-01-01", "0x1F", ".nan", "1e3", "+5"]


@pytest.mark.parametrize("word", WORDS)
def test_a_text_stays_what_is_written(tmp_path: Path, word: str) -> None:
    case = load_case(
        tmp_path,
        f"""\
        id: {word}
        Input: {word}
        Context: [{word}, more]
        ExpectedOutput: {word}
        ActualOutput: {word}
        tags: [{word}]
        Judge: [{word}, {{criterion: {word}, tags: [{word}]}}]
        """,
    )
    assert case.faults == ()
    assert (case.title, case.input, case.context) == (word, word, f"{word}\n\nmore")
    assert (case.expected_output, case.actual_output, case.tags) == (word, word, (word,))
    assert [criterion.text for criterion in case.criteria] == [word, word]
    assert case.criteria[1].tags == (word,)


@pytest.mark.parametrize("nothing", ["", "~", "null", "Null"])
def test_null_means_absent(tmp_path: Path, nothing: str) -> None:
    keys = (
        "Context ActualOutput ActualOutputFile target RunLog RunLogFile Judge JudgeFile compare evaluators "
        "threshold samples extra_samples strategy evidence feedback lang timeout tags marks metadata id Input"
    )
    lines = "\n".join(f"{key}: {nothing}" for key in keys.split())
    assert load_case(tmp_path, f"ExpectedOutput: a\n{lines}") == load_case(tmp_path, "ExpectedOutput: a")


def test_quoted_nothing_is_an_empty_text(tmp_path: Path) -> None:
    case = load_case(tmp_path, 'ExpectedOutput: a\nActualOutput: ""\nInput: "null"')
    assert (case.actual_output, case.input) == ("", "null")


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("15", Fraction(15)),
        ("-0.1", Fraction(-1, 10)),
        ("+2.50", Fraction(5, 2)),
        (".5", Fraction(1, 2)),
        ("3.", Fraction(3)),
        ("1e3", Fraction(1000)),
        ("25E-2", Fraction(1, 4)),
        *[
            (bad, None)
            for bad in ("010", "-007", "1_000", "0x10", "0o7", "1:30", ".inf", "nan", "1/2", "", ".")
        ],
        *[(bad, None) for bad in ("e5", "1e", "1e999", "5 points", "\uff15", "9" * 41, "- 3", "true")],
    ],
)
def test_numbers_are_exact_or_refused(source: str, value: Fraction | None) -> None:
    assert exact_number(source) == value


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("yes", '"yes"'),
        ("true", '"true"'),
        ("010", '"010"; write 10'),
        ("1_000", '"1_000"; write 1000'),
        ("0x1F", '"0x1F"'),
        ("1:30", '"1:30"'),
        (".inf", '".inf"'),
        (".nan", '".nan"'),
        ("1e999", '"1e999"'),
        ('"15"', '"15"; remove the quotes'),
        ("15%", '"15%"; write 15'),
        ("0", '"0"'),
        ("-0.0", '"-0.0"'),
        ("[1]", "a list"),
        ("{a: 1}", "a mapping"),
    ],
)
def test_points_are_a_number_other_than_0(tmp_path: Path, written: str, found: str) -> None:
    assert faults_of(tmp_path, f"Judge: [{{criterion: a, points: {written}}}]") == [
        f"2:34: criterion 1: `points` must be a number other than 0, found {found}"
    ]


def test_points_are_exact(tmp_path: Path) -> None:
    case = load_case(tmp_path, "Judge: [{criterion: a, points: 0.1}, {criterion: b, points: 0.2}]")
    assert sum(criterion.points for criterion in case.criteria) == Fraction(3, 10)


@pytest.mark.parametrize(
    ("written", "value"), [("0", 0), ("1", 1), ("0.8", Fraction(4, 5)), ("80", 80), ("100", 100)]
)
def test_a_threshold_is_0_to_100(tmp_path: Path, written: str, value: Fraction) -> None:
    assert load_case(tmp_path, f"ExpectedOutput: a\nthreshold: {written}").overrides.threshold == value


@pytest.mark.parametrize(
    ("key", "written", "fault"),
    [
        ("threshold", "-1", '`threshold` must be a number from 0 to 100, found "-1"'),
        ("threshold", "100.1", '`threshold` must be a number from 0 to 100, found "100.1"'),
        ("threshold", "70%", '`threshold` must be a number from 0 to 100, found "70%"; write 70'),
        ("threshold", "'70'", '`threshold` must be a number from 0 to 100, found "70"; remove the quotes'),
        ("threshold", ".nan", '`threshold` must be a number from 0 to 100, found ".nan"'),
        ("threshold", "true", '`threshold` must be a number from 0 to 100, found "true"'),
        ("samples", "0", '`samples` must be a whole number of at least 1, found "0"'),
        ("samples", "1.5", '`samples` must be a whole number of at least 1, found "1.5"'),
        ("extra_samples", "-1", '`extra_samples` must be a whole number of at least 0, found "-1"'),
        ("timeout", "0", '`timeout` must be a number of seconds above 0, at most 86,400, found "0"'),
        ("timeout", "1e9", '`timeout` must be a number of seconds above 0, at most 86,400, found "1e9"'),
        ("timeout", "60s", '`timeout` must be a number of seconds above 0, at most 86,400, found "60s"'),
        (
            "strategy",
            "Criterion",
            '`strategy` must be one of case, criterion, found "Criterion"; did you mean criterion?',
        ),
        ("evidence", "lax", '`evidence` must be one of strict, warn, found "lax"'),
        ("feedback", "[full]", "`feedback` must be one of full, none, found a list"),
        ("lang", "ZH", '`lang` must be one of auto, zh, en, found "ZH"; did you mean zh?'),
        ("tags", "smoke", '`tags` must be a list of texts, found "smoke"; write [smoke]'),
        ("tags", "'a, b'", '`tags` must be a list of texts, found "a, b"'),
        ("tags", "{a: b}", "`tags` must be a list of texts, found a mapping"),
        ("evaluators", "x", '`evaluators` must be a list of names, found "x"; write [x]'),
        ("Context", "{a: b}", "`Context` must be text, found a mapping"),
        (
            "ActualOutput",
            "{glob: out/*.txt}",
            "`ActualOutput` must be text, found a mapping; write it as a text (`|`), or name a file with "
            "`ActualOutputFile`",
        ),
        ("metadata", "[a]", "`metadata` must be a mapping, found a list"),
        ("id", "[a]", "`id` must be text, found a list"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_named_with_what_is_allowed(
    tmp_path: Path, key: str, written: str, fault: str
) -> None:
    assert faults_of(tmp_path, f"ExpectedOutput: a\n{key}: {written}") == [f"3:{len(key) + 5}: {fault}"]


def test_a_list_names_each_of_its_wrong_items(tmp_path: Path) -> None:
    assert faults_of(tmp_path, "ExpectedOutput: a\ntags: [ok, '', [b], ~]\nevaluators: [e, f, e]") == [
        '3:14: `tags` must be a text that is not empty, found ""',
        "3:18: `tags` must be a text that is not empty, found a list",
        "3:23: `tags` must be a text that is not empty, found nothing",
        "4:22: `evaluators` names e more than once",
    ]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True),
        ("True", True),
        ("yes", True),
        ("ON", True),
        ("false", False),
        ("no", False),
        ("", False),
    ],
)
def test_required_is_a_truth_value(tmp_path: Path, written: str, value: bool) -> None:
    case = load_case(tmp_path, f"Judge:\n- criterion: a\n  required: {written}")
    assert case.criteria[0].required is value


@pytest.mark.parametrize("written", ['"false"', '"yes"', "1", "y", "maybe"])
def test_a_truth_value_is_no_text_and_no_number(tmp_path: Path, written: str) -> None:
    word = written.strip('"')
    assert faults_of(tmp_path, f"Judge:\n- criterion: a\n  required: {written}") == [
        f'4:15: criterion 1: `required` must be true or false, found "{word}"'
    ]


def test_a_long_value_is_cut_in_a_message(tmp_path: Path) -> None:
    [fault] = faults_of(tmp_path, f"ExpectedOutput: a\nsamples: {'9' * 200}")
    assert fault.endswith(f'found "{"9" * 57}..."')


def test_free_data_is_json_and_text() -> None:
    root = parse(
        """\
        numbers: [0, -1, +5, 1.5, .5, 5., 1e3, 12345678901234567890]
        words: [010, 1_000, 0x1F, 1:30, 2026-01-01, yes, .nan, .inf, 1e999, '5', "true", -, ., e5]
        others: [true, False, ~, null, ]
        """,
        "x",
    )
    assert root is not None
    data = plain(root)
    assert data == {
        "numbers": [0, -1, 5, 1.5, 0.5, 5.0, 1000.0, 12345678901234567890],
        "words": [
            *("010", "1_000", "0x1F", "1:30", "2026-01-01", "yes", ".nan", ".inf", "1e999"),
            *("5", "true", "-", ".", "e5"),
        ],
        "others": [True, False, None, None],
    }
    assert isinstance(data, dict)
    assert [type(number) for number in data["numbers"]] == [int, int, int, float, float, float, float, int]


def test_input_as_chat(tmp_path: Path) -> None:
    case = load_case(
        tmp_path,
        """\
        ExpectedOutput: a
        Input:
        - {role: system, content: be brief}
        - Role: user
          content: 12:30
        - {role: assistant, content: ""}
        """,
    )
    assert case.input == (
        InputMessage("system", "be brief"),
        InputMessage("user", "12:30"),
        InputMessage("assistant", ""),
    )


def test_input_that_is_no_chat(tmp_path: Path) -> None:
    items = "[hi, {role: user}, {content: a}, {role: '', content: a}, {role: u, content: [a]}, {rol: u, content: a}]"
    assert faults_of(tmp_path, f"ExpectedOutput: a\nInput: {items}") == [
        '3:11: message 1 of `Input`: must be a mapping with `role` and `content`, found "hi"',
        "3:15: message 2 of `Input`: `content` is missing",
        "3:29: message 3 of `Input`: `role` is missing",
        '3:50: message 4 of `Input`: `role` must be a text that is not empty, found ""',
        "3:86: message 5 of `Input`: `content` must be text, found a list",
        "3:93: message 6 of `Input`: unknown key `rol` in a message; did you mean `role`?",
        "3:92: message 6 of `Input`: `role` is missing",
    ]
    assert faults_of(tmp_path, "ExpectedOutput: a\nInput: []") == [
        "3:10: `Input` is an empty list; give it at least one message, or leave it out"
    ]
    assert faults_of(tmp_path, "ExpectedOutput: a\nInput: {a: b}") == [
        "3:10: `Input` must be text or a list of messages with `role` and `content`, found a mapping"
    ]


def test_a_reference_that_is_data_becomes_yaml(tmp_path: Path) -> None:
    case = load_case(
        tmp_path,
        """\
        ExpectedOutput:
        - no
        - "no"
        - {price: 1.10, time: 22:22, "a: b": [], 名: 是}
        - |
          two
          lines
        """,
    )
    assert case.expected_output == (
        "- no\n- 'no'\n- price: 1.10\n  time: 22:22\n  'a: b': []\n  名: 是\n- |\n  two\n  lines"
    )
