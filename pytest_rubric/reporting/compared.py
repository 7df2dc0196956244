"""The parts of a record that hold it against another run: who judged, and what the case was before."""

from __future__ import annotations

from typing import Literal, TypedDict

from pytest_rubric.reporting.numbers import Number

Direction = Literal["worse", "better", "open"]
Standing = Literal["same", "better", "lower", "known", "fell", "worse"]
Cause = Literal["agent", "judge", "judge_changed"]
Changed = Literal["rubric", "case"]


class JudgeRecord(TypedDict):
    """Who judged: ``judge_id`` where that is set, else ``model`` and ``base_url``. ``prompts`` has the
    version of each prompt that was asked with, by its name."""

    judge_id: str | None
    model: str | None
    base_url: str | None
    prompts: dict[str, str]


class FlipRecord(TypedDict):
    """A decision that is not what it was: of a criterion, or the score of a point.

    ``id`` is that of the criterion, or counts the points from 1. ``direction`` is ``worse``, ``better``
    or, where one of the two is undecided, ``open``. ``evidence_before`` and ``evidence_now`` are a quote
    that was found, else the reason.
    """

    id: int
    criterion: str
    before: str
    now: str
    direction: Direction
    evidence_before: str
    evidence_now: str


class BaselineRecord(TypedDict):
    """What a case was in the baseline; docs/reports.md says what each field holds."""

    nodeid: str
    standing: Standing
    passed: bool
    score: Number | None
    interval: list[Number] | None
    threshold: Number
    verdict: str | None
    change: Number | None
    fell: Number
    flips: list[FlipRecord]
    cause: Cause | None
    case_changed: Changed | None
    judge_before: JudgeRecord | None
