"""Every form of `Judge`."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from textwrap import indent

import pytest

from pytest_rubric.model import CriteriaRubric, Criterion, FreeTextRubric
from tests.loading.support import FILE, faults_of, load_case, load_file

TWO = CriteriaRubric(
    (
        Criterion(1, "Names the fee", Fraction(15), ("axis:accuracy",), line=3),
        Criterion(2, "Invents a discount", Fraction(-5), line=6),
    )
)
YAML_LIST = """\
- criterion: Names the fee
  points: 15
  tags: [axis:accuracy]
- criterion: Invents a discount
  points: -5
"""


def without_lines(rubric: object) -> list[tuple[str, Fraction | int]]:
    assert isinstance(rubric, CriteriaRubric)
    return [(criterion.text, criterion.points) for criterion in rubric.criteria]


def test_a_list_of_criteria(tmp_path: Path) -> None:
    case = load_case(tmp_path, f"Judge:\n{YAML_LIST}")
    assert (case.rubric, case.judge_line, case.faults) == (TWO, 2, ())


@pytest.mark.parametrize(
    "judge",
    [
        "rubric:\n" + YAML_LIST,
        "RUBRICS:\n" + YAML_LIST,
        "criteria:\n" + YAML_LIST,
        "Judge:\n  rubrics:\n" + indent(YAML_LIST, "  "),
        "Judge:\n  rubric_name: Fees\n  Criteria:\n" + indent(YAML_LIST, "  "),
        "Judge: |\n" + indent(YAML_LIST, "  "),
        "Judge: >\n" + indent(YAML_LIST.replace("\n", "\n\n"), "  "),
        "Judge: |\n  rubrics:\n" + indent(YAML_LIST, "  "),
        "Judge: " + json.dumps(YAML_LIST),
        "Judge: '" + json.dumps({"rubrics": [{"criterion": "Names the fee", "points": 15},
                                             {"criterion": "Invents a discount", "points": -5}]}) + "'",
        "Judge: '" + json.dumps([{"Requirement": "Names the fee", "Weight": 15},
                                 {"requirement": "Invents a discount", "weight": -5}]) + "'",
    ],
)  # fmt: skip
def test_other_ways_to_write_the_same_criteria(tmp_path: Path, judge: str) -> None:
    case = load_case(tmp_path, judge)
    assert case.faults == ()
    assert without_lines(case.rubric) == without_lines(TWO)


def test_lines_of_criteria_in_a_block_text_are_those_of_the_file(tmp_path: Path) -> None:
    case = load_case(tmp_path, "Judge: |\n" + indent(YAML_LIST, "  "))
    assert [criterion.line for criterion in case.criteria] == [3, 6]
    assert faults_of(tmp_path, "Judge: |\n  - criterion: a\n    points: none") == [
        '4: criterion 1: `points` must be a number other than 0, found "none"'
    ]


def test_criteria_in_another_text_are_at_its_line(tmp_path: Path) -> None:
    case = load_case(tmp_path, "ExpectedOutput: a\nJudge: " + json.dumps(YAML_LIST))
    assert [criterion.line for criterion in case.criteria] == [3, 3]
    assert faults_of(tmp_path, r'Judge: "- criterion: a\n  points: none"') == [
        '2: criterion 1: `points` must be a number other than 0, found "none"'
    ]


@pytest.mark.parametrize(
    "judge",
    [
        "Judge: [Says a, Says b]",
        "Judge: [{criterion: Says a}, {requirement: Says b, points: }]",
        "Judge: |\n  - Says a\n  - Says b",
        """Judge: '["Says a", "Says b"]'""",
    ],
)
def test_criteria_without_points_get_10(tmp_path: Path, judge: str) -> None:
    assert without_lines(load_case(tmp_path, judge).rubric) == [("Says a", 10), ("Says b", 10)]


@pytest.mark.parametrize("empty", ["", "~", "null", "[]", "{}", '""', '"  "', "|\n    \n", "{rubrics: []}"])
def test_an_empty_judge_is_none(tmp_path: Path, empty: str) -> None:
    case = load_case(tmp_path, f"ExpectedOutput: a\nJudge: {empty}")
    assert (case.rubric, case.faults) == (None, ())
    [fault] = faults_of(tmp_path, f"Judge: {empty}")
    assert fault == (
        "2:3: there is nothing to judge by: give the case a `Judge`, an `ExpectedOutput`, `evaluators` or "
        "`compare`"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Friendly, short, and right about the fee.",
        "Accuracy: 40%\nTone: 60%",
        "Dimensions:\n- accuracy (40%)\n- tone (60%)",
        "- accuracy (40%)\n- tone (60%)",
        "- names the fee [15 points]\n- is polite [5 points]",
        "- 提到费用 15 分\n- 语气友好 5 分",
        "- Accuracy: are the facts right\n- Tone: is it kind",
        "- accuracy\n  - facts\n  - numbers\n- tone",
        "Criteria: be kind",
        "Criteria:\n- kind\n- short",
        "Name: the fee: must be right",
        "[15 points] Names the fee",
        "{this is no YAML",
        "# Heading\n\nCheck: all of it",
        "评估维度：\n- 准确度（60%）：事实是否正确\n- 语气（40%）",
    ],
)
def test_prose_is_free_text(tmp_path: Path, text: str) -> None:
    case = load_case(tmp_path, f"Judge: {json.dumps(text)}")
    assert (case.rubric, case.faults) == (FreeTextRubric(text), ())


@pytest.mark.parametrize(
    ("judge", "faults"),
    [
        ("Judge: 5", ['2:10: `Judge` must be a list of criteria, a mapping or a text, found "5"']),
        ("Judge: true", ['2:10: `Judge` must be a list of criteria, a mapping or a text, found "true"']),
        (
            "Judge: {criterion: a, points: 1}",
            ["2:10: `Judge` must be a list: put `- ` before its first key"],
        ),
        ("Judge: {name: a, weight: 1}", ["2:10: `Judge` must be a list: put `- ` before its first key"]),
        (
            "Judge: {rubrix: [a]}",
            [
                "2:11: `rubrix` in `Judge` must be a dimension: a mapping, a text or a weight, found a list; "
                "did you mean `rubric`?"
            ],
        ),
        (
            "Judge: {tone: }",
            ["2:11: `tone` in `Judge` must be a dimension: a mapping, a text or a weight, found nothing"],
        ),
        (
            "Judge: {rubrics: [a], criteria: [b]}",
            ["2:25: `criteria` and `rubrics` (line 2) mean the same key"],
        ),
        (
            "Judge: {rubrics: [a], scale: 1-5}",
            ["2:25: unknown key `scale` in a rubric (allowed: rubrics, rubric_name, metadata)"],
        ),
        (
            "Judge: [{criterion: a}, {name: b}, c]",
            [
                "2:11: `Judge` mixes criteria and dimensions: either every entry has `criterion`, or every "
                "entry has `name` (as the one at line 2)"
            ],
        ),
        (
            "Judge: [{name: b}, plain]",
            [
                "2:22: `Judge` mixes criteria and dimensions: either every entry has `criterion`, or every "
                "entry has `name` (as the one at line 2)"
            ],
        ),
        (
            "Judge:\n- criteria: Greets\n  point: 5",
            [
                "3:5: criterion 1: unknown key `criteria` in a criterion; did you mean `criterion`?",
                "4:5: criterion 1: unknown key `point` in a criterion; did you mean `points`?",
                "3:5: criterion 1: `criterion` is missing",
            ],
        ),
        (
            "Judge:\n-\n- criterion: x\n- [y]\n- ''\n- criterion: ' '\n- {criterion: x, requirement: y}",
            [
                "3:4: criterion 1: must be a text or a mapping with `criterion` and `points`, found nothing",
                "5:5: criterion 3: must be a text or a mapping with `criterion` and `points`, found a list",
                '6:5: criterion 4: must be a text or a mapping with `criterion` and `points`, found ""',
                '7:16: criterion 5: `criterion` must be a text that is not empty, found " "',
                "8:20: criterion 6: `requirement` and `criterion` (line 8) mean the same key",
            ],
        ),
        (
            "Judge: |\n  - criterion: a: b\n    points: 1",
            [
                "2:10: the text of `Judge` looks like YAML, but it is not readable as YAML: mapping values are "
                "not allowed here (line 1 of the text)"
            ],
        ),
        (
            "Judge: '{\"rubric_name\": \"r\", \"criteria\": ['",
            [
                "2:10: the text of `Judge` looks like YAML, but it is not readable as YAML: expected the node "
                "content, but found '<stream end>' (while parsing a flow node) (line 1 of the text)"
            ],
        ),
        (
            "Judge: [{name: a, name: b}]",
            ["2:21: dimension 1: duplicate key `name` (first at line 2)"],
        ),
    ],
)  # fmt: skip
def test_a_judge_that_is_nothing_of_all_that(tmp_path: Path, judge: str, faults: list[str]) -> None:
    assert faults_of(tmp_path, judge) == faults


def test_criteria_count_on_behind_a_faulty_one(tmp_path: Path) -> None:
    case = load_case(tmp_path, "Judge: [a, {criterion: b, points: x}, c]")
    assert [criterion.id for criterion in case.criteria] == [1, 3]
    assert len(case.faults) == 1


def test_metadata_and_own_keys_of_a_criterion_are_free(tmp_path: Path) -> None:
    case = load_case(tmp_path, "Judge: [{criterion: a, metadata: {b: c}, x-note: [d], X-other: 1}]")
    assert (case.faults, case.criteria[0].text) == ((), "a")


class TestJudgeFile:
    @pytest.mark.parametrize(
        ("name", "content", "rubric"),
        [
            ("r.yaml", YAML_LIST, [("Names the fee", 15), ("Invents a discount", -5)]),
            ("r.yml", "Judge:\n" + YAML_LIST, [("Names the fee", 15), ("Invents a discount", -5)]),
            ("r.json", '{"rubrics": [{"criterion": "a", "points": 3}]}', [("a", 3)]),
            ("r.yaml", "- a\n- b (40%)\n", [("a", 10), ("b (40%)", 10)]),
            ("r.md", YAML_LIST, [("Names the fee", 15), ("Invents a discount", -5)]),
        ],
    )
    def test_it_holds_any_form_of_a_rubric(
        self, tmp_path: Path, name: str, content: str, rubric: list[tuple[str, int]]
    ) -> None:
        (tmp_path / name).write_text(content)
        case = load_case(tmp_path, f"ExpectedOutput: a\nJudgeFile: {name}")
        assert case.faults == ()
        assert without_lines(case.rubric) == rubric
        assert case.judge_line == 3

    def test_prose(self, tmp_path: Path) -> None:
        (tmp_path / "r.md").write_bytes("# Rules\r\n\r\n- be kind (40%)\r\n".encode("utf-8-sig"))
        case = load_case(tmp_path, "JudgeFile: r.md")
        assert case.rubric == FreeTextRubric("# Rules\n\n- be kind (40%)\n")

    def test_it_is_relative_to_the_case_file(self, tmp_path: Path) -> None:
        (tmp_path / "shared").mkdir()
        (tmp_path / "shared/r.yaml").write_text(YAML_LIST)
        text = "cases:\n- JudgeFile: ../shared/r.yaml\n- JudgeFile: ../shared/r.yaml\n"
        first, second = load_file(tmp_path, text, "sets/s.rubric.yaml").cases
        assert first.faults == second.faults == ()
        assert first.rubric is second.rubric

    def test_its_criteria_have_no_line_in_the_case_file(self, tmp_path: Path) -> None:
        (tmp_path / "r.yaml").write_text(YAML_LIST)
        case = load_case(tmp_path, "JudgeFile: r.yaml")
        assert [criterion.line for criterion in case.criteria] == [None, None]

    @pytest.mark.parametrize(
        ("name", "content", "fault"),
        [
            ("r.yaml", "- criterion: a\n  points: x\n",
             'r.yaml:2:11: case case-0: criterion 1: `points` must be a number other than 0, found "x"'),
            ("r.yaml", "- [\n", "r.yaml:2:1: case case-0: is not readable as YAML: expected the node content, "
                                "but found '<stream end>' (while parsing a flow node)"),
            ("r.md", "- criterion: a\n  points: x\n",
             'r.md:2:11: case case-0: criterion 1: `points` must be a number other than 0, found "x"'),
            ("r.md", " \n", "r.md:1:1: case case-0: holds no rubric; a `JudgeFile` must not be empty"),
            ("r.yaml", "[]\n", "r.yaml:1:1: case case-0: holds no rubric; a `JudgeFile` must not be empty"),
        ],
    )  # fmt: skip
    def test_what_is_wrong_in_it_is_at_its_own_place(
        self, tmp_path: Path, name: str, content: str, fault: str
    ) -> None:
        (tmp_path / name).write_text(content)
        assert load_case(tmp_path, f"JudgeFile: {name}").faults == (fault,)

    @pytest.mark.parametrize(
        ("written", "fault"),
        [
            ("gone.yaml", '3:14: `JudgeFile` "gone.yaml" does not exist (looked for {folder}/gone.yaml)'),
            ("'{{id}}.yaml'", "3:14: `JudgeFile` takes no placeholders: give each case its own"),
            (
                "../../r.yaml",
                '3:14: `JudgeFile` must stay inside the root directory, found "../../r.yaml"; '
                "set rubric_allow_outside_root to allow it",
            ),
            ("[a]", "3:14: `JudgeFile` must be a text that is not empty, found a list"),
        ],
    )
    def test_a_file_that_cannot_be_had(self, tmp_path: Path, written: str, fault: str) -> None:
        faults = faults_of(tmp_path, f"ExpectedOutput: a\nJudgeFile: {written}")
        assert faults == [fault.format(folder=tmp_path) if "{folder}" in fault else fault]

    def test_beside_a_judge_it_is_too_much(self, tmp_path: Path) -> None:
        (tmp_path / "r.yaml").write_text(YAML_LIST)
        assert load_case(tmp_path, "Judge: [a]\nJudgeFile: r.yaml").faults == (
            f"{FILE}:3:3: case case-0: `Judge` and `JudgeFile` exclude each other: give one of them",
        )
