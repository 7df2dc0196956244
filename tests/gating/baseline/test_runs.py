"""Whole runs: every case is in exactly one list, renamed ones are found, and updates lose nothing."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pytest_rubric.gating.baseline.file_format import Baseline
from pytest_rubric.gating.baseline.merging import merge
from pytest_rubric.gating.baseline.runs import Run, RunComparison, compare_runs, renamed, run_of
from pytest_rubric.gating.baseline.states import CaseState
from tests.gating.baseline.building import SMALL, decision, state
from tests.reporting.samples import evaluated, not_judged, record_of, refund_results


def a(name: str) -> str:
    return f"a.rubric.yaml::{name}"


def own(name: str, score: str = "70") -> CaseState:
    return state(score, case_hash=f"case-{name}", output_hash=f"output-{name}")


def held(
    before: Mapping[str, CaseState],
    run: Run,
    *,
    gone: bool = True,
    names: Mapping[str, str] | None = None,
) -> RunComparison:
    return compare_runs(Baseline(before), run, is_gone=lambda key: gone, names=names)


BEFORE = {a(name): own(name) for name in ("worse", "same", "broken", "left", "old", "removed", "python")}
RUN = Run(
    judged={
        a("worse"): own("worse", "20"),
        a("same"): own("same"),
        a("now"): own("old"),
        a("added"): own("added"),
    },
    errored=(a("broken"), a("broken-too")),
    skipped=(a("left"),),
    unreached=frozenset({a("python")}),
)


def test_every_case_is_in_exactly_one_list() -> None:
    found = held(BEFORE, RUN)
    assert [(each.key_before, each.key) for each in found.comparisons] == [
        (a("old"), a("now")),
        (a("same"), a("same")),
        (a("worse"), a("worse")),
    ]
    assert found.new == (a("added"),)
    assert found.renamed == ((a("old"), a("now")),)
    assert found.errored == (a("broken"), a("broken-too"))
    assert found.skipped == (a("left"),)
    assert found.unreached == (a("python"),)
    assert found.missing == (a("removed"),)
    assert found.not_run == ()
    named = [key for each in found.comparisons for key in {each.key, each.key_before}]
    lists = (found.new, found.errored, found.skipped, found.unreached, found.missing)
    named += [key for keys in lists for key in keys]
    assert sorted(named) == sorted({*BEFORE, *RUN.judged, *RUN.errored, *RUN.skipped})


def test_a_partial_run_misses_nothing() -> None:
    found = held(BEFORE, Run(judged={a("same"): own("same")}), gone=False)
    assert (found.missing, found.renamed, found.new) == ((), (), ())
    assert found.not_run == tuple(sorted(set(BEFORE) - {a("same")}))


def test_names_that_were_found_at_the_cases_turn_count() -> None:
    run = Run(judged={a("now"): own("other"), a("added"): own("old")})
    found = held(BEFORE, run, names={a("now"): a("old"), a("added"): a("nobody")})
    assert (found.renamed, found.new) == (((a("old"), a("now")),), (a("added"),))


@pytest.mark.parametrize(
    ("candidates", "now", "name"),
    [
        ({"x": own("a")}, own("a"), "x"),
        ({"x": own("b")}, own("a"), None),
        # of several with the same content the output tells
        (
            {"x": state("1", output_hash="o1"), "y": state("1", output_hash="o2")},
            state("1", output_hash="o2"),
            "y",
        ),
        ({"x": state("1"), "y": state("1")}, state("1"), None),
        ({"x": state("1", output_hash="o1"), "y": state("1")}, state("1", output_hash="o9"), None),
        ({"x": state("1", case_hash=None)}, state("1", case_hash=None), None),
        ({"new": own("a"), "x": own("a")}, own("a"), None),
    ],
)
def test_renamed_cases_are_found_by_content(
    candidates: dict[str, CaseState], now: CaseState, name: str | None
) -> None:
    assert renamed("new", now, Baseline(candidates), lambda key: True) == name
    assert renamed("new", now, Baseline(candidates), lambda key: False) is None


def test_the_run_in_its_records() -> None:
    records = [
        record_of("good", evaluated(refund_results(), threshold=60), "passed"),
        record_of("known", evaluated(refund_results()), "xfailed"),
        record_of("torn-down", evaluated(refund_results()), "error"),
        record_of("broken", not_judged("no endpoint", state="broken"), "error"),
        record_of("skipped", not_judged("", state="unscored"), "skipped"),
        record_of("not-run", not_judged("", state="unscored"), "xfailed"),
    ]
    run = run_of(records, unreached=["t.py::test_a"], whole=["t.py::test_c"])
    prefix = "cases/support.rubric.yaml::"
    assert list(run.judged) == [prefix + "good", prefix + "known"]
    assert run.errored == (prefix + "torn-down", prefix + "broken")
    assert run.skipped == (prefix + "skipped", prefix + "not-run")
    assert run.reached("t.py::test_a#tone")
    assert not run.reached("t.py::test_b")
    assert not run.reached("t.py::test_c")


def test_checks_that_a_whole_test_did_not_make_are_gone_and_those_of_one_that_ended_early_are_not() -> None:
    keys = ("t.py::test_whole#tone", "t.py::test_whole", "t.py::test_ended#tone", "t.py::test_else#tone")
    before = {key: own(key) for key in keys}
    run = Run(
        judged={"t.py::test_whole": own("t.py::test_whole")},
        unreached=frozenset({"t.py::test_ended"}),
        whole=frozenset({"t.py::test_whole"}),
    )
    found = held(before, run, gone=False)
    assert (found.missing, found.unreached, found.not_run) == (keys[:1], keys[2:3], keys[3:])
    made = merge(Baseline(before), run, found)
    assert (made.dropped, made.kept) == (keys[:1], keys[2:3])


def test_an_update_after_a_whole_run() -> None:
    made = merge(Baseline(BEFORE), RUN, held(BEFORE, RUN))
    assert set(made.baseline.cases) == {
        *(a(name) for name in ("worse", "same", "now", "added")),
        # what was not judged keeps what it had
        *(a(name) for name in ("broken", "left", "python")),
    }
    assert made.baseline.cases[a("worse")].score == 20
    assert (made.added, made.changed, made.same) == (2, 1, 1)
    assert made.dropped == (a("old"), a("removed"))
    assert made.kept == (a("broken"), a("left"), a("python"))
    assert made.unrecorded == (a("broken-too"),)


def test_an_update_after_a_partial_run_merges_only_what_ran() -> None:
    run = Run(judged={a("worse"): own("worse", "20")}, errored=(a("same"),))
    made = merge(Baseline(BEFORE), run, held(BEFORE, run, gone=False))
    assert made.baseline.cases == {**BEFORE, a("worse"): own("worse", "20")}
    assert (made.added, made.changed, made.same, made.dropped) == (0, 1, 0, ())
    assert made.kept == (a("same"),)


def test_prompts_that_a_case_did_not_use_make_no_change() -> None:
    more = state("70", decision("A", "met"), judge=SMALL)
    less = state("70", decision("A", "met", id=7), judge=None)
    made = merge(Baseline({a("x"): more}), Run({a("x"): less}), held({a("x"): more}, Run({a("x"): less})))
    assert (made.changed, made.same) == (0, 1)
