"""`evaluators`, `catalog`, `key_points`, `key_actions` and `human`."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pytest_rubric.model import CatalogEntry, HumanLabels, WeightedText
from tests.loading.support import faults_of, load_case, load_file


def test_everything_that_evaluators_go_by(tmp_path: Path) -> None:
    case = load_case(
        tmp_path,
        """\
        Judge: [c]
        evaluators: [a, {name: b, threshold: 70}]
        catalog: [read, {name: tables, kind: skill, description: Makes tables, parameters: {type: object}}]
        key_points: [first, {text: second, weight: 0.5}]
        key_actions: [{text: third}]
        human: {score: 40, reason: too short}
        """,
    )
    assert case.faults == ()
    assert case.evaluators == ("a", "b")
    assert case.evaluator_thresholds == {"b": 70}
    assert case.catalog == (
        CatalogEntry("read"),
        CatalogEntry("tables", "skill", {"description": "Makes tables", "parameters": {"type": "object"}}),
    )
    assert case.key_points == (WeightedText("first"), WeightedText("second", Fraction(1, 2)))
    assert case.key_actions == (WeightedText("third"),)
    assert case.human == HumanLabels(Fraction(40), "too short")


@pytest.mark.parametrize(("written", "catalog"), [("catalog:", None), ("tools: []", ())])
def test_an_empty_catalog_is_one_and_an_absent_one_is_none(
    tmp_path: Path, written: str, catalog: tuple[CatalogEntry, ...] | None
) -> None:
    assert load_case(tmp_path, f"Judge: [a]\n{written}").catalog == catalog


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("evaluators: a", '3:15: `evaluators` must be a list of names, found "a"; write [a]'),
        ("evaluators: [a, a]", "3:19: `evaluators` names a more than once"),
        ("evaluators: [a, {name: a}]", "3:19: `evaluators` names a more than once"),
        ("evaluators: [{threshold: 3}]", "3:16: an entry of `evaluators` needs `name`, the evaluator's id"),
        (
            "evaluators: [{name: a, threshold: 101}]",
            '3:37: `threshold` must be a number from 0 to 100, found "101"',
        ),
        ("catalog: read", '3:12: `catalog` must be a list of names or of mappings with `name`, found "read"; write [read]'),
        ("catalog: [read, Read]", "3:19: `catalog` names Read more than once"),
        ("catalog: [{kind: tool}]", "3:13: an entry of `catalog` needs `name`, as calls use it"),
        ("catalog: [{name: a, kind: agent}]", '3:29: `kind` must be one of tool, skill, found "agent"'),
        ("key_points: [{weight: 2}]", "3:16: an entry of `key_points` needs `text`"),
        ("key_points: [{text: a, weight: 0}]", '3:34: `weight` must be a number above 0, found "0"'),
        ('key_actions: [""]', '3:17: `key_actions` must be a text that is not empty, found ""'),
        ("human: 40", '3:10: `human` must be a mapping with `score` and `reason`, with `criteria`, or with both, found "40"'),
        ("human: {score: 40}", "3:10: `human` needs `score` and `reason`; `reason` is missing"),
        ("human: {score: , reason: a}", '3:18: `score` must be a number from 0 to 100, found nothing'),
    ],
)  # fmt: skip
def test_what_can_be_wrong(tmp_path: Path, written: str, fault: str) -> None:
    assert faults_of(tmp_path, f"Judge: [a]\n{written}") == [fault]


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("[a, {name: b, threshold: 101}]", ("a", "b")),
        ("[{name: mine, prompt: places nothing}]", ("custom-mine",)),
        (
            "[{name: mine, prompt: 'Judge {{output}}', points: 3, human: {score: 1, reason: a}}]",
            ("custom-mine",),
        ),
        ("[a, {name: mine, category: res}]", ("a", "custom-mine")),
        ("[{name: not a name, prompt: x}, a]", ("a",)),
        ("[{name: [mine], prompt: x}, a]", ("a",)),
        ("[{prompt: x}, [a], '']", ()),
        ("[a, a]", ("a",)),
        ("a", ()),
    ],
)
def test_an_entry_that_can_not_be_used_keeps_its_name(
    tmp_path: Path, written: str, names: tuple[str, ...]
) -> None:
    case = load_case(tmp_path, f"Input: x\nevaluators: {written}")
    assert (case.evaluators, case.unread) == (names, frozenset({"evaluators"}))
    assert case.custom_evaluators == ()


OWN = "`human` is about what `Judge` asks for, and this case has none: write it below one of its `evaluators`"
ONE = "`human` is about one output, and the case has several `targets`: leave it out"
HUMAN = "human: {score: 1, reason: a}"


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (f"evaluators: [a]\nExpectedOutput: b\n{HUMAN}", [OWN]),
        (f"evaluators: [a]\nJudge: [b]\n{HUMAN}", []),
        (f"ExpectedOutput: b\n{HUMAN}", []),
        (f"evaluators: [{{name: a, {HUMAN}}}]", []),
        (f"Judge: [b]\n{HUMAN}\ntargets: {{c: m:f}}", [ONE]),
        (f"evaluators: [{{name: a, {HUMAN}}}]\ntargets: {{c: m:f}}", [ONE]),
    ],
)
def test_a_persons_score_is_about_one_item(tmp_path: Path, written: str, found: list[str]) -> None:
    assert [fault.partition(": ")[2] for fault in faults_of(tmp_path, written)] == found


def test_defaults_hold_for_every_case(tmp_path: Path) -> None:
    file = load_file(
        tmp_path,
        """\
        defaults: {evaluators: [a, {name: b, threshold: 9}], catalog: [read]}
        cases:
        - {Input: x}
        - {Input: y, evaluators: [c], catalog: []}
        """,
    )
    assert [
        (case.evaluators, list(case.evaluator_thresholds.items()), case.catalog) for case in file.cases
    ] == [
        (("a", "b"), [("b", Fraction(9))], (CatalogEntry("read"),)),
        (("c",), [], ()),
    ]
