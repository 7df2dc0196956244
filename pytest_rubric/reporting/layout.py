"""Text in columns: widths as a terminal shows them, cut and wrapped for any script.

East Asian characters take two columns and have no spaces to break at; combining marks take none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from pytest_rubric.model.text import visible

_ELLIPSIS = "…"
# Closing punctuation stays with the wide character before it.
_CLOSING = "，。、；：！？）】》」』”’…,.;:!?)"
_WIDE = (
    "\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6"
)
_TOKEN = re.compile(rf"\s+|[{_WIDE}][{re.escape(_CLOSING)}]*|[^\s{_WIDE}]+")


def width_of(text: str) -> int:
    """Columns that a terminal needs for ``text``."""
    return len(text) if text.isascii() else sum(map(_char_width, text))


def _char_width(char: str) -> int:
    if char.isascii():
        return 1
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def one_line(text: str) -> str:
    """Every run of white space as one space, nothing hidden."""
    return " ".join(visible(text).split())


def cut(text: str, width: int) -> str:
    """At most ``width`` columns; what is cut ends in an ellipsis."""
    if width_of(text) <= width:
        return text
    return _head(text, max(width - 1, 0)).rstrip() + _ELLIPSIS


def _head(text: str, width: int) -> str:
    used = 0
    for at, char in enumerate(text):
        used += _char_width(char)
        if used > width:
            return text[:at]
    return text


def clip(text: str, limit: int, note: str) -> str:
    """At most ``limit`` characters of ``text``; ``note`` has a ``{left}`` for how many are missing."""
    if len(text) <= limit:
        return text
    return f"{text[:limit].rstrip()}{_ELLIPSIS} {note.replace('{left}', f'{len(text) - limit:,}')}"


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most ``width`` columns, white space collapsed; words longer than a line are cut."""
    lines: list[str] = []
    line = ""
    for token in _TOKEN.findall(one_line(text)):
        if width_of(line) + width_of(token.rstrip()) <= width:
            line += token
            continue
        if line.strip():
            lines.append(line.rstrip())
        line = token.lstrip()
        while width_of(line) > width:
            head = _head(line, width) or line[0]
            lines.append(head)
            line = line[len(head) :]
    if line.strip():
        lines.append(line.rstrip())
    return lines


def fold(text: str, width: int) -> list[str]:
    """One line of foreign text as lines of at most ``width`` columns, every character kept."""
    lines = []
    while width_of(text) > width:
        head = _head(text, width) or text[0]
        lines.append(head)
        text = text[len(head) :]
    return [*lines, text]


def hanging(first: str, text: str, width: int) -> list[str]:
    """``text`` wrapped behind ``first``, later lines indented to where it began."""
    indent = width_of(first)
    body = wrap(text, max(width - indent, 20))
    if not body:
        return [first.rstrip()]
    return [first + body[0], *(" " * indent + line for line in body[1:])]


def table(headers: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Lines of a plain table; the columns numbered in ``right`` are aligned to the right.

    tabulate counts East Asian characters as one column unless ``wcwidth`` is installed. So it
    lays out stand-ins of the right length, and the texts are put in their places afterwards:
    the same table everywhere.
    """
    from tabulate import tabulate

    texts: dict[str, str] = {}

    def stand_in(text: str) -> str:
        if text.isascii() or not text:
            return text
        char = chr(0xE000 + len(texts))
        texts[char] = text
        return char * max(width_of(text), 1)

    cells = [[stand_in(one_line(cell)) for cell in row] for row in (headers, *rows)]
    # tabulate keeps two columns more than a header needs; a header that is a row has its own width
    rule = ["-" * max(map(len, column)) for column in zip(*cells, strict=True)]
    align = ["right" if column in right else "left" for column in range(len(headers))]
    drawn = tabulate([cells[0], rule, *cells[1:]], tablefmt="plain", disable_numparse=True, colalign=align)
    placed = re.sub("([\ue000-\uf8ff])\\1*", lambda m: texts.get(m.group(1), m.group()), drawn)
    return [line.rstrip() for line in placed.splitlines()]
