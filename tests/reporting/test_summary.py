"""The terminal's summary, whole, and the progress line."""

from __future__ import annotations

import sys
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pytest_rubric.model import CriterionResult, Usage
from pytest_rubric.model.lines import width_of
from pytest_rubric.reporting import progress, summary
from pytest_rubric.reporting.summary import Extras
from tests.reporting.samples import (
    complexity_results,
    criterion,
    decided,
    evaluated,
    found,
    invented,
    judged_points,
    not_judged,
    record_of,
    refund_results,
    undecided_results,
)

NO_MODEL = "no judge model is set: give --rubric-model or set RUBRIC_MODEL"


def passing(case_id: str = "greeting", points: int = 10, earned: int = 10) -> dict[str, Any]:
    """A case that earns so many of its points, and quotes for them."""
    results: tuple[CriterionResult, ...] = (
        decided(criterion(1, "Greets", earned, "axis:tone"), "met", "", found("Hello")),
    )
    if earned < points:
        results += (
            decided(criterion(2, "Says goodbye", points - earned, "axis:tone"), "not_met", "It ends."),
        )
    return record_of(case_id, evaluated(results), "passed")


def errored(case_id: str, error: str = NO_MODEL) -> dict[str, Any]:
    return record_of(case_id, not_judged(error, state="broken"), "error")


def a_run() -> list[dict[str, Any]]:
    """Everything that a run can hold."""
    return [
        passing(),
        record_of("late-refund", evaluated(refund_results()), "failed"),
        record_of("归并排序-复杂度", evaluated(complexity_results(), threshold=60, lang="zh"), "failed"),
        errored("no-model-1"),
        errored("no-model-2"),
        record_of("facts", judged_points(65), "passed"),
        record_of("unsure", evaluated(undecided_results(), threshold=60), "passed"),
        record_of("known-weakness", evaluated(refund_results()), "xfailed"),
        record_of("later", replace(not_judged("x"), state="unscored", error=None), "skipped"),
    ]


def test_a_run_with_everything() -> None:
    told = summary.lines(a_run(), width=100, extras=Extras(seconds=3.21, unavailable=2, lint_notes=12))
    assert (
        "\n".join(told)
        == """\
case                   score  verdict       threshold  lost most
---------------------  -----  ------------  ---------  ---------------------------------------------
归并排序-复杂度           25  fail                 60  #2 -25 说明了递归树的层数
late-refund               65  warn, failed         80  #2 -20 Says that refunds end 14 days after d…
no-model-1 and 1 more      -  error                80  no judge model is set: give --rubric-model o…
facts (reference)         65  warn                 60  half of the key facts are missing
unsure                 65-85  warn                 60  #4 -15 Promises a refund that the policy exc…

points lost by tag: axis:safety 45, axis:reasoning 45, axis:accuracy 40
9 cases, mean 64.2 over 6 of 9, 2 failed, 2 errors, 3 passed, 1 xfailed, 1 skipped
judge: 10 calls, 0 replies from the store, 8,800 tokens in, 1,640 out, 3.2 s
3 decisions on the whole output, without a quote
3 of 11 quotes are not in the text that the judge names (small models paraphrase): --rubric-strategy
  criterion asks one criterion a call, --rubric-evidence warn keeps such decisions and marks them
2 cases had no judge: set --rubric-model and OPENAI_API_KEY (or --rubric-base-url for a server of
  your own), or skip such cases with --rubric-on-unavailable skip
12 lint notes: pytest-rubric lint"""
    )


def test_a_clean_run_is_short() -> None:
    told = summary.lines([passing("a"), passing("b", 20, 17)], width=100, extras=Extras(seconds=0.04))
    assert told == [
        "points lost by tag: axis:tone 3",
        "2 cases, mean 92.5, 2 passed",
        "judge: 2 calls, 0 replies from the store, 1,800 tokens in, 620 out, 0.0 s",
    ]


def test_no_record_no_summary() -> None:
    assert summary.lines([], width=80) == []


def test_tabulate_is_loaded_only_for_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tabulate", None)
    assert summary.lines([passing()], width=80)
    with pytest.raises(ImportError):
        summary.lines([record_of("late-refund", evaluated(refund_results()), "failed")], width=80)


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_columns_align_and_lines_fit_with_wide_characters(width: int) -> None:
    records = a_run()
    told = summary.lines(records, width=width, extras=Extras(unavailable=2))
    table = told[: told.index("")]
    if width > 60:
        assert max(map(width_of, told)) <= width
    # the threshold ends in the same column of every row
    ends = {width_of(line[: line.index(" 80 ") + 3]) for line in table if " 80 " in line}
    ends |= {width_of(line[: line.index(" 60 ") + 3]) for line in table if " 60 " in line}
    assert len(ends) == 1


def test_errors_are_no_zeros_in_the_mean() -> None:
    records = [passing("a", 10, 9), errored("b", "time limit"), passing("c", 10, 9)]
    assert "3 cases, mean 90 over 2 of 3, 1 error, 2 passed" in summary.lines(records, width=100)


def test_a_run_of_errors_only_has_no_mean() -> None:
    told = summary.lines([errored("a"), errored("b", "refused")], width=100)
    assert "2 cases, none scored, 2 errors" in told


def test_errors_with_the_same_message_share_a_row() -> None:
    told = summary.lines([errored(f"case-{number}") for number in range(50)], width=100)
    assert told[2] == f"case-0 and 49 more      -  error           80  {NO_MODEL[:52]}…"
    assert len([line for line in told if "no judge model" in line]) == 1


def test_the_worst_come_first_and_the_rest_is_counted() -> None:
    records = []
    for number in range(1, 31):
        results = (
            decided(criterion(1, "A", number), "met", "", found("x")),
            decided(criterion(2, "B", 100 - number), "not_met", "No."),
        )
        records.append(record_of(f"case-{number:02d}", evaluated(results), "failed"))
    told = summary.lines(list(reversed(records)), width=100)
    assert [line.split()[0] for line in told[2:17]] == [f"case-{number:02d}" for number in range(1, 16)]
    assert told[17] == "... and 15 more"


def test_names_hold_the_file_only_where_there_are_several() -> None:
    one = record_of("a", evaluated(refund_results()), "failed", file="one.rubric.yaml")
    two = record_of("a", evaluated(refund_results()), "failed", file="deep/two.rubric.yaml")
    assert summary.lines([one], width=100)[2].startswith("a  ")
    assert [line.split()[0] for line in summary.lines([one, two], width=100)[2:4]] == [
        "one.rubric.yaml::a",
        "two.rubric.yaml::a",
    ]


def test_long_names_are_cut_in_the_middle() -> None:
    record = record_of("first-" + "very-" * 30 + "last", evaluated(refund_results()), "failed")
    row = summary.lines([record], width=80)[2]
    assert row.startswith("first-")
    assert "…" in row
    assert "-last " in row
    assert width_of(row) <= 80


def test_missing_recordings_are_one_line_and_no_rows() -> None:
    records = [errored(f"case-{number}", f"no stored reply for case-{number}") for number in range(20)]
    told = summary.lines(records, width=200, extras=Extras(missing_recordings=[r["nodeid"] for r in records]))
    assert told == [
        "20 cases, none scored, 20 errors",
        "judge: 40 calls, 0 replies from the store, 36,000 tokens in, 0 out",
        "20 cases have no stored reply: run with --rubric-replies auto where the judge can be reached, and commit "
        "the replies folder",
    ]


@pytest.mark.parametrize(("missing", "said"), [(1, False), (2, True)])
def test_more_than_a_fifth_of_quotes_not_found_is_said_once(missing: int, said: bool) -> None:
    quotes = [found(f"f{number}") for number in range(5 - missing)] + [invented("x")] * missing
    results = (
        decided(criterion(1, "Greets", 10), "met", "", *quotes),
        # what a no quotes never mattered
        decided(criterion(2, "Swears", -1), "clean", "No.", *[invented("y")] * 9),
    )
    told = " ".join(summary.lines([record_of("a", evaluated(results), "passed")], width=300))
    assert ("--rubric-strategy criterion" in told and "--rubric-evidence warn" in told) is said
    assert ("2 of 5 quotes are not in the text that the judge names" in told) is said


def test_decisions_on_the_whole_are_counted() -> None:
    results = (decided(criterion(1, "Is a list", 10), "met", "It is.", basis="whole"),)
    told = summary.lines([record_of("a", evaluated(results), "passed")], width=100)
    assert told[-1] == "1 decision on the whole output, without a quote"


def test_lost_points_keep_their_decimal_value() -> None:
    results = tuple(
        decided(
            replace(criterion(number, "x", 1, "axis:a", "type:positive"), points=Fraction("0.1")), "not_met"
        )
        for number in (1, 2, 3)
    )
    told = summary.lines([record_of("a", evaluated(results), "failed")], width=100)
    assert "points lost by tag: axis:a 0.3" in told


@pytest.mark.parametrize(
    ("record", "row"),
    [
        (record_of("a", evaluated(refund_results()), "failed"), "a  65  warn, failed  80  #2 -20 Says that"),
        (record_of("a", evaluated(refund_results(), threshold=60), "passed"), "a  65  warn  60  #2 -20 Says"),
        (
            record_of("a", evaluated(undecided_results(), threshold=60), "passed"),
            "a  65-85  warn  60  #4 -15",
        ),
        (record_of("a", judged_points(), "failed"), "a (reference)  55  fail  60  half of the key facts"),
        (record_of("a", judged_points(65), "xpassed"), "a (reference)  65  warn, xpassed  60  half of"),
    ],
)
def test_row_of_each_kind(record: dict[str, Any], row: str) -> None:
    told = summary.lines([record], width=100)[2]
    assert " ".join(told.split()).startswith(" ".join(row.split()))


def test_usage_counts_calls_and_stored_replies() -> None:
    results = (decided(criterion(1, "Greets", 10), "met", "", found("Hello")),)
    record = record_of("a", replace(evaluated(results), usage=Usage(stored=3)), "passed")
    assert summary.lines([record], width=100)[-1] == "judge: 0 calls, 3 replies from the store"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((0, 200, 0, 0, 0, None), "0/200 judged, 0 calls"),
        ((1, 2, 0, 1, 900, 0.4), "1/2 judged, 1 call, 900 tokens, about 0 s left"),
        ((37, 200, 12, 25, 61_499, 80.4), "37/200 judged, 12 stored, 25 calls, 61k tokens, about 1:20 left"),
        ((1, 9, 0, 1234, 9_999, 3_725), "1/9 judged, 1,234 calls, 9,999 tokens, about 1:02:05 left"),
        ((1, 9, 0, 1, 0, float("inf")), "1/9 judged, 1 call"),
    ],
)
def test_progress_line(arguments: tuple[int, int, int, int, int, float | None], line: str) -> None:
    assert progress.line(*arguments) == line
