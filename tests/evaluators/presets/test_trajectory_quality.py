"""``agent-trace-quality``: worked examples, what does not apply, and what makes an answer useless."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pytest_rubric.evaluators.presets import make
from tests.evaluators.presets.building import evaluate
from tests.evaluators.presets.trajectory import QUALITY, action, graded, log, path, points, quality, way

FIVE = ("look up the timetable", "compare the times", "check the day", "note the price", "name the pier")
CALLS = ("timetable", "timetable", "weather")


def test_key_actions_tool_choice_and_redundancy_are_weighed() -> None:
    said = quality("covered", "covered", "partial", "missing", "missing", path_=path("1.0", "0.5"))
    evaluation, judge = evaluate(QUALITY, way(*CALLS, actions=FIVE), {QUALITY: said})
    assert (evaluation.state, evaluation.score, evaluation.verdict) == ("judged", Fraction("67.5"), "warn")
    assert points(evaluation) == [
        ("Completeness", 50.0, "partial"),
        ("Tool choice", 100.0, "covered"),
        ("Leanness", 50.0, "partial"),
    ]
    assert evaluation.calculation == (
        "Completeness = (1 × 1 + 1 × 1 + 1 × 0.5 + 1 × 0 + 1 × 0) / 5 × 100 = 50",
        "Tool choice = 1 × 100 = 100",
        "Leanness = 0.5 × 100 = 50",
        "Score = (45 × 50 + 35 × 100 + 20 × 50) / 100 = 67.5",
    )
    assert judge.asked == [QUALITY]


@pytest.mark.parametrize(
    ("tools", "lean", "score"),
    [("1.0", "0.5", "81.8"), ("0.5", "1.0", "68.2"), ("1.0", "1.0", "100"), ("0.0", "0.0", "0")],
)
def test_without_key_actions_the_path_alone_counts(tools: str, lean: str, score: str) -> None:
    evaluation, _ = evaluate(QUALITY, way(*CALLS), {QUALITY: quality(path_=path(tools, lean))})
    assert evaluation.score == Fraction(score)
    assert evaluation.points[0].score is None
    assert evaluation.points[0].evidence == "The case names no key actions, so completeness is not counted."


def test_weights_count_and_severity_does_not() -> None:
    actions: list[str | tuple[str, str]] = [("find the pier", "3"), "compare the times"]
    scores = set()
    for severity in ("none", "low", "high"):
        said = {**quality(), "actions": [action(1, "missing", severity=severity), action(2, "covered")]}
        evaluation, _ = evaluate(QUALITY, way(*CALLS, actions=actions), {QUALITY: said})
        assert evaluation.points[0].score == 25.0
        scores.add(evaluation.score)
    assert scores == {Fraction("66.3")}  # (45 × 25 + 35 × 100 + 20 × 100) / 100 = 66.25


def test_the_total_comes_from_the_points_as_they_are_shown() -> None:
    said = quality("covered", "covered", "missing", path_=path("0.5", "0.5"))
    evaluation, _ = evaluate(QUALITY, way(*CALLS, actions=FIVE[:3]), {QUALITY: said})
    assert (evaluation.points[0].score, evaluation.score) == (66.7, Fraction("57.5"))


def test_an_action_that_does_not_apply_is_not_counted_and_says_so() -> None:
    said = quality("covered", "not_applicable")
    evaluation, _ = evaluate(QUALITY, way(*CALLS, actions=FIVE[:2]), {QUALITY: said})
    assert (evaluation.score, evaluation.points[0].score) == (Fraction(100), 100.0)
    assert "- compare the times (does not apply, not counted): action 2 is not_applicable" in str(
        evaluation.points[0].evidence
    )


def test_where_no_action_applies_completeness_is_not_counted() -> None:
    said = quality("not_applicable", path_=path("0.5", "1.0"))
    evaluation, _ = evaluate(QUALITY, way(*CALLS, actions=FIVE[:1]), {QUALITY: said})
    assert (evaluation.score, evaluation.points[0].score) == (Fraction("68.2"), None)
    assert str(evaluation.points[0].evidence).startswith("None of the key actions applies to this run")


def test_without_calls_only_key_actions_are_asked_about() -> None:
    covered = action(1, "covered", steps=[2])
    said = {"actions": [covered, action(2, "missing")], "path": []}
    evaluation, judge = evaluate(QUALITY, way(actions=FIVE[:2]), {QUALITY: said})
    assert evaluation.score == Fraction(50)
    assert points(evaluation) == [
        ("Completeness", 50.0, "partial"),
        ("Tool choice", None, None),
        ("Leanness", None, None),
    ]
    assert [point.evidence for point in evaluation.points[1:]] == [
        "No tool was called, so there is nothing to decide here."
    ] * 2
    assert evaluation.calculation[-1] == "Score = (45 × 50) / 45 = 50"
    assert judge.requests[0].messages[-1].content.endswith("No tool was called in this run: `path` is [].")


def test_without_calls_and_key_actions_nothing_is_asked() -> None:
    evaluation, judge = evaluate(QUALITY, way(), {QUALITY: quality()})
    assert (evaluation.state, evaluation.score, judge.asked) == ("unscored", None, [])
    assert evaluation.summary == "no tool was called and no key action applies: there is no path to judge"
    assert [point.score for point in evaluation.points] == [None, None, None]
    assert make(QUALITY).requests(way()) == []


def test_without_calls_and_applicable_actions_there_is_no_score() -> None:
    said = {"actions": [action(1, "not_applicable")], "path": []}
    evaluation, _ = evaluate(QUALITY, way(actions=FIVE[:1]), {QUALITY: said})
    assert (evaluation.state, evaluation.score) == ("unscored", None)


@pytest.mark.parametrize(
    ("level", "score"), [(1, "100"), (1.0, "100"), ("1", "100"), (0.5, "81.8"), (0, "63.6")]
)
def test_levels_may_be_numbers(level: object, score: str) -> None:
    lean = graded("redundancy", level, steps=["step-2"], suggestion="mend it")
    evaluation, judge = evaluate(
        QUALITY, way(*CALLS), {QUALITY: quality(path_=[graded("tool_choice"), lean])}
    )
    assert (evaluation.score, len(judge.requests)) == (Fraction(score), 1)


@pytest.mark.parametrize("level", [0.8, "0.7", True, None, "good", 2, "高"])
def test_a_level_between_the_levels_is_no_level(level: object) -> None:
    lean = graded("redundancy", level, steps=["step-2"], suggestion="mend it")
    evaluation, judge = evaluate(
        QUALITY, way(*CALLS), {QUALITY: quality(path_=[graded("tool_choice"), lean])}
    )
    assert (evaluation.state, evaluation.score, len(judge.requests)) == ("broken", None, 2)
    assert "`level` of redundancy is" in str(evaluation.error)


WRONG = {
    "no step for what was done": (
        quality("covered") | {"actions": [action(1, "covered", steps=[])]},
        "`steps` of key action 1 is empty",
    ),
    "a step that is not there": (
        quality("covered") | {"actions": [action(1, "covered", steps=["step-77"])]},
        'key action 1 names "step-77", which is no step of the log',
    ),
    "no step for a flaw": (
        quality("covered", path_=[graded("tool_choice"), graded("redundancy", "0.5", steps=[])]),
        "`steps` of redundancy is empty",
    ),
    "no reason": (
        quality("covered") | {"actions": [action(1, "covered", reason=" ")]},
        "`reason` of key action 1 is empty",
    ),
    "no suggestion for what lacks": (
        quality("covered") | {"actions": [action(1, "missing", suggestion="")]},
        "`suggestion` of key action 1 is empty",
    ),
    "an unknown word": (
        quality("covered") | {"actions": [action(1, "已覆盖")]},
        "`coverage` of key action 1 is",
    ),
    "an unknown severity": (
        quality("covered") | {"actions": [action(1, "missing", severity="严重")]},
        "`severity` of key action 1 is",
    ),
    "a dimension beyond those asked about": (
        quality("covered", path_=[*path(), graded("speed")]),
        '`"speed"` in `path` is none of those asked about',
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_answer_breaks_the_row(name: str) -> None:
    said, complaint = WRONG[name]
    evaluation, judge = evaluate(QUALITY, way(*CALLS, actions=FIVE[:1]), {QUALITY: said})
    assert (evaluation.state, evaluation.score, len(judge.requests)) == ("broken", None, 2)
    assert complaint in str(evaluation.error)


def test_actions_that_nobody_asked_about_break_the_row() -> None:
    evaluation, _ = evaluate(QUALITY, way(*CALLS), {QUALITY: quality("covered")})
    assert evaluation.state == "broken"
    assert "`1` in `actions` is none of those asked about" in str(evaluation.error)


@pytest.mark.parametrize(
    ("coverage", "path_", "summary"),
    [
        (("missing", "covered"), path("1.0", "0.5"), "Not done: look up the timetable - action 1 is missing"),
        (("covered", "partial"), path(), "Only partly done: compare the times - action 2 is partial"),
        (("covered", "partial"), path("0.0"), "step-3: tool_choice is 0.0"),
        (
            ("covered", "covered"),
            path(),
            "All 2 key actions were done, with fitting tools and without waste.",
        ),
    ],
)
def test_the_summary_names_what_costs_most(
    coverage: tuple[str, ...], path_: list[dict[str, object]], summary: str
) -> None:
    subject_ = way(*CALLS, actions=FIVE[:2])
    evaluation, _ = evaluate(QUALITY, subject_, {QUALITY: quality(*coverage, path_=path_)})
    assert evaluation.summary == summary


def test_facts_are_given_to_the_judge_and_stand_in_the_evidence() -> None:
    failing = ("pay", {"sum": 3}, "Error: card refused")
    subject_ = way(failing, failing, ("pay", {"sum": 4}, "paid"), actions=["pay the fare"])
    said = quality("covered", path_=path("1.0", "0.5"))
    evaluation, judge = evaluate(QUALITY, subject_, {QUALITY: said})
    told = (
        "Identical calls (same tool, same arguments): pay at step-3, as at step-2.",
        "Failed calls: 2 (pay 2×). pay failed 2 times in a row (step-2, step-3) and succeeded at step-4 in another way.",
    )
    prompt = judge.requests[0].messages[1].content
    for line in told:
        assert line in prompt
        assert line in str(evaluation.points[2].evidence)
    assert "Facts of the log: Calls: 3 (pay 3×)." in str(evaluation.points[1].evidence)
    assert evaluation.points[2].anchors == ("step-3",)
    assert evaluation.points[2].suggestion == "mend redundancy"


def test_a_log_of_ten_thousand_steps_is_judged_on_a_bounded_prompt() -> None:
    subject_ = way(run_log=log(*[("poll", {"n": n}, "x" * 500) for n in range(10_000)]))
    said = quality(path_=[graded("tool_choice"), graded("redundancy", "0.0", steps=["step-5000"])])
    evaluation, judge = evaluate(QUALITY, subject_, {QUALITY: said})
    assert evaluation.score == Fraction("63.6")
    prompt = judge.requests[0].messages[1].content
    assert "[step-81 to step-9922 not shown]" in prompt
    assert len(prompt) < 120_000


def test_in_chinese() -> None:
    said = quality("missing", "covered", path_=path("1.0", "0.5"))
    subject_ = way(
        "查询时刻", "查询天气", actions=["查询首班船", "核对日期"], input="首班船几点开？", lang="zh"
    )
    evaluation, judge = evaluate(QUALITY, subject_, {QUALITY: said})
    assert [point.label for point in evaluation.points] == ["完整性", "工具选择", "精简程度"]
    assert evaluation.summary == "没有做“查询首班船”：action 1 is missing"
    assert evaluation.calculation[-1] == "总分 = (45 × 50 + 35 × 100 + 20 × 50) / 100 = 67.5"
    assert "日志事实：调用共 2 次" in str(evaluation.points[1].evidence)
    assert judge.requests[0].messages[0].content.startswith("你评审智能体得出答案的过程")
    assert "[关键动作 key_actions 开始 #" in judge.requests[0].messages[1].content
