"""Cases made in Python tests."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pytest_rubric.errors import ConfigError
from pytest_rubric.loading import python_case
from pytest_rubric.model import (
    Case,
    Check,
    CriteriaRubric,
    Criterion,
    InputMessage,
    Location,
    Overrides,
)


def test_every_argument() -> None:
    location = Location(Path("/tests/test_x.py"), 12)
    case = python_case(
        criteria=[
            "Says hello",
            {"criterion": "Is rude", "points": -2.5, "tags": ["tone"], "required": True},
            {"requirement": "Is short", "weight": Decimal("0.1"), "check": {"max_words": 5}},
            {"check": {"count": {"contains": "no", "max": 1}}},
            Criterion(7, "Says bye", Fraction(1, 3)),
        ],
        title="test greets[café]",
        input=[{"role": "user", "content": "hi"}],
        context=["one", "two"],
        expected_output={"answer": ["hello", "yes"]},
        threshold=72.8,
        samples=3,
        extra_samples=0,
        strategy="criterion",
        evidence="warn",
        feedback="none",
        lang="en",
        timeout=5,
        tags=["smoke"],
        metadata={"a": 1},
        location=location,
        index=2,
    )
    assert case == Case(
        id="test-greets-café",
        title="test greets[café]",
        index=2,
        location=location,
        input=(InputMessage("user", "hi"),),
        context="one\n\ntwo",
        expected_output="answer:\n- hello\n- 'yes'",
        rubric=CriteriaRubric(
            (
                Criterion(1, "Says hello", Fraction(10)),
                Criterion(2, "Is rude", Fraction(-5, 2), ("tone",), required=True),
                Criterion(3, "Is short", Fraction(1, 10), check=Check("max_words", 5)),
                Criterion(
                    4,
                    'count: {"contains": "no", "max": 1}',
                    Fraction(10),
                    check=Check("count", {"contains": "no", "max": 1}),
                ),
                Criterion(5, "Says bye", Fraction(1, 3)),
            )
        ),
        overrides=Overrides(Fraction(364, 5), 3, 0, "criterion", "warn", "none", "en", 5.0),
        tags=("smoke",),
        metadata={"a": 1},
    )


def test_without_criteria_the_reference_is_judged_by() -> None:
    case = python_case(criteria=None, expected_output="hello", title="t")
    assert (case.rubric, case.expected_output) == (None, "hello")
    assert python_case(criteria=[], expected_output="hello", title="t") == case


def test_texts_are_clean() -> None:
    case = python_case(
        criteria=["a\x1bb", Criterion(1, "\ud83c", Fraction(1))], title="t\n\x07", input="x\r\ny"
    )
    assert [criterion.text for criterion in case.criteria] == ["a\\x1bb", "\\ud83c"]
    assert (case.title, case.input) == ("t \\x07", "x\ny")


def test_words_of_yaml_are_words() -> None:
    case = python_case(criteria=["no"], title="t", input="null", context="12:30")
    assert (case.input, case.context, case.criteria[0].text) == ("null", "12:30", "no")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "there is nothing to judge by: give `criteria` or `expected_output`"),
        ({"criteria": "Says hello"},
         "`criteria` must be a list, found a single criterion; put it in brackets"),
        ({"criteria": {"criterion": "a"}},
         "`criteria` must be a list, found a single criterion; put it in brackets"),
        (
            {"criteria": ["", {"criterion": "a", "points": 0}, {"criterion": "a", "point": 1}, 5, None]},
            'criterion 1: must be a text or a mapping with `criterion` and `points`, found ""\n'
            'criterion 2: `points` must be a number other than 0, found "0"\n'
            "criterion 3: unknown key `point` in a criterion; did you mean `points`?\n"
            "criterion 5: must be a text or a mapping with `criterion` and `points`, found nothing",
        ),
        ({"criteria": [{"criterion": "a", "points": True}]},
         'criterion 1: `points` must be a number other than 0, found "true"'),
        ({"criteria": [{"criterion": "a", "points": float("nan")}]},
         'criterion 1: `points` must be a number other than 0, found "nan"'),
        ({"criteria": [{"criterion": "a", "Points": 1, "points": 2}]},
         "criterion 1: `points` and `Points` mean the same key"),
        ({"criteria": [Criterion(1, "a", Fraction(0))]},
         "criterion 1: `points` must be a number other than 0, found 0"),
        ({"criteria": [Criterion(1, " ", Fraction(1))]}, "criterion 1: its text is empty"),
        ({"criteria": [object()], "tags": {"a"}},
         "criterion 1: a value of type object can't stand here: use text, numbers, lists and dicts\n"
         "a value of type set can't stand here: use text, numbers, lists and dicts"),
        ({"criteria": ["a"], "threshold": 0.8},
         '`threshold` must be a number from 0 to 100, found "0.8"; write 80 for a share of 0.8'),
        (
            {"criteria": ["a"], "threshold": "high", "samples": 0, "lang": "fr", "input": [{"role": "user"}]},
            "message 1 of `input`: `content` is missing\n"
            '`threshold` must be a number from 0 to 100, found "high"\n'
            '`samples` must be a whole number of at least 1, found "0"\n'
            '`lang` must be one of auto, zh, en, found "fr"',
        ),
    ],
)  # fmt: skip
def test_everything_wrong_is_told_at_once(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        python_case(title="t", **{"criteria": None, **arguments})
    assert str(caught.value) == message


def test_a_threshold_may_be_text() -> None:
    assert python_case(criteria=["a"], title="t", threshold="72.5").overrides.threshold == Fraction(145, 2)
    assert python_case(criteria=["a"], title="t", threshold=Fraction(145, 2)).overrides.threshold == Fraction(
        145, 2
    )
