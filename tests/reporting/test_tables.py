"""Tables of Markdown."""

from __future__ import annotations

from pytest_rubric.reporting.tables import markdown_table


def test_columns_of_numbers_are_aligned_to_the_right() -> None:
    assert markdown_table(("Case", "Score"), [("a", "5"), ("b", "10")], right=(1,)) == [
        "| Case | Score |",
        "|---|---:|",
        "| a | 5 |",
        "| b | 10 |",
    ]


def test_a_table_without_rows_has_its_head() -> None:
    assert markdown_table(("k", "x"), []) == ["| k | x |", "|---|---|"]
