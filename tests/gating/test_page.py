"""What the page tells of a whole run and its records don't hold."""

from __future__ import annotations

from fractions import Fraction

from pytest_rubric.gating import page
from pytest_rubric.gating.baseline.runs import RunComparison
from pytest_rubric.gating.suite.measuring import tag_score, tag_scores
from pytest_rubric.reporting.html import TagMean, Unmatched
from tests.reporting.html.runs import in_baseline
from tests.reporting.samples import evaluated, judged_points, not_judged, record_of, refund_results


def test_tags_have_the_means_that_gates_measure_and_the_lowest_comes_first() -> None:
    records = [
        record_of("a", evaluated(refund_results()), "failed"),
        record_of("b", not_judged("no"), "error"),
        record_of("c", judged_points(70), "passed"),
    ]
    means = page.tag_means(records)
    assert [each.tag for each in means] == ["smoke", "axis:accuracy", "axis:safety", "axis:tone"]
    assert means[0] == TagMean("smoke", Fraction(135, 2), 2, 3)
    for tag, measured in tag_scores(records).items():
        assert measured == tag_score(records, tag)


def test_a_tag_without_a_score_comes_last() -> None:
    assert page.tag_means([record_of("b", not_judged("no"), "error")]) == [TagMean("smoke", None, 0, 1)]


def test_of_a_comparison_every_case_that_has_no_counterpart() -> None:
    compared = RunComparison(
        new=("n",), missing=("m",), renamed=(("a", "b"),), unreached=("u",), not_run=("r",), errored=("e",)
    )
    assert page.unmatched(compared) == Unmatched(("n",), ("m",), (("a", "b"),), ("u", "r"))


def test_of_a_file_what_it_knows() -> None:
    records = [
        in_baseline(record_of("same", judged_points(70), "passed")),
        in_baseline(record_of("now", judged_points(70), "passed"), nodeid="cases/support.rubric.yaml::then"),
        record_of("new", judged_points(70), "passed"),
        record_of("error", not_judged("no"), "error"),
    ]
    assert page.unmatched_in(records) == Unmatched(
        new=["cases/support.rubric.yaml::new"],
        renamed=[("cases/support.rubric.yaml::then", "cases/support.rubric.yaml::now")],
    )
    assert page.unmatched_in(records[2:]) is None
