"""Gates of a suite: what counts, what holds, and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from pytest_rubric.gating.gates import GateResult
from pytest_rubric.gating.suite import SuiteResult, evaluate, not_evaluated, summary
from pytest_rubric.model import SuiteGates
from pytest_rubric.reporting.record import Record
from tests.gating.suite.records import record


def mean(floor: str) -> SuiteGates:
    return SuiteGates(min_mean=Fraction(floor))


def pass_rate(floor: str) -> SuiteGates:
    return SuiteGates(min_pass_rate=Fraction(floor))


def tag(name: str, floor: str = "80") -> SuiteGates:
    return SuiteGates(min_tags={name: Fraction(floor)})


def told(records: Sequence[Record], gates: SuiteGates) -> tuple[list[str], bool]:
    result = evaluate(records, gates)
    return summary.lines(result), result.failed


@pytest.mark.parametrize(
    ("scores", "floor", "line", "failed"),
    [
        ([80], "80", "gates held: mean score 80 >= 80", False),
        ([79, 81], "80", "gates held: mean score 80 >= 80", False),
        ([79, 80], "80", "gate: mean score 79.5 < 80 over 2 cases", True),
        # with one decimal it would look as if it held
        ([80] * 29 + [79], "80", "gate: mean score 79.97 < 80 over 30 cases", True),
        ([66.67, 66.67, 66.66], "66.67", "gate: mean score 66.667 < 66.67 over 3 cases", True),
        ([66.67], "66.67", "gates held: mean score 66.67 >= 66.67", False),
        ([0.1] * 10, "0.1", "gates held: mean score 0.1 >= 0.1", False),
        ([0, 0], "0", "gates held: mean score 0 >= 0", False),
        ([100, 0, 100], "66.7", "gate: mean score 66.67 < 66.7 over 3 cases", True),
    ],
)
def test_the_mean_is_exact_and_its_floor_belongs_to_it(
    scores: list[float], floor: str, line: str, failed: bool
) -> None:
    assert told([record(score) for score in scores], mean(floor)) == ([line], failed)


def test_what_has_no_score_is_in_no_mean_and_is_told() -> None:
    records = [
        record(90),
        record(50, "failed"),
        record(),
        record(),
        record(outcome="skipped"),
        record(outcome="passed"),
    ]
    assert told(records, mean("80")) == (
        ["gate: mean score 70 < 80 over 2 of 6 cases (2 errors, 1 skipped, 1 without a score)"],
        True,
    )
    assert told(records, mean("70")) == (
        ["gates held: mean score 70 >= 70 over 2 of 6 cases (2 errors, 1 skipped, 1 without a score)"],
        False,
    )


def test_a_mark_or_a_baseline_hides_no_score() -> None:
    records = [record(100), record(40, "xfailed")]
    assert told(records, mean("80")) == (["gate: mean score 70 < 80 over 2 cases"], True)
    assert told(records, pass_rate("60")) == (["gate: pass rate 50% < 60% over 2 cases"], True)
    assert told([record(40, "xpassed")], pass_rate("100")) == (["gates held: pass rate 100% >= 100%"], False)


def test_a_persons_score_does_not_count() -> None:
    one = record(40, "failed")
    one["human"], one["effective_score"] = {"score": 100, "reason": "it is right"}, 100
    assert told([one], mean("80")) == (["gate: mean score 40 < 80 over 1 case"], True)


@pytest.mark.parametrize(
    ("outcomes", "floor", "line", "failed"),
    [
        ("ppp", "100", "gates held: pass rate 100% >= 100%", False),
        ("ppppfpppppp", "90.9", "gates held: pass rate 90.91% >= 90.9%", False),
        ("ppf", "66.67", "gate: pass rate 66.667% < 66.67% over 3 cases", True),
        ("ppppf", "80", "gates held: pass rate 80% >= 80%", False),
        ("ppppffe", "80", "gate: pass rate 66.7% < 80% over 6 of 7 cases (1 error)", True),
        ("pes", "100", "gates held: pass rate 100% >= 100% over 1 of 3 cases (1 error, 1 skipped)", False),
    ],
)
def test_the_pass_rate_is_over_what_has_an_outcome(
    outcomes: str, floor: str, line: str, failed: bool
) -> None:
    names = {"p": "passed", "f": "failed", "e": "error", "s": "skipped"}
    records = [record(50 if each in "pf" else None, names[each]) for each in outcomes]
    assert told(records, pass_rate(floor)) == ([line], failed)


@pytest.mark.parametrize(
    ("gates", "line"),
    [
        (mean("80"), "gate: mean score: not evaluated: none of 3 cases has a score (2 errors, 1 skipped)"),
        (
            pass_rate("80"),
            "gate: pass rate: not evaluated: none of 3 cases has an outcome (2 errors, 1 skipped)",
        ),
        (
            tag("smoke"),
            "gate: tag smoke: not evaluated: none of 2 cases has a score (1 error, 1 skipped)",
        ),
    ],
)
def test_where_nothing_was_judged_nothing_is_said_of_it(gates: SuiteGates, line: str) -> None:
    records = [record(), record(case_tags=["smoke"]), record(outcome="skipped", criterion_tags=["smoke"])]
    assert told(records, gates) == ([line], False)


def test_a_tag_has_the_mean_of_its_sub_scores() -> None:
    records = [
        record(20, "failed", tags={"axis:accuracy": 100, "axis:tone": 0}),
        record(90, tags={"axis:accuracy": 60}),
        record(90, tags={"axis:tone": 30}),
        record(criterion_tags=["axis:accuracy"]),
    ]
    assert told(records, tag("axis:accuracy")) == (
        ["gates held: tag axis:accuracy 80 >= 80 over 2 of 3 cases (1 error)"],
        False,
    )
    assert told(records, tag("axis:tone", "15.5")) == (
        ["gate: tag axis:tone 15 < 15.5 over 2 cases"],
        True,
    )


def test_a_tag_of_cases_has_the_mean_of_their_scores() -> None:
    records = [
        record(60, case_tags=["smoke"]),
        record(90, case_tags=["smoke"]),
        record(0, "failed"),
        # both a tag of the case and of one of its criteria: the criteria say it better
        record(10, "failed", case_tags=["smoke"], tags={"smoke": 90}),
        # a tag whose criteria can't be scored by themselves
        record(50, case_tags=["smoke"], tags={"smoke": None}),
    ]
    assert told(records, tag("smoke")) == (
        ["gates held: tag smoke 80 >= 80 over 3 of 4 cases (1 without a score)"],
        False,
    )


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("axis:acuracy", "gate: tag axis:acuracy: no case has this tag; did you mean axis:accuracy?"),
        ("Axis:Accuracy", "gate: tag Axis:Accuracy: no case has this tag; did you mean axis:accuracy?"),
        ("smok", "gate: tag smok: no case has this tag; did you mean smoke?"),
        ("nothing like it", "gate: tag nothing like it: no case has this tag"),
        ("type:positive", "gate: tag type:positive: no case has this tag"),
    ],
)
def test_a_tag_that_no_case_has_does_not_hold(name: str, line: str) -> None:
    records = [
        record(100, tags={"axis:accuracy": 100}, criterion_tags=["type:positive"]),
        record(outcome="skipped", case_tags=["smoke"]),
    ]
    assert told(records, tag(name)) == ([line], True)


@pytest.mark.parametrize(
    ("limit", "line", "failed"),
    [
        (1, "gate: errors 2 > 1 over 3 cases", True),
        (2, "gates held: errors 2 <= 2", False),
        (0, "gate: errors 2 > 0 over 3 cases", True),
    ],
)
def test_errors_are_counted(limit: int, line: str, failed: bool) -> None:
    records = [record(90), record(), record()]
    assert told(records, SuiteGates(max_errors=limit)) == ([line], failed)


def test_every_gate_that_does_not_hold_has_its_line_and_the_others_share_one() -> None:
    gates = SuiteGates(
        min_mean=Fraction(75),
        min_pass_rate=Fraction(100),
        min_tags={"axis:tone": Fraction(50), "axis:ton": Fraction(50)},
        max_errors=0,
    )
    records = [record(90, tags={"axis:tone": 70}), record(60, "failed", tags={"axis:tone": 40})]
    assert told(records, gates) == (
        [
            "gate: pass rate 50% < 100% over 2 cases",
            "gate: tag axis:ton: no case has this tag; did you mean axis:tone?",
            "gates held: mean score 75 >= 75; tag axis:tone 55 >= 50; errors 0 <= 0",
        ],
        True,
    )


def test_what_could_not_be_looked_at_is_told_apart_from_what_failed_or_held() -> None:
    gates = SuiteGates(min_mean=Fraction(80), min_pass_rate=Fraction(100), max_errors=0)
    assert summary.unevaluated(evaluate([record(outcome="passed")], gates)) == [
        "gate: mean score: not evaluated: none of 1 case has a score (1 without a score)"
    ]
    assert summary.unevaluated(evaluate([record(70, "failed")], gates)) == []


def test_no_case_is_neither_good_nor_bad() -> None:
    assert told([], mean("80")) == (["gates: not evaluated: no rubric test was collected"], False)


def test_a_partial_run_is_not_evaluated() -> None:
    result = not_evaluated("-k smoke left out 3 of 5 rubric tests")
    assert summary.lines(result) == ["gates: not evaluated: -k smoke left out 3 of 5 rubric tests"]
    assert summary.unevaluated(result) == summary.lines(result)
    assert not result.failed


def test_what_came_of_each_gate() -> None:
    gates = SuiteGates(min_mean=Fraction(80), min_tags={"nowhere": Fraction(70)}, max_errors=3)
    records = [record(90), record(60.5, "failed"), record()]
    mean_told = "mean score 75.3 < 80 over 2 of 3 cases (1 error)"
    assert evaluate(records, gates).gates == (
        GateResult("min_mean", False, Fraction(80), Fraction("75.25"), 2, 3, mean_told),
        GateResult(
            "min_tag", False, Fraction(70), None, 0, 0, "tag nowhere: no case has this tag", "nowhere"
        ),
        GateResult("max_errors", True, Fraction(3), Fraction(1), 3, 3, "errors 1 <= 3"),
    )
    assert not_evaluated("-x stopped it").gates == ()


def test_a_run_without_gates_says_nothing() -> None:
    assert not SuiteGates().any
    assert summary.lines(SuiteResult()) == []
    for gates in (mean("0"), pass_rate("0"), tag("a", "0"), SuiteGates(max_errors=0)):
        assert gates.any
