"""Scores that begin at 100 and lose for what is found: fluency, and hallucinations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

FLUENCY: Mapping[str, Mapping[str, int]] = {
    "sentence_smoothness": {"light": 5, "moderate": 10, "severe": 20},
    "repetition_and_redundancy": {"light": 5, "moderate": 7, "severe": 10},
    "sentence_break_and_rhythm": {"light": 5, "moderate": 7, "severe": 10},
    "semantic_coherence": {"light": 5, "moderate": 10, "severe": 15},
    "language_naturalness": {"light": 5, "moderate": 7, "severe": 10},
}
"""What one occurrence costs, by dimension and severity."""

HALLUCINATION: Mapping[str, Mapping[str, int]] = {
    "entity": {"light": 5, "severe": 15},
    "numerical": {"light": 10, "severe": 20},
    "citation": {"light": 15, "severe": 25},
    "logic_factual": {"light": 10, "severe": 20},
}
"""What a type costs by its worst finding."""

STREAK = 3
"""So many moderate issues in a row cost once each; further ones of the run cost twice."""

_LIFTED_FROM = 3


@dataclass(frozen=True, slots=True)
class Issue:
    """One issue of fluency: ``count`` occurrences of one expression, in the order of the text."""

    dimension: str
    severity: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Deduction:
    """What one issue costs. ``severity`` is that in force; ``doubled`` says how many of its occurrences
    cost twice."""

    issue: Issue
    severity: str
    doubled: int
    points: int


def in_force(issue: Issue) -> str:
    """The severity that counts: a slight repetition that comes three times is moderate."""
    lifted = issue.dimension == "repetition_and_redundancy" and issue.count >= _LIFTED_FROM
    return "moderate" if lifted and issue.severity == "light" else issue.severity


def fluency_deductions(issues: Sequence[Issue]) -> tuple[Deduction, ...]:
    """What each issue costs. Issues stand in the order of the text; a run of moderate ones is ended by
    any other, whatever the dimensions."""
    found = []
    run = 0
    for issue in issues:
        severity = in_force(issue)
        cost = FLUENCY[issue.dimension][severity]
        doubled = 0
        for _ in range(issue.count):
            run = run + 1 if severity == "moderate" else 0
            doubled += run > STREAK
        found.append(Deduction(issue, severity, doubled, cost * (issue.count + doubled)))
    return tuple(found)


def share_deduction(share: Fraction, *, any_found: bool) -> int:
    """What the share of made-up text costs, 0 to 1 of all characters."""
    if not any_found:
        return 0
    if share < Fraction(1, 10):
        return 5
    return 15 if share <= Fraction(3, 10) else 30


def share_of(spans: Iterable[tuple[int, int]], length: int) -> Fraction:
    """The share of a text that lies in some of the spans; what lies in several counts once."""
    covered = end = 0
    for start, stop in sorted(spans):
        start = max(start, end)
        covered += max(0, stop - start)
        end = max(end, stop)
    return Fraction(covered, length) if length else Fraction(0)
