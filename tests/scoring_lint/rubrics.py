"""Cases made by hand, for the tests of the lint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from pytest_rubric.model import Case, Check, CriteriaRubric, Criterion, Location


def judged(text: str, points: int | str, *, tags: Sequence[str] = (), required: bool = False) -> Criterion:
    """A criterion for the judge."""
    return Criterion(1, text, Fraction(points), tags=tuple(tags), required=required)


def checked(check: Check, points: int | str) -> Criterion:
    """A criterion that code decides."""
    return Criterion(1, f"{check.kind}: {check.argument}", Fraction(points), check=check)


def case_of(*criteria: Criterion, expected_output: str | None = None) -> Case:
    """A case in line 3 of its file; its ``Judge`` is in line 5, criterion N in line 10 x N."""
    numbered = tuple(replace(c, id=n, line=10 * n) for n, c in enumerate(criteria, 1))
    return Case(
        "lamp",
        "lamp",
        location=Location(Path("cases.rubric.yaml"), 3),
        input="How long do I have to return a lamp?",
        expected_output=expected_output,
        rubric=CriteriaRubric(numbered),
        judge_line=5,
    )
