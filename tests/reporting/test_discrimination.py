"""Signs of scores that tell little apart, in records, in the summary and in summary.md."""

from __future__ import annotations

from dataclasses import replace

from pytest_rubric.model import Evaluation
from pytest_rubric.reporting import discrimination, suite, summary
from pytest_rubric.reporting.record import Record, make_record
from tests.reporting.samples import ROOT, case_of, evaluated, judged_points, refund_feedback, refund_results


def made(evaluation: Evaluation, id: str = "late-refund", category: str | None = None) -> Record:
    return make_record(
        case_of((), case_id=id),
        evaluation,
        nodeid=f"a.rubric.yaml::{id}",
        root=ROOT,
        outcome="passed",
        seconds=0.1,
        category=category,
    )


def test_a_record_has_codes_that_stay_and_texts_in_the_language_of_the_case() -> None:
    english = evaluated(refund_results(), threshold=60, feedback=refund_feedback())
    assert made(english)["notes"] == [
        {
            "code": "beyond_reference_below_90",
            "text": "it goes beyond the reference and stays below 90: see whether points were lost for being "
            "different from the reference",
        }
    ]
    assert made(english)["score"] == english.score
    assert made(replace(judged_points(80), lang="zh"))["notes"] == [
        {
            "code": "safe_zone",
            "text": "得分落在 75 到 85 的安全区：请再看一遍，是否低估了优点，或漏看了缺陷",
        }
    ]


def test_evaluators_that_a_case_names_have_formulas_of_their_own() -> None:
    assert made(judged_points(80), category="res")["notes"] == []


def test_the_summary_counts_and_names_them() -> None:
    records = [made(judged_points(80), f"case-{number}") for number in range(5)]
    records.append(made(evaluated(refund_results(), threshold=60, feedback=refund_feedback())))
    told = (
        "scores to look at again: 5 in the safe zone from 75 to 85 (case-0 (reference), case-1 (reference), "
        "case-2 (reference) and 2 more); 1 beyond the reference, below 90 (late-refund)"
    )
    assert discrimination.line(records) == told
    assert told in summary.lines(records, width=400)
    assert f"S{told[1:]}.\n" in suite.markdown(records)


def test_nothing_to_look_at_takes_no_line() -> None:
    records = [made(judged_points(100))]
    assert discrimination.line(records) is None
    assert "look at again" not in "\n".join(summary.lines(records, width=400)) + suite.markdown(records)
