"""Whole sessions against endpoints that take a few calls a second, or none."""

from __future__ import annotations

import asyncio
import math
import re
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import pytest

from pytest_rubric.errors import JudgeCallFailed, JudgeError, JudgeUnavailable
from pytest_rubric.judging.breaker import Breaker
from pytest_rubric.judging.budget import Budget
from pytest_rubric.judging.faults import RateLimited, ServerFault, charge
from pytest_rubric.judging.limited import LimitedJudge
from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest, Turn
from pytest_rubric.model import Usage
from tests.judging.small_contract import request
from tests.judging.transport.limiting import limiter
from tests.judging.transport.virtual_time import now, run_virtual


@dataclass
class Endpoint:
    """Takes ``rate`` calls in any ``window`` seconds, ``together`` at a time, ``most`` in all; each
    takes ``seconds``."""

    rate: int = 1000
    window: float = 1.0
    together: int = 1000
    most: int = 1_000_000
    seconds: float = 0.5
    retry_after: bool = True
    refusal: Callable[[float | None], JudgeError] = lambda wait: RateLimited("busy", wait)
    calls: int = 0
    refused: int = 0
    flying: int = 0
    taken: deque[float] = field(default_factory=deque)

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        self.calls += 1
        # On their way calls overtake each other, in the same order every time.
        await asyncio.sleep(0.001 + self.calls * 7919 % 30 / 1000)
        while self.taken and self.taken[0] <= now() - self.window:
            self.taken.popleft()
        spent = self.calls - self.refused > self.most
        if len(self.taken) >= self.rate or self.flying >= self.together or spent:
            self.refused += 1
            error = self.refusal(self._wait() if self.retry_after else None)
            charge(error, Usage(calls=1))
            raise error
        self.taken.append(now())
        self.flying += 1
        await asyncio.sleep(self.seconds)
        self.flying -= 1
        return JudgeReply((Turn("{}"),), Usage(calls=1))

    def _wait(self) -> float:
        """In whole seconds, as servers tell it."""
        return (
            float(math.ceil(self.taken[0] + self.window - now())) if len(self.taken) >= self.rate > 0 else 1.0
        )


def overload(wait: float | None) -> ServerFault:
    return ServerFault("busy", overloaded=True, retry_after=wait)


@dataclass
class Result:
    errors: list[JudgeError]
    replies: list[JudgeReply]
    seconds: float
    calls: int
    limit: int
    pace: int | None


def session(endpoint: Endpoint, questions: int, concurrency: int = 32) -> Result:
    """Ask that many questions at once."""

    def main() -> Coroutine[Any, Any, Result]:
        return _session(endpoint, questions, concurrency)

    return run_virtual(main)


async def _session(endpoint: Endpoint, questions: int, concurrency: int) -> Result:
    limits = limiter(concurrency)
    budget = Budget()
    judge = LimitedJudge(endpoint, limits, budget, Breaker())
    outcomes = await asyncio.gather(*[judge.ask(request()) for _ in range(questions)], return_exceptions=True)
    errors = [found for found in outcomes if isinstance(found, JudgeError)]
    replies = [found for found in outcomes if isinstance(found, JudgeReply)]
    assert len(errors) + len(replies) == questions
    assert budget.calls == endpoint.calls
    assert budget.calls == sum(r.usage.calls for r in replies) + sum(e.calls for e in errors)
    return Result(errors, replies, now(), endpoint.calls, limits.limit, limits.pace)


@pytest.mark.parametrize("retry_after", [True, False])
@pytest.mark.parametrize("concurrency", [32, 100])
@pytest.mark.parametrize("seconds", [0.0, 0.5, 1.0])
def test_200_calls_to_an_endpoint_of_20_a_second_end_without_an_error_and_hardly_later_than_they_can(
    retry_after: bool, concurrency: int, seconds: float
) -> None:
    result = session(Endpoint(rate=20, seconds=seconds, retry_after=retry_after), 200, concurrency)
    assert result.errors == []
    assert result.seconds < 12
    # What is learned once is not learned again and again.
    assert result.calls < 200 + concurrency + 20
    assert result.pace is not None
    assert 18 <= result.pace <= 22


LIMITED: dict[str, tuple[Endpoint, int, float]] = {
    "one a second": (Endpoint(rate=1, seconds=0.1), 30, 29),
    "five a second, without a word": (Endpoint(rate=5, retry_after=False), 60, 11),
    "a hundred a second": (Endpoint(rate=100), 600, 5),
    "ten in ten seconds": (Endpoint(rate=10, window=10), 50, 40),
    "sixty a minute": (Endpoint(rate=60, window=60), 180, 120),
    "sixty a minute, without a word": (Endpoint(rate=60, window=60, retry_after=False), 180, 120),
    "four at a time": (Endpoint(together=4), 100, 12.5),
    "four at a time, without a word": (Endpoint(together=4, retry_after=False), 100, 12.5),
    "one at a time, else overloaded": (Endpoint(together=1, seconds=0.2, refusal=overload), 40, 8),
    "four at a time, else overloaded": (Endpoint(together=4, refusal=overload), 100, 12.5),
    "four at a time, else overloaded, without a word": (
        Endpoint(together=4, refusal=overload, retry_after=False),
        100,
        12.5,
    ),
}


@pytest.mark.parametrize(("endpoint", "questions", "soonest"), LIMITED.values(), ids=LIMITED.keys())
def test_whatever_the_limit_all_questions_are_answered_in_good_time(
    endpoint: Endpoint, questions: int, soonest: float
) -> None:
    result = session(endpoint, questions)
    assert result.errors == []
    assert result.seconds < 2 * soonest + 2
    assert result.calls < 3 * questions


def test_a_request_that_is_always_refused_ends_with_advice() -> None:
    result = session(Endpoint(most=1), 2, concurrency=1)
    (error,) = result.errors
    assert type(error) is JudgeCallFailed
    assert error.message == (
        "busy; refused 12 times in spite of every pause; try again later, or with a lower --rubric-concurrency"
    )
    assert (error.calls, result.calls) == (12, 13)


def test_a_request_that_always_meets_overload_ends_sooner() -> None:
    result = session(Endpoint(most=1, refusal=overload, retry_after=False), 2, concurrency=1)
    (error,) = result.errors
    assert type(error) is JudgeCallFailed
    assert error.message == (
        "busy; refused 6 times in spite of every pause; try again later, or with a lower --rubric-concurrency"
    )
    assert result.seconds < 20


LATER = "run again later, or see what else uses its limit up"


def reasons(result: Result) -> tuple[str, set[str]]:
    """What the one item that tells all says, and what the others say."""
    closed = [error for error in result.errors if isinstance(error, JudgeUnavailable)]
    assert len(closed) == len(result.errors)
    told = [error.message for error in closed]
    (full,) = [message for message in told if not message.startswith("the judge was closed")]
    return full, set(told) - {full}


def rate_limited(wait: float | None) -> RateLimited:
    return RateLimited("busy", wait)


@pytest.mark.parametrize("retry_after", [True, False])
@pytest.mark.parametrize("refusal", [rate_limited, overload])
@pytest.mark.parametrize("questions", [1, 300])
def test_an_endpoint_that_takes_nothing_from_the_start_closes_the_judge_soon(
    refusal: Callable[[float | None], JudgeError], retry_after: bool, questions: int
) -> None:
    result = session(Endpoint(rate=0, refusal=refusal, retry_after=retry_after), questions)
    assert len(result.errors) == questions
    assert 30 < result.seconds < 42
    full, later = reasons(result)
    reason = full.removeprefix("busy; ").removesuffix(f"; {LATER}")
    assert full == f"busy; {reason}; {LATER}"
    assert re.fullmatch(r"the endpoint has taken no call at all, for (3\d|4[01]) seconds", reason)
    assert later == ({f"the judge was closed earlier in this session: {reason}"} if questions > 1 else set())


@pytest.mark.parametrize(("wait", "longest"), [(5.0, 41), (20.0, 65), (60.0, 125)])
def test_a_pause_that_is_asked_for_is_kept_before_the_judge_is_closed(wait: float, longest: float) -> None:
    result = session(Endpoint(rate=0, refusal=lambda _: RateLimited("busy", wait)), 20, concurrency=4)
    # Asked again after every pause, and given up only when a pause that was kept changed nothing.
    assert 30 + wait < result.seconds < longest
    assert "has taken no call at all" in reasons(result)[0]


@pytest.mark.parametrize("retry_after", [True, False])
@pytest.mark.parametrize("refusal", [rate_limited, overload])
def test_an_endpoint_that_takes_nothing_any_more_is_given_longer(
    refusal: Callable[[float | None], JudgeError], retry_after: bool
) -> None:
    result = session(Endpoint(most=50, refusal=refusal, retry_after=retry_after), 300)
    assert (len(result.replies), len(result.errors)) == (50, 250)
    closed = [error for error in result.errors if isinstance(error, JudgeUnavailable)]
    assert 90 < result.seconds < 135
    told = {error.message for error in closed}
    (full,) = [message for message in told if message.startswith("busy; the endpoint has taken no call for ")]
    reason = full.removeprefix("busy; ").removesuffix(f"; {LATER}")
    assert told == {full, f"the judge was closed earlier in this session: {reason}"}
    assert re.fullmatch(r"the endpoint has taken no call for (1\.[5-9]|2\.[0-2]) minutes", reason)


def test_an_endpoint_that_is_busy_at_first_loses_nothing() -> None:
    class Loading(Endpoint):
        """Takes nothing for 25 s, as a server does that loads its model."""

        async def ask(self, request: JudgeRequest) -> JudgeReply:
            self.rate = 1000 if now() > 25 else 0
            return await super().ask(request)

    result = session(Loading(refusal=overload, retry_after=False), 100)
    assert result.errors == []
    assert result.seconds < 40


@pytest.mark.parametrize(
    ("wait", "told"), [(301.0, "5.0 minutes"), (7200.0, "2.0 hours"), (1e9, "277777.8 hours")]
)
def test_a_pause_that_nobody_waits_for_closes_the_judge_at_once(wait: float, told: str) -> None:
    result = session(Endpoint(rate=0, refusal=lambda _: RateLimited("busy", wait)), 20, concurrency=4)
    messages = [error.message for error in result.errors]
    assert messages.count(f"busy; the endpoint takes no more calls for {told}; {LATER}") == 1
    assert (
        messages.count(
            f"the judge was closed earlier in this session: the endpoint takes no more calls for {told}"
        )
        == 19
    )
    assert result.calls == 4
    assert result.seconds < 1
