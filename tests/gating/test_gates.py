"""What came of the gates of a run, whatever they are about: for people, and as JSON."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import get_args

from pytest_rubric.gating.gates import Gate, GateResult, document, lines, unevaluated

RESULTS = (
    GateResult("min_mean", True, Fraction(80), Fraction(241, 3), 3, 4, "mean"),
    GateResult("min_tag", False, Fraction(70), None, 0, 0, "tag smoke", "smoke"),
    GateResult("min_kappa", None, Fraction("0.6"), None, 0, 2, "kappa"),
    GateResult("fail_if_worse", True, None, Fraction(-3, 2), 7, 9, "worse"),
)


def test_a_line_for_each_that_does_not_hold_and_one_for_all_that_do() -> None:
    assert lines(RESULTS) == ["gate: tag smoke", "gate: kappa", "gates held: mean; worse"]
    assert unevaluated(RESULTS) == ["gate: kappa"]
    assert (lines(()), unevaluated(())) == ([], [])


def test_as_json() -> None:
    found = document(RESULTS)
    assert json.loads(json.dumps(found, allow_nan=False)) == {
        "version": 1,
        "not_evaluated": None,
        "gates": [
            {"gate": "min_mean", "tag": None, "limit": 80, "value": 241 / 3, "held": True, "counted": 3, "items": 4, "told": "mean"},
            {"gate": "min_tag", "tag": "smoke", "limit": 70, "value": None, "held": False, "counted": 0, "items": 0, "told": "tag smoke"},
            {"gate": "min_kappa", "tag": None, "limit": 0.6, "value": None, "held": None, "counted": 0, "items": 2, "told": "kappa"},
            {"gate": "fail_if_worse", "tag": None, "limit": None, "value": -1.5, "held": True, "counted": 7, "items": 9, "told": "worse"},
        ],
    }  # fmt: skip


def test_a_run_that_says_nothing_of_them_says_why() -> None:
    assert document((), "-x stopped it") == {"version": 1, "not_evaluated": "-x stopped it", "gates": []}


def test_the_page_names_every_gate() -> None:
    page = (Path(__file__).parents[2] / "docs" / "gates.md").read_text(encoding="utf-8")
    about = page.partition("### `gates.json`")[2].partition("\n## ")[0]
    assert [name for name in get_args(Gate) if f"| `{name}`" not in about] == []
