"""The JSON object of one item: its keys, its null rules, and that nothing but plain data leaves."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pytest_rubric.model import Case, CriterionResult, Evaluation, Location, Point
from pytest_rubric.reporting.record import Record, make_record
from pytest_rubric.reporting.record_text import dump
from tests.reporting.samples import (
    ROOT,
    case_of,
    criterion,
    decided,
    evaluated,
    found,
    judged_points,
    not_judged,
    refund_results,
    undecided_results,
)


class Shouting(str):
    def __str__(self) -> str:
        return "loud"


def made(
    evaluation: Evaluation, case: Case | None = None, *, outcome: str = "failed", seconds: float = 0.61
) -> Record:
    case = case or case_of(evaluation.criteria)
    return make_record(
        case,
        evaluation,
        nodeid="cases/support.rubric.yaml::late-refund",
        root=ROOT,
        outcome=outcome,
        seconds=seconds,
    )


def test_the_keys_and_their_order_are_a_public_contract() -> None:
    record = made(evaluated(refund_results()))
    assert list(record) == [
        "version", "nodeid", "id", "title", "case_tags", "file", "line", "evaluator", "outcome", "state", "summary",
        "score", "raw_score", "interval", "verdict", "threshold", "achieved_points", "total_positive",
        "criteria", "points", "figures", "tags", "calls", "stored", "tokens", "model", "seconds", "error",
        "target", "target_calls", "target_tokens", "comparison", "category", "human", "effective_score",
        "weaknesses", "criterion_tags", "remedy", "passed", "case_hash", "output_hash", "judge", "baseline",
        "repeat", "notes",
    ]  # fmt: skip
    assert list(record["criteria"][0]) == [
        "id", "criterion", "points", "tags", "required", "status", "basis", "reason", "quotes", "confidence",
    ]  # fmt: skip
    assert list(record["criteria"][2]["quotes"][0]) == ["from", "text", "found", "start", "end"]
    assert list(made(judged_points())["points"][0]) == [
        "label", "score", "maximum", "status", "evidence", "suggestion", "anchors",
    ]  # fmt: skip


def test_the_line_of_a_judged_case() -> None:
    result = decided(
        criterion(1, "Names the limit", 15, "axis:accuracy"), "met", "It does.", found("14 days")
    )
    evaluation = replace(evaluated((result,), threshold=60), summary="15 of 15 points")
    assert dump(made(evaluation, outcome="passed")) == (
        '{"version": 1, "nodeid": "cases/support.rubric.yaml::late-refund", "id": "late-refund", '
        '"title": "late-refund", "case_tags": ["smoke"], "file": "cases/support.rubric.yaml", "line": 12, '
        '"evaluator": "rubric", "outcome": "passed", "state": "judged", "summary": "15 of 15 points", '
        '"score": 100, "raw_score": 100, "interval": [100, 100], "verdict": "pass", "threshold": 60, '
        '"achieved_points": 15, "total_positive": 15, "criteria": [{"id": 1, "criterion": "Names the limit", '
        '"points": 15, "tags": ["axis:accuracy"], "required": false, "status": "met", "basis": "quote", '
        '"reason": "It does.", "quotes": [{"from": "output", "text": "14 days", "found": true, "start": 0, '
        '"end": 7}], "confidence": null}], "points": [], "figures": {}, "tags": {"axis:accuracy": 100}, "calls": 1, '
        '"stored": 0, "tokens": {"input": 900, "output": 310}, "model": "judge-1", "seconds": 0.61, "error": null, '
        '"target": null, "target_calls": 0, "target_tokens": {"input": 0, "output": 0}, "comparison": null, '
        '"category": null, "human": null, "effective_score": 100, "weaknesses": null, '
        '"criterion_tags": ["axis:accuracy"], "remedy": null, '
        '"passed": true, "case_hash": null, "output_hash": null, "judge": null, "baseline": null, '
        '"repeat": null, "notes": []}'
    )


@pytest.mark.parametrize(
    ("usage", "calls", "tokens"),
    [
        ({"input": 900, "output": 31, "calls": 2}, 2, {"input": 900, "output": 31}),
        ({"input": 12, "output": 7}, 0, {"input": 12, "output": 7}),
        ({"input": -1, "output": "many"}, 0, {"input": 0, "output": 0}),
        ("a lot", 0, {"input": 0, "output": 0}),
        (None, 0, {"input": 0, "output": 0}),
    ],
)
def test_what_a_target_took_is_numbers_whatever_user_code_says(
    usage: Any, calls: int, tokens: dict[str, int]
) -> None:
    case = replace(case_of(refund_results()), target_name="short")
    record = make_record(
        case,
        evaluated(refund_results()),
        nodeid="a",
        root=ROOT,
        outcome="passed",
        seconds=0,
        target_usage=usage,
    )
    assert (record["target"], record["target_calls"], record["target_tokens"]) == ("short", calls, tokens)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (Fraction(150, 7), 21.43),
        (Fraction(-100), -100),
        (Fraction("66.665"), 66.67),
        (Fraction("-21.425"), -21.42),
        (Fraction("0.004"), 0),
    ],
)
def test_raw_score_has_two_decimals_half_up_and_is_not_clamped(raw: Fraction, shown: float) -> None:
    record = made(replace(evaluated(refund_results()), raw_score=raw))
    assert record["raw_score"] == shown
    assert type(record["raw_score"]) is type(shown)


def test_numbers_keep_their_decimal_value() -> None:
    tenth = replace(criterion(1, "a", 1), points=Fraction("0.1"))
    record = made(replace(evaluated((decided(tenth, "met"),)), threshold=Fraction("72.5")))
    assert '"points": 0.1,' in dump(record)
    assert record["threshold"] == 72.5


def test_an_open_outcome_has_an_interval_and_no_numbers() -> None:
    record = made(evaluated(undecided_results(), threshold=70), outcome="error")
    assert record["interval"] == [65, 85]
    assert record["total_positive"] == 100
    assert record["error"] == "the outcome stayed open: #2 is undecided after 2 extra samples"
    for name in ("score", "raw_score", "verdict", "achieved_points", "tags"):
        assert record[name] is None, name
    assert record["criteria"][1]["status"] == "undecided"
    assert record["criteria"][1]["reason"] == "no majority: 1 yes, 1 no"


def test_undecided_criteria_of_a_failed_case_leave_the_numbers_of_the_low_end() -> None:
    record = made(evaluated(undecided_results(), threshold=90))
    assert (record["score"], record["raw_score"], record["achieved_points"]) == (65, 65, 65)
    assert (record["interval"], record["verdict"]) == ([65, 85], "warn")
    assert (record["tags"] or {})["axis:safety"] == 85


def test_a_blocked_case_has_an_error_and_nothing_else() -> None:
    record = made(not_judged("the file out.txt is missing"), outcome="error")
    assert (record["state"], record["error"]) == ("blocked", "the file out.txt is missing")
    assert record["interval"] is None
    assert record["score"] is None
    assert record["criteria"] == []
    assert record["model"] is None


def test_a_case_without_a_place() -> None:
    record = made(evaluated(refund_results()), Case("a", "a"))
    assert (record["file"], record["line"]) == (None, None)


def test_a_file_outside_the_root_keeps_its_whole_path() -> None:
    case = Case("a", "a", location=Location(Path("/elsewhere/x.rubric.yaml"), 3))
    assert made(evaluated(refund_results()), case)["file"] == "/elsewhere/x.rubric.yaml"


def test_figures_of_an_evaluator_have_two_decimals_and_are_none_where_nothing_is_judged() -> None:
    figures = {"weighted_score": Fraction(10, 3), "overall_score": Fraction(4)}
    judged = replace(judged_points(), figures=figures)
    assert made(judged)["figures"] == {"weighted_score": 3.33, "overall_score": 4}
    assert made(replace(judged, state="broken"))["figures"] == {}


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_json_lacks_becomes_null(number: float) -> None:
    evaluation = replace(judged_points(), points=(Point("a", number),))
    record = made(evaluation, seconds=number)
    assert record["points"][0]["score"] is None
    assert record["seconds"] is None
    confident = replace(decided(criterion(1, "a", 1), "met"), confidence=number)
    assert made(evaluated((confident,)))["criteria"][0]["confidence"] is None


def test_dump_refuses_a_number_that_json_lacks() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        dump({"score": math.nan})


def _leaves(value: object) -> Iterator[object]:
    yield value
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item)


def test_only_plain_types_leave() -> None:
    result: CriterionResult = replace(
        decided(
            replace(
                criterion(1, "x", 1), text=Shouting("text"), tags=(Shouting("axis:a"),), points=Fraction(1, 3)
            ),
            "met",
            Shouting("because"),
            replace(found("x"), text=Shouting("quoted")),
        ),
        confidence=0.5,
    )
    evaluation = replace(evaluated((result,)), summary=Shouting("sum"), evaluator=Shouting("rubric"))
    record = made(evaluation, replace(case_of((result,)), id=Shouting("id"), tags=(Shouting("smoke"),)))
    assert {type(leaf) for leaf in _leaves(record)} <= {str, int, float, bool, type(None), dict, list}
    assert record["summary"] == "sum"
    assert record["criteria"][0]["quotes"][0]["text"] == "quoted"
    assert list(record["tags"] or ()) == ["axis:a"]


@pytest.mark.parametrize(
    "text",
    [
        "lone \ud83d surrogate",
        "\x1b[31mred\x07\x00",
        "\ufffe]]>",
        "two\u2028lines\u2029here",
        'say "x"\r\n\\',
    ],
)
def test_any_text_makes_one_line_of_valid_utf8(text: str) -> None:
    evaluation = replace(evaluated(refund_results()), summary=text)
    line = dump(made(evaluation))
    assert len(line.splitlines()) == 1
    assert "\x1b" not in line
    assert json.loads(line.encode().decode())["summary"]


def test_chinese_stays_readable() -> None:
    assert "得分" in dump(made(replace(evaluated(refund_results()), summary="得分")))
