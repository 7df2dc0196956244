"""Rubric checks in ordinary tests: same judge, same stored replies, same summary."""

from __future__ import annotations

import asyncio
from typing import Any

REPLY = "Your parcel left our warehouse on Monday and arrives on Thursday. You can follow it with code TX-20."


def test_reply_is_concrete(rubric: Any) -> None:
    evaluation = rubric.check(
        REPLY,
        criteria=[
            {"criterion": "Names the day on which the parcel arrives", "points": 30},
            {"check": {"regex": r"\bTX-\d+\b"}, "points": 10},
            {"criterion": "Asks the customer to call a hotline", "points": -20},
        ],
        input="Where is my parcel?",
        threshold=75,
    )
    assert evaluation.score == 100


def test_reply_without_a_judge(rubric: Any) -> None:
    rubric.check(REPLY, criteria=[{"check": {"max_words": 40}}, {"check": {"not_contains": "unfortunately"}}])


def test_from_async_code(rubric: Any) -> None:
    async def scenario() -> None:
        await rubric.acheck(
            REPLY, criteria=["The reply says how the parcel can be followed"], input="Where is my parcel?"
        )

    asyncio.run(scenario())
