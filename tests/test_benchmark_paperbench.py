"""Scores from graded leaves: what is made of a small tree, and what is seen of a broken one."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from benchmarks.paperbench_scores import (
    LEAVES,
    ROOTS,
    Leaf,
    agreement_rows,
    faults,
    read_leaves,
    score,
    score_rows,
)

ROOT = Path(__file__).parents[1]

# root: "code" (weight 2) with three leaves, "results" (weight 1) with one
TREE = [
    ("code", 1, 2 / 12, 1),
    ("code", 1, 2 / 12, 0),
    ("code", 2, 4 / 12, 1),
    ("results", 3, 1 / 3, 0),
]


def data(folder: Path, published: float = 0.5) -> Path:
    lines = [
        {
            "paper": "lamps",
            "path": ["all of it", parent],
            "criterion": f"leaf {number}",
            "weight": weight,
            "effective_weight": share,
            "gold_score": grade,
        }
        for number, (parent, weight, share, grade) in enumerate(TREE)
    ]
    (folder / LEAVES).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    roots = {"lamps": {"published_root": published}, "not graded": {"published_root": 0.1}}
    (folder / ROOTS).write_text(json.dumps(roots), encoding="utf-8")
    return folder


def test_weights_are_read_as_the_ratios_that_they_are(tmp_path: Path) -> None:
    leaves = read_leaves(data(tmp_path))["lamps"]
    assert [leaf.share for leaf in leaves] == [Fraction(1, 6), Fraction(1, 6), Fraction(1, 3), Fraction(1, 3)]
    assert faults(leaves) == []
    assert score(leaves).raw == 50


@pytest.mark.parametrize(("published", "same"), [(0.5, "yes"), (0.51, "NO")])
def test_the_published_score_is_reproduced_or_not(published: float, same: str, tmp_path: Path) -> None:
    assert list(score_rows(data(tmp_path, published))) == [
        {
            "paper": "lamps",
            "criteria": 4,
            "met": 2,
            "published": f"{published:.12f}",
            "raw score / 100": "0.500000000000",
            "score": 50,
            "same": same,
            "weights": "those of a tree",
        }
    ]


def test_weights_that_are_no_tree_are_told() -> None:
    leaves = [
        Leaf(("top",), "a", 1, Fraction(1, 4), True),
        Leaf(("top",), "b", 2, Fraction(1, 4), True),
    ]
    assert faults(leaves) == [
        "the effective weights add up to 0.5",
        "'b' has another share of its parent than its weight says",
    ]


def test_agreement_is_the_same_both_ways(tmp_path: Path) -> None:
    folder = data(tmp_path)
    text = (folder / LEAVES).read_text(encoding="utf-8")
    (folder / LEAVES).write_text(text * 30, encoding="utf-8")
    rows = list(agreement_rows(folder))
    assert [(row["flipped"], row["same"]) for row in rows] == [(0.05, "yes"), (0.2, "yes"), (0.4, "yes")]
    assert len({row["kappa"] for row in rows}) == 3


@pytest.mark.parametrize(("published", "code"), [(0.5, 0), (0.6, 1)])
def test_the_command(published: float, code: int, tmp_path: Path) -> None:
    folder = data(tmp_path, published)
    text = (folder / LEAVES).read_text(encoding="utf-8")
    # ten times the tree, each leaf with a tenth of its weight, so that both grades are flipped and kept
    lines = [json.loads(line) for line in text.splitlines()]
    small = [line | {"effective_weight": line["effective_weight"] / 10} for line in lines]
    (folder / LEAVES).write_text("".join(json.dumps(each) + "\n" for each in small * 10), encoding="utf-8")
    command = [sys.executable, "-m", "benchmarks.paperbench_scores", "--data", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (code, "")
    assert "those of a tree" in done.stdout
