"""Looking ahead: how many jobs are under way, and which."""

from __future__ import annotations

from collections.abc import Callable

from pytest_rubric.execution.window import Window


class Job:
    def __init__(self, key: int) -> None:
        self.key = key
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


def make(size: int, jobs: Callable[[int], int] = lambda key: 1) -> tuple[Window[int, Job], list[int]]:
    started: list[int] = []

    def start(key: int) -> Job:
        started.append(key)
        return Job(key)

    return Window(size, start, jobs), started


def always(key: int) -> bool:
    return True


def test_it_starts_at_most_its_size_in_order_and_refills_as_jobs_are_taken() -> None:
    window, started = make(3)
    window.fill(range(10), always)
    assert started == [0, 1, 2]
    window.fill(range(10), always)
    assert started == [0, 1, 2]
    assert window.take(0).key == 0
    window.fill(range(1, 10), always)
    assert started == [0, 1, 2, 3]
    assert len(window) == 3


def test_what_may_not_start_ahead_is_passed_over_and_started_when_it_is_taken() -> None:
    window, started = make(2)
    window.fill(range(4), lambda key: key != 1)
    assert started == [0, 2]
    assert window.take(1).key == 1
    assert started == [0, 2, 1]


def test_a_second_taking_starts_anew() -> None:
    window, started = make(2)
    window.fill([0], always)
    first, second = window.take(0), window.take(0)
    assert first is not second
    assert started == [0, 0]
    window.fill([0], always)
    assert started == [0, 0], "a rerun is not started ahead"


def test_dropping_cancels_what_was_never_taken() -> None:
    window, _ = make(2)
    window.fill([0, 1], always)
    held = window.take(0)
    window.drop(0)
    window.drop(1)
    assert not held.cancelled
    assert len(window) == 0


def test_what_has_several_jobs_takes_as_much_room() -> None:
    window, started = make(5, lambda key: 3 if key == 1 else 1)
    window.fill(range(10), always)
    assert started == [0, 1, 2]
    window.take(0)
    window.fill(range(1, 10), always)
    assert started == [0, 1, 2, 3]


def test_the_order_is_kept_where_the_next_one_has_no_room() -> None:
    window, started = make(4, lambda key: 3)
    window.fill(range(10), always)
    assert started == [0]
    window.take(0)
    window.fill(range(1, 10), always)
    assert started == [0, 1]


def test_what_has_more_jobs_than_there_is_room_for_runs_by_itself() -> None:
    window, started = make(4, lambda key: 9 if key == 1 else 1)
    window.fill(range(10), always)
    assert started == [0]
    assert window.take(0).key == 0
    window.fill(range(1, 10), always)
    assert started == [0, 1]
    window.fill(range(1, 10), always)
    assert started == [0, 1]
    assert window.take(1).key == 1
    window.fill(range(2, 10), always)
    assert started == [0, 1, 2, 3, 4, 5]


def test_several_are_started_together_where_that_is_asked_for() -> None:
    started: list[int] = []

    def start(key: int) -> Job:
        started.append(key)
        return Job(key)

    window = Window(4, start, at_once=2)
    window.fill(range(10), always)
    assert started == [0, 1, 2, 3]
    window.take(0)
    window.fill(range(10), always)
    assert started == [0, 1, 2, 3], "there is room for one, and two are started at once"
    window.take(1)
    window.fill(range(10), always)
    assert started == [0, 1, 2, 3, 4, 5]
