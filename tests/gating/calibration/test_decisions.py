"""Decisions and labels taken out of records: what is compared, and what is counted apart."""

from __future__ import annotations

import pytest

from pytest_rubric.gating.calibration.decisions import gather
from tests.gating.calibration.building import criterion, record


@pytest.mark.parametrize(
    ("machine", "human", "pair", "wrong"),
    [
        ("met", "met", ("yes", "yes"), False),
        ("met", "not_met", ("no", "yes"), True),
        ("not_met", "met", ("yes", "no"), True),
        ("violated", "clean", ("no", "yes"), True),
        ("clean", "violated", ("yes", "no"), True),
        ("clean", "clean", ("no", "no"), False),
    ],
)
def test_both_answer_whether_the_output_does_it(
    machine: str, human: str, pair: tuple[str, str], wrong: bool
) -> None:
    (decision,) = gather([[record("a", criterion("b", machine, human))]]).compared
    assert (decision.pair, decision.wrong, decision.name) == (pair, wrong, "#1 of a")


def test_what_is_open_or_decided_by_code_is_no_decision_of_the_judge() -> None:
    evidence = gather(
        [
            [
                record(
                    "a",
                    criterion("judged", "met", "met"),
                    criterion("open", "undecided", "met"),
                    criterion("checked", "met", "not_met", check="contains"),
                    criterion("unlabelled", "not_met"),
                ),
                record("empty", criterion("x", "not_met", "not_met"), score=0, raw_score=None),
                record(
                    "error", state="blocked", human={"score": None, "reason": None, "criteria": {"1": "met"}}
                ),
            ]
        ]
    )
    assert [each.text for each in evidence.compared] == ["judged"]
    assert [(each.text, each.by_code) for each in evidence.decisions] == [
        ("judged", False),
        ("open", False),
        ("checked", True),
        ("unlabelled", False),
        ("x", True),
    ]
    assert (evidence.labels, evidence.undecided, evidence.not_judged) == (5, 1, 1)


def test_of_results_about_one_output_the_last_counts() -> None:
    first = [record("a", criterion("b", "met", "met")), record("c", criterion("b", "met"))]
    second = [record("a", criterion("b", "not_met", "met"))]
    evidence = gather([first, second])
    assert [(each.case, each.machine) for each in evidence.decisions] == [("a", "not_met"), ("c", "met")]
    assert evidence.repeated == 1


def test_a_later_result_without_a_judgement_does_not_count_beside_one_that_has_it() -> None:
    judged = [record("a", criterion("b", "met", "met"))]
    broken = [record("a", criterion("b", "undecided", "met"), state="broken")]
    for runs in ([judged, broken], [broken, judged]):
        evidence = gather(runs)
        assert [each.machine for each in evidence.compared] == ["met"]
        assert (evidence.repeated, evidence.undecided, evidence.labels) == (1, 0, 1)
    assert gather([broken, broken]).undecided == 1


def test_another_output_of_the_same_case_is_another_decision() -> None:
    first = [record("a", criterion("b", "met", "met"), output_hash="1")]
    second = [record("a", criterion("b", "not_met", "not_met"), output_hash="2")]
    evidence = gather([first, second])
    assert [each.human for each in evidence.compared] == ["met", "not_met"]
    assert (evidence.repeated, evidence.contradictions) == (0, ())


def test_several_checks_of_one_python_test_are_several_items() -> None:
    evidence = gather([[record("a", criterion("b", "met")), record("a", criterion("b", "not_met"))]])
    assert [each.machine for each in evidence.decisions] == ["met", "not_met"]


@pytest.mark.parametrize("text", ["b", "B  "])
def test_labels_that_contradict_each_other_count_for_nothing(text: str) -> None:
    evidence = gather(
        [
            [record("a", criterion("b", "met", "met"), criterion("c", "met", "met"))],
            [record("a", criterion(text, "met", "not_met"), criterion("c", "met", "met"))],
        ]
    )
    assert [(each.decision.name, each.labels) for each in evidence.contradictions] == [
        ("#1 of a", ("met", "not_met"))
    ]
    assert [each.text for each in evidence.compared] == ["c"]
    assert evidence.labels == 2


def test_a_criterion_that_was_reworded_is_another_one() -> None:
    evidence = gather(
        [[record("a", criterion("old", "met", "met"))], [record("a", criterion("new", "met", "not_met"))]]
    )
    assert (evidence.contradictions, [each.text for each in evidence.compared]) == ((), ["new"])


def test_the_order_is_that_of_the_files_whatever_came_in_first() -> None:
    records = [
        record("late", criterion("x", "met"), line=9),
        record("b", criterion("x", "met"), line=2),
        record("a", criterion("x", "met"), line=2),
        record("elsewhere", criterion("x", "met"), file=None, line=None),
    ]
    expected = ["elsewhere", "a", "b", "late"]
    for order in (records, records[::-1]):
        assert [each.case for each in gather([order]).decisions] == expected


def test_nothing_at_all() -> None:
    assert gather([]).labels == 0
