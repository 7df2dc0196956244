"""The pace that an endpoint takes calls at: learned from what it refuses."""

from __future__ import annotations

import pytest

from pytest_rubric.judging.pace import Pace, Slot


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
