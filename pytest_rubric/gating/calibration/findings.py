"""What a calibration finds: each with its likely root cause, and what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pytest_rubric.gating.calibration.decisions import Decision
from pytest_rubric.gating.calibration.outcomes import Outcome
from pytest_rubric.gating.calibration.scores import ScoredItem

Cause = Literal["prompt", "rubric", "testcase"]
CAUSES: tuple[Cause, ...] = ("prompt", "rubric", "testcase")

Kind = Literal[
    "judge_wrong",
    "check_wrong",
    "contradictory_labels",
    "always_met",
    "never_met",
    "never_violated",
    "safe_zone",
    "always_low",
    "penalty_fires",
    "rubric_sizes",
    "other_side",
    "turned_outcomes",
    "confirmed_losses",
    "judge_blames",
]

LEAST_CASES = 3
"""From how many cases on a coincidence is called a pattern."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A number of one item that a finding rests on: ``label`` says of what, empty for its score."""

    nodeid: str
    case: str
    value: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """Words of the judge that a finding rests on."""

    nodeid: str
    case: str
    text: str
    quote: str | None = None


Example = Decision | Outcome | ScoredItem | Measured | Remark


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is likely wrong, or at least worth a look.

    ``cause`` is where to look first. ``certain`` says that labels of people, or plain counts, bear it out;
    without that it is a suspicion, and the report says what is missing to know. ``subject`` is the
    criterion or dimension that it is about, empty where it is about all. ``facts`` are what its
    sentence is made of, ``advice`` names what to do.
    """

    kind: Kind
    cause: Cause
    certain: bool
    advice: str
    subject: str = ""
    facts: Mapping[str, int | str] = field(default_factory=dict)
    examples: tuple[Example, ...] = ()
