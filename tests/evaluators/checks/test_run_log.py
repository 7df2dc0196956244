"""Checks on the run log."""

from __future__ import annotations

import asyncio
import json
from fractions import Fraction

import pytest

from pytest_rubric import runlog
from pytest_rubric.evaluators.checks import Checker
from pytest_rubric.model import Case, Check, Criterion, CriterionResult


def log(*calls: tuple[str, object, str]) -> dict[str, object]:
    """A chat with these calls: name, arguments, text of the result."""
    messages: list[dict[str, object]] = [{"role": "user", "content": "Where is my order?"}]
    for number, (name, arguments, result) in enumerate(calls):
        function = {"name": name, "arguments": json.dumps(arguments)}
        messages.append(
            {"role": "assistant", "content": None, "tool_calls": [{"id": f"c{number}", "function": function}]}
        )
        messages.append({"role": "tool", "tool_call_id": f"c{number}", "content": result})
    return {"messages": [*messages, {"role": "assistant", "content": "It is late."}]}


LOG = log(
    ("find_customer", {"mail": "a@b.example", "limit": 1}, "customer 7"),
    ("search_orders", {"filter": {"status": "open", "since": "May"}, "pages": [1, 2]}, "Error: busy"),
    ("Search_Orders", {"filter": {"status": "open"}, "exact": True}, "order 48213"),
)


def decide(kind: str, argument: object, run_log: object = LOG, lang: str = "en") -> CriterionResult:
    criterion = Criterion(1, "checked", Fraction(10), check=Check(kind, argument))
    return asyncio.run(
        Checker().decide(
            criterion,
            criterion.check or Check("", None),
            "late",
            Case("a", "a"),
            log=run_log,
            timeout=5,
            lang=lang,
        )
    )


@pytest.mark.parametrize(
    ("kind", "argument", "status", "reason"),
    [
        ("tool_called", "find_customer", "met", "find_customer was called"),
        ("tool_called", "refund", "not_met", "refund was not called"),
        ("tool_called", ["search_orders", "refund", "pay"], "not_met", "refund, pay was not called"),
        ("tool_called", {"tool": "search_orders"}, "met", "search_orders was called 2 times, wanted at least 1"),
        (
            "tool_called",
            {"tool": "search_orders", "max": 1},
            "not_met",
            "search_orders was called 2 times, wanted 1 to 1",
        ),
        ("tool_called", {"tool": "refund", "min": 0, "max": 0}, "met", "refund was called 0 times, wanted 0 to 0"),
        ("tool_not_called", ["refund", "pay"], "met", "refund, pay was not called"),
        ("tool_not_called", ["refund", "search_orders"], "not_met", "search_orders, Search_Orders was called"),
        (
            "tool_order",
            ["find_customer", "search_orders"],
            "met",
            "find_customer, search_orders were called in this order",
        ),
        (
            "tool_order",
            ["search_orders", "find_customer"],
            "not_met",
            "find_customer was not called behind search_orders (step-3)",
        ),
        ("tool_order", ["search_orders", "search_orders"], "met", "search_orders, search_orders were called in this order"),
        ("max_steps", 5, "met", "5 steps, wanted at most 5"),
        ("max_steps", 4, "not_met", "5 steps, wanted at most 4"),
        ("no_unrecovered_error", True, "met", "no error is left that nothing recovered from"),
    ],
)  # fmt: skip
def test_what_they_find(kind: str, argument: object, status: str, reason: str) -> None:
    result = decide(kind, argument)
    assert (result.status, result.reason) == (status, reason)


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"filter": {"status": "open"}}, "met"),
        ({"filter": {"status": "open", "since": "May"}, "pages": [1, 2]}, "met"),
        ({"pages": [1]}, "not_met"),
        ({"filter": "open"}, "not_met"),
        ({"exact": True}, "met"),
        ({"exact": 1}, "not_met"),
        ({"pages": [1, 2], "exact": True}, "not_met"),
    ],
)
def test_one_call_must_have_all_the_arguments(wanted: object, status: str) -> None:
    assert decide("tool_arguments", {"tool": "search_orders", "arguments": wanted}).status == status


def test_a_missing_argument_is_told_with_the_last_call() -> None:
    result = decide("tool_arguments", {"tool": "find_customer", "arguments": {"limit": 2}})
    assert result.reason == (
        'no call of find_customer has the arguments asked for; the last one has {"mail": "a@b.example", "limit": 1}'
    )
    assert decide("tool_arguments", {"tool": "pay", "arguments": {"a": 1}}).reason == "pay was not called"


def test_an_error_that_stays_is_named() -> None:
    stuck = log(("pay", {}, "ok"), ("pay", {}, "Error: declined"))
    result = decide("no_unrecovered_error", True, stuck)
    assert (result.status, result.reason) == (
        "not_met",
        "pay failed at step-3 and did not recover: Error: declined",
    )


def test_the_quotes_are_the_steps_as_the_judge_sees_them() -> None:
    shown = runlog.as_text(LOG)
    quotes = decide("tool_called", "search_orders").quotes
    assert [(quote.source, quote.text, quote.found) for quote in quotes] == [
        ("run_log", "step-3 tool call: search_orders", True)
    ]
    assert all(shown[quote.start : quote.end] == quote.text for quote in quotes)


@pytest.mark.parametrize(
    ("run_log", "lang", "note"),
    [
        (
            None,
            "en",
            "there is no run log: give the case RunLog or RunLogFile, or return a run_log from its target",
        ),
        (None, "zh", "没有运行日志可查：请给用例写 RunLog 或 RunLogFile，或让 target 返回 run_log"),
        ("It went well.", "en", "the run log has no shape that is known"),
        ({"events": []}, "en", "the run log has no shape that is known"),
    ],
)
@pytest.mark.parametrize(
    ("kind", "argument"), [("tool_not_called", "pay"), ("max_steps", 3), ("no_unrecovered_error", True)]
)
def test_without_a_log_nothing_is_taken_for_granted(
    run_log: object, lang: str, note: str, kind: str, argument: object
) -> None:
    result = decide(kind, argument, run_log, lang)
    assert (result.status, result.note) == ("undecided", note)


@pytest.mark.parametrize(
    ("kind", "argument"),
    [
        ("tool_called", 3),
        ("tool_called", []),
        ("tool_called", {"min": 1}),
        ("tool_called", {"tool": "pay", "max": True}),
        ("tool_order", 3),
        ("tool_arguments", {"tool": "pay"}),
        ("max_steps", "4"),
    ],
)
def test_wrong_arguments_from_python_are_undecided(kind: str, argument: object) -> None:
    result = decide(kind, argument)
    assert result.status == "undecided"
    assert str(result.note).startswith(f"the argument of the check {kind} can't be used: ")


HIDDEN = "user: Where is it?\nassistant: None\ntool: Error: busy\nassistant: None\ntool: on its way\nassistant: Here."


@pytest.mark.parametrize(
    ("kind", "argument"),
    [
        ("tool_called", "find"),
        ("tool_called", {"tool": "find", "max": 3}),
        ("tool_not_called", "find"),
        ("tool_order", ["find", "send"]),
        ("tool_arguments", {"tool": "find", "arguments": {}}),
        ("no_unrecovered_error", True),
    ],
)
def test_what_calls_without_a_name_would_decide_is_undecided(kind: str, argument: object) -> None:
    result = decide(kind, argument, HIDDEN)
    assert result.status == "undecided"
    assert "the run log hides which tools were called, so this can't be decided" in str(result.note)


def test_calls_without_a_name_still_count_as_steps_and_as_failures() -> None:
    assert decide("max_steps", 4, HIDDEN).status == "met"
    stuck = "user: Where is it?\nassistant: None\ntool: Error: busy\nassistant: I can't tell."
    result = decide("no_unrecovered_error", True, stuck)
    assert result.status == "not_met"
    assert "an unknown tool" in result.reason
