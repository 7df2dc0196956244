"""Rubrics as YAML, and a case file with other rubrics in it."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from textwrap import dedent

import pytest

from pytest_rubric.loading.replacing import replaced
from pytest_rubric.loading.rubrics import rubric_json, rubric_text
from pytest_rubric.model import (
    Check,
    CriteriaRubric,
    Criterion,
    Dimension,
    DimensionsRubric,
    FreeTextRubric,
    Level,
)
from tests.loading.support import load_case, load_file

CRITERIA = CriteriaRubric(
    (
        Criterion(1, "Names the day: Friday", Fraction(15), ("axis:facts",), required=True),
        Criterion(2, 'Says "no"\nor - worse - nothing', Fraction("-0.5")),
        Criterion(3, "contains: x", Fraction(10), check=Check("contains", "x")),
    )
)
DIMENSIONS = DimensionsRubric(
    (
        Dimension(1, "tone", "Is it kind?", Fraction("0.4")),
        Dimension(2, "form", "", Fraction(30), 30, (Level(0, "none"), Level(30, "all: yes")), minimum=0),
        Dimension(3, "准确性", "对不对", Fraction(0), 3),
    )
)


def without_lines(rubric: object) -> object:
    if isinstance(rubric, CriteriaRubric):
        return CriteriaRubric(tuple([replace(each, line=None) for each in rubric.criteria]))
    assert isinstance(rubric, DimensionsRubric)
    return DimensionsRubric(tuple([replace(each, line=None) for each in rubric.dimensions]))


@pytest.mark.parametrize("rubric", [CRITERIA, DIMENSIONS])
def test_what_is_written_loads_as_what_it_was(
    tmp_path: Path, rubric: CriteriaRubric | DimensionsRubric
) -> None:
    for written in (rubric_text(rubric), rubric_json(rubric)):
        (tmp_path / "r.yaml").write_text(written, encoding="utf-8")
        case = load_case(tmp_path, "JudgeFile: r.yaml")
        assert case.faults == ()
        assert without_lines(case.rubric) == rubric


def test_a_rubric_as_text() -> None:
    assert rubric_text(CriteriaRubric(CRITERIA.criteria[:1])) == dedent("""\
        - criterion: 'Names the day: Friday'
          points: 15
          tags:
          - axis:facts
          required: true""")


SHORT = CriteriaRubric((Criterion(1, "Is kind", Fraction(5)),))

BLOCK = """\
# a suite
meta: {count: 3}   # three
cases:
# the first
- id: a
  Input: "hi"   # as is
  Judge: |-   # prose
    Be kind (5 points).

    And short.

  ActualOutput: Hello
- Judge: Be kind (5 points)   # one line
  Input: b

-   id: c
    Judge: >
      folded
      text
    tags: [x]
"""


def loaded_again(folder: Path, source: str) -> list[object]:
    made = load_file(folder, source.encode())
    assert [case.faults for case in made.cases] == [()] * len(made.cases)
    return [
        case.rubric if isinstance(case.rubric, FreeTextRubric) else without_lines(case.rubric)
        for case in made.cases
    ]


def test_only_the_rubric_is_replaced(tmp_path: Path) -> None:
    made = replaced(BLOCK, dict.fromkeys((0, 1, 2), SHORT))
    assert made == dedent("""\
        # a suite
        meta: {count: 3}   # three
        cases:
        # the first
        - id: a
          Input: "hi"   # as is
          Judge:
          - criterion: Is kind
            points: 5

          ActualOutput: Hello
        - Judge:
          - criterion: Is kind
            points: 5   # one line
          Input: b

        -   id: c
            Judge:
            - criterion: Is kind
              points: 5
            tags: [x]
        """)
    assert loaded_again(tmp_path, made) == [SHORT] * 3


def test_other_cases_stay_as_they_are(tmp_path: Path) -> None:
    made = replaced(BLOCK, {1: SHORT})
    assert made == BLOCK.replace(
        "- Judge: Be kind (5 points)", "- Judge:\n  - criterion: Is kind\n    points: 5"
    )
    kinds = [type(rubric) for rubric in loaded_again(tmp_path, made)]
    assert kinds == [FreeTextRubric, CriteriaRubric, FreeTextRubric]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("cases: [{Input: a, Judge: be kind}]\n", [SHORT]),
        ('{"cases": [{"Judge": "be kind", "Input": "a"}]}', [SHORT]),
        ("defaults:\n  Judge: be kind\ncases:\n- Input: a\n- Input: b\n", [SHORT, SHORT]),
        ("x-base: &base\n  Judge: be kind\ncases:\n- <<: *base\n  Input: a\n- Input: b\n  <<: [*base]\n", [SHORT, SHORT]),
        ("cases:\n- Input: a\n  Judge: &r |\n    be kind\n- Input: b\n  Judge: *r\n", [SHORT, SHORT]),
        ("x-r: &r be kind\ncases:\n- Input: a\n  Judge: *r\n- Input: b\n  Judge: *r\n", [SHORT, SHORT]),
        ("cases:\n- Input: a\n  Judge:\n    be\n    kind\n- Input: b\n  Judge: be kind", [SHORT, SHORT]),
        ("testcases:\r\n- input: a\r\n  rubric: be kind\r\n  tags: [x]\r\n", [SHORT]),
        ("cases:\n- Input: 中文😀\n  Judge: '友好'\n  tags: [x]\n", [SHORT]),
    ],
)  # fmt: skip
def test_wherever_the_rubric_stands(tmp_path: Path, source: str, expected: list[object]) -> None:
    made = replaced(source, dict.fromkeys(range(len(expected)), SHORT))
    assert loaded_again(tmp_path, made) == expected
    assert ("\r\n" in made) == ("\r\n" in source)
    assert "\n" not in made.replace("\r\n", "") if "\r\n" in source else True


def test_a_judge_file_becomes_a_judge(tmp_path: Path) -> None:
    (tmp_path / "r.md").write_text("be kind")
    source = "cases:\n- JudgeFile: r.md\n  Input: a\n- {JudgeFile: r.md, Input: b}\n"
    made = replaced(source, {0: SHORT, 1: SHORT})
    assert made == (
        "cases:\n- Judge:\n  - criterion: Is kind\n    points: 5\n  Input: a\n- {Judge: "
        + json.dumps([{"criterion": "Is kind", "points": 5}])
        + ", Input: b}\n"
    )
    assert loaded_again(tmp_path, made) == [SHORT, SHORT]
