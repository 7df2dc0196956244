"""Every field of a baseline: nobody decides by a value that the field can't hold."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_rubric.errors import ConfigError
from pytest_rubric.gating.baseline.parsing import parse
from tests.gating.values import VALUES, fits, replaced, ways, without

MEND = "restore it from version control, or delete it and record it anew with --rubric-update-baseline"
JUDGE = {
    "judge_id": "ours",
    "model": "judge-1",
    "base_url": "http://localhost/v1",
    "prompts": {"rubric": "1"},
}
DOCUMENT: dict[str, Any] = {
    "version": 1,
    "judge": JUDGE,
    "cases": {
        "f::a": {
            "outcome": "passed",
            "score": 70,
            "low": 70,
            "high": 80.5,
            "threshold": 60,
            "verdict": "warn",
            "judge": JUDGE,
            "case_hash": "c1",
            "output_hash": "o1",
            "decisions": [{"criterion": "A", "points": 10, "status": "met", "evidence": "3 EUR"}],
        }
    },
}
SCORE = "a number from 0 to 100"
OF_JUDGE = {
    "": "an object, or null",
    ".judge_id": "a text, or null",
    ".model": "a text, or null",
    ".base_url": "a text, or null",
    ".prompts": "an object",
    ".prompts.rubric": "a text",
}
CASE = "cases.f::a"
ALLOWED = {
    **{f"judge{way}": allowed for way, allowed in OF_JUDGE.items()},
    "cases": "an object",
    CASE: "an object",
    f"{CASE}.outcome": "passed, failed",
    f"{CASE}.score": f"{SCORE}, or null",
    f"{CASE}.low": SCORE,
    f"{CASE}.high": SCORE,
    f"{CASE}.threshold": SCORE,
    f"{CASE}.verdict": "pass, warn, fail, or null",
    **{f"{CASE}.judge{way}": allowed for way, allowed in OF_JUDGE.items()},
    f"{CASE}.case_hash": "a text, or null",
    f"{CASE}.output_hash": "a text, or null",
    f"{CASE}.decisions": "a list",
    f"{CASE}.decisions[1]": "an object",
    f"{CASE}.decisions[1].criterion": "a text",
    f"{CASE}.decisions[1].points": "a number other than 0",
    f"{CASE}.decisions[1].status": "a text",
    f"{CASE}.decisions[1].evidence": "a text, or null",
}


def told(text: str) -> str:
    with pytest.raises(ConfigError) as raised:
        parse(text, "b.json")
    return str(raised.value)


def test_every_field_has_its_line_in_the_table() -> None:
    assert [way for way in ways(DOCUMENT) if way != "version"] == list(ALLOWED)


@pytest.mark.parametrize("way", list(ALLOWED))
def test_values_of_another_kind_are_refused(way: str) -> None:
    allowed = ALLOWED[way]
    refused = [kind for kind in VALUES if not fits(kind, allowed)]
    messages = {kind: told(replaced(DOCUMENT, way, VALUES[kind])) for kind in refused}
    expected = {
        kind: f"baseline b.json: {way}: found {VALUES[kind]}, allowed: {allowed}; {MEND}" for kind in refused
    }
    if allowed == "a number other than 0":
        expected["huge"] = (
            f"baseline b.json: {way}: found 1e+300, allowed: a number other than 0, of at most 150 digits; {MEND}"
        )
    assert messages == expected


REQUIRED = ("outcome", "score", "threshold", "decisions[1].criterion", "decisions[1].status")


@pytest.mark.parametrize("name", REQUIRED)
def test_a_field_that_must_be_there(name: str) -> None:
    way = f"{CASE}.{name}"
    assert told(without(DOCUMENT, way)) == (
        f"baseline b.json: {way}: found nothing, allowed: {ALLOWED[way]}; {MEND}"
    )


@pytest.mark.parametrize(
    "way",
    [
        way
        for way in ALLOWED
        if way.removeprefix(f"{CASE}.") not in REQUIRED
        and not way.endswith("]")
        and way not in ("cases", CASE)
    ],
)
def test_a_field_that_may_be_left_out(way: str) -> None:
    read = parse(without(DOCUMENT, way), "b.json")
    if way == f"{CASE}.high":  # the score stands for it, as for a case that nothing leaves open
        assert read.cases["f::a"].high == 70
    elif ALLOWED[way].endswith(", or null") and ".judge." not in way and not way.startswith("judge."):
        assert read == parse(replaced(DOCUMENT, way, "null"), "b.json")
    assert list(read.cases) == ["f::a"]


@pytest.mark.parametrize(
    ("more", "name", "found", "allowed"),
    [
        ({"score": 80, "low": 10, "high": 70}, "score", "80", "a number from `low` to `high`"),
        ({"score": 60, "low": 70, "high": 80}, "score", "60", "a number from `low` to `high`"),
        ({"low": 70, "high": 60}, "high", "60", "a number from `low` to 100"),
        ({"score": 60, "low": 70}, "low", "70", "a number from 0 to `score`"),
        ({"score": None, "low": 70}, "high", "nothing", f"{SCORE}, as the other end"),
        ({"score": None, "high": 70}, "low", "nothing", f"{SCORE}, as the other end"),
        ({"score": 10**400}, "score", "1" + "0" * 46 + "…", f"{SCORE}, or null"),
    ],
)
def test_what_does_not_fit_together(more: dict[str, Any], name: str, found: str, allowed: str) -> None:
    case = {"outcome": "passed", "score": 80, "threshold": 60, **more}
    document = {"version": 1, "judge": None, "cases": {"f::a": case}}
    assert told(json.dumps(document)) == (
        f"baseline b.json: {CASE}.{name}: found {found}, allowed: {allowed}; {MEND}"
    )


def test_a_number_of_thousands_of_digits_is_none() -> None:
    assert told(replaced(DOCUMENT, f"{CASE}.score", "9" * 5000)) == (
        f"baseline b.json: {CASE}.score: found Infinity, allowed: {SCORE}, or null; {MEND}"
    )


def test_nothing_invisible_comes_in_or_out() -> None:
    read = parse(replaced(DOCUMENT, f"{CASE}.decisions[1].evidence", '"half a pair \\ud83d"'), "b.json")
    assert read.cases["f::a"].decisions[0].evidence == "half a pair \\ud83d"
    assert told(replaced(DOCUMENT, f"{CASE}.outcome", '"\\u001b[31m\\ud83d"')) == (
        f'baseline b.json: {CASE}.outcome: found "\\u001b[31m\\ud83d", allowed: passed, failed; {MEND}'
    )
