"""``agent-task-completion``: key points of the reference against the output."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pytest_rubric.evaluators.presets import make
from pytest_rubric.model import CaseSettings, WeightedText
from tests.evaluators.presets.building import evaluate, subject
from tests.evaluators.presets.claims_replies import Reply, completion, covered, issue, key_points

REFERENCE = (
    "Boil the eggs for six minutes. Start with cold water. Rinse them. Salt the water. Use fresh eggs."
)
OUTPUT = "Put the eggs in cold water and boil them for a while. Never salt the water. Use fresh eggs."
POINTS = ("six minutes", "cold water", "Rinse them", "Salt the water", "fresh eggs")
JUDGED = completion(
    covered(1, "covered", "boil them for a while"),
    covered(2, "partial", "cold water", "it does not say to start with it"),
    covered(3, "missing", reason="it says nothing about rinsing"),
    covered(4, "covered", "salt the water"),
    covered(5, "wrong", "Use fresh eggs", "it says the opposite"),
)
WEIGHTS = ("2", "1", "2", "1", "0.5")
GIVEN = tuple(WeightedText(text, Fraction(weight)) for text, weight in zip(POINTS, WEIGHTS, strict=True))
LOG = [
    {"role": "user", "content": "How do I boil eggs?"},
    {"role": "assistant", "content": "", "tool_calls": [
        {"id": "a", "function": {"name": "skill", "arguments": '{"name": "cooking"}'}}]},
    {"role": "tool", "tool_call_id": "a", "content": "Six minutes."},
    {"role": "assistant", "content": OUTPUT},
]  # fmt: skip


def test_key_points_with_weights_of_the_case() -> None:
    made = subject(OUTPUT, expected_output=REFERENCE, key_points=GIVEN)
    evaluation, judge = evaluate("agent-task-completion", made, {"agent-task-completion": JUDGED})
    assert (evaluation.score, evaluation.verdict, evaluation.passed) == (Fraction("53.8"), "fail", False)
    assert judge.asked == ["agent-task-completion"]
    assert [(point.score, point.status) for point in evaluation.points] == [
        (100.0, "covered"),
        (50.0, "partial"),
        (0.0, "missing"),
        (100.0, "covered"),
        (0.0, "missing"),
    ]
    assert evaluation.calculation == (
        "covered 1, partial 0.5, missing and wrong 0, each times its weight",
        "(2 × 1 + 1 × 0.5 + 2 × 0 + 1 × 1 + 0.5 × 0) / 6.5 = 3.5 / 6.5",
        "100 × 3.5 / 6.5 = 53.8",
    )
    assert evaluation.summary == "wrong: fresh eggs - it says the opposite"
    assert evaluation.points[2].evidence == "missing; it says nothing about rinsing"


def test_key_points_of_the_reference_weigh_the_same() -> None:
    made = subject(OUTPUT, expected_output=REFERENCE)
    answers = {"key-points": key_points(*POINTS), "agent-task-completion": JUDGED}
    evaluation, judge = evaluate("agent-task-completion", made, answers)
    assert (evaluation.score, judge.asked) == (Fraction(50), ["key-points", "agent-task-completion"])
    assert evaluation.points[1].evidence == (
        'only partly said; it does not say to start with it; output: "cold water"; reference: "cold water"'
    )


def test_of_several_missing_points_the_weightiest_is_named() -> None:
    given = (WeightedText("Salt it"), WeightedText("Rinse them", Fraction(2)))
    reply = completion(covered(1, "missing", reason="no salt"), covered(2, "missing", reason="no rinsing"))
    made = subject(OUTPUT, expected_output=REFERENCE, key_points=given)
    evaluation, _ = evaluate("agent-task-completion", made, {"agent-task-completion": reply})
    assert evaluation.summary == "missing: Rinse them - no rinsing"


def test_in_chinese() -> None:
    made = subject("煮八分钟。", expected_output="煮六分钟。", input="鸡蛋煮多久？", lang="auto")
    answers = {
        "key-points": key_points("煮六分钟"),
        "agent-task-completion": completion(covered(1, "wrong", "煮八分钟", "应为六分钟")),
    }
    evaluation, judge = evaluate("agent-task-completion", made, answers)
    assert evaluation.summary == "说错了：煮六分钟!——应为六分钟"
    assert evaluation.calculation[1:] == ("(1 × 0) / 1 = 0 / 1", "100 × 0 / 1 = 0")
    assert judge.requests[1].messages[0].content.startswith("你核对“输出”")


@pytest.mark.parametrize("given", [(), GIVEN], ids=["of the reference", "of the case"])
def test_an_empty_output_is_zero_without_a_call(given: tuple[WeightedText, ...]) -> None:
    made = subject("\n", expected_output=REFERENCE, key_points=given)
    evaluation, judge = evaluate("agent-task-completion", made, {})
    assert (evaluation.state, evaluation.score, evaluation.passed, judge.asked) == ("judged", 0, False, [])
    assert {point.score for point in evaluation.points} == {0.0}
    assert [point.label for point in evaluation.points] == (
        list(POINTS) if given else ["key points of the reference"]
    )
    assert "the output is empty" in evaluation.summary


def test_without_a_reference_it_is_blocked() -> None:
    evaluation, judge = evaluate("agent-task-completion", subject(OUTPUT, key_points=GIVEN), {})
    assert (evaluation.state, judge.asked) == ("blocked", [])


@pytest.mark.parametrize(
    ("listed", "complaint"),
    [
        (key_points(), "`key_points` is empty: list what the REFERENCE states or does"),
        (key_points("Peel them"), "the quote of key point 1 does not stand in the text"),
        (
            {"key_points": [*key_points("six")["key_points"], *key_points("cold")["key_points"]]},  # type: ignore[misc]
            "`1` stands more than once in `key_points`",
        ),
    ],
    ids=["none", "invented", "repeated"],
)
def test_key_points_stand_whole_or_not_at_all(listed: Reply, complaint: str) -> None:
    made = subject(OUTPUT, expected_output=REFERENCE)
    evaluation, judge = evaluate("agent-task-completion", made, {"key-points": listed})
    assert (evaluation.state, evaluation.score, judge.asked) == ("broken", None, ["key-points"] * 2)
    assert complaint in str(evaluation.error)


def with_log(entry: Reply, run_log: object = LOG) -> tuple[Any, Any]:
    made = subject(OUTPUT, run_log=run_log, expected_output=REFERENCE, key_points=GIVEN[:1])
    return evaluate("agent-task-completion", made, {"agent-task-completion": completion(entry)})


def test_where_a_point_was_lost_comes_from_the_log() -> None:
    lost = covered(1, "missing", stage="final_answer", steps=["2"], suggestion="name the minutes")
    evaluation, judge = with_log(lost)
    (point,) = evaluation.points
    assert (point.anchors, point.suggestion) == (("step-2",), "name the minutes")
    assert point.evidence == "missing; it says so; lost at: writing the answer"
    asked = judge.requests[0].messages[1].content
    assert "[RUN_LOG begins" in asked
    assert "step-2 skill call: cooking" in asked


def test_without_a_log_the_stage_is_unknown() -> None:
    evaluation, judge = with_log(covered(1, "missing", stage="reasoning", suggestion="think"), None)
    (point,) = evaluation.points
    assert (point.anchors, point.suggestion, point.evidence) == ((), None, "missing; it says so")
    assert "RUN_LOG begins" not in judge.requests[0].messages[1].content


def test_a_suggestion_is_for_a_skill_that_was_used() -> None:
    plain = [LOG[0], {"role": "assistant", "content": OUTPUT}]
    evaluation, _ = with_log(covered(1, "missing", suggestion="name the minutes"), plain)
    assert evaluation.points[0].suggestion is None
    evaluation, judge = with_log(covered(1, "missing"))
    assert (evaluation.state, len(judge.asked)) == ("broken", 2)
    assert "`suggestion` of key point 1 is empty" in str(evaluation.error)


@pytest.mark.parametrize("run_log", [LOG, None], ids=["log", "no log"])
def test_a_step_that_does_not_exist_breaks_the_row(run_log: object) -> None:
    evaluation, _ = with_log(covered(1, "missing", steps=["step-9"], suggestion="x"), run_log)
    assert (evaluation.state, evaluation.score) == ("broken", None)
    assert 'key point 1 names "step-9", which is no step of the log' in str(evaluation.error)


def test_a_covered_point_has_no_stage() -> None:
    evaluation, _ = with_log(covered(1, "covered", "fresh eggs", stage="reasoning", steps=[2]))
    (point,) = evaluation.points
    assert (point.anchors, point.suggestion) == ((), None)
    assert "lost at" not in str(point.evidence)
    assert evaluation.summary == "every key point of the reference is there"


def test_other_faults_are_told_and_never_scored() -> None:
    reply = completion(
        covered(1, "covered", "fresh eggs"),
        issues=[
            issue("salt is harmless", "Never salt the water", "incorrect_fact", "high"),
            issue("too short", kind="format"),
            issue("made up", "Use old eggs", "incorrect_fact", "high"),
        ],
    )
    made = subject(OUTPUT, expected_output=REFERENCE, key_points=GIVEN[:1])
    evaluation, judge = evaluate("agent-task-completion", made, {"agent-task-completion": reply})
    assert (evaluation.score, len(judge.asked)) == (100, 1)
    assert evaluation.notes == (
        "not scored, incorrect_fact (grave): salt is harmless",
        "not scored, format (slight): too short",
        "remarks of the judge left out, since they quote what the output does not say: 1",
    )


@pytest.mark.parametrize("field", ["kind", "severity"])
def test_an_unknown_word_in_a_remark_breaks_the_row(field: str) -> None:
    reply = completion(covered(1, "covered", "fresh eggs"), issues=[{**issue("odd"), field: "高"}])
    made = subject(OUTPUT, expected_output=REFERENCE, key_points=GIVEN[:1])
    evaluation, _ = evaluate("agent-task-completion", made, {"agent-task-completion": reply})
    assert evaluation.state == "broken"
    assert f'`{field}` of result issue 1 is "高"' in str(evaluation.error)


@pytest.mark.parametrize(("given", "most"), [((), 2), (GIVEN, 1)])
def test_calls_at_most(given: tuple[WeightedText, ...], most: int) -> None:
    case = subject(OUTPUT, key_points=given).case
    assert make("agent-task-completion").most_calls(case, CaseSettings(threshold=Fraction(60))) == most
