"""The limits that an endpoint sets: calls at once, calls a second, pauses for everyone.

Time is virtual here: minutes of waiting pass at once, and every run is the same."""

from __future__ import annotations

import asyncio

import pytest

from pytest_rubric.judging.limits import Limiter
from pytest_rubric.judging.pace import Slot
from tests.judging.transport.limiting import limiter
from tests.judging.transport.virtual_time import now, run_virtual


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
