"""Anchors, merge keys, duplicate keys, tags, and limits."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from pytest_rubric.loading import composing
from tests.loading.support import faults_of, load_case, load_file, refusal


def test_aliases_and_merge_keys_work(tmp_path: Path) -> None:
    loaded = load_file(
        tmp_path,
        """\
        x-shared: &shared {Input: shared, threshold: 70, ExpectedOutput: yes}
        x-other: &other {Input: other, Context: more}
        cases:
        - <<: *shared
          Input: own
        - {<<: *shared, input: spelt otherwise}
        - <<: [*shared, *other]
        - {Input: &text hello, ExpectedOutput: *text}
        """,
    )
    assert [(c.input, c.expected_output, c.context) for c in loaded.cases] == [
        ("own", "yes", None),
        ("spelt otherwise", "yes", None),
        ("shared", "yes", "more"),
        ("hello", "hello", None),
    ]
    assert [c.faults for c in loaded.cases] == [(), (), (), ()]
    assert loaded.cases[0].overrides.threshold == 70


def test_quotes_make_a_merge_key_an_ordinary_one(tmp_path: Path) -> None:
    case = load_case(tmp_path, 'ExpectedOutput: a\nmetadata: {"<<": {b: 1}}')
    assert case.metadata == {"<<": {"b": 1}}


@pytest.mark.parametrize(
    ("keys", "faults"),
    [
        (
            "ExpectedOutput: a\nthreshold: 1\nthreshold: 2",
            ["4:3: duplicate key `threshold` (first at line 3)"],
        ),
        (
            "Judge:\n- criterion: Greets\n  points: 3\n  points: -3",
            ["5:5: criterion 1: duplicate key `points` (first at line 4)"],
        ),
        (
            "ExpectedOutput: a\nmetadata:\n  deep: [{a: 1, a: 2}]",
            ["4:19: duplicate key `a` (first at line 4)"],
        ),
        (
            "ExpectedOutput: a\nexpected-output: b",
            ["3:3: `expected-output` and `ExpectedOutput` (line 2) mean the same key"],
        ),
        (
            "ExpectedOutput: !important a",
            [
                "2:19: unknown tag !important; a case file holds text, numbers, lists and mappings only: "
                "remove the tag, or put the text in quotes"
            ],
        ),
        (
            "Input: !!python/object/apply:os.getcwd []\nExpectedOutput: a",
            [
                "2:10: unknown tag !!python/object/apply:os.getcwd; a case file holds text, numbers, lists and "
                "mappings only: remove the tag, or put the text in quotes"
            ],
        ),
        (
            "ExpectedOutput: a\nmetadata: {when: !!timestamp 2026-01-01}",
            [
                "3:20: unknown tag !!timestamp; a case file holds text, numbers, lists and mappings only: "
                "remove the tag, or put the text in quotes"
            ],
        ),
        ("Judge: *nowhere", ["2:10: alias *nowhere has no anchor &nowhere before it"]),
        ("Judge: &loop [*loop]", ["2:17: criterion 1: alias *loop has no anchor &loop before it"]),
        (
            "ExpectedOutput: a\n<<: [{tags: [x]}, 3]",
            ["3:21: a merge key `<<` needs a mapping or a list of mappings"],
        ),
        ("ExpectedOutput: a\n? [b]\n: c", ["3:5: a key must be text, found a list or mapping"]),
    ],
)  # fmt: skip
def test_what_is_wrong_in_one_case_is_its_fault(tmp_path: Path, keys: str, faults: list[str]) -> None:
    assert faults_of(tmp_path, keys) == faults


def test_a_fault_in_shared_yaml_is_one_of_every_case_that_uses_it(tmp_path: Path) -> None:
    loaded = load_file(
        tmp_path,
        """\
        x-shared: &shared {ExpectedOutput: a, ExpectedOutput: b}
        cases:
        - <<: *shared
        - {<<: *shared, id: second}
        - ExpectedOutput: c
        """,
    )
    assert [case.faults for case in loaded.cases] == [
        ("suite.rubric.yaml:1:39: case case-0: duplicate key `ExpectedOutput` (first at line 1)",),
        ("suite.rubric.yaml:1:39: case second: duplicate key `ExpectedOutput` (first at line 1)",),
        (),
    ]


def test_standard_tags_are_fine(tmp_path: Path) -> None:
    case = load_case(
        tmp_path,
        "{ExpectedOutput: !!str 5, samples: !!int '3', metadata: !!map {a: !!str 5, b: !!seq [! 6]}}",
    )
    assert case.faults == ()
    assert (case.expected_output, case.overrides.samples) == ("5", 3)
    assert case.metadata == {"a": "5", "b": ["6"]}


def test_nothing_is_executed(tmp_path: Path) -> None:
    target = tmp_path / "made"
    case = load_case(tmp_path, f"ExpectedOutput: !!python/object/apply:os.mkdir ['{target}']")
    assert len(case.faults) == 1
    assert not target.exists()


def test_aliases_that_multiply_are_refused(tmp_path: Path) -> None:
    names = "abcdefghijkl"
    lines = ["x-a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"x-{b}: &{b} [{', '.join([f'*{a}'] * 10)}]" for a, b in pairwise(names)]
    text = "\n".join([*lines, "cases:", "- {ExpectedOutput: x, metadata: {all: *l}}"])
    assert refusal(tmp_path, text) == (
        "suite.rubric.yaml:7:22: the aliases of this file stand for more than 5,000,000 values; put what all "
        "cases share into `defaults:` or a `JudgeFile`"
    )


def test_an_alias_in_free_data_is_one_shared_value(tmp_path: Path) -> None:
    case = load_case(tmp_path, "ExpectedOutput: x\nmetadata: {m: {a: &list [1, 2], b: *list}}")
    inner = case.metadata["m"]
    assert isinstance(inner, dict)
    assert inner["a"] is inner["b"]


def test_a_rendered_text_has_a_limit(tmp_path: Path) -> None:
    text = f"x-a: &a {'y' * 100_000}\nx-b: &b [{', '.join(['*a'] * 60)}]\ncases:\n- {{ExpectedOutput: *b}}\n"
    [case] = load_file(tmp_path, text).cases
    assert case.faults == (
        "suite.rubric.yaml:2:6: case case-0: `ExpectedOutput` is longer than 5,000,000 characters as text",
    )


@pytest.mark.parametrize("depth", [composing.MAX_DEPTH + 1, 3_000])
def test_nesting_has_a_limit(tmp_path: Path, depth: int) -> None:
    message = refusal(tmp_path, f"{'[' * depth}{']' * depth}")
    assert message == "suite.rubric.yaml:1:101: lists and mappings are nested more than 100 deep"


def test_nesting_through_aliases_has_the_same_limit(tmp_path: Path) -> None:
    lines = ["x-0: &a0 [1]", *(f"x-{n}: &a{n} [*a{n - 1}]" for n in range(1, 150))]
    message = refusal(tmp_path, "\n".join([*lines, "cases:", "- ExpectedOutput: x"]))
    assert message.endswith("lists and mappings are nested more than 100 deep")
