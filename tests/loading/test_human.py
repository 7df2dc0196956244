"""``human``: labels of criteria, where they may stand, and every complaint about them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest
import yaml

from pytest_rubric.errors import ConfigError
from pytest_rubric.loading import python_case
from pytest_rubric.loading.schema import json_schema
from pytest_rubric.model import CriteriaRubric, Criterion, HumanLabels
from tests.loading.support import faults_of, load_case, load_file

TWO = "Judge: [Names the day, {criterion: Blames the customer, points: -5}]\n"
NAMED = "1 (Names the day), 2 (Blames the customer)"
NO_CRITERIA = "`criteria` labels the criteria of a `Judge`, and this case has none"


@pytest.mark.parametrize(
    ("written", "labels"),
    [
        ("human: {criteria: {1: yes, 2: no}}", {1: True, 2: False}),
        ("human: {criteria: {1: Not Met, 2: violated}}", {1: False, 2: True}),
        ("human: {criteria: {2: 'false'}}", {2: False}),
        ("human: {criteria: [true, ~]}", {1: True}),
        ("human: {criteria: [met, clean]}", {1: True, 2: False}),
        ("human: {criteria: {blames the  customer: YES, 1: }}", {2: True}),
        ("human: {Criteria: {1: not-met}}", {1: False}),
        ("human: {criteria: {}}", {}),
        ("human: {criteria: }", {}),
    ],
)
def test_labels_of_a_case(tmp_path: Path, written: str, labels: dict[int, bool]) -> None:
    case = load_case(tmp_path, TWO + written)
    assert (case.faults, case.human) == ((), HumanLabels(criteria=labels))


def test_a_label_may_stand_at_its_criterion_and_is_kept_apart_from_it(tmp_path: Path) -> None:
    case = load_case(
        tmp_path,
        """\
        Judge:
        - {criterion: Names the day, points: 5, human: no}
        - {check: {max_words: 5}, human: yes}
        - {criterion: Blames the customer, points: -5, human: violated}
        - {criterion: Is kind, human: }
        human: {score: 40, reason: curt, criteria: {4: yes}}
        """,
    )
    assert case.faults == ()
    assert case.human == HumanLabels(Fraction(40), "curt", {1: False, 2: True, 3: True, 4: True})
    assert [type(each) for each in case.criteria] == [Criterion] * 4
    assert case.criteria[0] == Criterion(1, "Names the day", Fraction(5), line=3)


def test_labels_may_have_a_reason(tmp_path: Path) -> None:
    case = load_case(tmp_path, TWO + "human: {criteria: {1: yes}, reason: read twice}")
    assert (case.faults, case.human) == ((), HumanLabels(None, "read twice", {1: True}))


def test_labels_of_turns_are_numbered_through(tmp_path: Path) -> None:
    case = load_case(
        tmp_path,
        """\
        turns:
        - {user: Hi, ActualOutput: Hello, Judge: [{criterion: Greets, human: yes}]}
        - {user: Bye, ActualOutput: Bye, Judge: [Says goodbye]}
        Judge: [{criterion: Is short, human: no}]
        human: {criteria: {2: yes}}
        """,
    )
    assert case.faults == ()
    assert case.human == HumanLabels(criteria={1: True, 2: True, 3: False})
    assert [type(each) for each in case.criteria] == [Criterion] * 3


@pytest.mark.parametrize(
    ("written", "faults"),
    [
        ("{criteria: {3: yes, 0: no}}", [
            f"4:22: `3` is no criterion of this case; it has {NAMED}",
            f"4:30: `0` is no criterion of this case; it has {NAMED}",
        ]),
        ("{criteria: {Names a day: yes}}", [f"4:22: `Names a day` is no criterion of this case; it has {NAMED}"]),
        ("{criteria: [yes]}", [
            "4:21: `criteria` is a list of 1, but there are 2 criteria: write one label for each, ~ for one "
            f"without; the case has {NAMED}"
        ]),
        ("{criteria: {1: violated, 2: maybe}}", [
            "4:25: criterion 1: `human` must be one of yes, no, true, false, met, not_met, since the points are "
            'positive, found "violated"; leave it out where they have not decided',
            "4:38: criterion 2: `human` must be one of yes, no, true, false, violated, clean, since the points are "
            'negative, found "maybe"; leave it out where they have not decided',
        ]),
        ("{criteria: {1: [yes]}}", [
            "4:25: criterion 1: `human` must be one of yes, no, true, false, met, not_met, since the points are "
            "positive, found a list; leave it out where they have not decided",
        ]),
        ("{criteria: {1: yes, names the day: yes}}", ["4:30: criterion 1 has two labels; keep one of them"]),
        ("{criteria: {1: yes, 1: no}}", ["4:30: duplicate key `1` (first at line 4)", "4:30: criterion 1 has two labels; keep one of them"]),
        ("{criteria: yes}", [
            "4:21: `criteria` must be a mapping of criteria to one of yes, no, true, false, met, not_met, violated, "
            'clean, or a list of these, found "yes"'
        ]),
        ("{reason: why}", ["4:10: `human` needs `score` and `reason`; `score` is missing"]),
        ("{}", ["4:10: `human` needs `score` and `reason`; `score` is missing"]),
        ("{score: 5, criteria: {1: yes}}", ["4:10: `human` needs `score` and `reason`; `reason` is missing"]),
        ("{labels: {1: yes}}", [
            "4:11: unknown key `labels` in a human label (allowed: score, reason, criteria)",
            "4:10: `human` needs `score` and `reason`; `score` is missing",
        ]),
    ],
)  # fmt: skip
def test_what_can_be_wrong(tmp_path: Path, written: str, faults: list[str]) -> None:
    assert faults_of(tmp_path, f"{TWO}x-a: b\nhuman: {written}".replace("Judge:", "Judge: ", 1)) == faults


@pytest.mark.parametrize(
    ("criterion", "fault"),
    [
        ("{criterion: a, human: clean}",
         "2:33: criterion 1: `human` must be one of yes, no, true, false, met, not_met, since the points are positive, "
         'found "clean"; leave it out where they have not decided'),
        ("{criterion: a, points: -1, human: met}",
         "2:45: criterion 1: `human` must be one of yes, no, true, false, violated, clean, since the points are "
         'negative, found "met"; leave it out where they have not decided'),
    ],
)  # fmt: skip
def test_a_label_at_its_criterion_must_fit_the_sign(tmp_path: Path, criterion: str, fault: str) -> None:
    assert faults_of(tmp_path, f"Judge: [{criterion}]") == [fault]


def test_a_criterion_has_one_label(tmp_path: Path) -> None:
    written = "Judge: [{criterion: a, human: yes}]\nhuman: {criteria: {1: yes}}"
    assert faults_of(tmp_path, written) == [
        "3:22: criterion 1 has a label of its own already (`human` below it); keep one of them"
    ]


@pytest.mark.parametrize(
    ("judge", "told"),
    [
        ("ExpectedOutput: a", f"{NO_CRITERIA}; give `score` and `reason` instead"),
        ("Judge: {accuracy: How right it is}", f"{NO_CRITERIA}; give `score` and `reason` instead"),
        ("Judge: It must be kind.",
         f"{NO_CRITERIA}: its `Judge` is a text; `pytest-rubric compile` prints it as a list"),
    ],
)  # fmt: skip
def test_only_criteria_can_have_labels(tmp_path: Path, judge: str, told: str) -> None:
    assert faults_of(tmp_path, f"{judge}\nhuman: {{criteria: {{1: yes}}}}") == [f"3:21: {told}"]


def test_a_rubric_with_faults_is_told_alone(tmp_path: Path) -> None:
    written = "Judge: [{criterion: a, points: 0}, b]\nhuman: {criteria: {1: yes}}"
    assert faults_of(tmp_path, written) == [
        '2:34: criterion 1: `points` must be a number other than 0, found "0"'
    ]


def test_an_entry_of_evaluators_has_no_criteria(tmp_path: Path) -> None:
    written = "Judge: [a]\nevaluators: [{name: b, human: {criteria: {1: yes}}}]"
    assert faults_of(tmp_path, written) == [
        "3:44: `criteria` labels the criteria of a `Judge`, which an entry of `evaluators` has none of; write them "
        "into the `human` of the case, or give `score` and `reason` here"
    ]


def test_labels_are_about_one_output(tmp_path: Path) -> None:
    written = "Judge: [{criterion: a, human: yes}]\ntargets: {b: m:f}"
    assert faults_of(tmp_path, written) == [
        "2:3: `human` is about one output, and the case has several `targets`: leave it out"
    ]


def test_labels_are_no_defaults(tmp_path: Path) -> None:
    file = load_file(
        tmp_path,
        """\
        defaults:
          Judge: [a, {criterion: b, human: yes}]
          human: {criteria: {1: yes}}
        cases: [{Input: x}]
        """,
    )
    told = "labels of criteria are about one output: write them into its case"
    assert [each.removeprefix("suite.rubric.yaml:") for each in file.cases[0].faults] == [
        f"2:29: case case-0: in `defaults`: criterion 2: {told}",
        f"3:21: case case-0: in `defaults`: `human`: {told}",
    ]


def test_a_case_labels_the_criteria_of_the_defaults(tmp_path: Path) -> None:
    file = load_file(
        tmp_path,
        """\
        defaults: {Judge: [a, b]}
        cases:
        - {Input: x, human: {criteria: [yes, no]}}
        - {Input: y, human: {criteria: {3: yes}}}
        """,
    )
    assert file.cases[0].human == HumanLabels(criteria={1: True, 2: False})
    assert [each.faults != () for each in file.cases] == [False, True]


def test_labels_are_not_part_of_a_file_that_cases_share(tmp_path: Path) -> None:
    (tmp_path / "shared.yaml").write_text("- a\n- {criterion: b, human: yes}\n", encoding="utf-8")
    assert faults_of(tmp_path, "JudgeFile: shared.yaml") == [
        "shared.yaml:2:18: criterion 2: `human` is about one output, and a `JudgeFile` may serve many: "
        "write it into the case, as `human: {criteria: {1: yes}}`"
    ]


def test_a_case_labels_the_criteria_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "shared.yaml").write_text("- a\n- b\n", encoding="utf-8")
    case = load_case(tmp_path, "JudgeFile: shared.yaml\nhuman: {criteria: {b: no}}")
    assert (case.faults, case.human) == ((), HumanLabels(criteria={2: False}))


def test_labels_in_python_tests() -> None:
    case = python_case(title="t", criteria=["a", {"criterion": "b", "points": -5, "human": "clean"}])
    assert case.human == HumanLabels(criteria={2: False})
    assert case.rubric == CriteriaRubric((Criterion(1, "a", Fraction(10)), Criterion(2, "b", Fraction(-5))))
    with pytest.raises(ConfigError, match="criterion 1: `human` must be one of yes, no, true, false, met"):
        python_case(title="t", criteria=[{"criterion": "b", "human": "perhaps"}])


@pytest.mark.parametrize(
    ("written", "fits"),
    [
        ("human: {criteria: {a: Yes, b: not-met}}", True),
        ("human: {criteria: [violated, ~, true], reason: why}", True),
        ("human: {score: 5, reason: b, criteria: {a: no}}", True),
        ("Judge: [{criterion: a, human: clean}]", True),
        ("evaluators: [{name: a, human: {score: 5, reason: b}}]", True),
        ("human: {score: 5}", False),
        ("human: {score: 5, criteria: {a: no}}", False),
        ("human: {reason: b}", False),
        ("human: {criteria: {a: maybe}}", False),
        ("human: {criteria: yes}", False),
        ("Judge: [{criterion: a, human: 1}]", False),
        ("evaluators: [{name: a, human: {criteria: {a: yes}}}]", False),
    ],
)
def test_the_schema_knows_labels(written: str, fits: bool) -> None:
    # an editor reads YAML as JSON has it, with texts as keys
    document = {"cases": [yaml.safe_load(written)]}
    assert jsonschema.Draft202012Validator(json_schema()).is_valid(document) is fits
