"""How far the place decided, told from the records of a run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_rubric.model import Comparison, OrderResult
from pytest_rubric.model.comparison import Side, Winner
from pytest_rubric.reporting import position_bias
from pytest_rubric.reporting.naming import comparison_path, report_path
from pytest_rubric.reporting.record import Record
from pytest_rubric.reporting.record_text import comparison_json
from tests.reporting.samples import evaluated, record_of, refund_results

Pairs = list[tuple[Winner | None, Winner | None]]


def compared(*pairs: tuple[Winner | None, Winner | None]) -> Record:
    """The record of a comparison: the winner with A first and with B first, one pair a sample."""
    sides: tuple[Side, Side] = ("A", "B")
    orders = [
        OrderResult(side, sample, winner)
        for sample, winners in enumerate(pairs)
        for side, winner in zip(sides, winners, strict=True)
    ]
    comparison = Comparison(("TIE",), None, "no_win", orders=tuple(orders))
    return record_of("a", replace(evaluated(refund_results()), comparison=comparison), "passed")


@pytest.mark.parametrize(
    ("records", "told"),
    [
        (
            [("A", "A"), ("A", "B"), ("B", "TIE")],
            "position bias: of 3 pairs 1 flips with the order (33 %), the output shown first wins 3 of 5 decided replies (60 %)",
        ),
        ([("TIE", "TIE")] * 3, "position bias: of 3 pairs 0 flip with the order (0 %)"),
        ([("A", "B"), ("A", "B"), ("A", None)], None),
        ([], None),
    ],
)
def test_one_line_from_three_pairs_on(records: Pairs, told: str | None) -> None:
    assert position_bias.line([compared(pair) for pair in records]) == told


def test_samples_of_one_case_are_pairs() -> None:
    bias = position_bias.of_records([compared(("A", "A"), ("A", "B")), compared(("B", "B"))])
    assert (bias.pairs, bias.flips) == (3, 1)


def test_other_records_count_for_nothing() -> None:
    record = record_of("a", evaluated(refund_results()), "passed")
    assert position_bias.of_records([record] * 5).pairs == 0
    assert comparison_json(record) is None


def test_no_file_without_a_winner() -> None:
    open_ = Comparison(("A", "TIE"), "A", "order_open")
    record = record_of("a", replace(evaluated(refund_results()), comparison=open_), "error")
    assert record["comparison"] == {"winner": None, "expect": "A", "orders": []}
    assert comparison_json(record) is None


def test_the_file_stands_beside_the_report() -> None:
    assert comparison_path(report_path(3, stem="a", target="short")) == "a/short/case_3_comparison.json"
    assert comparison_path(report_path(0, "pairwise")) == "case_0_pairwise_comparison.json"
