"""Names of report files and of their folders."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from pytest_rubric.reporting.naming import report_name, report_path, stems

ROOT = Path("/project")


@pytest.mark.parametrize(
    ("index", "evaluator", "name"),
    [
        (0, None, "case_0_eval_result.md"),
        (12, None, "case_12_eval_result.md"),
        (3, "toxicity", "case_3_toxicity_eval_result.md"),
        (3, "team/own check", "case_3_team-own-check_eval_result.md"),
    ],
)
def test_report_name(index: int, evaluator: str | None, name: str) -> None:
    assert report_name(index, evaluator) == name


@pytest.mark.parametrize(
    ("target", "stem", "path"),
    [
        (None, None, "case_1_eval_result.md"),
        (None, "parcels", "parcels/case_1_eval_result.md"),
        ("short", None, "short/case_1_eval_result.md"),
        ("short", "parcels", "parcels/short/case_1_eval_result.md"),
    ],
)
def test_targets_and_files_have_folders(target: str | None, stem: str | None, path: str) -> None:
    assert report_path(1, target=target, stem=stem) == path


@pytest.mark.parametrize(
    "expected",
    [
        {"a.rubric.yaml": "a", "b.rubric.yml": "b", "testcases.yaml": "testcases", "more.yml": "more"},
        {"a/x.rubric.yaml": "a-x", "b/x.rubric.yaml": "b-x", "b/y.rubric.yaml": "y"},
        {"x.yaml": "x.yaml", "x.rubric.yaml": "x.rubric.yaml"},
        {"a/x.yaml": "a-x", "x.yaml": "x"},
        {"one/a/x.yaml": "one-a-x", "two/a/x.yaml": "two-a-x"},
        {"a/x.yaml": "a-x.yaml", "a/x.rubric.yaml": "a-x.rubric.yaml", "b/x.yaml": "b-x"},
        {"a/x.yaml": "a-x", "b/x.yaml": "b-x", "a-x.yaml": "a-x-2"},
        {"A/Report.yaml": "A-Report", "b/report.yaml": "b-report"},
        {"a/b-x.yaml": "a-b-x", "a-b/x.yaml": "a-b-x-2", "b-x.yaml": "b-x", "x.yaml": "x"},
        {"退款.rubric.yaml": "退款", ".yaml": ".yaml"},
    ],
    ids=" ".join,
)
def test_stems_are_unique_and_as_short_as_can_be(expected: dict[str, str]) -> None:
    paths = [ROOT / path for path in expected]
    wanted = {ROOT / path: stem for path, stem in expected.items()}
    for order in permutations(paths):
        assert stems(order, ROOT) == wanted


def test_files_outside_the_root_use_their_own_folders() -> None:
    inside, outside = ROOT / "x.yaml", Path("/elsewhere/deep/x.yaml")
    assert stems([inside, outside], ROOT) == {inside: "x", outside: "deep-x"}


def test_no_files_no_stems() -> None:
    assert stems([], ROOT) == {}
