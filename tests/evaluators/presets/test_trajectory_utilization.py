"""``agent-tool-utilization``: worked examples, edge cases, and what code derives by itself."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pytest_rubric.evaluators.presets import make
from pytest_rubric.model import CatalogEntry
from tests.evaluators.presets.building import evaluate
from tests.evaluators.presets.trajectory import UTILIZATION, needed, points, utilization, waste, way

CATALOG = ("read", "summarize", "translate")
NEEDS = ("required", "optional", "irrelevant")


def test_coverage_match_and_restraint_are_weighed() -> None:
    subject_ = way("read", "summarize", "read", "translate", "web_search", catalog=CATALOG)
    said = utilization(*NEEDS, findings=[waste("step-4")])
    evaluation, judge = evaluate(UTILIZATION, subject_, {UTILIZATION: said})
    assert (evaluation.state, evaluation.score, evaluation.verdict) == ("judged", Fraction("81.7"), "pass")
    assert points(evaluation) == [
        ("Coverage of what the task needs", 100.0, "covered"),
        ("Calls that serve the task", 60.0, "partial"),
        ("Calls that brought something", 66.7, "partial"),
        ("Left unused", None, None),
    ]
    assert evaluation.calculation == (
        "Coverage = 1 required and called / 1 required × 100 = 100",
        "Match = 3 / 5 calls × 100 = 60",
        "Restraint = 2 / 3 calls × 100 = 66.7",
        "Score = (50 × 100 + 25 × 60 + 25 × 66.7) / 100 = 81.7",
    )
    assert judge.asked == [UTILIZATION]


def test_code_names_the_calls_that_are_irrelevant_or_outside() -> None:
    subject_ = way("read", "translate", "web_search", catalog=CATALOG)
    evaluation, _ = evaluate(UTILIZATION, subject_, {UTILIZATION: utilization(*NEEDS)})
    match = evaluation.points[1]
    assert match.anchors == ("step-3", "step-4")
    assert str(match.evidence).splitlines() == [
        "1 of 3 calls are of tools that serve the task.",
        "- step-3: translate does not serve the task - entry 3 is irrelevant",
        "- step-4: web_search is not in the catalog",
    ]
    assert (
        evaluation.summary == "step-3 calls translate, which does not serve the task: entry 3 is irrelevant"
    )


def test_what_is_unused_is_listed_with_the_reason() -> None:
    evaluation, _ = evaluate(UTILIZATION, way("read", catalog=CATALOG), {UTILIZATION: utilization(*NEEDS)})
    assert str(evaluation.points[3].evidence).splitlines() == [
        "Listed only; not counted.",
        "- summarize (optional): entry 2 stayed idle",
        "- translate (irrelevant): entry 3 stayed idle",
    ]
    assert evaluation.summary == "Everything that the task needs was called, and no call was wasted."


def test_nothing_needed_and_nothing_called_is_idle_for_good_reasons() -> None:
    said = utilization("optional", "irrelevant", "irrelevant")
    evaluation, judge = evaluate(UTILIZATION, way(catalog=CATALOG), {UTILIZATION: said})
    assert (evaluation.score, len(judge.requests)) == (Fraction(100), 1)
    assert [point.score for point in evaluation.points] == [None] * 4
    assert evaluation.calculation == ("No entry is required and nothing was called: 100",)
    assert evaluation.summary == "The task needs none of the tools on offer, and none was called."


def test_something_needed_and_nothing_called_is_a_zero() -> None:
    evaluation, _ = evaluate(UTILIZATION, way(catalog=CATALOG), {UTILIZATION: utilization(*NEEDS)})
    assert (evaluation.score, evaluation.verdict, evaluation.passed) == (Fraction(0), "fail", False)
    assert points(evaluation)[0] == ("Coverage of what the task needs", 0.0, "missing")
    assert [point.score for point in evaluation.points[1:]] == [None, None, None]
    assert evaluation.summary == "read was needed and never called: entry 1 stayed idle"
    assert evaluation.points[0].suggestion == "Call read for this task."


def test_an_empty_catalog_without_a_call_leaves_nothing_to_judge() -> None:
    evaluation, judge = evaluate(UTILIZATION, way(catalog=()), {UTILIZATION: utilization()})
    assert (evaluation.state, evaluation.score, judge.asked) == ("unscored", None, [])
    assert evaluation.summary == "no tool was on offer and none was called: there is nothing to judge"


def test_calls_with_an_empty_catalog_are_outside_of_it_and_nobody_is_asked() -> None:
    evaluation, judge = evaluate(UTILIZATION, way("read", catalog=()), {UTILIZATION: utilization()})
    assert (evaluation.state, evaluation.score, judge.asked) == ("judged", Fraction(0), [])
    assert evaluation.summary == "step-2 calls read, which was not on offer."
    assert make(UTILIZATION).requests(way("read", catalog=())) == []


def test_names_are_compared_without_regard_to_case_within_their_kind() -> None:
    catalog = [CatalogEntry("Tables", "skill"), CatalogEntry("tables"), CatalogEntry("read")]
    subject_ = way(("load_skill", {"name": "tables"}, "loaded"), "READ", catalog=catalog)
    said = utilization("required", "required", "required")
    evaluation, _ = evaluate(UTILIZATION, subject_, {UTILIZATION: said})
    assert [point.score for point in evaluation.points[:3]] == [66.7, 100.0, 100.0]
    assert "- tables: never called - entry 2 stayed idle" in str(evaluation.points[0].evidence)


def test_loaders_are_no_entries_and_delegations_are_no_calls_of_tools() -> None:
    catalog = [CatalogEntry("skill"), CatalogEntry("review", "skill"), CatalogEntry("task")]
    subject_ = way(
        ("skill", {"skill": "review"}, "loaded"),
        ("task", {"subagent_type": "scout", "prompt": "look"}, "seen"),
        catalog=catalog,
    )
    evaluation, judge = evaluate(UTILIZATION, subject_, {UTILIZATION: utilization("required", "optional")})
    assert evaluation.calculation[1] == "Match = 1 / 1 calls × 100 = 100"
    assert "1. review (skill)\n2. task (tool)" in judge.requests[0].messages[1].content


def test_skills_do_not_count_where_the_catalog_is_the_logs_own_list_of_tools() -> None:
    log = {
        "messages": [
            {"role": "user", "content": "Sum it up."},
            {
                "role": "assistant",
                "tool_calls": [
                    {"id": "a", "function": {"name": "load_skill", "arguments": '{"name": "sums"}'}},
                    {"id": "b", "function": {"name": "read", "arguments": "{}"}},
                ],
            },
        ],
        "tools": [{"name": "load_skill"}, {"name": "read", "description": "Reads a file."}],
    }
    evaluation, judge = evaluate(UTILIZATION, way(run_log=log), {UTILIZATION: utilization("required")})
    assert evaluation.score == Fraction(100)
    assert evaluation.calculation[1] == "Match = 1 / 1 calls × 100 = 100"
    assert evaluation.notes == (
        "calls of skills are not counted (1): the log's own list of tools does not say which skills were on offer "
        "(a `catalog` in the case would)",
    )
    assert "\n1. read (tool): Reads a file.\n" in judge.requests[0].messages[1].content


def test_a_log_that_hides_the_names_of_tools_can_not_be_scored() -> None:
    text = "user: Which ferry?\nassistant: None\ntool: six\nassistant: At six."
    evaluation, judge = evaluate(
        UTILIZATION, way(run_log=text, catalog=CATALOG), {UTILIZATION: utilization(*NEEDS)}
    )
    assert (evaluation.state, judge.asked) == ("unscored", [])
    assert evaluation.summary == (
        "the run log hides which tools were called, so nobody can say which were not"
    )


def test_one_call_lowers_one_rate_only() -> None:
    subject_ = way("read", "translate", "web_search", catalog=CATALOG)
    findings = [waste("step-3"), waste("step-4", "ineffective")]
    evaluation, _ = evaluate(UTILIZATION, subject_, {UTILIZATION: utilization(*NEEDS, findings=findings)})
    assert [point.score for point in evaluation.points[:3]] == [100.0, 33.3, 100.0]
    assert evaluation.notes == (
        "finding at step-3 left out: it is about no call of a required or optional entry",
        "finding at step-4 left out: it is about no call of a required or optional entry",
    )


def test_wasted_calls_are_shown_with_their_step_and_the_facts() -> None:
    subject_ = way(("read", {"n": 1}, "a"), ("read", {"n": 1}, "a"), catalog=CATALOG)
    said = utilization(*NEEDS, findings=[waste(3)])
    evaluation, judge = evaluate(UTILIZATION, subject_, {UTILIZATION: said})
    restraint = evaluation.points[2]
    assert (restraint.score, restraint.anchors, restraint.suggestion) == (50.0, ("step-3",), "read once")
    repeats = "Identical calls (same tool, same arguments): read at step-3, as at step-2."
    assert str(restraint.evidence).splitlines() == [
        "1 of 2 such calls brought something.",
        "- step-3 read (redundant): known already",
        f"Facts of the log: {repeats} No call failed.",
    ]
    assert repeats in judge.requests[0].messages[1].content
    assert evaluation.summary == "step-3 (read) brought nothing: known already"


WRONG = {
    "a step that is no call": (
        utilization(*NEEDS, findings=[waste("step-1")]),
        'finding 1 names "step-1", which is no call of a tool',
    ),
    "a step that is not there": (
        utilization(*NEEDS, findings=[waste("step-99")]),
        'names "step-99", which is no call of a tool',
    ),
    "no step": (utilization(*NEEDS, findings=[waste("")]), "`step` of finding 1 is empty"),
    "a step twice": (
        utilization(*NEEDS, findings=[waste("step-2"), waste(2, "ineffective")]),
        "`step-2` stands more than once in `findings`",
    ),
    "no reason": (
        utilization(*NEEDS, findings=[waste("step-2", reason="")]),
        "`reason` of finding 1 is empty",
    ),
    "an unknown kind": (
        utilization(*NEEDS, findings=[waste("step-2", "out_of_catalog")]),
        "`kind` of finding 1 is",
    ),
    "no reason for idleness": (
        {
            "entries": [needed(1, "required"), needed(2, "optional", idle_reason=""), needed(3, "optional")],
            "findings": [],
        },
        "`idle_reason` of entry 2 is empty",
    ),
    "an unknown need": (utilization("必需", "optional", "irrelevant"), "`need` of entry 1 is"),
    "no findings": ({"entries": utilization(*NEEDS)["entries"]}, "`findings` must be a list"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_answer_breaks_the_row(name: str) -> None:
    said, complaint = WRONG[name]
    evaluation, judge = evaluate(UTILIZATION, way("read", catalog=CATALOG), {UTILIZATION: said})
    assert (evaluation.state, evaluation.score, len(judge.requests)) == ("broken", None, 2)
    assert complaint in str(evaluation.error)


def test_in_chinese() -> None:
    subject_ = way("read", "translate", catalog=CATALOG, input="首班船几点开？", lang="zh")
    evaluation, judge = evaluate(UTILIZATION, subject_, {UTILIZATION: utilization(*NEEDS)})
    assert [point.label for point in evaluation.points] == [
        "必需能力的覆盖",
        "调用与任务的匹配",
        "调用的有效性",
        "闲置",
    ]
    assert evaluation.summary == "step-3 调用的 translate 对任务没有用处：entry 3 is irrelevant"
    assert str(evaluation.points[1].evidence).startswith("2 次调用中有 1 次是对任务有用的工具。")
    assert evaluation.calculation[-1] == "总分 = (50 × 100 + 25 × 50 + 25 × 100) / 100 = 87.5"
    assert judge.requests[0].messages[0].content.startswith("你评审智能体怎样使用可用的工具和技能")


def test_ten_thousand_calls_are_counted_and_the_evidence_stays_short() -> None:
    subject_ = way(*["translate", "read"] * 5000, catalog=CATALOG)
    evaluation, judge = evaluate(UTILIZATION, subject_, {UTILIZATION: utilization(*NEEDS)})
    assert [point.score for point in evaluation.points[:3]] == [100.0, 50.0, 100.0]
    assert len(evaluation.points[1].anchors) == 32
    assert "- 4968 more" in str(evaluation.points[1].evidence)
    assert len(judge.requests[0].messages[1].content) < 20_000
