"""The summary sentence."""

from __future__ import annotations

from pytest_rubric.scoring.sentences import summary
from tests.scoring.results import FULL_MARKS, OFF_TASK, ONE_OF_FIVE, decided, rubric


def test_it_names_the_dearest_losses() -> None:
    assert summary(ONE_OF_FIVE, "en") == (
        "15 of 70 points; lost most by #2 “statement 2” (-20), #3 “statement 3” (-15)"
    )
    assert summary(OFF_TASK, "zh") == (
        "55 分中得 -55 分；失分最多的是 #4「statement 4」（-40）、#1「statement 1」（-30）"
    )


def test_two_losses_are_all_there_are() -> None:
    assert summary(rubric((10, True), (5, False), (-5, True)), "en") == (
        "5 of 15 points; lost by #2 “statement 2” (-5), #3 “statement 3” (-5)"
    )


def test_nothing_is_lost() -> None:
    assert summary(FULL_MARKS, "en") == "85 of 85 points; nothing lost"
    assert summary(FULL_MARKS, "zh") == "85 分中得 85 分；没有失分"


def test_points_are_deducted_where_none_can_be_earned() -> None:
    assert summary(rubric((-5, True), (-7, False)), "en") == "5 points off 100; lost by #1 “statement 1” (-5)"
    assert summary(rubric((-7, False)), "zh") == "从 100 分中扣 0 分；没有失分"


def test_undecided_and_required_criteria_are_named() -> None:
    results = (
        decided(10, True, 1),
        decided(4, False, 2, required=True),
        decided(5, None, 3),
        decided(-5, None, 4),
    )
    assert summary(results, "en") == (
        "5 of 19 points; required #2 not fulfilled; lost by #2 “statement 2” (-4); #3, #4 undecided"
    )
    assert summary(results, "zh") == (
        "19 分中得 5 分；必须满足的 #2 没有满足；失分在 #2「statement 2」（-4）；#3、#4 未定"
    )


def test_what_is_undecided_is_not_called_lost_nor_kept() -> None:
    assert summary(rubric((10, True), (5, None)), "en") == "10 of 15 points; #2 undecided"


def test_an_empty_output() -> None:
    assert summary(rubric((5, False)), "en", empty=True) == "the output is empty: 0 points"
    assert summary(rubric((5, False)), "zh", empty=True) == "输出为空：0 分"


def test_a_long_criterion_is_cut_and_kept_on_one_line() -> None:
    text = "Explains\nwhy the   refund " + "takes so long " * 20
    sentence = summary((decided(5, False, 1, text=text),), "en")
    assert sentence == ("0 of 5 points; lost by #1 “Explains why the refund takes so long takes so…” (-5)")
