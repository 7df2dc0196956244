"""What ends the judge for a session: told once in full, then in one line, and never asked again."""

from __future__ import annotations

import asyncio

import pytest

from pytest_rubric.errors import BudgetSpent, JudgeError, JudgeUnavailable
from pytest_rubric.judging.breaker import Breaker
from pytest_rubric.judging.budget import Budget
from pytest_rubric.judging.faults import BudgetClosed, JudgeClosed, charge, spent
from pytest_rubric.judging.limited import LimitedJudge
from pytest_rubric.judging.limits import Limiter
from pytest_rubric.judging.scripted import ScriptedJudge
from pytest_rubric.model import Usage
from tests.judging.small_contract import request
from tests.judging.transport.asking import NO_TO_ALL, asking, many
from tests.judging.transport.virtual_time import run_virtual
from tests.support.loopback import LoopbackJudge, Raw, completion, failure

REFUSES = "{url}/chat/completions refuses the key: HTTP {status}: no; check OPENAI_API_KEY and that it may use this model"
QUOTA = "the endpoint's quota is used up: HTTP {status}: no"
CLOSING: dict[str, tuple[Raw, str, str]] = {
    "401": (failure(401, "no"), REFUSES.replace("{status}", "401"), "the endpoint refuses the key"),
    "403": (failure(403, "no"), REFUSES.replace("{status}", "403"), "the endpoint refuses the key"),
    "401 with status 200": (
        Raw(body={"error": {"message": "no", "code": "invalid_api_key"}}),
        REFUSES.replace("{status}", "401"),
        "the endpoint refuses the key",
    ),
    "quota": (
        failure(429, "no", code="insufficient_quota", headers={"Retry-After": "1"}),
        QUOTA.replace("{status}", "429"),
        "the endpoint's quota is used up",
    ),
    "quota as a type": (
        failure(429, "no", code=None, type="insufficient_quota"),
        QUOTA.replace("{status}", "429"),
        "the endpoint's quota is used up",
    ),
    "payment": (failure(402, "no"), QUOTA.replace("{status}", "402"), "the endpoint's quota is used up"),
    "hours to wait": (
        failure(429, "no", headers={"Retry-After": "9000"}),
        "the endpoint takes no more calls now: HTTP 429: no; the endpoint takes no more calls for 2.5 hours; run again "
        "later, or see what else uses its limit up",
        "the endpoint takes no more calls for 2.5 hours",
    ),
}


@pytest.mark.parametrize(("raw", "message", "reason"), CLOSING.values(), ids=CLOSING.keys())
@pytest.mark.parametrize("at_once", [False, True])
def test_the_first_request_tells_all_and_later_ones_one_line(
    raw: Raw, message: str, reason: str, at_once: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-loopback-123")
    with LoopbackJudge(reply=raw) as judge:
        session = asking(judge.base_url, many(20), at_once=at_once)
        assert judge.calls == 1
        url = judge.base_url
    first, *later = session.errors
    assert isinstance(first, JudgeUnavailable)
    assert not isinstance(first, BudgetSpent)
    assert first.message == message.replace("{url}", url)
    assert first.calls == 1
    assert len(later) == 19
    for error in later:
        assert isinstance(error, JudgeUnavailable)
        assert error.message == f"the judge was closed earlier in this session: {reason}"
        assert error.calls == 0
    assert session.pauses == []
    assert session.calls == 1


def test_an_endpoint_that_wants_a_key_where_none_is_set_says_what_to_set() -> None:
    with LoopbackJudge(reply=failure(401, "no key")) as judge:
        first, second = asking(judge.base_url, many(2)).errors
        url = judge.base_url
    assert first.message == f"{url}/chat/completions wants an API key: HTTP 401: no key; set OPENAI_API_KEY"
    assert second.message == "the judge was closed earlier in this session: no API key is set"


def test_a_key_that_is_withdrawn_under_way_ends_all_that_is_in_flight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-loopback-123")

    def reply(body: dict[str, object]) -> Raw:
        return completion("{}") if judge.calls <= 3 else failure(401, "no")

    with LoopbackJudge(reply=reply, delay=0.05) as judge:
        session = asking(judge.base_url, many(40), at_once=True, concurrency=8)
        # Nothing leaves once the first refusal is known.
        assert judge.calls <= 3 + 8
    assert len(session.replies) == 3
    told = [error.message for error in session.errors]
    assert (
        len([message for message in told if "refuses the key" in message and "closed earlier" not in message])
        == 1
    )
    assert told.count("the judge was closed earlier in this session: the endpoint refuses the key") == 36
    assert session.calls == judge.calls
    # Whatever was in flight was a call of its request.
    assert (
        sum(found.usage.calls for found in session.replies) + sum(e.calls for e in session.errors)
        == judge.calls
    )


def test_the_later_line_of_a_call_in_flight_keeps_what_it_took() -> None:
    breaker = Breaker()
    first, second = JudgeClosed("all of it", "shut"), JudgeClosed("more of it", "other")
    charge(second, Usage(calls=1, input_tokens=3))
    assert breaker.close(first) is first
    told = breaker.close(second)
    assert told.message == "the judge was closed earlier in this session: shut"
    assert (spent(told).calls, spent(told).input_tokens) == (1, 3)
    with pytest.raises(JudgeClosed) as caught:
        breaker.check()
    assert caught.value.calls == 0


def test_an_open_breaker_says_nothing() -> None:
    Breaker().check()


@pytest.mark.parametrize("most", [1, 7, 19])
def test_max_calls_is_exact_however_many_ask_at_once(most: int) -> None:
    with LoopbackJudge(reply=[NO_TO_ALL], delay=0.02) as judge:
        session = asking(judge.base_url, many(20), at_once=True, max_calls=most)
        assert judge.calls == most
    assert (len(session.replies), session.calls) == (most, most)
    assert all(isinstance(error, BudgetSpent) for error in session.errors)
    told = [error.message for error in session.errors]
    assert (
        told.count(
            f"the budget of {most} judge calls a session is spent (--rubric-max-calls); raise it or run again: replies "
            "that are stored are not asked again"
        )
        == 1
    )
    assert (
        told.count(f"the judge was closed earlier in this session: the budget of {most} judge calls is spent")
        == 20 - most - 1
    )


def test_a_budget_that_suffices_exactly_is_no_error() -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        session = asking(judge.base_url, many(5), at_once=True, max_calls=5)
        assert judge.calls == 5
    assert session.errors == []


def test_attempts_count_and_not_questions() -> None:
    with LoopbackJudge(reply=[failure(500, "boom"), failure(500, "boom"), completion("{}")]) as judge:
        session = asking(judge.base_url, max_calls=2)
        assert judge.calls == 2
    assert isinstance(session.error, BudgetSpent)
    assert session.error.calls == 2


def test_max_tokens_lets_nothing_start_once_it_is_reached() -> None:
    # Each reply takes 10 + 25 tokens.
    with LoopbackJudge(reply=["x" * 100]) as judge:
        session = asking(judge.base_url, many(5), max_tokens=100)
        assert judge.calls == 3
    assert session.tokens == (30, 75)
    first, second = session.errors
    assert isinstance(first, BudgetSpent)
    assert first.message == (
        "the budget of 100 tokens a session is spent (--rubric-max-tokens); raise it or run again: replies that are "
        "stored are not asked again"
    )
    assert isinstance(second, BudgetSpent)
    assert second.message == "the judge was closed earlier in this session: the budget of 100 tokens is spent"


def test_max_tokens_is_passed_by_no_more_than_what_is_in_flight() -> None:
    with LoopbackJudge(reply=["x" * 100], delay=0.05) as judge:
        session = asking(judge.base_url, many(30), at_once=True, max_tokens=100, concurrency=4)
        assert 3 <= judge.calls <= 3 + 4
    assert len(session.replies) == judge.calls


def test_replies_that_failed_count_their_tokens() -> None:
    with LoopbackJudge(reply=completion("x" * 400, finish_reason="content_filter")) as judge:
        session = asking(judge.base_url, many(2), max_tokens=100)
        assert judge.calls == 1
    assert session.tokens == (10, 100)
    assert isinstance(session.errors[1], BudgetSpent)


def test_a_call_that_never_was_is_given_back() -> None:
    budget = Budget(max_calls=1)
    budget.start()
    with pytest.raises(BudgetClosed):
        budget.start()
    budget.end(Usage())
    budget.start()
    budget.end(Usage(calls=1))
    with pytest.raises(BudgetClosed):
        budget.start()
    assert (budget.calls, budget.in_flight) == (1, 0)


def test_what_is_spent_is_counted_also_where_the_caller_is_gone() -> None:
    async def main() -> tuple[int, int]:
        budget = Budget()
        forever: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        async def never(asked: object) -> str:
            return await forever

        judge = LimitedJudge(ScriptedJudge(never), Limiter(1), budget, Breaker())
        task = asyncio.ensure_future(judge.ask(request()))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert budget.in_flight == 1
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        forever.cancel()
        # The slot is free again.
        other = LimitedJudge(ScriptedJudge(["{}"]), judge._limiter, budget, Breaker())
        await other.ask(request())
        return budget.in_flight, budget.calls

    assert run_virtual(main) == (0, 1)


def test_a_closed_judge_gives_its_slots_back() -> None:
    async def main() -> list[str]:
        breaker = Breaker()
        breaker.close(JudgeClosed("all", "shut"))
        inner = ScriptedJudge(["{}"])
        judge = LimitedJudge(inner, Limiter(1), Budget(), breaker)
        told: list[str] = []
        for _ in range(3):
            try:
                await judge.ask(request())
            except JudgeError as error:
                told.append(error.message)
        assert inner.calls == 0
        return told

    assert run_virtual(main) == ["the judge was closed earlier in this session: shut"] * 3
