"""One case then and now: how it stands, what flipped, whose doing it is."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pytest_rubric.gating.baseline.comparing import Comparison, compare, same_judge
from pytest_rubric.gating.baseline.states import CaseState, JudgeState
from tests.gating.baseline.building import SMALL, decision, state


def compared(before: CaseState, now: CaseState) -> Comparison:
    return compare("f.yaml::a", now, "f.yaml::a", before)


@pytest.mark.parametrize(
    ("before", "now", "max_drop", "standing"),
    [
        ("90", "90", None, "same"),
        ("90", "95", None, "better"),
        ("90", "89", None, "lower"),
        ("90", "60", None, "lower"),
        ("90", "59", None, "worse"),
        ("60", "59.99", None, "worse"),
        ("50", "50", None, "known"),
        ("50", "55", None, "known"),
        ("50", "49", None, "worse"),
        # what may fall is what reaches its threshold
        ("50", "49", "10", "worse"),
        ("50", "60", None, "better"),
        ("90", "80", "10", "lower"),
        ("90", "79.99", "10", "fell"),
        ("90.1", "80.1", "10", "lower"),
        ("90", "89", "0", "fell"),
        ("90", "90", "0", "same"),
        ("90", "59", "50", "worse"),
    ],
)
def test_how_a_case_stands(before: str, now: str, max_drop: str | None, standing: str) -> None:
    found = compared(state(before), state(now))
    assert found.standing(None if max_drop is None else Fraction(max_drop)) == standing


def test_exactly_the_allowed_drop_in_numbers_that_binary_floats_lack() -> None:
    found = compared(state("0.3", threshold=0), state("0.1", threshold=0))
    assert found.standing(Fraction("0.2")) == "lower"
    assert found.standing(Fraction("0.19")) == "fell"


@pytest.mark.parametrize(
    ("before", "now", "fell", "rose"),
    [
        (("80", "80"), ("60", "90"), 0, 0),
        (("80", "80"), ("60", "80"), 0, 0),
        (("80", "80"), ("60", "75"), 5, 0),
        (("70", "80"), ("50", "65"), 5, 0),
        (("70", "90"), ("70", "70"), 0, 0),
        (("70", "90"), ("91", "95"), 0, 1),
        (("20", "50"), ("30", "30"), 0, 0),
    ],
)
def test_only_what_is_certain_is_a_drop(
    before: tuple[str, str], now: tuple[str, str], fell: int, rose: int
) -> None:
    found = compared(state(before[0], high=before[1]), state(now[0], high=now[1]))
    assert [found.fell, found.rose] == [fell, rose]


def test_a_known_failure_with_undecided_criteria_is_known() -> None:
    assert compared(state("20", high="50"), state("30")).standing(None) == "known"
    assert compared(state("30"), state("20", high="50")).standing(None) == "known"
    assert compared(state("30"), state("20", high="29")).standing(None) == "worse"


def test_a_verdict_without_a_score_is_compared_by_whether_it_passes() -> None:
    good, bad = state(None, passed=True), state(None, passed=False)
    standings = [
        compared(before, now).standing(Fraction(0))
        for before, now in ((good, good), (good, bad), (bad, bad), (bad, good))
    ]
    assert standings == ["same", "worse", "known", "better"]
    assert compared(good, bad).change is None
    assert compared(state("70"), good).fell == 0


def test_a_raised_threshold_fails_a_case_that_did_not_change() -> None:
    found = compared(state("70"), state("70", threshold=80))
    assert (found.standing(None), found.cause) == ("worse", None)


@pytest.mark.parametrize(
    ("before", "now", "direction"),
    [
        ("met", "not_met", "worse"),
        ("not_met", "met", "better"),
        ("clean", "violated", "worse"),
        ("violated", "clean", "better"),
        ("met", "undecided", "open"),
        ("undecided", "not_met", "open"),
        ("4/5", "3/5", "worse"),
        ("3/5", "8/10", "better"),
        ("3/5", "6/10", "open"),
        ("60", "70.5", "better"),
        ("3/0", "1/0", "open"),
        ("-1.5/2", "1/2", "better"),
        ("1e999999999", "2e999999999", "open"),
        ("1_0", "20", "open"),
        ("covered", "missing", "open"),
    ],
)
def test_decisions_that_flipped(before: str, now: str, direction: str) -> None:
    found = compared(
        state("70", decision("Says hello", before, "hello")),
        state("70", decision("Says hello", now, "no greeting")),
    )
    (flip,) = found.flips
    assert flip.direction == direction
    assert (flip.before.evidence, flip.now.evidence) == ("hello", "no greeting")


def test_criteria_are_found_by_their_text_wherever_they_stand() -> None:
    before = state("70", decision("A", "met"), decision("B", "not_met"), decision("gone", "met"))
    now = state(
        "70", decision("new", "not_met"), decision("B", "met", id=2), decision("A", "met"), case_hash="c2"
    )
    found = compared(before, now)
    assert [(flip.now.criterion, flip.now.id) for flip in found.flips] == [("B", 2)]
    assert (found.case_changed, found.cause) == ("rubric", None)


def test_equal_texts_are_paired_in_their_order() -> None:
    before = state("70", decision("A", "met", id=1), decision("A", "not_met", id=2))
    now = state("70", decision("A", "met", id=1), decision("A", "met", id=2), decision("A", "met", id=3))
    assert [flip.now.id for flip in compared(before, now).flips] == [2]


@pytest.mark.parametrize(
    ("hashes", "points", "changed"),
    [
        (("c1", "c1"), 10, None),
        (("c1", "c2"), 10, "case"),
        (("c1", "c2"), 20, "rubric"),
        (("c1", None), 10, None),
        ((None, None), 20, "rubric"),
    ],
)
def test_a_case_that_changed_is_said_to_have(
    hashes: tuple[str | None, str | None], points: int, changed: str | None
) -> None:
    found = compared(
        state("70", decision("A", "met"), case_hash=hashes[0]),
        state("40", decision("A", "not_met", points=points), case_hash=hashes[1]),
    )
    assert found.case_changed == changed
    assert (found.cause is None) == (changed is not None)


@pytest.mark.parametrize(
    ("outputs", "judge", "cause"),
    [
        (("o1", "o1"), SMALL, "judge"),
        (("o1", "o2"), SMALL, "agent"),
        (("o1", None), SMALL, None),
        (("o1", "o2"), replace(SMALL, model="large"), "judge_changed"),
        (("o1", "o1"), replace(SMALL, base_url="http://localhost:9/v1"), "judge_changed"),
        (("o1", "o1"), replace(SMALL, prompts={"rubric": "2"}), "judge_changed"),
        (("o1", "o1"), replace(SMALL, prompts={"reference": "9"}), "judge"),
        (("o1", "o2"), JudgeState(prompts={"rubric": "1"}), "judge_changed"),
        (("o1", "o2"), None, "agent"),
        # code decides the same output in one way, unless it is another code
        (("o1", "o1"), None, None),
    ],
)
def test_whose_doing_a_change_is(
    outputs: tuple[str | None, str | None], judge: JudgeState | None, cause: str | None
) -> None:
    before = state("70", decision("A", "met"), output_hash=outputs[0])
    now = state("60", decision("A", "not_met"), output_hash=outputs[1], judge=judge)
    assert compared(before, now).cause == cause


def test_nothing_changed_and_nobody_is_to_blame() -> None:
    found = compared(state("70", decision("A", "met")), state("70", decision("A", "met"), output_hash="o2"))
    assert (found.cause, found.flips) == (None, ())
    assert found.change == 0


def test_a_judge_with_an_id_is_the_same_wherever_it_runs() -> None:
    assert same_judge(JudgeState(judge_id="ours"), JudgeState(judge_id="ours", prompts={"rubric": "1"}))
    assert not same_judge(JudgeState(judge_id="ours"), JudgeState(judge_id="theirs"))


def test_the_object_in_the_record() -> None:
    before = state("70", decision("A", "met", "yes, 14 days"), high="80", judge=SMALL)
    now = state("40.5", decision("A", "not_met", "no limit"), judge=replace(SMALL, model="large"))
    assert compare("f.yaml::b", now, "f.yaml::a", before).record(Fraction(5)) == {
        "nodeid": "f.yaml::a",
        "standing": "worse",
        "passed": True,
        "score": 70,
        "interval": [70, 80],
        "threshold": 60,
        "verdict": "warn",
        "change": -29.5,
        "fell": 29.5,
        "flips": [
            {
                "id": 1,
                "criterion": "A",
                "before": "met",
                "now": "not_met",
                "direction": "worse",
                "evidence_before": "yes, 14 days",
                "evidence_now": "no limit",
            }
        ],
        "cause": "judge_changed",
        "case_changed": None,
        "judge_before": {
            "judge_id": None,
            "model": "small",
            "base_url": "http://localhost:8080/v1",
            "prompts": {"rubric": "1"},
        },
    }
