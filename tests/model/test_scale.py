"""Floors of a whole run as people write them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pytest_rubric.model.scale import parsed_floor, parsed_tag_floor, parsed_threshold

ALLOWED = "a number from 0 to 100, as in 80 (no share of 1, such as 0.8)"


@pytest.mark.parametrize(
    ("text", "floor"),
    [("80", 80), ("0", 0), ("100", 100), ("72.5", Fraction(145, 2)), ("1.5", Fraction(3, 2))],
)
def test_a_floor_is_a_score(text: str, floor: Fraction) -> None:
    assert parsed_floor(text) == floor


@pytest.mark.parametrize("text", ["", "high", "101", "-1", "0.95", "1", "1.0", "nan", "80%", "1e1"])
def test_what_is_no_floor_or_looks_like_a_share_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^a number from 0 to 100") as caught:
        parsed_floor(text)
    assert str(caught.value) == ALLOWED


@pytest.mark.parametrize(("text", "threshold"), [("0", 0), ("1.5", Fraction(3, 2)), ("80", 80), ("100", 100)])
def test_a_threshold_is_a_score(text: str, threshold: Fraction) -> None:
    assert parsed_threshold(text) == threshold


@pytest.mark.parametrize("text", ["0.8", "1", "0.01"])
def test_a_threshold_that_looks_like_a_share_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^a number from 0 to 100") as caught:
        parsed_threshold(text)
    assert str(caught.value) == ALLOWED


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("axis:accuracy 80", ("axis:accuracy", 80)),
        ("axis:accuracy\t80.5", ("axis:accuracy", Fraction(161, 2))),
        ("two words 60", ("two words", 60)),
        ("准确 60", ("准确", 60)),
    ],
)
def test_a_tag_and_its_floor(line: str, found: tuple[str, Fraction]) -> None:
    assert parsed_tag_floor(line) == found


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("80", "a tag and a number from 0 to 100, as in axis:accuracy 80"),
        ("smoke", "a tag and a number from 0 to 100, as in axis:accuracy 80"),
        ("smoke high", ALLOWED),
        ("smoke 0.8", ALLOWED),
        ("smoke: 80 %", ALLOWED),
    ],
)
def test_a_line_without_either_says_what_is_allowed(line: str, message: str) -> None:
    with pytest.raises(ValueError, match="a number") as caught:
        parsed_tag_floor(line)
    assert str(caught.value) == message
