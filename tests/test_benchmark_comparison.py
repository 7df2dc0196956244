"""The replay of recorded comparisons: what is read from the texts, and the figures of a made-up set."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.comparison_llmbar import RECORDED, Pair, recorded, row, verdict

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Output (a)", "a"),
        ("Output (b).", "b"),
        ("Output (a) is short. Output (b) is better at first sight. Therefore, Output (a) is better.", "a"),
        ("Therefore, Output (b) is the better one", "b"),
        ("Both are fine.", None),
        ("Output (a) and Output (b)", None),
        ("", None),
    ],
)
def test_the_verdict_of_a_recorded_text(text: str, said: str | None) -> None:
    assert verdict(text) == said


def data(folder: Path) -> Path:
    lines = [
        # right in both orders; changes with the order; unreadable once
        {"gold": 1, "text_ab": "Output (a)", "text_ba": "Output (b)"},
        {"gold": 2, "text_ab": "Output (a)", "text_ba": "Output (a)"},
        {"gold": 2, "text_ab": "Output (b)", "text_ba": "I can't say."},
    ]
    text = "\n".join(json.dumps({"subset": "natural", "strategy": "Vanilla", **line}) for line in lines)
    (folder / RECORDED).write_text(text + "\n", encoding="utf-8")
    return folder


def test_recorded_pairs_are_mapped_back(tmp_path: Path) -> None:
    assert recorded(data(tmp_path), "Vanilla", ["natural"]) == [
        Pair("natural", "A", "A", "A"),
        Pair("natural", "B", "A", "B"),
        Pair("natural", "B", "B", None),
    ]


def test_the_figures(tmp_path: Path) -> None:
    assert row("all", recorded(data(tmp_path), "Vanilla", ["natural"])) == {
        "pairs": "all",
        "n": 3,
        "right A first": "0.667",
        "right B first": "0.667",
        "flips": "1 of 2 (0.500)",
        "first wins": "3 of 5 (0.600)",
        "decided": 1,
        "right of decided": "1 of 1 (1.000)",
        "ties": 1,
        "open": 1,
        "right, ties half": "0.500",
    }


def test_the_command(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "benchmarks.comparison_llmbar",
        "--data",
        str(data(tmp_path)),
        "--report",
        "json",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert [line["pairs"] for line in json.loads(done.stdout)] == [
        "Vanilla natural",
        "Vanilla all",
        "CoT all",
    ]
