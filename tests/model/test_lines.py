"""Lines are measured and cut as a terminal shows them."""

from __future__ import annotations

import pytest

from pytest_rubric.model.lines import cut, head, one_line, shortened, width_of


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("plain", 5), ("退款", 4), ("é", 1), ("e\u0301", 1), ("\u200bzero", 4), ("カナ", 4), ("｡", 1)],
)
def test_width_is_what_a_terminal_needs(text: str, width: int) -> None:
    assert width_of(text) == width


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("a" * 48, 48, "a" * 48),
        ("a" * 49, 48, "a" * 47 + "…"),
        ("字" * 24, 48, "字" * 24),
        ("字" * 25, 48, "字" * 23 + "…"),
        ("one two", 5, "one…"),
        ("abc", 1, "…"),
    ],
)
def test_what_is_cut_ends_in_an_ellipsis_and_fits(text: str, width: int, shown: str) -> None:
    assert cut(text, width) == shown
    assert width_of(cut(text, width)) <= width


def test_the_head_never_splits_a_wide_character() -> None:
    assert head("字字", 3) == "字"
    assert head("字字", 1) == ""


def test_a_text_from_outside_comes_on_one_line_with_nothing_hidden() -> None:
    assert one_line(" a\r\n\tb\x1b[2J\ud800 ") == "a b\\x1b[2J\\ud800"
    assert shortened("one\ntwo " * 20, 12) == "one two one…"
