"""Entries that hold one passage each: why, where, and how to do better."""

from __future__ import annotations

from pytest_rubric.evaluators.presets.graded.model import Dimension, Finding, Grade, Level
from pytest_rubric.evaluators.presets.reading import Answer, Entry


def fault(answer: Answer, entry: Entry, dimension: Dimension, level: Level, *, reason: str) -> Grade:
    """The grade of an entry that is not clean: its reason (the field of that name), its quote and its
    suggestion are all needed."""
    return Grade(
        dimension,
        level,
        (
            Finding(
                level=level,
                reason=answer.text(entry, reason, dimension.key),
                quote=answer.quote(entry, dimension.key),
                suggestion=answer.text(entry, "suggestion", dimension.key),
            ),
        ),
    )


def clean(
    answer: Answer, entry: Entry, dimension: Dimension, level: Level, *, reason: str, needed: bool
) -> Grade:
    """The grade of a clean entry. Its reason may say why it is clean; whatever it quotes never matters."""
    return Grade(dimension, level, reason=answer.text(entry, reason, dimension.key, needed=needed))
