"""The limits that an endpoint sets: calls at once, calls a second, pauses for everyone.

Time is virtual here: minutes of waiting pass at once, and every run is the same.
"""

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
from pytest_rubric.judging.limits import Limiter
from pytest_rubric.judging.pace import Pace, Slot
from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest, Turn
from pytest_rubric.model import Usage
from tests.judging.small_contract import request
from tests.judging.transport.virtual_time import now, run_virtual


def limiter(concurrency: int = 8) -> Limiter:
    """A limiter on the virtual clock, whose pauses are never shortened and never lengthened."""
    return Limiter(
        concurrency,
        clock=asyncio.get_running_loop().time,
        jitter=lambda low, high: 1.0 if high == 1.0 else 0.0,
    )


async def acquired(limits: Limiter, count: int) -> list[Slot]:
    return [await limits.acquire() for _ in range(count)]


async def waits(limits: Limiter) -> float:
    """The seconds until a call that asks now may leave; its slot is given back."""
    asked = now()
    slot = await limits.acquire()
    waited = now() - asked
    limits.release(slot)
    return waited


def test_no_more_calls_are_in_flight_than_allowed_and_slots_go_in_the_order_of_asking() -> None:
    async def main() -> tuple[int, list[int]]:
        limits = limiter(3)
        order: list[int] = []
        flying = most = 0

        async def call(number: int) -> None:
            nonlocal flying, most
            slot = await limits.acquire()
            order.append(number)
            flying += 1
            most = max(most, flying)
            await asyncio.sleep(1)
            flying -= 1
            limits.accepted(slot)
            limits.release(slot)

        await asyncio.gather(*[call(number) for number in range(10)])
        assert now() == 4
        return most, order

    assert run_virtual(main) == (3, list(range(10)))


def test_a_call_that_was_refused_goes_before_those_that_never_went() -> None:
    async def main() -> list[str]:
        limits = limiter(1)
        order: list[str] = []
        (held,) = await acquired(limits, 1)

        async def call(name: str, again: bool) -> None:
            slot = await limits.acquire(again=again)
            order.append(name)
            limits.release(slot)

        tasks = [asyncio.ensure_future(call(*given)) for given in (("first", False), ("again", True))]
        await asyncio.sleep(0)
        limits.release(held)
        await asyncio.gather(*tasks)
        return order

    assert run_virtual(main) == ["again", "first"]


@pytest.mark.parametrize("granted", [False, True])
def test_who_stops_waiting_keeps_no_slot(granted: bool) -> None:
    async def main() -> None:
        limits = limiter(1)
        (held,) = await acquired(limits, 1)
        waiting = asyncio.ensure_future(limits.acquire())
        await asyncio.sleep(0)
        if granted:
            # The slot is handed over, and the task has had no turn to take it.
            limits.release(held)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        if not granted:
            limits.release(held)
        assert await waits(limits) == 0

    run_virtual(main)


@pytest.mark.parametrize(("asked", "kept"), [(2.5, 2.5), (7.0, 7.0), (59.5, 59.5), (600.0, 60.0)])
@pytest.mark.parametrize("kind", ["refused", "overloaded"])
def test_a_pause_that_the_endpoint_asks_for_holds_for_everyone(kind: str, asked: float, kept: float) -> None:
    async def main() -> None:
        limits = limiter()
        slots = await acquired(limits, 8)
        getattr(limits, kind)(slots[0], asked)
        for slot in slots:
            limits.release(slot)
        started: list[float] = []

        async def call() -> None:
            slot = await limits.acquire()
            started.append(now())
            limits.release(slot)

        await asyncio.gather(call(), call(), call())
        assert started == pytest.approx([kept] * 3)

    run_virtual(main)


def test_a_longer_pause_is_not_cut_short_by_a_shorter_one() -> None:
    async def main() -> None:
        limits = limiter()
        first, second = await acquired(limits, 2)
        limits.refused(first, 9.0)
        limits.refused(second, 1.0)
        limits.release(first)
        limits.release(second)
        assert await waits(limits) == 9

    run_virtual(main)


@pytest.mark.parametrize(
    ("has_taken", "expected"),
    [(True, [0.5, 1, 2, 4, 8, 16, 30, 30, 30]), (False, [0.5, 1, 2, 4, 8, 8, 8, 8, 8])],
)
def test_pauses_that_nobody_asked_for_double_from_bout_to_bout_and_end_with_a_success(
    has_taken: bool, expected: list[float]
) -> None:
    async def main() -> tuple[list[float], float]:
        limits = limiter()
        if has_taken:
            slot = await limits.acquire()
            limits.accepted(slot)
            limits.release(slot)
        pauses = []
        for _ in range(9):
            slot = await limits.acquire()
            limits.overloaded(slot, None)
            limits.release(slot)
            pauses.append(await waits(limits))
        slot = await limits.acquire()
        limits.accepted(slot)
        limits.release(slot)
        slot = await limits.acquire()
        limits.overloaded(slot, None)
        limits.release(slot)
        return pauses, await waits(limits)

    pauses, after = run_virtual(main)
    assert pauses == pytest.approx(expected)
    assert after == pytest.approx(0.5)


def test_the_first_429_without_a_wish_costs_a_moment_only() -> None:
    async def main() -> list[float]:
        limits = limiter()
        pauses: list[float] = []
        for _ in range(4):
            slot = await limits.acquire()
            pauses.append(now() - sum(pauses))
            limits.refused(slot, None)
            limits.release(slot)
        return pauses

    assert run_virtual(main) == pytest.approx([0, 0.1, 0.5, 1])


@pytest.mark.parametrize(("kind", "left"), [("refused", 6), ("overloaded", 4)])
def test_one_bout_of_complaints_shrinks_the_calls_in_flight_once_and_successes_grow_them_back(
    kind: str, left: int
) -> None:
    async def main() -> None:
        limits = limiter(8)
        slots = await acquired(limits, 8)
        for slot in slots[4:]:
            getattr(limits, kind)(slot, 1.0)
        assert limits.limit == left
        for slot in slots:
            limits.release(slot)
        await asyncio.sleep(30)

        async def call() -> None:
            slot = await limits.acquire()
            await asyncio.sleep(1)
            limits.accepted(slot)
            limits.release(slot)

        await asyncio.gather(*[call() for _ in range(200)])
        assert limits.limit == 8

    run_virtual(main)


def test_another_bout_shrinks_further_down_to_one() -> None:
    async def main() -> list[int]:
        limits = limiter(8)
        seen = []
        for _ in range(6):
            slots = await acquired(limits, limits.limit)
            for slot in slots:
                limits.overloaded(slot, 1.0)
                limits.release(slot)
            seen.append(limits.limit)
        return seen

    assert run_virtual(main) == [4, 2, 1, 1, 1, 1]


def test_where_nothing_holds_calls_back_the_limit_stays() -> None:
    async def main() -> None:
        limits = limiter(8)
        slots = await acquired(limits, 8)
        limits.overloaded(slots[0], 0.0)
        for slot in slots:
            limits.release(slot)
        for _ in range(50):
            slot = await limits.acquire()
            limits.accepted(slot)
            limits.release(slot)
        assert limits.limit == 4

    run_virtual(main)


def test_opening_lets_everyone_through() -> None:
    async def main() -> None:
        limits = limiter(2)
        slots = await acquired(limits, 2)
        limits.refused(slots[0], 50.0)
        waiting = [asyncio.ensure_future(limits.acquire()) for _ in range(20)]
        await asyncio.sleep(0)
        limits.open()
        await asyncio.gather(*waiting)
        assert now() == 0

    run_virtual(main)


# The pace alone.


def sent(pace: Pace, times: list[float]) -> list[Slot]:
    return [pace.send(at) for at in times]


def refuse(pace: Pace, slots: list[Slot], at: float) -> None:
    for number, slot in enumerate(slots):
        slot.refused = True
        pace.refused(at, anew=number == 0)


def test_without_a_refusal_there_is_no_pace() -> None:
    pace = Pace()
    sent(pace, [0.0] * 500)
    assert (pace.calls, pace.wait(0.0)) == (None, 0.0)


@pytest.mark.parametrize("refused", ["first", "last", "scattered"])
def test_the_pace_is_the_most_that_was_taken_in_a_second_whichever_calls_were_refused(refused: str) -> None:
    pace = Pace()
    slots = sent(pace, [number / 1000 for number in range(100)])
    chosen = {"first": slots[:80], "last": slots[20:], "scattered": [s for s in slots if slots.index(s) % 5]}
    refuse(pace, chosen[refused], at=0.2)
    assert pace.calls == 20


def test_calls_leave_at_the_pace_and_refused_ones_do_not_count() -> None:
    pace = Pace()
    slots = sent(pace, [0.0] * 10)
    refuse(pace, slots[4:], at=0.1)
    assert pace.calls == 4
    assert pace.wait(0.5) == pytest.approx(0.52)
    assert pace.wait(1.02) == 0
    sent(pace, [1.02] * 3)
    assert pace.wait(1.02) == 0
    sent(pace, [1.02])
    assert pace.wait(1.02) == pytest.approx(1.02)


def paced(calls: int) -> Pace:
    """A pace that was learned at time 0."""
    pace = Pace()
    slots = sent(pace, [0.0] * (calls + 5))
    refuse(pace, slots[calls:], at=0.0)
    assert pace.calls == calls
    return pace


def busy(pace: Pace, start: int, seconds: int) -> list[int | None]:
    """The pace after each second of sending as much as it allows, all of it taken."""
    seen = []
    for second in range(start, start + seconds):
        at = second * 1.1
        while pace.wait(at) == 0:
            pace.send(at)
        pace.taken(at + 0.5)
        seen.append(pace.calls)
    return seen


def test_a_pace_that_held_calls_back_steps_up_and_ever_sooner() -> None:
    pace = paced(16)
    seen = busy(pace, start=1, seconds=15)
    assert seen[:6] == [16] * 6
    assert sorted(set(seen), key=seen.index) == [16, 18, 22, 33, 49]


def test_a_pace_that_held_nothing_back_stays() -> None:
    pace = paced(16)
    for second in range(1, 100):
        assert pace.wait(second * 1.1) == 0
        pace.send(second * 1.1)
        pace.taken(second * 1.1)
    assert pace.calls == 16


def test_a_step_up_that_fails_is_taken_back_blamed_and_not_repeated_soon() -> None:
    pace = paced(16)
    busy(pace, start=1, seconds=7)
    assert pace.calls == 18
    at = 8 * 1.1
    slots = [pace.send(at) for _ in range(18)]
    for slot in slots[16:]:
        slot.refused = True
    assert pace.refused(at, anew=True) is True
    assert pace.refused(at, anew=False) is False
    assert pace.calls == 16
    assert set(busy(pace, start=9, seconds=12)) == {16}


def test_a_refusal_at_a_pace_that_had_served_lowers_it_by_half_at_most() -> None:
    pace = paced(16)
    busy(pace, start=1, seconds=6)
    # Long after: the endpoint takes much less now than it did.
    slots = sent(pace, [20.0] * 16)
    refuse(pace, slots[:1], at=20.1)
    assert pace.calls == 15
    for slot in slots[3:]:
        slot.refused = True
        assert pace.refused(20.1, anew=False) is False
    assert pace.calls == 8


def test_where_nothing_was_taken_no_pace_is_blamed() -> None:
    fresh = Pace()
    refuse(fresh, sent(fresh, [0.0] * 9), at=0.1)
    assert fresh.calls is None
    pace = paced(16)
    refuse(pace, sent(pace, [20.0] * 9), at=20.1)
    assert pace.calls == 16


# An endpoint with limits, and a session against it.


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
