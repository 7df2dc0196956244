"""The terminal's summary, whole, and the progress line."""

from __future__ import annotations

import sys
from dataclasses import replace
from fractions import Fraction

import pytest

from pytest_rubric.model import CriterionResult, Usage
from pytest_rubric.model.lines import width_of
from pytest_rubric.reporting import progress, summary
from pytest_rubric.reporting.record import Record
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


def passing(case_id: str = "greeting", points: int = 10, earned: int = 10) -> Record:
    """A case that earns so many of its points, and quotes for them."""
    results: tuple[CriterionResult, ...] = (
        decided(criterion(1, "Greets", earned, "axis:tone"), "met", "", found("Hello")),
    )
    if earned < points:
        results += (
            decided(criterion(2, "Says goodbye", points - earned, "axis:tone"), "not_met", "It ends."),
        )
    return record_of(case_id, evaluated(results), "passed")


def errored(case_id: str, error: str = NO_MODEL) -> Record:
    return record_of(case_id, not_judged(error, state="broken"), "error")


def a_run() -> list[Record]:
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


A_RUNS_EXTRAS = Extras(
    seconds=3.21,
    no_judge={NO_MODEL: 2},
    skippable=True,
    told_below=(3, 4),
    reports="pytest -vv shows them, --rubric-report-dir FOLDER writes them",
    lint_notes=12,
)


def test_a_run_with_everything() -> None:
    told = summary.lines(a_run(), width=100, extras=A_RUNS_EXTRAS)
    assert (
        "\n".join(told)
        == """\
case                                          score  verdict       threshold  lost most
--------------------------------------------  -----  ------------  ---------  ------------------------
cases/support.rubric.yaml::归并排序-复杂度       25  fail                 60  #2 -25 说明了递归树的层…
cases/support.rubric.yaml::late-refund           65  warn, failed         80  #2 -20 Says that refund…
cases/support.rubric.yaml::facts (reference)     65  warn                 60  half of the key facts a…
cases/support.rubric.yaml::unsure             65-85  warn                 60  #4 -15 Promises a refun…

points lost by tag: axis:safety 45, axis:reasoning 45, axis:accuracy 40
9 cases, mean 64.2 over 6 of 9, 2 failed, 2 errors, 3 passed, 1 xfailed, 1 skipped
judge: 10 calls, 0 replies from the store, 8,800 tokens in, 1,640 out, 3.2 s
3 decisions on the whole output, without a quote
3 of 11 quotes are not in the text that the judge names (small models paraphrase): --rubric-strategy
  criterion asks one criterion a call, --rubric-evidence warn keeps such decisions and marks them
2 cases had no judge, as told above
cases without a judge are skipped instead with --rubric-on-unavailable skip
whole reports: pytest -vv shows them, --rubric-report-dir FOLDER writes them
12 lint notes: pytest-rubric lint"""
    )


def test_a_clean_run_is_short() -> None:
    told = summary.lines([passing("a"), passing("b", 20, 17)], width=100, extras=Extras(seconds=0.04))
    assert told == [
        "points lost by tag: axis:tone 3",
        "2 cases, mean 92.5, 2 passed",
        "scores to look at again: 1 in the safe zone from 75 to 85 (b)",
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
    told = summary.lines(records, width=width, extras=A_RUNS_EXTRAS)
    table = told[: told.index("")]
    assert max(map(width_of, told[len(table) :])) <= width
    if width > 100:
        assert max(map(width_of, table)) <= width
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
    assert told[2].split("  ")[0] == "cases/support.rubric.yaml::case-0 and 49 more"
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
    assert [line.split()[0].rpartition("::")[2] for line in told[2:17]] == [
        f"case-{number:02d}" for number in range(1, 16)
    ]
    assert told[17] == "... and 15 more: see --rubric-report-dir"


NAMED = evaluated(refund_results())


@pytest.mark.parametrize(
    ("nodeid", "id", "evaluator", "name"),
    [
        ("cases/a.rubric.yaml::lamp", "lamp", "rubric", "cases/a.rubric.yaml::lamp"),
        ("cases/a.rubric.yaml::lamp", "lamp", "reference", "cases/a.rubric.yaml::lamp (reference)"),
        ("a.rubric.yaml::lamp/short", "lamp", "short", "a.rubric.yaml::lamp/short"),
        ("test_a.py::test_reply", "test_reply", "rubric", "test_a.py::test_reply"),
        ("test_a.py::test_reply", "test_reply-2", "rubric", "test_a.py::test_reply (test_reply-2)"),
        (
            "test_a.py::TestIt::test_reply[0]",
            "greeting",
            "rubric",
            "test_a.py::TestIt::test_reply[0] (greeting)",
        ),
    ],
)
def test_names_are_node_ids_that_can_be_pasted(nodeid: str, id: str, evaluator: str, name: str) -> None:
    record = record_of(id, replace(NAMED, evaluator=evaluator), "failed")
    record["nodeid"] = nodeid
    assert summary.lines([record], width=100)[2].startswith(f"{name}  ")


def test_names_are_never_cut() -> None:
    name = "first-" + "very-" * 30 + "last"
    row = summary.lines([record_of(name, NAMED, "failed")], width=80)[2]
    assert row.startswith(f"cases/support.rubric.yaml::{name}  ")
    assert row.endswith("#2 -20 Says that refund…")


def test_missing_recordings_are_one_line_and_no_rows() -> None:
    records = [errored(f"case-{number}", f"no stored reply for case-{number}") for number in range(20)]
    told = summary.lines(records, width=200, extras=Extras(unrecorded=20, told_below=range(20)))
    assert told == [
        "20 cases, none scored, 20 errors",
        "judge: 40 calls, 0 replies from the store, 36,000 tokens in, 0 out",
        "20 cases have no stored reply: run with --rubric-replies auto where the judge can be reached, and commit "
        "the replies folder",
    ]


def test_causes_of_having_no_judge_are_told_as_they_came_and_bounded() -> None:
    records = [errored(f"case-{number}") for number in range(7)]
    causes = {
        "quota used up": 1,
        "refuses the key; check OPENAI_API_KEY": 3,
        "no model": 1,
        "down": 1,
        "odd": 1,
    }
    told = summary.lines(records, width=100, extras=Extras(no_judge=causes, told_below=range(7)))
    assert told[2:] == [
        "3 cases had no judge: refuses the key; check OPENAI_API_KEY",
        "1 case had no judge: quota used up",
        "1 case had no judge: no model",
        "2 more had none for other causes",
    ]


def test_nothing_is_said_of_a_judge_that_was_not_needed() -> None:
    results = (decided(criterion(1, "contains: a", 10), "met"),)
    record = record_of("a", replace(evaluated(results), usage=Usage()), "passed")
    assert summary.lines([record], width=100, extras=Extras(seconds=0.1)) == ["1 case, mean 100, 1 passed"]


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


def test_one_quote_of_several_is_told_in_the_singular() -> None:
    quotes = [*[found(f"f{number}") for number in range(3)], invented("x")]
    results = (decided(criterion(1, "Greets", 10), "met", "", *quotes),)
    told = summary.lines([record_of("a", evaluated(results), "passed")], width=300)
    assert told[-1].startswith("1 of 4 quotes is not in the text that the judge names (small models")


def test_quotes_of_a_script_are_mended_there() -> None:
    results = (decided(criterion(1, "Greets", 10), "met", "", invented("x")),)
    told = summary.lines(
        [record_of("a", evaluated(results), "passed")], width=300, extras=Extras(scripted=True)
    )
    assert any(line.startswith("judge (scripted): 1 call, ") for line in told)
    assert told[-1] == (
        "1 of 1 quote is not in the text that the judge names: copy those of the ScriptedJudge from there "
        "word for word"
    )


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


def test_a_case_that_was_not_judged_has_lost_no_points_by_tag() -> None:
    lost = (decided(criterion(1, "x", 5, "axis:a"), "not_met"),)
    record = record_of("a", evaluated(lost), "error")
    record["score"] = record["interval"] = None
    assert not any("by tag" in line for line in summary.lines([record], width=100))
    record["interval"] = [0, 50]
    assert "points lost by tag: axis:a 5" in summary.lines([record], width=100)


@pytest.mark.parametrize(
    ("record", "row"),
    [
        (
            record_of("a", evaluated(refund_results()), "failed"),
            "cases/support.rubric.yaml::a  65  warn, failed  80  #2 -20 Says",
        ),
        (
            record_of("a", evaluated(refund_results(), threshold=60), "passed"),
            "cases/support.rubric.yaml::a  65  warn  60  #2 -20 Says",
        ),
        (
            record_of("a", evaluated(undecided_results(), threshold=60), "passed"),
            "cases/support.rubric.yaml::a  65-85  warn  60  #4 -15",
        ),
        (
            record_of("a", judged_points(), "failed"),
            "cases/support.rubric.yaml::a (reference)  55  fail  60  half of",
        ),
        (
            record_of("a", judged_points(65), "xpassed"),
            "cases/support.rubric.yaml::a (reference)  65  warn, xpassed  60  half of",
        ),
    ],
)
def test_row_of_each_kind(record: Record, row: str) -> None:
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
