"""What ``--co`` tells of calls, tokens and budgets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_rubric.reporting.estimate import Budgets, Estimate, lines

FOUND = Estimate(
    10,
    most_calls=30,
    inline=8,
    stored=2,
    stored_requests=2,
    open_requests=6,
    open_tokens=12_300,
)


def told(budgets: Budgets | None = None, **changes: object) -> list[str]:
    return lines(replace(FOUND, **changes), budgets or Budgets())  # type: ignore[arg-type]


def test_calls_and_tokens() -> None:
    assert told() == [
        "10 cases, at most 30 judge calls (retries aside); stored replies answer 2 of 8 cases with inline output",
        "about 12,300 tokens to ask 6 first questions that no stored reply answers, by the length of the texts (not "
        "counted: replies, what is asked after them, 2 cases without inline output)",
    ]
    assert told(cases=8)[1].endswith("(not counted: replies, what is asked after them)")
    assert told(model_outputs=3)[0].startswith(
        "10 cases, at most 30 judge calls and 3 of models under test ("
    )


def test_where_everything_is_stored_nothing_takes_tokens() -> None:
    assert told(open_requests=0, open_tokens=0, stored=8, stored_requests=8) == [
        "10 cases, at most 30 judge calls (retries aside); stored replies answer 8 of 8 cases with inline output"
    ]


def test_a_run_from_stored_replies_alone_asks_nothing() -> None:
    assert told(Budgets(1, 1), may_ask=False) == [
        "10 cases, no judge call (--rubric-replies only); stored replies answer 2 of 8 cases with inline output"
    ]


def test_cases_that_code_decides_cost_nothing() -> None:
    assert lines(Estimate(1, inline=1), Budgets(5, 5)) == ["1 case, no judge call"]


@pytest.mark.parametrize(
    ("budget", "line"),
    [
        (5, "--rubric-max-calls 5 does not suffice: 6 calls at least would be made"),
        (6, "--rubric-max-calls 6 may not suffice: 6 to 28 calls would be made"),
        (27, "--rubric-max-calls 27 may not suffice: 6 to 28 calls would be made"),
        (28, "--rubric-max-calls 28 suffices: at most 28 calls would be made"),
    ],
)
def test_a_budget_of_calls(budget: int, line: str) -> None:
    assert told(Budgets(calls=budget))[2:] == [line]


@pytest.mark.parametrize(
    ("budget", "line"),
    [
        (12_299, "--rubric-max-tokens 12299 does not suffice: to ask alone takes about 12,300"),
        (12_300, "--rubric-max-tokens 12300 leaves about 0 tokens for all that is not counted"),
        (50_000, "--rubric-max-tokens 50000 leaves about 37,700 tokens for all that is not counted"),
    ],
)
def test_a_budget_of_tokens(budget: int, line: str) -> None:
    assert told(Budgets(tokens=budget))[2:] == [line]
