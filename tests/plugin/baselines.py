"""Runs that are held against a baseline: what the tests of them share."""

from __future__ import annotations

import json
from typing import Any

from tests.support.loopback import Body
from tests.support.project import Project, Run, case

BASELINE = ("--rubric-baseline", "base.json")
UPDATE = (*BASELINE, "--rubric-update-baseline")
# What the judge says about each criterion.
SAYS = {"Greets": True, "Names the price": True, "Names the limit": False, "Is in English": True}
PYTHON = """\
import os

def test_reply(rubric):
    rubric.check("It costs 3 EUR.", ["A"], name="price")
    rubric.check("Hello.", ["B"] if "MIND" not in os.environ else ["A"])
"""


def decide(criterion: str, body: Body) -> bool:
    return SAYS[criterion]


def baseline(project: Project) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((project.path / "base.json").read_text(encoding="utf-8"))
    return found


def told(run: Run) -> list[str]:
    """What the summary says of the baseline."""
    prefix = "baseline: "
    return [line.removeprefix(prefix) for line in run.out.splitlines() if line.startswith(prefix)]


def checks(*names: str, passing: bool = True, **more: Any) -> list[dict[str, Any]]:
    word = "b" if passing else "no"
    return [
        case(f"abc {name}", {"check": {"contains": word}}, id=name, Context=f"about {name}", **more)
        for name in names
    ]
