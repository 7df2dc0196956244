"""A loop in a thread: started late, ended soon, whatever hangs on it."""

from __future__ import annotations

import asyncio
import socket
import threading
import time

import pytest

from pytest_rubric.execution.loops import LoopThread


async def name_of_thread() -> str:
    return threading.current_thread().name


def test_it_starts_with_the_first_use_and_runs_everything_in_one_thread() -> None:
    loop = LoopThread("under-test")
    assert not loop.started
    names = {loop.submit(name_of_thread).result(timeout=5) for _ in range(3)}
    assert names == {"under-test"}
    assert loop.call(lambda: threading.current_thread().name).result(timeout=5) == "under-test"
    loop.close()


def test_closing_cancels_what_runs_then_runs_the_last_words() -> None:
    loop = LoopThread("under-test")
    order: list[str] = []
    begun = threading.Event()

    async def waits() -> None:
        begun.set()
        try:
            await asyncio.sleep(60)
        finally:
            order.append("cancelled")

    async def last() -> None:
        order.append("last")

    future = loop.submit(waits)
    assert begun.wait(5)
    loop.close(last=last)
    assert order == ["cancelled", "last"]
    assert future.cancelled()
    assert "under-test" not in [thread.name for thread in threading.enumerate()]


def test_a_task_that_ignores_its_end_is_left_behind_after_the_patience() -> None:
    loop = LoopThread("under-test")
    begun = threading.Event()

    async def stubborn() -> None:
        begun.set()
        for _ in range(3):
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                continue

    loop.submit(stubborn)
    assert begun.wait(5)
    started = time.monotonic()
    loop.close(patience=0.2)
    assert time.monotonic() - started < 10


def test_a_closed_loop_takes_nothing_and_closing_twice_is_fine() -> None:
    loop = LoopThread("under-test")
    loop.close()
    loop.close()
    with pytest.raises(RuntimeError, match="under-test is closed"):
        loop.submit(name_of_thread)


def test_what_came_first_goes_on_before_what_came_last_is_read() -> None:
    loop = LoopThread("under-test")
    pairs = [socket.socketpair() for _ in range(60)]
    order: list[tuple[str, int]] = []

    async def read_all() -> None:
        running = asyncio.get_running_loop()
        done = asyncio.Event()

        def read(number: int) -> None:
            pairs[number][0].recv(1)
            running.remove_reader(pairs[number][0])
            order.append(("read", number))
            running.call_soon(go_on, number)

        def go_on(number: int) -> None:
            order.append(("gone on", number))
            if len(order) == 2 * len(pairs):
                done.set()

        for number, (ours, theirs) in enumerate(pairs):
            theirs.send(b"x")
            running.add_reader(ours, read, number)
        await done.wait()

    try:
        loop.submit(read_all).result(timeout=10)
    finally:
        loop.close()
        for ours, theirs in pairs:
            ours.close()
            theirs.close()
    assert sorted(order) == sorted((what, number) for what in ("read", "gone on") for number in range(60))
    _, first = order[0]
    assert order.index(("gone on", first)) < 10


@pytest.mark.parametrize("floods", [1, 4, 9])
def test_connections_that_are_always_ready_do_not_hold_the_others_up(floods: int) -> None:
    loop = LoopThread("under-test")
    flooding = [socket.socketpair() for _ in range(floods)]
    calm = [socket.socketpair() for _ in range(9)]
    reads = 0

    async def read_all() -> None:
        nonlocal reads
        running = asyncio.get_running_loop()
        done = asyncio.Event()

        def read_a_little(sock: socket.socket) -> None:
            nonlocal reads
            reads += 1
            sock.recv(1)

        def read(sock: socket.socket) -> None:
            sock.recv(1)
            running.remove_reader(sock)
            unread.discard(sock)
            if not unread:
                done.set()

        unread = {ours for ours, _ in calm}
        for ours, theirs in flooding:
            theirs.send(b"x" * 4000)
            running.add_reader(ours, read_a_little, ours)
        for ours, theirs in calm:
            running.add_reader(ours, read, ours)
            theirs.send(b"x")
        await done.wait()
        for ours, _ in flooding:
            running.remove_reader(ours)

    try:
        loop.submit(read_all).result(timeout=10)
    finally:
        loop.close()
        for ours, theirs in [*flooding, *calm]:
            ours.close()
            theirs.close()
    # read in turn, each of the floods comes up about once while one of the others waits
    assert reads < 20 * floods
