"""The shape that all blocks share: how wide, how deep, how long."""

from __future__ import annotations

from pytest_rubric.model.lines import one_line
from pytest_rubric.reporting.layout import clip
from pytest_rubric.reporting.words import Words

WIDTH = 92
INDENT = "  "
MOST_NAMED = 4
_REASON = 400


def clipped(told: str, words: Words) -> str:
    """Foreign words on one line, cut where they are long."""
    return clip(one_line(told), _REASON, words.more_characters)
