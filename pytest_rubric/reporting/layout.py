"""Text in columns: wrapped, folded and tabulated for any script.

East Asian characters have no spaces to break at. How wide they are is told in
:mod:`pytest_rubric.model.lines`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pytest_rubric.model.lines import ELLIPSIS, head, one_line, width_of

# Closing punctuation stays with the wide character before it.
_CLOSING = "，。、；：！？）】》」』”’…,.;:!?)"
_WIDE = (
    "\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6"
)
_TOKEN = re.compile(rf"\s+|[{_WIDE}][{re.escape(_CLOSING)}]*|[^\s{_WIDE}]+")


def clip(text: str, limit: int, note: str) -> str:
    """At most ``limit`` characters of ``text``; ``note`` has a ``{left}`` for how many are missing."""
    if len(text) <= limit:
        return text
    return f"{text[:limit].rstrip()}{ELLIPSIS} {note.replace('{left}', f'{len(text) - limit:,}')}"


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
            part = head(line, width) or line[0]
            lines.append(part)
            line = line[len(part) :]
    if line.strip():
        lines.append(line.rstrip())
    return lines


def fold(text: str, width: int) -> list[str]:
    """One line of foreign text as lines of at most ``width`` columns, every character kept."""
    lines = []
    while width_of(text) > width:
        part = head(text, width) or text[0]
        lines.append(part)
        text = text[len(part) :]
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
