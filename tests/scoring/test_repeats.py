"""Repeated cases: how many runs must pass, what they decide, and what the case then says."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Literal

import pytest

from pytest_rubric.model import CaseSettings, Evaluation, Output, PassRule, Run, Runs, Usage
from pytest_rubric.model.comparison import Comparison
from pytest_rubric.scoring.repeats import combine, gate, needed

SETTINGS = CaseSettings(threshold=Fraction(60))
ALL = PassRule()
MAJORITY = PassRule("majority")
ANY = PassRule("any")


def rate(share: str) -> PassRule:
    return PassRule("rate", Fraction(share))


def scored(score: int | Fraction, *, passed: bool | None = None, lang: str = "en", **more: object) -> Run:
    """A judged run; it passes from 60 on unless that is said."""
    evaluation = Evaluation(
        "rubric",
        "judged",
        Fraction(60),
        passed=score >= 60 if passed is None else passed,
        score=score,
        raw_score=Fraction(score),
        interval=(score, score),
        verdict="pass" if score >= 80 else "warn" if score >= 60 else "fail",
        summary=f"{score} points",
        usage=Usage(calls=1, input_tokens=10, output_tokens=2),
        lang=lang,
    )
    return Run(replace(evaluation, **more), Output(f"output {score}"))  # type: ignore[arg-type]  # any field


def broken(error: str, *, state: Literal["blocked", "broken"] = "broken", **more: object) -> Run:
    evaluation = Evaluation("rubric", state, Fraction(60), summary=error, error=error)
    return Run(replace(evaluation, **more), None)  # type: ignore[arg-type]  # any field


def skipped(reason: str) -> Run:
    return Run(Evaluation("rubric", "unscored", Fraction(60), summary=reason), None)


def runs_of(evaluation: Evaluation) -> Runs:
    assert evaluation.repeat is not None
    return evaluation.repeat


class TestNeeded:
    @pytest.mark.parametrize(
        ("rule", "by_runs"),
        [
            (ALL, {1: 1, 2: 2, 5: 5}),
            (ANY, {1: 1, 2: 1, 5: 1}),
            # a tie is no majority
            (MAJORITY, {1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 4}),
            # 0.8 of 5 is 4 exactly; binary fractions would make it 5
            (rate("0.8"), {1: 1, 2: 2, 4: 4, 5: 4, 6: 5, 10: 8}),
            (rate("0.1"), {1: 1, 3: 1, 10: 1, 11: 2, 30: 3}),
            (rate("0.5"), {2: 1, 3: 2, 4: 2}),
            (rate("1"), {1: 1, 7: 7}),
            (rate("0.001"), {1: 1, 1000: 1}),
        ],
    )
    def test_by_rule(self, rule: PassRule, by_runs: dict[int, int]) -> None:
        assert {n: needed(rule, n) for n in by_runs} == by_runs


@pytest.mark.parametrize(
    ("passed", "waiting", "wanted", "outcome"),
    [
        (4, 0, 4, "passed"),
        (3, 0, 4, "failed"),
        (3, 1, 4, "open"),
        (4, 1, 4, "passed"),  # whatever the open one would have been
        (2, 1, 4, "failed"),  # also if it had passed
        (0, 5, 5, "open"),
        (0, 0, 1, "failed"),
    ],
)
def test_runs_without_an_outcome_decide_nothing(passed: int, waiting: int, wanted: int, outcome: str) -> None:
    assert gate(passed, waiting, wanted) == outcome


class TestNumbers:
    def test_the_score_is_the_mean_rounded_once_half_up(self) -> None:
        found = combine([scored(70), scored(80), scored(85)], ALL, SETTINGS)
        assert (found.score, found.interval) == (Fraction("78.33"), (Fraction("78.33"), Fraction("78.33")))
        assert (found.passed, found.verdict, found.state) == (True, "warn", "judged")
        half = combine([scored(Fraction("70.01")), scored(70)], ALL, SETTINGS)
        assert half.score == Fraction("70.01")  # 70.005

    def test_the_verdict_is_that_on_the_mean_whatever_the_rule_decides(self) -> None:
        best = combine([scored(100), scored(100), scored(50)], ALL, SETTINGS)
        assert (best.passed, best.verdict, best.score) == (False, "pass", Fraction("83.33"))
        worst = combine([scored(60), scored(0), scored(0)], ANY, SETTINGS)
        assert (worst.passed, worst.verdict, worst.score) == (True, "fail", 20)

    def test_a_comparison_passes_or_fails(self) -> None:
        pair = Comparison(("A",), "A", "both_orders")
        found = combine([scored(100, comparison=pair), scored(0, comparison=pair)], ANY, SETTINGS)
        assert (found.passed, found.score, found.verdict) == (True, 50, "pass")

    def test_undecided_criteria_keep_their_interval(self) -> None:
        found = combine([scored(60, interval=(60, 90)), scored(70)], ALL, SETTINGS)
        assert (found.score, found.interval) == (65, (65, 80))

    def test_a_run_of_which_nothing_is_known_lies_between_0_and_100_and_is_in_no_mean(self) -> None:
        found = combine([scored(90), scored(70), broken("no reply")], MAJORITY, SETTINGS)
        assert (found.passed, found.score) == (True, 80)
        assert found.interval == (Fraction("53.33"), Fraction("86.67"))

    def test_an_open_run_keeps_what_was_decided_in_it(self) -> None:
        found = combine([scored(90), broken("open", interval=(40, 80))], ALL, SETTINGS)
        assert (found.passed, found.score, found.interval) == (None, None, (65, 85))

    def test_tags_are_means_of_the_runs_that_have_them(self) -> None:
        runs = [scored(70, tags={"a": 100, "b": None}), scored(70, tags={"a": 51, "c": 7}), broken("x")]
        assert combine(runs, MAJORITY, SETTINGS).tags == {"a": 76, "b": None, "c": 7}

    def test_runs_without_a_score_have_none_together(self) -> None:
        without = replace(scored(90).evaluation, score=None, interval=None)
        silent = [Run(without, Output("x"))] * 2
        found = combine(silent, ALL, SETTINGS)
        assert (found.passed, found.score, found.interval, found.verdict) == (True, None, None, "pass")

    def test_what_the_judge_took_adds_up(self) -> None:
        found = combine([scored(70), scored(80), broken("x", usage=Usage(calls=3))], MAJORITY, SETTINGS)
        assert found.usage == Usage(calls=5, input_tokens=20, output_tokens=4)


class TestShownRun:
    def test_the_worst_that_failed_the_first_of_equals(self) -> None:
        found = combine([scored(90), scored(50), scored(40), scored(40), scored(100)], ALL, SETTINGS)
        assert (found.passed, runs_of(found).shown, found.raw_score) == (False, 2, Fraction(40))
        assert found.summary == "2 of 5 runs passed, needed 5 (all); run 3: 40 points"

    def test_of_a_case_that_passes_too(self) -> None:
        found = combine([scored(90), scored(50), scored(80)], MAJORITY, SETTINGS)
        assert (found.passed, runs_of(found).shown) == (True, 1)

    def test_the_worst_where_none_failed(self) -> None:
        assert runs_of(combine([scored(90), scored(80), scored(95)], ALL, SETTINGS)).shown == 1

    def test_a_failure_for_another_reason_than_the_score_comes_before_a_lower_score_that_passed(self) -> None:
        runs = [scored(70), scored(90, passed=False)]
        assert runs_of(combine(runs, ALL, SETTINGS)).shown == 1

    def test_counts(self) -> None:
        found = runs_of(combine([scored(90), scored(50), broken("x"), skipped("y")], ANY, SETTINGS))
        assert (found.passed, found.failed, found.open, found.needed) == (1, 1, 2, 1)


class TestWithoutOutcome:
    def test_an_error_tells_each_cause_once(self) -> None:
        runs = [
            scored(90),
            broken("no reply\nat all"),
            scored(70),
            broken("no output"),
            broken("no reply at all"),
        ]
        found = combine(runs, rate("0.8"), SETTINGS)
        assert (found.state, found.passed, found.verdict, found.tags) == ("broken", None, None, {})
        assert found.error == (
            "2 of 5 runs passed, 3 without an outcome, needed 4 (rate:0.8)\n"
            "runs 2, 5: no reply at all\n"
            "run 4: no output"
        )
        assert found.summary == "2 of 5 runs passed, 3 without an outcome, needed 4 (rate:0.8)"
        assert runs_of(found).shown == 1

    def test_in_chinese_where_the_runs_are(self) -> None:
        runs = [scored(90, lang="zh"), broken("没有回复", lang="zh")]
        assert combine(runs, ALL, SETTINGS).error == (
            "2 次运行中 1 次通过，1 次没有结果，需要 2 次（all）\n第 2 次运行：没有回复"
        )
        failed = combine([scored(90, lang="zh"), scored(10, lang="zh")], ALL, SETTINGS)
        assert failed.summary == "2 次运行中 1 次通过，需要 2 次（all）；第 2 次运行：10 points"

    @pytest.mark.parametrize("state", ["blocked", "broken"])
    def test_one_cause_for_all_runs_is_told_as_by_a_case_that_runs_once(
        self, state: Literal["blocked", "broken"]
    ) -> None:
        found = combine([broken("no such file", state=state)] * 3, MAJORITY, SETTINGS)
        assert (found.state, found.error, found.summary) == (state, "no such file", "no such file")
        assert runs_of(found).open == 3

    def test_two_causes_of_blocked_runs_are_two(self) -> None:
        found = combine([broken("one", state="blocked"), broken("two", state="blocked")], ALL, SETTINGS)
        assert found.state == "blocked"
        assert (
            found.error == "0 of 2 runs passed, 2 without an outcome, needed 2 (all)\nrun 1: one\nrun 2: two"
        )

    @pytest.mark.parametrize(
        "flag", [{"unavailable": True}, {"unrecorded": True}, {"no_judge": "key refused"}]
    )
    def test_where_there_was_no_judge_that_is_the_cause(self, flag: dict[str, object]) -> None:
        without = replace(broken("no judge here").evaluation, **flag)  # type: ignore[arg-type]  # any field
        runs = [scored(90), broken("odd reply"), Run(without, None)]
        found = combine(runs, ALL, SETTINGS)
        assert (found.error, runs_of(found).shown) == ("no judge here", 2)
        assert {name: getattr(found, name) for name in flag} == flag

    def test_a_rule_that_is_decided_anyway_passes_with_a_warning(self) -> None:
        runs = [scored(90), broken("no reply"), scored(95), broken("no reply")]
        found = combine(runs, ANY, SETTINGS)
        assert found.passed is True
        assert found.warnings == ("runs 2, 4 without an outcome, which the others decide without: no reply",)

    def test_a_rule_that_is_decided_anyway_fails(self) -> None:
        found = combine([scored(10), scored(20), broken("no reply")], MAJORITY, SETTINGS)
        assert (found.passed, found.score, found.warnings) == (False, 15, ())
        assert (
            found.summary == "0 of 3 runs passed, 1 without an outcome, needed 2 (majority); run 1: 10 points"
        )

    def test_all_skipped_is_skipped_and_some_skipped_is_open(self) -> None:
        both = combine([skipped("no log"), skipped("no log")], ALL, SETTINGS)
        assert (both.state, both.summary, both.error) == ("unscored", "no log", None)
        one = combine([scored(90), skipped("no log")], ALL, SETTINGS)
        assert (one.state, one.passed) == ("broken", None)
        assert one.error == "1 of 2 runs passed, 1 without an outcome, needed 2 (all)\nrun 2: no log"


def test_warnings_of_runs_say_which_runs_and_are_bounded() -> None:
    runs = [scored(70, warnings=("warn",)), scored(90), scored(70, warnings=("warn", "other"))]
    assert combine(runs, ALL, SETTINGS).warnings == ("runs 1, 3: warn", "run 3: other")
    many = [scored(70, warnings=(f"w{number}",)) for number in range(8)]
    said = combine(many, ALL, SETTINGS).warnings
    assert said == (*(f"run {n + 1}: w{n}" for n in range(5)), "3 more in the report")
