"""``agent-tool-selection``: worked examples, caps, and issues that have no ground under them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pytest_rubric.evaluators.presets.trajectory.formulas import CAPS
from pytest_rubric.evaluators.presets.trajectory.selection import DIMENSION_OF
from pytest_rubric.model import CatalogEntry
from tests.evaluators.presets.building import evaluate
from tests.evaluators.presets.trajectory import SELECTION, issue, points, selection, verdict, way

CATALOG = ("find", "book", "refund")
TWO = ("find", "book")


def judged(said: dict[str, Any], *calls: Any, catalog: Any = CATALOG, **more: Any) -> Any:
    evaluation, judge = evaluate(SELECTION, way(*calls, catalog=catalog, **more), {SELECTION: said})
    assert len(judge.requests) == 1
    return evaluation


def test_the_mean_of_five_dimensions() -> None:
    evaluation = judged(selection("met", "partial", "met", "missing", "met"), *TWO)
    assert (evaluation.score, evaluation.verdict, evaluation.passed) == (Fraction(70), "warn", True)
    assert points(evaluation) == [
        ("Need for the calls", 100.0, "covered"),
        ("Fit of the tools", 50.0, "partial"),
        ("Arguments", 100.0, "covered"),
        ("Use of the results", 0.0, "missing"),
        ("Order of the calls", 100.0, "covered"),
    ]
    assert evaluation.calculation == ("Mean = (100 + 50 + 100 + 0 + 100) / 5 = 70", "Score = 70")
    assert evaluation.summary == "result_utilization is missing"
    assert evaluation.points[3].suggestion == "mend result_utilization"


def test_a_grave_issue_caps_the_score() -> None:
    said = selection(issues=[issue("hallucinated_critical_argument", "step-3", "book")])
    evaluation = judged(said, *TWO)
    assert (evaluation.score, evaluation.verdict) == (Fraction(40), "fail")
    cap = evaluation.points[5]
    assert (cap.label, cap.score, cap.anchors) == ("Cap on the score", None, ("step-3",))
    assert cap.evidence == (
        "The mean of the dimensions is 100; decisive argument from nowhere, step-3 book holds the score at 40 at most: "
        "hallucinated_critical_argument it is"
    )
    assert evaluation.calculation == (
        "Mean = (100 + 100 + 100 + 100 + 100) / 5 = 100",
        "Score = min(100, 40) = 40",
    )
    assert evaluation.summary == (
        "decisive argument from nowhere, step-3 book: hallucinated_critical_argument it is"
    )


@pytest.mark.parametrize("step", ["step-99", "step-1", "", "the second one", "9" * 5000, None])
def test_an_issue_without_a_call_can_not_cap_and_is_told(step: object) -> None:
    evaluation = judged(selection(issues=[issue("hallucinated_critical_argument", step)]), *TWO)
    assert (evaluation.score, len(evaluation.points)) == (Fraction(100), 5)
    (note,) = evaluation.notes
    assert note.startswith("issue left out: decisive argument from nowhere")
    assert note.endswith(": it names no call of the log")
    assert "hallucinated" not in str(evaluation.points[2].evidence)


def test_without_a_call_only_the_need_is_judged() -> None:
    said = selection("missing", issues=[issue("missing_required_tool", tool="find")])
    evaluation = judged(said)
    assert (evaluation.score, evaluation.verdict) == (Fraction(0), "fail")
    assert points(evaluation) == [
        ("Need for the calls", 0.0, "missing"),
        ("Fit of the tools", None, None),
        ("Arguments", None, None),
        ("Use of the results", None, None),
        ("Order of the calls", None, None),
    ]
    assert evaluation.points[1].evidence == "No tool was called, so there is nothing to decide here."
    assert evaluation.summary == "a required tool was never called, find: missing_required_tool it is"


def test_no_call_needed_and_none_made() -> None:
    evaluation = judged(selection("met"), catalog=())
    assert (evaluation.score, evaluation.summary) == (
        Fraction(100),
        "No tool was called, and none was needed.",
    )
    assert evaluation.calculation == ("Mean = (100) / 1 = 100", "Score = 100")


def test_free_verdicts_on_calls_that_were_not_made_break_the_row() -> None:
    evaluation, judge = evaluate(SELECTION, way(catalog=CATALOG), {SELECTION: selection()})
    assert (evaluation.state, len(judge.requests)) == ("broken", 2)
    assert '"tool_match"` in `dimensions` is none of those asked about' in str(evaluation.error)


@pytest.mark.parametrize(("code", "cap"), [(code, CAPS.get(code)) for code in DIMENSION_OF])
def test_what_each_code_caps_and_where_it_belongs(code: str, cap: Fraction | None) -> None:
    if code == "missing_required_tool":
        said = issue(code, tool="Refund", dimension="call_order")
    else:
        said = issue(code, "step-2", dimension="call_order")
    evaluation = judged(selection(issues=[said]), *TWO)
    assert evaluation.score == (Fraction(100) if cap is None else cap)
    place = ("tool_necessity", "tool_match", "parameter_validity", "result_utilization", "call_order")
    shown = [f"{code} it is" in str(point.evidence) for point in evaluation.points[:5]]
    assert shown == [name == DIMENSION_OF[code] for name in place]


def test_the_lowest_cap_holds_and_one_above_the_mean_does_nothing() -> None:
    several = [issue("wrong_core_tool", "step-2"), issue("hallucinated_critical_argument", "step-3")]
    assert judged(selection(issues=several), *TWO).score == Fraction(40)
    low = judged(selection("met", "missing", "missing", "missing", "partial", issues=several), *TWO)
    assert (low.score, len(low.points)) == (Fraction(30), 5)


def test_an_issue_counts_once() -> None:
    twice = [issue("redundant_call", "step-3", "book"), issue("redundant_call", 3, "Book")]
    evaluation = judged(selection("partial", "met", "met", "met", "met", issues=twice), *TWO)
    assert str(evaluation.points[0].evidence).count("redundant_call it is") == 1
    assert evaluation.points[0].anchors == ("step-3",)


@pytest.mark.parametrize(
    ("tool", "lack"),
    [
        ("book", "the tool was called"),
        ("FIND", "the tool was called"),
        ("teleport", "it names no entry of the catalog"),
        ("", "it names no entry of the catalog"),
    ],
)
def test_a_missing_tool_must_be_on_offer_and_uncalled(tool: str, lack: str) -> None:
    evaluation = judged(selection(issues=[issue("missing_required_tool", tool=tool)]), *TWO)
    assert evaluation.score == Fraction(100)
    assert evaluation.notes[0].endswith(f": {lack}")


def test_nobody_can_say_what_a_log_without_names_did_not_call() -> None:
    text = "user: Which ferry?\nassistant: None\ntool: six\nassistant: At six."
    evaluation = judged(selection(issues=[issue("missing_required_tool", tool="find")]), run_log=text)
    assert evaluation.score == Fraction(100)
    assert evaluation.notes == (
        "issue left out: a required tool was never called find: the log hides which tools were called",
    )


def test_other_issues_say_themselves_where_they_belong_and_cap_nothing() -> None:
    said = selection(issues=[issue("other", "step-50", dimension="call_order")])
    evaluation = judged(said, *TWO)
    assert (evaluation.score, evaluation.notes) == (Fraction(100), ())
    assert str(evaluation.points[4].evidence) == "met: call_order is met\n- other (high): other it is"
    assert evaluation.points[4].anchors == ()


WRONG = {
    "an unknown code": (selection(issues=[issue("bad_luck", "step-2")]), "`code` of issue 1 is"),
    "an unknown severity": (
        selection(issues=[issue("redundant_call", "step-2", severity="高")]),
        "`severity` of issue 1 is",
    ),
    "an issue without a reason": (
        selection(issues=[issue("redundant_call", "step-2", reason="")]),
        "`reason` of issue 1 is empty",
    ),
    "an issue without a suggestion": (
        selection(issues=[issue("redundant_call", "step-2", suggestion=" ")]),
        "`suggestion` of issue 1 is empty",
    ),
    "other without a place": (
        selection(issues=[issue("other", dimension="luck")]),
        "`dimension` of issue 1 is",
    ),
    "an unknown verdict": (selection("good", "met", "met", "met", "met"), "`verdict` of tool_necessity is"),
    "no suggestion": (
        {
            "issues": [],
            "dimensions": [
                verdict("tool_necessity", "partial", suggestion=""),
                *selection()["dimensions"][1:],
            ],
        },
        "`suggestion` of tool_necessity is empty",
    ),
    "no issues": ({"dimensions": selection()["dimensions"]}, "`issues` must be a list"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_answer_breaks_the_row(name: str) -> None:
    said, complaint = WRONG[name]
    evaluation, judge = evaluate(SELECTION, way(*TWO, catalog=CATALOG), {SELECTION: said})
    assert (evaluation.state, evaluation.score, len(judge.requests)) == ("broken", None, 2)
    assert complaint in str(evaluation.error)


def test_definitions_and_facts_are_given_to_the_judge() -> None:
    schema = {"type": "object", "properties": {"seats": {"type": "integer", "maximum": 4}}}
    catalog = [
        CatalogEntry("book", definition={"description": "Books\nseats.", "parameters": schema}),
        CatalogEntry("find"),
    ]
    failing = ("book", {"seats": 9}, "Error: too many seats")
    subject_ = way("find", failing, "sell", catalog=catalog)
    evaluation, judge = evaluate(SELECTION, subject_, {SELECTION: selection()})
    prompt = judge.requests[0].messages[1].content
    assert '1. book (tool): Books seats.\n   {"parameters": {"type": "object"' in prompt
    assert "2. find (tool)\n" in prompt
    outside = "Calls of tools that were not on offer: step-4 sell."
    failed = "Failed calls: 1 (book 1×). book failed (step-3) and never succeeded afterwards."
    assert outside in prompt
    assert failed in prompt
    assert str(evaluation.points[1].evidence) == f"met: tool_match is met\nFacts of the log: {outside}"
    assert str(evaluation.points[3].evidence) == f"met: result_utilization is met\nFacts of the log: {failed}"


def test_a_huge_definition_is_cut() -> None:
    catalog = [CatalogEntry("find", definition={"description": "d" * 5000, "parameters": {"x": "y" * 9000}})]
    _, judge = evaluate(SELECTION, way("find", catalog=catalog), {SELECTION: selection()})
    assert len(judge.requests[0].messages[1].content) < 5000


def test_in_chinese() -> None:
    said = selection("met", "met", "missing", "met", "met", issues=[issue("invalid_argument", "step-2")])
    subject_ = way(*TWO, catalog=CATALOG, input="首班船几点开？", lang="zh")
    evaluation, judge = evaluate(SELECTION, subject_, {SELECTION: said})
    assert [point.label for point in evaluation.points] == [
        "工具必要性",
        "工具匹配",
        "参数合理性",
        "结果利用",
        "调用顺序",
    ]
    assert evaluation.summary == "参数无效, step-2 find: invalid_argument it is"
    assert evaluation.calculation == ("均分 = (100 + 100 + 0 + 100 + 100) / 5 = 80", "总分 = 80")
    assert judge.requests[0].messages[0].content.startswith("你逐次评审智能体的调用")
