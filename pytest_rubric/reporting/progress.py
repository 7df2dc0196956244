"""The line that a person sees while waiting."""

from __future__ import annotations

from pytest_rubric.reporting.numbers import grouped, plural


def line(
    judged: int, total: int, stored: int, calls: int, tokens: int, seconds_left: float | None = None
) -> str:
    """``37/200 judged, 12 stored, 25 calls, 61k tokens, about 1:20 left``."""
    parts = [f"{judged}/{total} judged"]
    if stored:
        parts.append(f"{grouped(stored)} stored")
    parts.append(plural(calls, "call"))
    if tokens:
        parts.append(f"{_thousands(tokens)} tokens")
    if seconds_left is not None and 0 <= seconds_left < 360_000:
        parts.append(f"about {_duration(seconds_left)} left")
    return ", ".join(parts)


def _thousands(tokens: int) -> str:
    return grouped(tokens) if tokens < 10_000 else f"{grouped(tokens // 1000)}k"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02d}:{rest:02d}"
    return f"{minutes}:{rest:02d}" if minutes else f"{rest} s"
