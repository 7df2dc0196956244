"""The numbers that docs/judge.md tells are those of the code."""

from __future__ import annotations

from pathlib import Path

from pytest_rubric.judging import limited, retries, silence
from pytest_rubric.judging.faults import ServerFault, TimedOut, Unreachable

PAGE = " ".join((Path(__file__).parents[3] / "docs" / "judge.md").read_text(encoding="utf-8").split())
TIMES = {1: "once", 2: "twice", 3: "up to three times"}


def test_refusals() -> None:
    most = f"({limited._MOST_RATE_LIMITED} times by 429, {limited._MOST_OVERLOADED} times by 503)"
    assert f"A request that is refused over and over {most} ends." in PAGE


def test_patience() -> None:
    patience = limited.Patience()
    assert (patience.first, patience.later, patience.longest_wait) == (30, 90, 300)
    assert "takes no call from the start is given up after half a minute" in PAGE
    assert "has taken calls before, after a minute and a half" in PAGE
    assert "asks for more than five minutes, at once" in PAGE


def test_silence() -> None:
    assert (silence._MOST_CALLS, silence._MOST_ROUNDS) == (3, 2)
    assert "three calls in a row, in two rounds" in PAGE


def test_retries() -> None:
    again = {kind: TIMES[most - 1] for kind, most in retries._MOST_ATTEMPTS.items() if most - 1 in TIMES}
    assert (
        f"Server errors and broken connections are tried again {again[ServerFault]}, time limits {again[TimedOut]}, "
        f"an endpoint that can't be reached {again[Unreachable]};"
    ) in PAGE
