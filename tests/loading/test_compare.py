"""``compare:``: every form, and what is wrong with the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_rubric.model import CompareSpec, TargetSpec
from pytest_rubric.model.comparison import (
    FileSource,
    FolderSource,
    InlineSource,
    LevelCriterion,
    OwnSource,
    PreviousSource,
    TargetSource,
)
from tests.loading.support import faults_of, load_case, load_file

AB = "A: {output: x}, B: {output: y}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{with: previous}", CompareSpec(OwnSource(), PreviousSource(), "not_worse")),
        ("{with: ./previous}", CompareSpec(OwnSource(), FileSource("./previous"), "not_worse")),
        ("{With: 'old/{{id}}.md', Expect: A}", CompareSpec(OwnSource(), FileSource("old/{{id}}.md"), "A")),
        ("{with: {output: No}}", CompareSpec(OwnSource(), InlineSource("No"), "not_worse")),
        ("{with: {dir: old}}", CompareSpec(OwnSource(), FolderSource("old"), "not_worse")),
        ("{A: {output: ''}, B: {file: b.md}}", CompareSpec(InlineSource(""), FileSource("b.md"))),
        (
            "{a: {target: 'm:f'}, b: {target: {command: [x]}}, expect: B}",
            CompareSpec(
                TargetSource(TargetSpec(function="m:f")), TargetSource(TargetSpec(command=("x",))), "B"
            ),
        ),
        (
            "{A: {folder: a}, B: {dir: b}, expect: not_worse, expectations: [Is signed, no]}",
            CompareSpec(FolderSource("a"), FolderSource("b"), "not_worse", ("Is signed", "no")),
        ),
        (
            f"{{{AB}, criteria: {{content: [Data placement], structure: [{{name: Flow, levels: {{1: bad, 5: good}}}}]}}}}",
            CompareSpec(
                InlineSource("x"),
                InlineSource("y"),
                content=(LevelCriterion("Data placement", {}),),
                structure=(LevelCriterion("Flow", {1: "bad", 5: "good"}),),
            ),
        ),
        # two runs of one target are two outputs
        (
            "{A: {target: 'm:f'}, B: {target: 'm:f'}}",
            CompareSpec(TargetSource(TargetSpec(function="m:f")), TargetSource(TargetSpec(function="m:f"))),
        ),
    ],
)
def test_forms(tmp_path: Path, text: str, expected: CompareSpec) -> None:
    case = load_case(tmp_path, f"compare: {text}")
    assert case.faults == ()
    assert case.compare == expected


@pytest.mark.parametrize("text", ["", "~", "null"])
def test_nothing_is_no_comparison(tmp_path: Path, text: str) -> None:
    case = load_case(tmp_path, f"ExpectedOutput: x\ncompare: {text}")
    assert (case.faults, case.compare) == ((), None)


ONE_OF = "must be a mapping with one of `output`, `file`, `dir` and `target`"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (
            "old.md",
            ["2:12: `compare` must be a mapping, such as {with: previous} or {A: {file: a.md}, B: {file: b.md}}, found \"old.md\""],
        ),
        ("{}", ["2:12: `compare` needs `A` and `B`, or `with`"]),
        (
            "{wiht: previous}",
            [
                "2:13: unknown key `wiht` in a comparison; did you mean `with`?",
                "2:12: `compare` needs `A` and `B`, or `with`",
            ],
        ),
        (
            "{A: {output: x}}",
            ["2:12: `B` of `compare` is missing; to compare the case's own output, write `with`"],
        ),
        (
            "{B: {output: x}}",
            ["2:12: `A` of `compare` is missing; to compare the case's own output, write `with`"],
        ),
        (
            "{with: previous, B: {output: x}}",
            ["2:29: `with` and `B` exclude each other: `with` compares the case's own output, A, with another one, B"],
        ),
        ("{A: x, B: {output: y}}", [f'2:16: `A` {ONE_OF}, found "x"; write {{output: ...}} for a text']),
        ("{A: {output: y}, B: [x]}", [f"2:32: `B` {ONE_OF}, found a list"]),
        ("{A: {output: y}, B: }", [f"2:32: `B` {ONE_OF}, found nothing"]),
        ("{A: {output: y}, B: {}}", [f"2:32: `B` {ONE_OF}, found none of them"]),
        ("{A: {output: y}, B: {file: a, dir: b}}", [f"2:32: `B` {ONE_OF}, found `file`, `dir`"]),
        (
            "{A: {output: y}, B: {flie: a}}",
            ["2:33: unknown key `flie` in a compared output; did you mean `file`?"],
        ),
        ("{A: {output: y}, B: {output: }}", ['2:41: `output` must be text, found nothing; write "" for an empty one']),
        ("{A: {output: y}, B: {file: ' '}}", ['2:39: `file` must be a text that is not empty, found " "']),
        (
            "{A: {output: y}, B: {dir: ../out}}",
            ['2:38: `dir` must stay inside the root directory, found "../out"; set rubric_allow_outside_root to allow it'],
        ),
        (
            "{A: {output: y}, B: {target: }}",
            ["2:41: `target` must be `package.module:function` or a mapping, found nothing"],
        ),
        (
            "{A: {file: a.md}, B: {file: ./a.md}}",
            ["2:30: `A` and `B` name the same place: an output can't be compared with itself"],
        ),
        (
            "{A: {dir: a}, B: {dir: b/../a}}",
            ["2:26: `A` and `B` name the same place: an output can't be compared with itself"],
        ),
        ("{with: }", ["2:19: `with` must be `previous`, the path of a file, or a mapping with `dir` or `target`, found nothing"]),
        (
            f"{{{AB}, expect: better}}",
            ['2:53: `expect` must be one of A, B, not_worse, found "better"'],
        ),
        (
            f"{{{AB}, expect: not_wrose}}",
            ['2:53: `expect` must be one of A, B, not_worse, found "not_wrose"; did you mean not_worse?'],
        ),
        (f"{{{AB}, expectations: short}}", ['2:59: `expectations` must be a list of texts, found "short"; write [short]']),
        (
            f"{{{AB}, criteria: [a]}}",
            ["2:55: `criteria` of `compare` must be a mapping with `content`, `structure` or both, found a list"],
        ),
        (
            f"{{{AB}, criteria: {{content: []}}}}",
            ["2:65: `content` must be a list of criteria: names, or mappings with `name` and `levels`, found a list"],
        ),
        (
            f"{{{AB}, criteria: {{content: [Flow, {{name: flow}}]}}}}",
            ['2:72: `content` 2: there is another one named "flow"'],
        ),
        (f"{{{AB}, criteria: {{structure: [{{levels: {{1: a}}}}]}}}}", ["2:68: `structure` 1: `name` is missing"]),
        (
            f"{{{AB}, criteria: {{structure: [{{name: a, levels: {{0: b}}}}]}}}}",
            ['2:87: `structure` 1: `levels` must be a mapping of levels from 1 to 5 to what they mean, found the level "0"'],
        ),
        (f"{{{AB}, samples: 3}}", ["2:45: unknown key `samples` in a comparison (allowed: A, B, with, expect, expectations, criteria)"]),
    ],
)  # fmt: skip
def test_faults_are_told_at_their_place(tmp_path: Path, text: str, faults: list[str]) -> None:
    assert faults_of(tmp_path, f"compare: {text}") == faults


@pytest.mark.parametrize("key", ["Judge: [a]", "JudgeFile: j.yaml"])
def test_a_judge_and_a_comparison_exclude_each_other(tmp_path: Path, key: str) -> None:
    (tmp_path / "j.yaml").write_text("- a\n")
    name = key.partition(":")[0]
    assert faults_of(tmp_path, f"{key}\ncompare: {{with: previous}}") == [
        f"3:3: `{name}` and `compare` exclude each other: give one of them"
    ]


def test_a_comparison_sets_the_judge_of_the_defaults_aside(tmp_path: Path) -> None:
    text = b"defaults: {Judge: [a]}\ncases: [{compare: {with: previous}}, {Input: b}]\n"
    compared, judged = load_file(tmp_path, text, "a.rubric.yaml").cases
    assert (compared.faults, compared.rubric) == ((), None)
    assert judged.compare is None
    assert judged.rubric is not None
