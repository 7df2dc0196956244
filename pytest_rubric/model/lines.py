"""Text on one line, measured and cut in columns as a terminal shows them, and lists in a sentence.

East Asian characters take two columns, combining marks none.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from pytest_rubric.model.text import visible

ELLIPSIS = "…"


def one_line(text: str) -> str:
    """Every run of white space as one space, nothing hidden."""
    return " ".join(visible(text).split())


def width_of(text: str) -> int:
    """Columns that a terminal needs for ``text``."""
    return len(text) if text.isascii() else sum(map(_char_width, text))


def head(text: str, width: int) -> str:
    """The beginning of ``text`` that fits into ``width`` columns."""
    used = 0
    for at, char in enumerate(text):
        used += _char_width(char)
        if used > width:
            return text[:at]
    return text


def cut(text: str, width: int) -> str:
    """At most ``width`` columns; what is cut ends in an ellipsis."""
    if width_of(text) <= width:
        return text
    return head(text, max(width - 1, 0)).rstrip() + ELLIPSIS


def shortened(text: str, width: int = 48) -> str:
    """A text from outside as a part of a sentence: on one line of at most ``width`` columns."""
    return cut(one_line(text), width)


def first_of(names: Sequence[str], most: int = 5) -> str:
    """The first names, and how many more there are: ``a, b and 3 more``."""
    more = len(names) - most
    told = ", ".join(names[:most])
    return f"{told} and {more:,} more" if more > 0 else told


def _char_width(char: str) -> int:
    if char.isascii():
        return 1
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
