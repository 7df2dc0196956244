"""What cases would have come to by people's labels: by the formula of every score."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_rubric.gating.calibration import markdown, patterns, summary
from pytest_rubric.gating.calibration.decisions import gather
from pytest_rubric.gating.calibration.measures import overall
from pytest_rubric.gating.calibration.outcomes import Outcome, outcomes
from pytest_rubric.gating.calibration.report import Source, calibrate
from pytest_rubric.gating.calibration.scores import Scores
from pytest_rubric.reporting.record import Record
from tests.gating.calibration.building import criterion, record


def outcome_of(*criteria: dict[str, Any], **more: Any) -> Outcome | None:
    found = outcomes(gather([[record("a", *criteria, **more)]]))
    return found[0] if found else None


@pytest.mark.parametrize(
    ("criteria", "score", "would_pass"),
    [
        ([criterion("x", "met", "met"), criterion("y", "met", "not_met")], 50, False),
        ([criterion("x", "not_met", "met"), criterion("y", "met", "met")], 100, True),
        ([criterion("x", "met", "met"), criterion("y", "clean", "violated", points=-4)], 60, True),
        ([criterion("x", "met", "met"), criterion("y", "clean", "violated", points=-4.1)], 59, False),
        ([criterion("y", "clean", "violated", points=-30)], 70, True),
        # what code decides stands as it is, whatever people say
        ([criterion("x", "met", "met"), criterion("y", "not_met", "met", check="regex")], 50, False),
        ([criterion("x", "undecided", "met")], 100, True),
        (
            [criterion("x", "met", "met", points=90), criterion("y", "met", "not_met", required=True)],
            90,
            False,
        ),
    ],
)
def test_the_same_formula_with_labels(criteria: list[dict[str, Any]], score: int, would_pass: bool) -> None:
    found = outcome_of(*criteria)
    assert found is not None
    assert (found.by_labels, found.would_pass) == (score, would_pass)


@pytest.mark.parametrize(
    ("criteria", "more"),
    [
        ([criterion("x", "met", "met"), criterion("y", "met")], {}),
        ([criterion("x", "met", check="regex")], {}),
        ([], {}),
        ([criterion("x", "met", "met")], {"state": "broken"}),
        ([criterion("x", "met", "met")], {"score": None}),
    ],
)
def test_cases_that_are_not_labelled_throughout_have_none(
    criteria: list[dict[str, Any]], more: dict[str, Any]
) -> None:
    assert outcome_of(*criteria, **more) is None


def test_labels_that_contradict_each_other_give_no_outcome() -> None:
    runs = [[record("a", criterion("x", "met", said))] for said in ("met", "not_met")]
    assert outcomes(gather(runs)) == ()


@pytest.mark.parametrize(
    ("passed", "score", "turns"), [(None, 60, True), (None, 59, False), (False, 60, False)]
)
def test_the_outcome_of_the_run_is_what_it_says(passed: bool | None, score: int, turns: bool) -> None:
    found = outcome_of(criterion("x", "met", "not_met"), score=score, passed=passed)
    assert found is not None
    assert found.turns is turns


def turning() -> list[Record]:
    return [
        *[record(f"case-{n}", criterion("x", "met", "not_met")) for n in range(4)],
        record("lost", criterion("x", "not_met", "met"), score=0),
        record("right", criterion("x", "met", "met")),
    ]


def test_the_faces_tell_which_cases_turn() -> None:
    evidence = gather([turning()])
    found = outcomes(evidence)
    (finding,) = patterns.turned_outcomes(found)
    assert (finding.cause, finding.certain, finding.facts) == ("rubric", True, {"turned": 5, "cases": 6})
    assert (
        "by people's labels 5 of 6 cases labelled throughout would come out otherwise: case-0 (fails), case-1 "
        "(fails), case-2 (fails) and 2 more"
    ) in summary.lines(evidence, overall(evidence.compared), Scores(), found)
    report = markdown.render(calibrate([Source("a", turning())]))
    assert (
        "## Scores\n\n- Cases in which every decision of the judge has a label: 6; in 5 of them the labels change "
        "the outcome\n"
    ) in report
    assert "   - cases.rubric.yaml::lost: 0 (fails); by labels 100 (passes); threshold 60\n" in report


def test_where_none_turns_nothing_is_told() -> None:
    evidence = gather([[record("right", criterion("x", "met", "met"))]])
    assert summary.lines(evidence, overall(evidence.compared), Scores(), outcomes(evidence))[1:] == [
        "1 label is few: it takes about 16 to know the agreement to ten points"
    ]
    assert list(patterns.turned_outcomes(outcomes(evidence))) == []
