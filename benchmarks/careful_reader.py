"""A reader that takes rubrics in prose apart by rules: the parts that the prompt asks a judge for.

It stands in for a judge that makes no mistakes, on texts that are laid out plainly: weighed dimensions,
one a line, with their levels in lines below that are set further in; or statements with points. Numbers
are found by rules of its own, so that what the product looks up is looked up a second way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Part = dict[str, object]

_MARK = re.compile(r"\s*(?:[-*•]\s+|\d{1,2}[.、)]\s*)?")
_WEIGHT = re.compile(r"[^（(:：\n]{1,40}[（(]\s*(\d+(?:\.\d+)?)\s*[%％]\s*[）)]")
# "15-20 分", "[15分]", "扣20分", "gets 40 points", "Minus 20 if": sign, number, and nothing else.
_COUNT = re.compile(
    r"(?P<off>扣|减|[Mm]inus |[Ll]oses )?\s*(?:\d+\s*[-–~至到]\s*)?(?P<number>\d+(?:\.\d+)?)"
    r"(?:\s*分(?![钟析类别])|[ -]points?\b|(?= if\b))"
)
_REMARK = r"(?:\s*(?:（[^（）]*）|\([^()]*\)|[\])】]))?"
# Clauses end at these; at a comma only where what stands before it counted points.
_END = re.compile(r"[；;。!！]|(?<!\d)\.(?=\s|$)")
_COMMA = re.compile(r"[，,]")
_BEHIND_COUNT = re.compile(rf"\d\s*(?:分|points?){_REMARK}\s*$")
_HEADING = re.compile(r"([^:：\d]*[:：])\s*(?=\S)")
_OPENING, _CLOSING = "（([【“「", "）)]】”」"


def read(text: str) -> list[Part]:
    """The parts of a text, in its order."""
    lines = [line for line in text.splitlines() if line.strip()]
    if any(_weight(line) is not None for line in lines):
        return list(_dimensions(lines))
    return [part for line in lines for part in _criteria(line)]


def _dimensions(lines: list[str]) -> Iterator[Part]:
    indent: int | None = None
    for line in lines:
        weight = _weight(line)
        if weight is not None:
            indent = _indent(line)
            yield _part("dimension", line, weight)
        elif indent is not None and _indent(line) > indent:
            for clause in _clauses(_without_mark(line)):
                yield _part("level", clause, _points(clause))
        else:
            indent = None
            yield _part("other", line)


def _criteria(line: str) -> Iterator[Part]:
    heading = _HEADING.match(line)
    if heading is not None:
        yield _part("other", heading[1])
        line = line[heading.end() :]
    for clause in _clauses(line):
        number = _points(clause)
        is_listed = _without_mark(clause) != clause.strip()
        if number is not None or is_listed:
            yield _part("criterion", _without_mark(clause), number)
        else:
            yield _part("other", clause)


def _part(kind: str, words: str, number: float | None = None) -> Part:
    return {"kind": kind, "words": words.strip(), "statement": "", "number": number}


def _weight(line: str) -> float | None:
    found = _WEIGHT.match(_without_mark(line))
    return None if found is None else float(found[1])


def _points(clause: str) -> float | None:
    """What a clause counts: the last count that does not stand in a remark."""
    counts = [count for count in _COUNT.finditer(clause) if not _is_inside(clause, count.start(), "（(“「")]
    if not counts:
        return None
    number = float(counts[-1]["number"])
    return -number if counts[-1]["off"] else number


def _clauses(line: str) -> Iterator[str]:
    start = 0
    for place, char in enumerate(line):
        if _is_inside(line, place, _OPENING):
            continue
        clause = line[start:place]
        ends = _END.match(line, place) or (_COMMA.match(char) and _BEHIND_COUNT.search(clause))
        if ends:
            if clause.strip():
                yield clause
            start = place + 1
    if line[start:].strip():
        yield line[start:]


def _is_inside(line: str, place: int, opening: str) -> bool:
    """Whether a place stands between brackets or quotation marks."""
    before = line[:place]
    return (
        any(before.count(mark) > before.count(_CLOSING[_OPENING.index(mark)]) for mark in opening)
        or before.count('"') % 2 == 1
    )


def _without_mark(line: str) -> str:
    mark = _MARK.match(line)
    return line[mark.end() :].strip() if mark else line.strip()


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
