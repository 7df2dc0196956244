from __future__ import annotations

from pathlib import Path

import pytest

from pytest_rubric.model import Check
from tests.loading.support import faults_of, load_case


@pytest.mark.parametrize(
    ("written", "kind", "argument", "text"),
    [
        ("{contains: no}", "contains", "no", "contains: no"),
        ("{not-contains: '  '}", "not_contains", "  ", "not_contains:   "),
        ("{equals: 1.10}", "equals", "1.10", "equals: 1.10"),
        ("{startsWith: Dear}", "starts_with", "Dear", "starts_with: Dear"),
        ("{ends_with: .}", "ends_with", ".", "ends_with: ."),
        (r"{regex: '\d{4}'}", "regex", r"\d{4}", r"regex: \d{4}"),
        ("{not_regex: '(?i)fee'}", "not_regex", "(?i)fee", "not_regex: (?i)fee"),
        ("{json_schema: {type: object}}", "json_schema", {"type": "object"}, 'json_schema: {"type": "object"}'),
        ("{json_schema: true}", "json_schema", True, "json_schema: true"),
        ("{is_json: true}", "is_json", True, "is_json: true"),
        ("{max_words: 0}", "max_words", 0, "max_words: 0"),
        ("{min_words: 5}", "min_words", 5, "min_words: 5"),
        ("{max_chars: 10}", "max_chars", 10, "max_chars: 10"),
        ("{min_chars: 1}", "min_chars", 1, "min_chars: 1"),
        (
            "{count: {regex: '^- ', min: 2, max: 4}}",
            "count",
            {"regex": "^- ", "min": 2, "max": 4},
            'count: {"regex": "^- ", "min": 2, "max": 4}',
        ),
        ("{Count: {Contains: 是, Max: 0}}", "count", {"contains": "是", "max": 0},
         'count: {"contains": "是", "max": 0}'),
        ("{tool_called: search}", "tool_called", "search", "tool_called: search"),
        ("{toolCalled: [a, b]}", "tool_called", ["a", "b"], 'tool_called: ["a", "b"]'),
        ("{tool_called: {tool: a, max: 2}}", "tool_called", {"tool": "a", "max": 2},
         'tool_called: {"tool": "a", "max": 2}'),
        ("{tool_not_called: [a]}", "tool_not_called", ["a"], 'tool_not_called: ["a"]'),
        ("{tool_order: [a, b]}", "tool_order", ["a", "b"], 'tool_order: ["a", "b"]'),
        ("{tool_arguments: {tool: a, arguments: {q: 1, r: no}}}", "tool_arguments",
         {"tool": "a", "arguments": {"q": 1, "r": "no"}},
         'tool_arguments: {"tool": "a", "arguments": {"q": 1, "r": "no"}}'),
        ("{max_steps: 0}", "max_steps", 0, "max_steps: 0"),
        ("{no_unrecovered_error: true}", "no_unrecovered_error", True, "no_unrecovered_error: true"),
        ("{python: pkg.mod:function}", "python", "pkg.mod:function", "python: pkg.mod:function"),
    ],
)  # fmt: skip
def test_a_check_and_its_text(tmp_path: Path, written: str, kind: str, argument: object, text: str) -> None:
    case = load_case(tmp_path, f"Judge:\n- check: {written}\n- {{criterion: own words, check: {written}}}")
    assert case.faults == ()
    assert [criterion.check for criterion in case.criteria] == [Check(kind, argument)] * 2
    assert [criterion.text for criterion in case.criteria] == [text, "own words"]


ONE_KEY = "`check` must be a mapping with one key, such as {contains: text}"


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("contains", f'3:12: criterion 1: {ONE_KEY}, found "contains"'),
        ("is_json", f'3:12: criterion 1: {ONE_KEY}, found "is_json"; write {{is_json: true}}'),
        (
            "noUnrecoveredError",
            f'3:12: criterion 1: {ONE_KEY}, found "noUnrecoveredError"; write {{no_unrecovered_error: true}}',
        ),
        ("[contains]", f"3:12: criterion 1: {ONE_KEY}, found a list"),
        (
            "{tool_called: []}",
            "3:26: criterion 1: `tool_called` is an empty list; name at least one tool",
        ),
        (
            "{tool_called: {max: 1}}",
            "3:26: criterion 1: `tool` of `tool_called` is missing: the tool's name",
        ),
        (
            "{tool_called: {tool: a, min: 2, max: 1}}",
            "3:26: criterion 1: `min` of `tool_called` must not be above `max`, found 2 and 1",
        ),
        (
            "{tool_called: {tool: a, most: 1}}",
            "3:36: criterion 1: unknown key `most` in a tool_called (allowed: tool, min, max)",
        ),
        (
            "{tool_not_called: {tool: a}}",
            "3:30: criterion 1: `tool_not_called` must be the name of a tool or a list of names, found a mapping",
        ),
        (
            "{tool_order: [a]}",
            "3:25: criterion 1: `tool_order` must be a list of at least two names of tools, found a list",
        ),
        (
            "{tool_arguments: a}",
            "3:29: criterion 1: `tool_arguments` must be a mapping such as {tool: search, arguments: {q: fees}}, "
            'found "a"',
        ),
        (
            "{tool_arguments: {tool: a}}",
            "3:29: criterion 1: `arguments` of `tool_arguments` is missing",
        ),
        (
            "{tool_arguments: {tool: a, arguments: {}}}",
            "3:50: criterion 1: `arguments` of `tool_arguments` must be a mapping with at least one argument, "
            "found a mapping",
        ),
        (
            "{no_unrecovered_error: no}",
            '3:35: criterion 1: `no_unrecovered_error` can only be true, found "no"',
        ),
        (
            "{contain: a}",
            "3:13: criterion 1: unknown key `contain` in a check; did you mean `contains`?",
        ),
        (
            "{}",
            "3:12: criterion 1: `check` must have one key, found none; write one criterion for each check",
        ),
        (
            "{contains: a, regex: b}",
            "3:12: criterion 1: `check` must have one key, found contains, regex; write one criterion for each "
            "check",
        ),
        ("{contains: }", "3:23: criterion 1: `contains` must be a text that is not empty, found nothing"),
        ("{contains: ''}", '3:23: criterion 1: `contains` must be a text that is not empty, found ""'),
        (
            "{contains: [a, b]}",
            "3:23: criterion 1: `contains` must be a text that is not empty, found a list",
        ),
        (
            "{regex: '(a'}",
            "3:20: criterion 1: `regex` is not a regular expression that Python reads: missing ), unterminated "
            "subpattern at position 0",
        ),
        (
            "{regex: 'a{99999999999}'}",
            "3:20: criterion 1: `regex` is not a regular expression that Python reads: "
            "the repetition number is too large",
        ),
        (
            "{json_schema: {type: thing}}",
            "3:26: criterion 1: `json_schema` is not a JSON Schema: $.type: 'thing' is not valid under any of the "
            "given schemas",
        ),
        (
            "{json_schema: false}",
            '3:26: criterion 1: `json_schema` must be a JSON Schema (a mapping) or true, found "false"',
        ),
        (
            "{json_schema: [a]}",
            "3:26: criterion 1: `json_schema` must be a JSON Schema (a mapping) or true, found a list",
        ),
        ("{json_schema: {a: 1, a: 2}}", "3:33: criterion 1: duplicate key `a` (first at line 3)"),
        ("{is_json: false}", '3:22: criterion 1: `is_json` can only be true, found "false"'),
        (
            "{max_words: -1}",
            '3:24: criterion 1: `max_words` must be a whole number of at least 0, found "-1"',
        ),
        (
            "{max_words: }",
            "3:24: criterion 1: `max_words` must be a whole number of at least 0, found nothing",
        ),
        (
            "{min_chars: 0}",
            '3:24: criterion 1: `min_chars` must be a whole number of at least 1, found "0"',
        ),
        ("{python: len}", '3:21: criterion 1: `python` must be `package.module:function`, found "len"'),
        ("{python: 'a b:c'}", '3:21: criterion 1: `python` must be `package.module:function`, found "a b:c"'),
        (
            "{count: 3}",
            "3:20: criterion 1: `count` must be a mapping such as {contains: text, min: 2, max: 4}, "
            'found "3"',
        ),
        ("{count: {min: 1}}", "3:20: criterion 1: `count` must have either `contains` or `regex`"),
        (
            "{count: {contains: a, regex: b, min: 1}}",
            "3:20: criterion 1: `count` must have either `contains` or `regex`",
        ),
        ("{count: {contains: a}}", "3:20: criterion 1: `count` must have `min`, `max` or both"),
        (
            "{count: {contains: a, min: 3, max: 2}}",
            "3:20: criterion 1: `min` of `count` must not be above `max`, found 3 and 2",
        ),
    ],
)
def test_a_wrong_check(tmp_path: Path, written: str, fault: str) -> None:
    assert faults_of(tmp_path, f"Judge:\n- check: {written}") == [fault]


@pytest.mark.filterwarnings("error")
def test_what_python_only_warns_of_is_no_fault(tmp_path: Path) -> None:
    schema = "{$schema: 'https://example.org/unknown', type: object}"
    case = load_case(tmp_path, f"Judge:\n- check: {{regex: '[[a]]'}}\n- check: {{json_schema: {schema}}}")
    assert case.faults == ()


def test_a_null_check_is_none(tmp_path: Path) -> None:
    case = load_case(tmp_path, "Judge: [{criterion: a, check: ~}]")
    assert (case.criteria[0].check, case.faults) == (None, ())
