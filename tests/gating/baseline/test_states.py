"""From a record to what is compared, and the names under which cases are found."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import pytest

from pytest_rubric.gating.baseline.states import (
    Decision,
    JudgeState,
    capped,
    key_of,
    keyed,
    nodeid_of,
    state_of,
)
from pytest_rubric.reporting.record import Record
from tests.reporting.samples import (
    evaluated,
    judged_points,
    not_judged,
    record_of,
    refund_results,
    undecided_results,
)


def test_a_case_with_criteria() -> None:
    record = record_of("late", evaluated(refund_results()), "failed")
    record["judge"] = {"judge_id": None, "model": "m", "base_url": "u", "prompts": {"rubric": "1"}}
    record["case_hash"], record["output_hash"] = "c", "o"
    state = state_of(record)
    assert state is not None
    assert state.passed is False
    assert [state.score, state.low, state.high, state.threshold] == [65, 65, 65, 80]
    assert (state.verdict, state.case_hash, state.output_hash) == ("warn", "c", "o")
    assert state.judge == JudgeState(None, "m", "u", {"rubric": "1"})
    assert state.decisions == (
        Decision(1, "Answers in a polite tone", "met", "It is polite throughout.", Fraction(30)),
        Decision(
            2,
            "Says that refunds end 14 days after delivery",
            "not_met",
            "The answer names no time limit at all.",
            Fraction(20),
        ),
        Decision(3, "Names the support address", "met", "Write to support at any time.", Fraction(50)),
        Decision(
            4,
            "Promises a refund that the policy excludes",
            "violated",
            "We will of course refund you, whenever you ask.",
            Fraction(-15),
        ),
    )


def repeated(*outputs: str | None) -> Record:
    """A record of several runs with these outputs, the first of which is shown."""
    record = record_of("late", evaluated(refund_results()), "failed")
    record["output_hash"] = outputs[0]
    runs = [{"output_hash": output} for output in outputs]
    return cast("Record", {**record, "repeat": {"runs": runs}})


def output_hash(*outputs: str | None) -> str | None:
    state = state_of(repeated(*outputs))
    assert state is not None
    return state.output_hash


def test_of_several_runs_all_outputs_count() -> None:
    found = output_hash("a", "b", "b")
    assert found is not None
    assert len(found) == 16
    assert found == output_hash("a", "b", "b") == output_hash("b", "a", "b"), "runs have no order"
    assert len({found, output_hash("a", "a", "b"), output_hash("a", "b"), output_hash("a", "a", "a")}) == 4
    assert output_hash("a", None) is None


def test_undecided_criteria_leave_an_interval() -> None:
    state = state_of(record_of("late", evaluated(undecided_results(), threshold=60), "passed"))
    assert state is not None
    assert state.passed is True
    assert [state.score, state.low, state.high] == [65, 65, 85]
    assert state.decisions[1].status == "undecided"


def test_points_of_another_evaluator() -> None:
    state = state_of(record_of("late", judged_points(), "failed"))
    assert state is not None
    assert [(each.criterion, each.status, each.evidence, each.points) for each in state.decisions] == [
        ("semantic agreement (50)", "30", 'covers "refund", not the time limit', None),
        ("completeness (30)", "10.5", "", None),
        ("format (20)", "undecided", "", None),
    ]


@pytest.mark.parametrize(
    ("record", "outcome"),
    [
        (record_of("a", not_judged("no endpoint"), "error"), "error"),
        (record_of("a", evaluated(refund_results()), "error"), "error"),
        (record_of("a", evaluated(refund_results()), "skipped"), "skipped"),
        # a failed check whose test passed: it asked for the failure
        (record_of("a", evaluated(refund_results()), "passed"), "passed"),
    ],
)
def test_what_was_not_judged_or_had_to_fail_is_not_compared(record: Record, outcome: str) -> None:
    assert record["outcome"] == outcome
    assert state_of(record) is None


@pytest.mark.parametrize("outcome", ["failed", "xfailed", "xpassed"])
def test_the_evaluation_counts_whatever_marks_make_of_the_test(outcome: str) -> None:
    state = state_of(record_of("a", evaluated(refund_results()), outcome))
    assert state is not None
    assert state.passed is False


@pytest.mark.parametrize(
    ("nodeid", "id", "earlier", "key"),
    [
        ("d/f.rubric.yaml::a", "a", 0, "d/f.rubric.yaml::a"),
        ("d/f.rubric.yaml::a/terse/text-tone", "a", 0, "d/f.rubric.yaml::a/terse/text-tone"),
        ("testcases.yml::a-2", "a-2", 0, "testcases.yml::a-2"),
        ("test_it.py::test_a", "test_a", 0, "test_it.py::test_a"),
        ("test_it.py::Group::test_a[3-#x]", "test_a-3--x", 0, "test_it.py::Group::test_a[3-#x]"),
        ("test_it.py::test_a", "test_a-2", 0, "test_it.py::test_a#test_a-2"),
        ("test_it.py::test_a", "tone", 0, "test_it.py::test_a#tone"),
        ("test_it.py::test_a", "tone", 2, "test_it.py::test_a#tone#3"),
        ("test_it.py::test_a", "test_a", 1, "test_it.py::test_a#2"),
    ],
)
def test_keys(nodeid: str, id: str, earlier: int, key: str) -> None:
    assert key_of(nodeid, id, earlier) == key
    assert nodeid_of(key) == nodeid


def test_checks_of_one_name_are_counted_in_their_test() -> None:
    names = [("t.py::a", "x"), ("t.py::b", "x"), ("t.py::a", "x"), ("t.py::a", "y")]
    records = [cast("Record", {"nodeid": nodeid, "id": id}) for nodeid, id in names]
    assert [key for key, _ in keyed(records)] == ["t.py::a#x", "t.py::b#x", "t.py::a#x#2", "t.py::a#y"]


def test_texts_are_kept_short() -> None:
    assert capped("two\n lines", 20) == "two lines"
    assert capped("x" * 20, 20) == "x" * 20
    assert capped("x" * 21, 20) == "x" * 19 + "…"
