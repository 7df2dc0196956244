"""Several targets side by side: what is counted for each, and where it is shown."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pytest_rubric.reporting import comparison, suite, summary
from pytest_rubric.reporting.comparison import TargetTotals
from pytest_rubric.reporting.record import Record
from pytest_rubric.reporting.totals import labels, totals
from tests.reporting.samples import evaluated, record_of, refund_results


def scored(id: str, target: str | None, score: int | None, outcome: str, **more: Any) -> Record:
    """A record with what a comparison reads."""
    record = record_of(id, evaluated(refund_results()), outcome)
    record.update({"target": target, "score": score, **more})  # type: ignore[typeddict-item]  # names are the tests'
    return record


def two_prompts() -> list[Record]:
    """Two cases, each with a terse and a thorough prompt."""
    return [
        scored("late", "terse", 90, "passed", target_calls=1, target_tokens={"input": 100, "output": 10}),
        scored("late", "thorough", 70, "failed", target_calls=3, target_tokens={"input": 700, "output": 200}),
        scored("lamp", "terse", 70, "passed", target_calls=1, target_tokens={"input": 100, "output": 20}),
        scored("lamp", "thorough", None, "error", error="model m: it failed"),
    ]


def test_each_target_has_its_figures() -> None:
    terse, thorough = comparison.compare(two_prompts())
    assert terse == TargetTotals("terse", 2, 2, terse.mean, passed=2, failed=0, errors=0, best=1)
    assert thorough == TargetTotals("thorough", 2, 1, thorough.mean, passed=0, failed=1, errors=1, best=0)
    assert [each.mean for each in (terse, thorough)] == [Fraction(80), Fraction(70)]


def test_the_best_is_best_alone_and_in_the_same_case_by_the_same_evaluator() -> None:
    records = [
        scored("a", "one", 50, "failed"),
        scored("a", "two", 50, "failed"),
        scored("b", "one", 60, "passed"),
        scored("b", "two", 61, "passed"),
        scored("c", "one", 99, "passed"),
        scored("d", "two", 40, "failed", evaluator="tone"),
        scored("d", "one", 50, "failed", evaluator="tone"),
        scored("d", "two", 90, "passed"),
        scored("d", "one", 80, "passed"),
        scored("b", "one", 100, "passed", file="other.rubric.yaml"),
        scored("b", "two", None, "error", file="other.rubric.yaml"),
    ]
    assert {each.name: each.best for each in comparison.compare(records)} == {"one": 1, "two": 2}


def test_a_target_without_a_score_has_no_mean() -> None:
    records = [scored("a", "one", None, "error"), scored("a", "two", 70, "passed")]
    one, _ = comparison.compare(records)
    assert (one.mean, one.errors) == (None, 1)
    assert comparison.lines(records, 80)[2].split() == ["one", "1", "-", "0", "0", "1", "0"]


def test_nothing_is_compared_where_nothing_was_scored() -> None:
    records = [scored("a", "one", None, "error"), scored("a", "two", None, "error")]
    assert (comparison.compare(records), comparison.lines(records, 80)) == ([], [])


def test_nothing_is_compared_where_no_case_has_targets() -> None:
    records = [scored("a", None, 50, "failed")]
    assert (comparison.lines(records, 80), comparison.markdown(records)) == ([], [])
    assert "target" not in "\n".join(summary.lines(records, width=100))
    assert "arget" not in suite.markdown(records)


def test_the_summary_counts_targets_apart_from_the_judge() -> None:
    lines = summary.lines(two_prompts(), width=100)
    judge = next(index for index, line in enumerate(lines) if line.startswith("judge: "))
    assert lines[judge + 1] == "targets: 5 calls, 900 tokens in, 230 out"
    assert [line for line in lines if line.startswith(("terse ", "thorough "))] == [
        "terse         2         80       2       0       0     1",
        "thorough      2  70 over 1       0       1       1     0",
    ]
    found = totals(two_prompts())
    assert (found.target_calls, found.target_input_tokens, found.target_output_tokens) == (5, 900, 230)
    assert found.calls == sum(record["calls"] for record in two_prompts())


def test_tokens_that_a_function_tells_are_shown_without_calls() -> None:
    records = [scored("a", None, 50, "failed", target_tokens={"input": 1200, "output": 3})]
    assert "targets: 1,200 tokens in, 3 out" in summary.lines(records, width=100)


def test_the_markdown_summary_has_the_same_table() -> None:
    text = suite.markdown(two_prompts())
    assert (
        "| Target | Cases | Mean | Passed | Failed | Errors | Best |\n"
        "|---|---:|---:|---:|---:|---:|---:|\n"
        "| terse | 2 | 80 | 2 | 0 | 0 | 1 |\n"
        "| thorough | 2 | 70 over 1 | 0 | 1 | 1 | 0 |\n"
    ) in text
    assert text.endswith("Targets: calls 5, tokens in 900, out 230.\n")


def test_names_of_rows_have_the_target() -> None:
    assert labels([scored("a", "one", 50, "failed"), scored("a", None, 50, "failed")]) == ["a/one", "a"]
