"""Pairs of outputs, and judges that compare them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.support.loopback import Body
from tests.support.project import Run

BETTER, WORSE = "Take the stairs until Friday.", "Something is broken."


def user(body: Body) -> str:
    return str(body["messages"][1]["content"])


def places(body: Body) -> tuple[str, str]:
    """What is shown first, and second."""
    block = r"^\[(?:\w+ )?(FIRST|SECOND) \w+ #\w+\]\n(.*?)\n\[(?:\w+ )?\1 \w+ #"
    found = re.findall(block, user(body), re.M | re.S)
    assert [name for name, _ in found] == ["FIRST", "SECOND"]
    return found[0][1], found[1][1]


def judging(levels: Callable[[str], int]) -> Callable[[Body], dict[str, Any]]:
    """A judge that gives each output a level by what it says, wherever it stands."""

    def reply(body: Body) -> dict[str, Any]:
        first, second = (levels(text) for text in places(body))
        return {
            "reason": "FIRST and SECOND differ in what they say.",
            "quotes": [],
            "criteria": [
                {"id": number, "reason": "as it is", "first": first, "second": second}
                for number in range(1, 7)
            ],
            "expectations": [
                {
                    "id": int(number),
                    "reason": "r",
                    "basis": "whole",
                    "quotes": [],
                    "first": first > 3,
                    "second": second > 3,
                }
                for number in re.findall(r"Expectations to decide: ([\d, ]+)\.", user(body))
                for number in number.split(", ")
            ],
            "strengths": [],
            "weaknesses": [],
            "winner": "first" if first > second else "second" if second > first else "tie",
        }

    return reply


fair = judging(lambda text: 5 if "stairs" in text else 2)


def pair(**more: Any) -> dict[str, Any]:
    return {
        "id": "lift",
        "Input": "What about the lift?",
        "compare": {"A": {"output": BETTER}, "B": {"output": WORSE}, **more},
    }


def compared(run: Run, id: str = "lift") -> dict[str, Any]:
    made: dict[str, Any] = run.record(id)["comparison"]
    return made
