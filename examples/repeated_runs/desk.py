"""An information desk that does not answer alike each time, as agents with a model behind them do.

It takes turns through its answers, so that this example comes out the same everywhere.
"""

from __future__ import annotations

from itertools import cycle

_ANSWERS = cycle(
    [
        "On Sundays we are open from 10:00 to 17:00.",
        "Sunday: 10:00 to 17:00. The last admission is at 16:30.",
        "We open at 10:00 on Sundays and close at 17:00.",
        "I am not sure about Sundays. Please call us.",
        "From 10:00 to 17:00, as on every Sunday.",
    ]
)


def answer(question: str) -> str:
    """The next of the answers, whatever was asked."""
    return next(_ANSWERS)
