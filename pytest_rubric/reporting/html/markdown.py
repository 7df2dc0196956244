"""Reports as HTML: of Markdown what :mod:`pytest_rubric.reporting.markdown` writes, and nothing else.

Headings, tables, lists, fenced code, code spans, struck-out text and a paragraph that is bold as a whole.
Whatever else a report of a user's own hook holds (HTML, links, images) is shown as the text that it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape

from pytest_rubric.reporting.html.escape import plain

MOST = 50_000
"""Characters of a report that are shown; what the product writes itself has a tenth of that."""

_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_ITEM = re.compile(r"(?:[-*+]|(?P<number>\d{1,9})\.)\s+(?P<text>.*)")
_FENCE = re.compile(r"(`{3,})[^`]*")
_RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+\s*")
_RIGHT = re.compile(r"\s*-+:\s*")
_BOLD = re.compile(r"\*\*(.+)\*\*")
_CELL = re.compile(r"([^\\|]*(?:\\.?[^\\|]*)*)(?:\||$)")
_INLINE = re.compile(
    r"\\(?P<literal>[!-/:-@\[-`{-~])"
    r"|(?P<entity>&(?:lt|amp);)"
    r"|(?<!`)(?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|~~(?P<struck>.+?)~~"
)


def html(report: str) -> str:
    """A report as the body of an element; ``##`` becomes ``h3``, ``###`` becomes ``h4``."""
    blocks = list(_blocks(plain(report[:MOST]).split("\n")))
    if (left := len(report) - MOST) > 0:
        blocks.append(
            f'<p class="note">Cut here, {left:,} more characters: --rubric-report-dir FOLDER writes whole '
            "reports.</p>"
        )
    return "\n".join(blocks)


def inline(text: str) -> str:
    """The inside of one block, of a text in which nothing is hidden any more."""
    parts: list[str] = []
    at = 0
    for match in _INLINE.finditer(text):
        parts.append(escape(text[at : match.start()]))
        at = match.end()
        if match["entity"]:
            parts.append(match["entity"])
        elif match["code"]:
            parts.append(f"<code>{escape(match['code'])}</code>")
        elif match["struck"]:
            parts.append(f"<del>{inline(match['struck'])}</del>")
        else:
            parts.append(escape(match["literal"]))
    parts.append(escape(text[at:]))
    return "".join(parts)


def _blocks(lines: Sequence[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif fence := _FENCE.fullmatch(line):
            # one that is never closed, as in a report that was cut, ends with it
            end = _while(lines, at + 1, partial(_is_inside, fence[1]))
            yield f"<pre><code>{escape(chr(10).join(lines[at + 1 : end]))}</code></pre>"
            at = end + 1
        elif heading := _HEADING.fullmatch(line):
            level = min(len(heading[1]) + 1, 6)
            yield f"<h{level}>{inline(heading[2])}</h{level}>"
            at += 1
        elif _begins_table(lines, at):
            end = _while(lines, at + 2, _is_row)
            yield _table(_cells(line), _cells(lines[at + 1]), lines[at + 2 : end])
            at = end
        elif item := _ITEM.fullmatch(line):
            numbered = item["number"] is not None
            end = _while(lines, at, partial(_is_item, numbered))
            yield _list(lines[at:end], "ol" if numbered else "ul")
            at = end
        else:
            end = max(_while(lines, at, _is_text), at + 1)
            yield from map(_paragraph, lines[at:end])
            at = end


def _while(lines: Sequence[str], at: int, holds: Callable[[str], bool]) -> int:
    """Where it holds no longer."""
    while at < len(lines) and holds(lines[at]):
        at += 1
    return at


def _is_inside(fence: str, line: str) -> bool:
    return line.rstrip() != fence


def _is_row(line: str) -> bool:
    return line.startswith("|")


def _is_item(numbered: bool, line: str) -> bool:
    item = _ITEM.fullmatch(line)
    return item is not None and (item["number"] is not None) == numbered


def _is_text(line: str) -> bool:
    begins = (_FENCE.fullmatch, _HEADING.fullmatch, _ITEM.fullmatch)
    return bool(line.strip()) and not line.startswith("|") and not any(begin(line) for begin in begins)


def _begins_table(lines: Sequence[str], at: int) -> bool:
    return lines[at].startswith("|") and at + 1 < len(lines) and bool(_RULE.fullmatch(lines[at + 1]))


def _cells(row: str) -> list[str]:
    # behind the last cell the expression matches once more
    return [cell.strip() for cell in _CELL.findall(row.strip().removeprefix("|"))[:-1]]


def _table(head: Sequence[str], rule: Sequence[str], rows: Sequence[str]) -> str:
    classes = [' class="number"' if _RIGHT.fullmatch(cell) else "" for cell in rule]
    columns = len(head)
    classes = [*classes[:columns], *[""] * (columns - len(classes))]
    names = "".join(
        f'<th scope="col"{of}>{inline(cell)}</th>' for cell, of in zip(head, classes, strict=True)
    )
    body = []
    for row in rows:
        # a row has the columns of the head, whatever it says
        cells = [*_cells(row), *[""] * columns][:columns]
        told = (f"<td{of}>{_evidence(cell)}</td>" for cell, of in zip(cells, classes, strict=True))
        body.append(f"<tr>{''.join(told)}</tr>")
    made = "\n".join(body)
    return (
        f'<div class="wide"><table>\n<thead><tr>{names}</tr></thead>\n<tbody>\n{made}\n</tbody></table></div>'
    )


def _evidence(cell: str) -> str:
    """A cell; the mark of a quote at its start means nothing in a table."""
    return inline(cell.removeprefix("> "))


def _list(lines: Sequence[str], element: str) -> str:
    items = "\n".join(f"<li>{inline(line.split(maxsplit=1)[1])}</li>" for line in lines)
    return f"<{element}>\n{items}\n</{element}>"


def _paragraph(line: str) -> str:
    bold = _BOLD.fullmatch(line)
    return f"<p><strong>{inline(bold[1])}</strong></p>" if bold else f"<p>{inline(line)}</p>"
