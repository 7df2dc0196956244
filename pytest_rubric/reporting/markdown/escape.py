"""Text from outside made harmless in Markdown, and still readable in the raw file.

Everything that a judge, a target or a case file wrote passes one of these. Emphasis is left
alone: it can't leave its own paragraph or cell, and a quoted passage should stay as it stood.
"""

from __future__ import annotations

import re

from pytest_rubric.model.lines import one_line
from pytest_rubric.model.text import visible
from pytest_rubric.reporting.layout import clip

_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
# Cells are split before code is looked for, so a pipe in code would end one; and what begins a
# code span here may be swallowed by a bare link before it, which sets its content free.
_UNSAFE_IN_CODE = re.compile(r"[|\\<&~]|\]\(")
# Without one of these a text stands as it is; most do.
_SPECIAL = re.compile(r"[`\\<&~|]|\][(:]")
_BACKSLASH = re.compile(r"\\(?=[!-/:-@\[-`{-~]|$)")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_ENTITY = re.compile(r"&(?=#?\w+;)")
# What would open a block of its own at the start of a list item.
_BLOCK_START = re.compile(
    r"(?P<mark>#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|[-*_](?=(?:\s*[-*_]){2,}\s*$)|\[)|(?P<number>\d{1,9})(?=[.)](?:\s|$))"
)


def inline(text: str, limit: int, note: str) -> str:
    """One line for a list item: no HTML, link, image, heading or open code span comes of it.

    At most ``limit`` characters of ``text``; ``note`` is put where it was cut, see
    :func:`~pytest_rubric.reporting.layout.clip`.
    """
    return _escape(clip(one_line(text), limit, note), in_cell=False)


def cell(text: str, limit: int, note: str) -> str:
    """One line for a table cell: as :func:`inline`, and no pipe ends the cell."""
    return _escape(clip(one_line(text), limit, note), in_cell=True)


def at_start(escaped: str) -> str:
    """For an escaped text that begins a list item: no block begins there."""
    match = _BLOCK_START.match(escaped)
    if match is None:
        return escaped
    if match["number"]:
        return f"{match['number']}\\{escaped[match.end() :]}"
    return f"\\{escaped}"


def fenced(text: str, limit: int, note: str, language: str = "text") -> str:
    """A code block that ``text`` can't close, cut at ``limit`` characters with a note below it."""
    text = visible(text).strip("\n")
    left = len(text) - limit
    body = text[:limit] if left > 0 else text
    longest = max((len(run) for run in re.findall("`+", body)), default=0)
    fence = "`" * max(3, longest + 1)
    block = f"{fence}{language}\n{body}\n{fence}"
    return f"{block}\n{note.replace('{left}', f'{left:,}')}" if left > 0 else block


def _escape(text: str, *, in_cell: bool) -> str:
    if _SPECIAL.search(text) is None:
        return text
    parts: list[str] = []
    at = 0
    for match in _CODE.finditer(text):
        if _UNSAFE_IN_CODE.search(match[2]):
            continue
        parts += [_plain(text[at : match.start()], in_cell), match[0]]
        at = match.end()
    parts.append(_plain(text[at:], in_cell))
    return "".join(parts)


def _plain(text: str, in_cell: bool) -> str:
    text = _BACKSLASH.sub(r"\\\\", text)
    text = text.replace("`", "\\`")
    text = _TAG.sub("&lt;", _ENTITY.sub("&amp;", text))
    text = text.replace("](", "]\\(").replace("]:", "]\\:")
    if text.count("~") > 1:
        text = text.replace("~", "\\~")
    return text.replace("|", "\\|") if in_cell else text
