"""Slots: how many run at once, and in which order."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from pytest_rubric.targets.slots import Slots


def test_first_come_first_served_however_short_each_turn_is() -> None:
    async def run() -> list[int]:
        slots, order = Slots(), []

        async def one(number: int) -> None:
            async with slots.take(1):
                order.append(number)

        await asyncio.gather(*(one(number) for number in range(9)))
        return order

    assert asyncio.run(run()) == list(range(9))


def test_so_many_run_at_once_and_no_more() -> None:
    async def run(most: int) -> int:
        slots, running, highest = Slots(), 0, 0

        async def one() -> None:
            nonlocal running, highest
            async with slots.take(most):
                running += 1
                highest = max(highest, running)
                await asyncio.sleep(0)
                running -= 1

        await asyncio.gather(*(one() for _ in range(9)))
        return highest

    assert [asyncio.run(run(most)) for most in (1, 3, 20)] == [1, 3, 9]


def test_one_that_may_run_only_alone_holds_up_no_other() -> None:
    async def run() -> list[str]:
        slots, order, end = Slots(), [], asyncio.Event()

        async def one(name: str, most: int) -> None:
            async with slots.take(most):
                order.append(name)
                await end.wait()

        tasks = [asyncio.ensure_future(one(*each)) for each in (("a", 1), ("alone", 1), ("b", 3), ("c", 3))]
        await asyncio.sleep(0)
        waiting = list(order)
        end.set()
        await asyncio.gather(*tasks)
        return [*waiting, "|", *order[len(waiting) :]]

    assert asyncio.run(run()) == ["a", "b", "c", "|", "alone"]


def test_who_is_cancelled_leaves_its_slot_to_the_next() -> None:
    async def run() -> list[str]:
        slots, order = Slots(), []

        async def one(name: str) -> None:
            async with slots.take(1):
                order.append(name)
                if name == "first":
                    await asyncio.sleep(60)

        tasks = {name: asyncio.ensure_future(one(name)) for name in ("first", "waiting", "last")}
        await asyncio.sleep(0)
        tasks["waiting"].cancel()
        tasks["first"].cancel()
        for task in tasks.values():
            with suppress(asyncio.CancelledError):
                await task
        return order

    assert asyncio.run(run()) == ["first", "last"]


def test_who_is_cancelled_at_the_moment_of_being_let_in_keeps_no_slot() -> None:
    async def run() -> list[str]:
        slots, order, end = Slots(), [], asyncio.Event()

        async def one(name: str) -> None:
            async with slots.take(1):
                order.append(name)
                await end.wait()

        tasks = {name: asyncio.ensure_future(one(name)) for name in ("first", "second", "last")}
        await asyncio.sleep(0)
        end.set()
        await asyncio.sleep(0)  # the first has ended, and the second was let in but has not gone on
        tasks["second"].cancel()
        for task in tasks.values():
            with suppress(asyncio.CancelledError):
                await task
        return order

    assert asyncio.run(run()) == ["first", "last"]
