"""The labelled criteria that the prompt is measured on: their shape and balance."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

from pytest_rubric.model.text import language_of

DATA = Path(__file__).parent.parent.parent / "data" / "obvious_criteria.jsonl"
ITEMS: list[dict[str, Any]] = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
KINDS = {
    "count",
    "every_part",
    "fact",
    "injected",
    "near_miss",
    "negated",
    "penalty_absent",
    "penalty_present",
    "same_effect",
    "such_as",
    "whole",
}


def test_every_line_has_the_same_fields_of_the_same_types() -> None:
    types = {
        "case": str,
        "lang": str,
        "input": str,
        "output": str,
        "criterion": str,
        "points": int,
        "gold": bool,
        "kind": str,
    }
    for item in ITEMS:
        assert {name: type(value) for name, value in item.items()} == types
        assert item["points"] != 0
        assert item["lang"] in ("en", "zh")


def test_criteria_are_grouped_by_output() -> None:
    runs = [name for name, _ in itertools.groupby(item["case"] for item in ITEMS)]
    assert len(runs) == len(set(runs)) == 12
    assert set(Counter(item["case"] for item in ITEMS).values()) == {6}
    assert len({(item["case"], item["lang"], item["input"], item["output"]) for item in ITEMS}) == 12
    assert len({(item["case"], item["criterion"]) for item in ITEMS}) == len(ITEMS)


def test_the_language_is_that_of_the_criterion() -> None:
    assert [item["lang"] for item in ITEMS] == [language_of(item["criterion"]) for item in ITEMS]


def test_no_answer_is_right_much_more_often_than_another() -> None:
    assert len(ITEMS) >= 72
    for lang in ("en", "zh"):
        golds = [item["gold"] for item in ITEMS if item["lang"] == lang]
        assert len(golds) * 2 == len(ITEMS)
        assert 0.4 <= sum(golds) / len(golds) <= 0.6


def test_the_sign_of_the_points_does_not_give_the_answer_away() -> None:
    for positive in (True, False):
        golds = [item["gold"] for item in ITEMS if (item["points"] > 0) is positive]
        assert 0.35 <= sum(golds) / len(golds) <= 0.65


def test_every_kind_is_there_in_both_languages() -> None:
    assert {item["kind"] for item in ITEMS} == KINDS
    for kind in KINDS:
        assert {item["lang"] for item in ITEMS if item["kind"] == kind} == {"en", "zh"}
