"""The lines of a run's summary, and the gates, word for word."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from pytest_rubric.gating.calibration import gate, measures, summary
from pytest_rubric.gating.calibration.decisions import gather
from pytest_rubric.gating.calibration.gate import Thresholds
from pytest_rubric.gating.calibration.scores import scores
from pytest_rubric.gating.gates import GateResult
from pytest_rubric.reporting.record import Record
from tests.gating.calibration.building import criterion, four_criteria, record, scored


def lines(records: Sequence[Record]) -> list[str]:
    evidence = gather([records])
    return summary.lines(evidence, measures.overall(evidence.compared), scores(records))


def results(records: Sequence[Record], **thresholds: Fraction) -> tuple[GateResult, ...]:
    evidence = gather([records])
    return gate.evaluate(Thresholds(**thresholds), evidence, measures.overall(evidence.compared))


def test_enough_labels_are_not_called_few() -> None:
    assert lines(four_criteria(0, 16)) == [
        "judge and people agree on 16 of 16 decisions (100 %, 81-100 %); kappa undefined, every label is yes"
    ]


def test_criteria_of_one_case_each_are_named_with_both_decisions() -> None:
    records = [
        record("a", criterion("p", "met", "not_met"), criterion("q", "clean", "violated")),
        record("b", criterion("r", "met", "not_met"), criterion("s", "not_met", "not_met")),
        record("c", criterion("t", "met", "not_met")),
    ]
    assert lines(records)[1] == (
        "people decide otherwise: #1 of a (met, people say not met); #2 of a (clean, people say violated); "
        "#1 of b (met, people say not met); 1 more criterion"
    )


def test_one_label() -> None:
    assert lines(four_criteria(0, 1)) == [
        "judge and people agree on 1 of 1 decision (100 %, 21-100 %); kappa undefined, every label is yes",
        "1 label is few: it takes about 16 to know the agreement to ten points",
    ]


def test_what_can_not_be_compared_is_counted() -> None:
    records = [
        record("a", criterion("p", "undecided", "met"), criterion("q", "met", "met", check="regex")),
        record("b", state="broken", human={"score": 50, "reason": "r", "criteria": {"1": "met"}}, score=None),
    ]
    assert lines(records) == [
        "judge and people can't be compared on any of 3 labels besides 1 undecided, 1 not judged, 1 decided by code",
        "scores of people: 1, none beside a score of the machine",
    ]


def test_macro_f1_needs_both_answers_from_both() -> None:
    records = [
        record("a", criterion("p", "met", "met")),
        record("b", criterion("p", "met", "not_met")),
    ]
    assert "; kappa 0; macro F1 undefined, no machine label is no" in lines(records)[0]


@pytest.mark.parametrize(
    ("pairs", "line"),
    [
        ([(70, 90), (50, 70), (60, 80)], "people 20 higher on average over 3 items, 20 apart, correlation 1, "
         "same side of the threshold in 2"),
        ([(70, 70)], "the same on average over 1 item, 0 apart, same side of the threshold in 1"),
        ([(66.67, 60), (80, 81), (None, 9)], "machine 2.8 higher on average over 2 items, 3.8 apart, "
         "same side of the threshold in 2, 1 more without a score of the machine"),
    ],
)  # fmt: skip
def test_scores(pairs: Sequence[tuple[float | None, float]], line: str) -> None:
    records = [scored(f"case-{n}", *pair) for n, pair in enumerate(pairs)]
    assert lines(records) == [f"scores of people and machine: {line}"]


def test_nothing_is_told_where_people_say_nothing() -> None:
    assert lines([record("a", criterion("p", "met"))]) == []


@pytest.mark.parametrize(
    ("limit", "held", "told"),
    [
        ("75", True, "agreement with people 75% >= 75%"),
        ("75.01", False, "agreement with people 75% < 75.01% over 4 decisions"),
        ("0", True, "agreement with people 75% >= 0%"),
    ],
)
def test_an_agreement_exactly_at_its_limit_holds(limit: str, held: bool, told: str) -> None:
    assert results(four_criteria(1, 4), min_agreement=Fraction(limit)) == (
        GateResult("min_agreement", held, Fraction(limit), Fraction(75), 4, 4, told),
    )


def test_a_limit_is_compared_with_the_exact_value() -> None:
    (result,) = results(four_criteria(1, 3), min_agreement=Fraction("66.67"))
    assert (result.held, result.value) == (False, Fraction(200, 3))
    assert result.told == "agreement with people 66.667% < 66.67% over 3 decisions"


def test_kappa() -> None:
    records = [*four_criteria(1, 3), record("no", criterion("Names the day", "not_met", "not_met"))]
    # people: 2 yes, 2 no; judge: 3 yes, 1 no; 3 of 4 agree
    half = Fraction(1, 2)
    assert results(records, min_kappa=half) == (
        GateResult("min_kappa", True, half, half, 4, 4, "kappa 0.5 >= 0.5"),
    )
    assert results(records, min_agreement=Fraction(75), min_kappa=Fraction("0.501")) == (
        GateResult(
            "min_agreement", True, Fraction(75), Fraction(75), 4, 4, "agreement with people 75% >= 75%"
        ),
        GateResult("min_kappa", False, Fraction("0.501"), half, 4, 4, "kappa 0.5 < 0.501 over 4 decisions"),
    )


@pytest.mark.parametrize(
    ("records", "held", "told"),
    [
        ([record("a", criterion("p", "met"))], False, "kappa: no criterion has a label (`human`)"),
        (
            [record("a", criterion("p", "undecided", "met"))],
            None,
            "kappa: not evaluated: none of 1 label has a decision of the judge beside it",
        ),
        (four_criteria(0, 3), None, "kappa: not evaluated: undefined, every label is yes"),
    ],
)
def test_a_gate_without_a_value(records: Sequence[Record], held: bool | None, told: str) -> None:
    (result,) = results(records, min_kappa=Fraction(0))
    assert (result.gate, result.held, result.value, result.told) == ("min_kappa", held, None, told)
