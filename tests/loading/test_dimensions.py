"""`Judge` as weighed dimensions."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from textwrap import indent

import pytest

from pytest_rubric.model import Dimension, DimensionsRubric, Level
from tests.loading.support import faults_of, load_case

LOW_HIGH = (Level(1, "rude"), Level(3, "kind"))


def loaded(folder: Path, judge: str) -> tuple[Dimension, ...]:
    case = load_case(folder, judge)
    assert case.faults == ()
    assert isinstance(case.rubric, DimensionsRubric)
    return case.rubric.dimensions


def test_a_list_of_entries_with_names(tmp_path: Path) -> None:
    judge = """\
    Judge:
    - name: tone
      description: |
        How it speaks to the reader.
      weight: 0.4
      scale: 1-3
      levels: {1: rude, 3: kind}
    - Name: facts
    """
    assert loaded(tmp_path, judge) == (
        Dimension(1, "tone", "How it speaks to the reader.", Fraction(2, 5), 3, LOW_HIGH, line=3),
        Dimension(2, "facts", "", Fraction(1), 5, (), line=9),
    )


@pytest.mark.parametrize(
    "judge",
    [
        "Judge: [{name: tone, weight: 2, levels: {3: kind, 1: rude}}, {name: facts, description: Right?}]",
        "Judge: {tone: {weight: 2, levels: {1: rude, 3: kind}}, facts: Right?}",
        "Judge: {rubric_name: r, criteria: [{name: tone, weight: 2, levels: [{score: 1, description: rude}, "
        "{score: 3, description: kind}]}, {name: facts, description: Right?}]}",
        "Judge: {dimensions: [{name: tone, weight: 2, rubric: [{Score: 3, Description: kind}, "
        "{level: 1, description: rude}]}, {name: facts, description: Right?}], x-note: mine}",
        "Judge: '" + json.dumps({"rubric_name": "r", "criteria": [
            {"name": "tone", "weight": 2, "levels": {"1": "rude", "3": "kind"}},
            {"name": "facts", "description": "Right?"}]}) + "'",
        "Judge: |\n  - name: tone\n    weight: 2\n    levels: {1: rude, 3: kind}\n  - {name: facts, description: Right?}",
    ],
)  # fmt: skip
def test_other_ways_to_write_the_same_dimensions(tmp_path: Path, judge: str) -> None:
    tone, facts = loaded(tmp_path, judge)
    assert (tone.id, tone.name, tone.levels) == (1, "tone", LOW_HIGH)
    assert (facts.id, facts.name, facts.description) == (2, "facts", "Right?")
    assert [tone.weight, facts.weight] == [2, 1]
    assert (tone.maximum, facts.maximum) == (5, 5)


@pytest.mark.parametrize(
    "head",
    [
        "scale: 1-10\n  levels: {1: bad, 10: perfect}",
        "rubric: {scale: 1-10, levelDescriptions: {'1': bad, '10': perfect}}",
        "rubric:\n    scale: '1-10'\n    level_descriptions: [{score: 10, description: perfect}, {score: 1, description: bad}]",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "dimensions", ["criteria: [{name: a}, {name: b, scale: 1-3}]", "a: first\n  b: {scale: 1-3}"]
)
def test_what_a_rubric_says_for_all_of_its_dimensions(tmp_path: Path, head: str, dimensions: str) -> None:
    first, second = loaded(tmp_path, f"Judge:\n  {head}\n  {dimensions}")
    assert (first.maximum, first.levels) == (10, (Level(1, "bad"), Level(10, "perfect")))
    # levels of another scale mean nothing on this one
    assert (second.maximum, second.levels) == (3, ())


def test_a_merge_key_may_be_overridden(tmp_path: Path) -> None:
    judge = """\
    Judge:
      x-base: &base {a: {weight: 1, levels: {1: bad}}, b: second}
      <<: *base
      a: {weight: 3}
    """
    first, second = loaded(tmp_path, judge)
    assert (first.name, first.levels) == ("a", ())
    assert first.weight == 3
    assert (second.name, second.description) == ("b", "second")


def test_own_levels_go_before_those_for_all(tmp_path: Path) -> None:
    judge = (
        "Judge: {levels: {1: bad}, criteria: [{name: a, levels: {5: good}}, {name: b, levels: }, {name: c}]}"
    )
    assert [each.levels for each in loaded(tmp_path, judge)] == [
        (Level(5, "good"),),
        (),
        (Level(1, "bad"),),
    ]


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ("weight: 0", 0),
        ("weight: 0.1", Fraction(1, 10)),
        ("weight: .25", Fraction(1, 4)),
        ("weight: 40", 40),
        ("weight:", 1),
        ("", 1),
    ],
)
def test_weights_are_exact_and_a_zero_is_a_zero(tmp_path: Path, weights: str, expected: Fraction) -> None:
    first, _ = loaded(tmp_path, f"Judge: [{{name: a{', ' if weights else ''}{weights}}}, {{name: b}}]")
    assert first.weight == expected


def test_a_number_under_a_name_is_its_weight(tmp_path: Path) -> None:
    first, second = loaded(tmp_path, "Judge: {a: 0.7, b: '30 days or less'}")
    assert (first.weight, first.description) == (Fraction(7, 10), "")
    assert (second.weight, second.description) == (Fraction(1), "30 days or less")


def test_levels_that_may_be_given() -> None:
    described = tuple(Level(score, "x") for score in (1, 3, 5))
    assert Dimension(1, "a", levels=described).allowed == (1, 3, 5)
    assert Dimension(1, "a", levels=described[:1]).allowed == (1, 2, 3, 4, 5)
    assert Dimension(1, "a", maximum=3).allowed == (1, 2, 3)


def test_levels_that_are_points(tmp_path: Path) -> None:
    judge = "Judge: [{name: a, weight: 30, scale: 0-30, levels: {0: none, 10: one, 30: three}}]"
    (each,) = loaded(tmp_path, judge)
    assert (each.scale, each.minimum, each.maximum, each.allowed) == ("0-30", 0, 30, (0, 10, 30))


def test_dimensions_of_a_judge_file_have_no_line_in_the_case_file(tmp_path: Path) -> None:
    (tmp_path / "r.yaml").write_text("rubric_name: r\ncriteria:\n- name: a\n")
    (each,) = loaded(tmp_path, "JudgeFile: r.yaml")
    assert (each.name, each.line) == ("a", None)


def test_lines_in_a_block_text_are_those_of_the_file(tmp_path: Path) -> None:
    text = "- name: a\n- name: b\n  weight: x\n"
    assert faults_of(tmp_path, "Judge: |\n" + indent(text, "  ")) == [
        '5: dimension 2: `weight` must be a number of at least 0, found "x"'
    ]


@pytest.mark.parametrize(
    ("judge", "faults"),
    [
        ("Judge: [{name: a, weight: -1}]",
         ['2:29: dimension 1: `weight` must be a number of at least 0, found "-1"']),
        ("Judge: [{name: a, weight: true}]",
         ['2:29: dimension 1: `weight` must be a number of at least 0, found "true"']),
        ("Judge: [{name: a, weight: .inf}]",
         ['2:29: dimension 1: `weight` must be a number of at least 0, found ".inf"']),
        ("Judge: [{name: a, weight: 40%}]",
         ['2:29: dimension 1: `weight` must be a number of at least 0, found "40%"; write 40']),
        ("Judge: {a: 40%, b: true, c: -0.5}",
         ['2:14: dimension 1: `weight` must be a number of at least 0, found "40%"; write 40',
          '2:22: dimension 2: `weight` must be a number of at least 0, found "true"',
          '2:31: dimension 3: `weight` must be a number of at least 0, found "-0.5"']),
        ("Judge: [{name: a, weight: 0}, {name: b, weight: 0.0}]",
         ["2:10: the weights of the dimensions sum to 0; give at least one a `weight` above 0"]),
        ("Judge: [{name: Tone}, {name: ' tone '}]",
         ['2:25: dimension 2: the name "tone" is taken by dimension 1; names must be unique']),
        ("Judge: {Tone: a, tone: b}",
         ['2:20: dimension 2: the name "tone" is taken by dimension 1; names must be unique']),
        ("Judge: {tone: a, tone: b}",
         ["2:20: duplicate key `tone` (first at line 2)"]),
        ("Judge: [{name: a, scale: 1-7}]",
         ['2:28: dimension 1: `scale` must be one of 1-3, 1-5, 1-10, or 0-N for levels that are points, found "1-7"']),
        ("Judge: {criteria: [{name: a}], scale: 5}",
         ['2:41: `scale` must be one of 1-3, 1-5, 1-10, or 0-N for levels that are points, found "5"']),
        ("Judge: [{name: a, scale: 1-3, levels: {1: x, 4: y, high: z, 2: }}]",
         ['2:48: dimension 1: a level of `levels` must be a whole number of the scale 1-3, found "4"',
          '2:54: dimension 1: a level of `levels` must be a whole number of the scale 1-3, found "high"',
          "2:66: dimension 1: `level 2` must be a text that is not empty, found nothing"]),
        ("Judge: [{name: a, levels: {0: x, 1.5: y}}]",
         ['2:30: dimension 1: a level of `levels` must be a whole number of the scale 1-5, found "0"',
          '2:36: dimension 1: a level of `levels` must be a whole number of the scale 1-5, found "1.5"']),
        ("Judge: [{name: a, levels: [low, high]}]",
         ['2:30: dimension 1: each of `levels` must be a mapping with `score` and `description`, found "low"',
          '2:35: dimension 1: each of `levels` must be a mapping with `score` and `description`, found "high"']),
        ("Judge: [{name: a, levels: [{score: 2, text: b}, {description: c}, {score: 3, description: d}, "
         "{score: 3, description: e}]}]",
         ["2:41: dimension 1: unknown key `text` in a level (allowed: score, description)",
          "2:30: dimension 1: a level of `levels` has no `description`",
          "2:51: dimension 1: a level of `levels` has no `score`",
          "2:105: dimension 1: level 3 is described twice"]),
        ("Judge: [{name: a, levels: high}]",
         ["2:29: dimension 1: `levels` must be a mapping of levels to texts, or a list of mappings with "
          '`score` and `description`, found "high"']),
        ("Judge: [{name: a, levels: {1: x, 1: y}}]",
         ["2:36: dimension 1: duplicate key `1` (first at line 2)"]),
        ("Judge: [{name: a, wieght: 2}, {name: b, desciption: c, foo: 1}]",
         ["2:21: dimension 1: unknown key `wieght` in a dimension; did you mean `weight`?",
          "2:43: dimension 2: unknown key `desciption` in a dimension; did you mean `description`?",
          "2:58: dimension 2: unknown key `foo` in a dimension (allowed: name, description, weight, scale, "
          "levels, metadata)"]),
        ("Judge: [{name: a}, {nmae: b}, [c]]",
         ["2:23: dimension 2: unknown key `nmae` in a dimension; did you mean `name`?",
          "2:22: dimension 2: `name` is missing",
          "2:33: dimension 3: must be a mapping with `name`, found a list"]),
        ("Judge: [{name: ' '}]",
         ['2:18: dimension 1: `name` must be a text that is not empty, found " "']),
        ("Judge: {'': a}",
         ["2:11: dimension 1: its name is empty"]),
        ("Judge: {a: {name: b, weight: 1}}",
         ["2:15: dimension 1: it has a name already: `a`"]),
        ("Judge: {criteria: [{name: a}], scale: 1-5, rubric: {scale: 1-3, level: {}}}",
         ["2:67: unknown key `level` in a scale of dimensions; did you mean `levels`?",
          "2:55: `scale` in `rubric` says what `scale` says; keep one"]),
        ("Judge: {criteria: [{name: a}], dimensions: [{name: b}]}",
         ["2:34: the dimensions are given twice; keep one list"]),
        ("Judge: {criteria: [{name: a}], rubric: short}",
         ["2:42: `rubric` must be a list of dimensions, or a mapping with `scale` and `levels`, "
          'found "short"']),
        ("Judge: {criteria: [{name: a}], sacle: 1-5}",
         ["2:34: unknown key `sacle` in a rubric of dimensions; did you mean `scale`?"]),
        ("Judge: {scale: 1-5, metadata: {a: b}}",
         ["2:10: `Judge` names no dimension; write `name: description` for each"]),
        ("Judge: [{name: a, scale: 0-30}, {name: b, scale: 0-30, levels: {30: x, 31: y}}]",
         ["2:11: dimension 1: the levels of `scale: 0-30` are points: describe at least two of them",
          '2:74: dimension 2: a level of `levels` must be a whole number of the scale 0-30, found "31"',
          "2:35: dimension 2: the levels of `scale: 0-30` are points: describe at least two of them"]),
        ("Judge: [{name: a, scale: 0-0}, {name: b, scale: 0-9999}]",
         ['2:28: dimension 1: `scale` must be one of 1-3, 1-5, 1-10, or 0-N for levels that are points, found "0-0"',
          '2:51: dimension 2: `scale` must be one of 1-3, 1-5, 1-10, or 0-N for levels that are points, '
          'found "0-9999"']),
        ("Judge: {a: !tag b}",
         ["2:14: unknown tag !tag; a case file holds text, numbers, lists and mappings only: remove the tag, or put "
          "the text in quotes"]),
    ],
)  # fmt: skip
def test_all_that_is_wrong_is_told_at_its_place(tmp_path: Path, judge: str, faults: list[str]) -> None:
    assert faults_of(tmp_path, judge) == faults
