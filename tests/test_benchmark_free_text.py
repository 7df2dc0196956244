"""A reader of prose by rules: the parts that it finds, and what the benchmark says of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.careful_reader import read
from benchmarks.free_text_wild import Prose, compiled, texts, totals

ROOT = Path(__file__).parents[1]

WEIGHED = """\
评估维度：
- 准时（60%）：是否写明停运时间（如“周五之前”），时间“得 5 分”的说法不算
  - 写明日期得 60 分，只写月份得 20-30 分（略粗）；多写一天扣 5 分；语焉不详扣分
- 语气（40%）：是否友好
  - 友好得 40 分；未因赶时间扣分，也没有客套得 15 分

注意：给 0 分要慎重。
"""
LISTED = "评分点：1. 写明停运日期 [15分]；2. 建议走楼梯 [10分]。语气粗鲁扣20分，编造原因扣15分。"
ENGLISH = "Grading: names the day [15 points]; takes 0.5 lines. Minus 20 if it insults the reader."


def found(text: str) -> list[tuple[object, object, object]]:
    return [(part["kind"], part["words"], part["number"]) for part in read(text)]


def test_weighed_dimensions_and_their_levels() -> None:
    assert found(WEIGHED) == [
        ("other", "评估维度：", None),
        ("dimension", "- 准时（60%）：是否写明停运时间（如“周五之前”），时间“得 5 分”的说法不算", 60),
        ("level", "写明日期得 60 分", 60),
        ("level", "只写月份得 20-30 分（略粗）", 30),
        ("level", "多写一天扣 5 分", -5),
        ("level", "语焉不详扣分", None),
        ("dimension", "- 语气（40%）：是否友好", 40),
        ("level", "友好得 40 分", 40),
        ("level", "未因赶时间扣分，也没有客套得 15 分", 15),
        ("other", "注意：给 0 分要慎重。", None),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LISTED, [
            ("other", "评分点：", None),
            ("criterion", "写明停运日期 [15分]", 15),
            ("criterion", "建议走楼梯 [10分]", 10),
            ("criterion", "语气粗鲁扣20分", -20),
            ("criterion", "编造原因扣15分", -15),
        ]),
        (ENGLISH, [
            ("other", "Grading:", None),
            ("criterion", "names the day [15 points]", 15),
            ("other", "takes 0.5 lines", None),
            ("criterion", "Minus 20 if it insults the reader", -20),
        ]),
        ("- is polite\n- names the day", [
            ("criterion", "is polite", None),
            ("criterion", "names the day", None),
        ]),
        ("About the lift.", [("other", "About the lift", None)]),
        ("", []),
    ],
)  # fmt: skip
def test_statements_with_and_without_points(text: str, expected: list[tuple[object, object, object]]) -> None:
    assert found(text) == expected


def test_a_text_is_compiled_as_in_a_run() -> None:
    each = compiled(Prose(WEIGHED, ("lift",)))
    assert (each.becomes, each.counts, each.levels) == ("2 dimensions", "60 40", "3 2")
    assert each.outcome.usage.calls == 1
    assert each.outcome.notes == (
        "dimensions compiled from the text of `Judge`: 2",
        "a range of points counts as its upper end: “只写月份得 20-30 分（略粗）”",
        "“多写一天扣 5 分” is the level 55 of “准时”: 60 less 5",
        "“语焉不详扣分” is no level of “准时”, and stands in its description",
        "of the text these words are not judged: “注意：给 0 分要慎重”",
    )


def cases(folder: Path, *judges: str) -> Path:
    document = {"cases": [{"Input": "What about the lift?", "Judge": text} for text in judges]}
    (folder / "lift.rubric.yaml").write_text(json.dumps(document), encoding="utf-8")
    return folder


def test_what_cannot_be_compiled_is_counted_and_named(tmp_path: Path) -> None:
    both = "- Tone (100%): is it kind?\nIt names the day [15 points]."
    all_texts = texts(cases(tmp_path, LISTED, both, LISTED))
    assert [each.cases for each in all_texts] == [
        ("lift.rubric.yaml::case-0", "lift.rubric.yaml::case-2"),
        ("lift.rubric.yaml::case-1",),
    ]
    outcomes = [compiled(each) for each in all_texts]
    counted = totals(outcomes)
    assert (counted["texts"], counted["texts compiled"]) == (2, 2)
    assert (counted["cases"], counted["criteria"], counted["dimensions"]) == (3, 4, 1)
    assert outcomes[1].outcome.notes[-1] == (
        "of the text these words are not judged: “It names the day [15 points]”"
    )
    nothing = compiled(Prose("About the lift.", ("lift",)))
    assert (nothing.becomes, nothing.counts, nothing.levels) == ("error", "", "")
    assert totals([nothing]) == {
        "texts": 1,
        "texts compiled": 0,
        "cases": 1,
        "cases compiled": 0,
        "criteria": 0,
        "dimensions": 0,
        "levels": 0,
        "dimensions without levels": 0,
        "re-asks": 1,
    }


def test_the_command(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "benchmarks.free_text_wild",
        "--data",
        str(cases(tmp_path, LISTED, WEIGHED)),
    ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "text 2 (lift.rubric.yaml::case-1):" in run.stdout
    assert "texts: 2\ntexts compiled: 2\n" in run.stdout
    as_json = subprocess.run(
        [*command, "--report", "json"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    document = json.loads(as_json.stdout)
    assert document["texts"][0]["points or weights"] == "15 10 -20 -15"
    assert document["totals"]["levels"] == 5


def test_a_folder_without_prose_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.free_text_wild", "--data", str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "has a text under `Judge`" in run.stderr
