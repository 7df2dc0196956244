"""A whole run against its baseline in a few lines."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pytest_rubric.gating.baseline import summary
from pytest_rubric.gating.baseline.file_format import Baseline
from pytest_rubric.gating.baseline.merging import Merge
from pytest_rubric.gating.baseline.runs import Run, RunComparison, compare_runs
from pytest_rubric.gating.baseline.states import CaseState
from tests.gating.baseline.building import SMALL, decision, state


def held(
    before: dict[str, CaseState], now: dict[str, CaseState], max_drop: Fraction | None = None
) -> list[str]:
    baseline = Baseline(before)
    found = compare_runs(baseline, Run(now), is_gone=lambda key: True)
    return summary.lines(found, baseline, max_drop)


def scores(*values: str, **more: object) -> dict[str, CaseState]:
    return {f"f.yaml::{at:02}": replace(state(value), **more) for at, value in enumerate(values)}  # type: ignore[arg-type]  # fields by name


def test_no_case_at_all() -> None:
    assert held({}, {}) == ["no case to compare"]
    assert held(scores("70"), {}) == ["no case to compare", "missing, in the baseline only: f.yaml::00"]
    assert held({}, scores("70")) == ["no case to compare", "new, not in the baseline: f.yaml::00"]


def test_every_kind_of_change() -> None:
    before = scores("90", "90", "90", "40", "40", "90")
    now = scores("50", "70", "85", "80", "40", "90", output_hash="o2")
    assert held(before, now, Fraction(10)) == [
        "6 cases compared: 1 worse, 1 fell by more than 10, 1 lower, 1 better, 1 failing as before, 1 as before",
        "mean 73.3 then, 69.2 now (-4.2), over 6 cases scored in both: can't tell (it would take about 319 cases); "
        "passing then and failing now 1, the other way round 1: can't tell",
        "worse: f.yaml::00 90 -> 50",
        "fell too far: f.yaml::01 90 -> 70",
        "lower: f.yaml::02 90 -> 85",
        "better: f.yaml::03 40 -> 80",
        "failing as before: f.yaml::04 40 -> 40",
        "scores or decisions changed: 4 with another output (the agent)",
    ]


def test_lists_are_bounded() -> None:
    names = [f"f.yaml::{at:02}" for at in range(5)]
    told = held(scores(*["70"] * 1007), scores())
    assert told == ["no case to compare", f"missing, in the baseline only: {', '.join(names)} and 1,002 more"]


def test_a_difference_that_chance_would_hardly_make() -> None:
    up = held(scores(*["60"] * 20), scores(*(str(70 + at) for at in range(20))))
    assert (
        up[1] == "mean 60 then, 79.5 now (+19.5, 95% interval 17 to 22), over 20 cases scored in both: better"
    )
    down = held(scores(*["90"] * 20), scores(*(str(30 + at) for at in range(20))))
    assert down[1] == (
        "mean 90 then, 39.5 now (-50.5, 95% interval -53 to -48), over 20 cases scored in both: worse; passing then and failing now 20, the other "
        "way round 0: worse"
    )


def test_verdicts_without_scores_have_no_mean() -> None:
    good, bad = state(None, passed=True, verdict="pass"), state(None, passed=False, verdict="fail")
    assert held({"f.yaml::a": good}, {"f.yaml::a": bad}) == [
        "1 case compared: 1 worse",
        "worse: f.yaml::a pass -> fail",
        "scores or decisions changed: 1 with the same output (the judge)",
    ]


def test_another_judge_is_told_whether_or_not_scores_changed() -> None:
    before = scores("70", "70", "70")
    now = scores("70", "60", judge=replace(SMALL, model="large")) | {
        "f.yaml::02": state("70", judge=replace(SMALL, prompts={"rubric": "2"}))
    }
    assert held(before, now)[-3:] == [
        "scores or decisions changed: 1 judged by another judge or prompt",
        "2 cases judged by large at http://localhost:8080/v1, in the baseline by small at "
        "http://localhost:8080/v1: differences may be the judge's; record the baseline anew",
        "1 case judged by prompt rubric 2, in the baseline by prompt rubric 1: differences may be the judge's; "
        "record the baseline anew",
    ]


def test_cases_that_changed_since() -> None:
    before = {
        "f.yaml::a": state("70", decision("A", "met")),
        "f.yaml::b": state("70", decision("A", "met")),
    }
    now = {
        "f.yaml::a": state("70", decision("B", "met"), case_hash="c2"),
        "f.yaml::b": state("70", decision("A", "met"), case_hash="c3"),
    }
    assert held(before, now)[-2:] == [
        "rubrics that changed since, so that scores measure different things; record the baseline anew: f.yaml::a",
        "cases that changed since (input, context or reference); record the baseline anew: f.yaml::b",
    ]


def test_what_was_not_compared() -> None:
    baseline = Baseline(scores("70", "70", "70", "70"))
    found = RunComparison(
        errored=("f.yaml::00", "f.yaml::new"),
        skipped=("f.yaml::01",),
        unreached=("f.yaml::02",),
        not_run=("f.yaml::03",),
        renamed=(("f.yaml::old", "f.yaml::now"),),
    )
    assert summary.lines(found, baseline, None, partial="-k x left out 1 of 4 rubric tests") == [
        "no case to compare",
        "renamed: f.yaml::old -> f.yaml::now",
        "errors: f.yaml::00 (was 70), f.yaml::new",
        "skipped: f.yaml::01 (was 70)",
        "ended before their check: f.yaml::02 (was 70)",
        "in the baseline, not in this run (-k x left out 1 of 4 rubric tests): f.yaml::03",
    ]


def test_updates() -> None:
    whole = Merge(
        Baseline(), added=1, changed=2, same=1300, dropped=("a",), kept=("b",), unrecorded=("c", "d")
    )
    assert summary.updated(whole, "b.json", written=True) == [
        "b.json updated: 1 case added, 2 changed, 1,300 as before, 1 dropped",
        "dropped: a",
        "not judged now, so kept as they were: b",
        "not judged, so not recorded: c, d",
    ]
    assert summary.updated(Merge(Baseline(), same=3), "b.json", written=False, partial="-x stopped it") == [
        "b.json is as it was: 0 cases added, 0 changed, 3 as before, 0 dropped",
        "only cases that ran were updated (-x stopped it): run all to drop those that are gone",
    ]
