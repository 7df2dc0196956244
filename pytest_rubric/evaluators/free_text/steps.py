"""Where prose gives the points of a dimension by steps ("all right gets 30 points, half gets 15").

Each step is a level of its own. A judge that quotes several in one part leaves their points out, though
every place that counts points is quoted; so steps are found in the text itself. What could also be
something else is no step: points in brackets or in the middle of a clause, for each of many things, on
top of others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pytest_rubric.evaluators.free_text.numbers import Counted, adds_to_others, counted_in, takes_off
from pytest_rubric.evaluators.free_text.parts import Part, covers
from pytest_rubric.evaluators.free_text.remarks import Remark, Words, remark

_SEPARATORS = "\n。；;，,!！?？"
_CLAUSE_BREAK = re.compile(rf"[{_SEPARATORS}]|\.\s")
_GIVES = re.compile(
    r"得|计|给|扣|减|罚|\b(?:gets?|earns?|scores?|awards?|los(?:es?|ing)|costs?|minus|deducts?|subtracts?)\b",
    re.IGNORECASE,
)
# "excellent 30-40 points", as opposed to totals and bounds
_BARE = re.compile(r"\d")
_TOTAL = re.compile(r"(?:总分|满分|共计?|[总合]计|及格|至少|不足|低于|高于|超过|[<>≥≤＜＞])\s*[为是]?\s*$")
_AT_CLAUSE_END = re.compile(rf"[ \t]*(?:[（({_SEPARATORS}]|\.(?!\d)|$)")
_BEFORE_ITS_CASE = re.compile(
    r"[ \t]*(?:[:：]|如果|若|(?:if|when)\b|for\b(?! (?:each|every)\b))", re.IGNORECASE
)
_EDGES = " \t\n*•#-"
_LIST_MARK = re.compile(r"[\s*•#-]*")
_FOR_EACH = re.compile(r"[\s*•#-]*(?:每|(?:for )?(?:each|every)\b)", re.IGNORECASE)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_BRACKETS = {"）": "（", ")": "(", "]": "[", "】": "【", "”": "“", "」": "「"}


@dataclass(frozen=True, slots=True)
class Step:
    """A place that gives or takes points, and the clause that says when; ``points`` are below 0 where
    they are taken off."""

    place: Counted
    clause: str
    points: Fraction


def steps_in(text: str) -> Iterator[Step]:
    """The steps of a text, in its order."""
    for place in counted_in(text):
        if place.is_percent or _is_bracketed(text, place.start):
            continue
        start = _clause_start(text, place.start)
        if _stands_first(text, place, start):
            clause = text[start : _clause_end(text, place.end)]
        elif _ends_clause(text, place, start):
            clause = text[start : place.end]
        else:
            continue
        if not adds_to_others(clause) and not _FOR_EACH.match(clause):
            is_off = takes_off(text[place.start : place.end])
            yield Step(place, clause.lstrip(_EDGES), -place.number if is_off else place.number)


def without_level(parts: Sequence[Part], text: str) -> Iterator[tuple[Counted, Remark]]:
    """The steps of each dimension that no level quotes alone, where they make a scale of their own:
    one step more or less is told by a note, several are how the text wants the dimension judged."""
    dimensions = [part for part in parts if part.kind == "dimension"]
    if not dimensions:
        return
    steps = list(steps_in(text))
    levels = [part for part in parts if part.kind == "level"]
    alone = _of_one_step(levels, steps)
    open_ = [step for step in steps if not _in_any(alone, step.place)]
    for dimension, following in zip(dimensions, [*dimensions[1:], None], strict=True):
        end = following.start if following else len(text)
        paragraph = _BLANK_LINE.search(text, dimension.end, end)
        own = [
            step
            for step in open_
            if dimension.start <= step.place.start < end
            # prose below is about the whole
            and (paragraph is None or step.place.start < paragraph.start() or _in_any(levels, step.place))
        ]
        if _is_scale({step.points for step in own}, dimension.number):
            for step in own:
                counted = text[step.place.start : step.place.end].strip()
                yield step.place, remark("no_level", Words(step.clause), counted)


def levels_of_one_step(parts: Sequence[Part], text: str) -> list[Part]:
    """The levels that don't quote several steps."""
    return _of_one_step([part for part in parts if part.kind == "level"], list(steps_in(text)))


def _of_one_step(levels: Sequence[Part], steps: Sequence[Step]) -> list[Part]:
    return [
        level for level in levels if len({step.points for step in steps if _in_any([level], step.place)}) < 2
    ]


def _is_scale(points: set[Fraction], weight: Fraction | None) -> bool:
    """Whether these are points of which an output gets one. What sums up to the weight is given for
    several things, each by itself."""
    gains = [each for each in points if each >= 0]
    if len(points) < 2 or not gains:
        return False
    return weight in gains or sum(gains) != weight


def _in_any(parts: Sequence[Part], place: Counted) -> bool:
    return any(covers(part, place) for part in parts)


def _ends_clause(text: str, place: Counted, clause_start: int) -> bool:
    """Whether a clause ends with the points that it gives ("all right gets 30 points;")."""
    gives = _GIVES.match(text, place.start) is not None or (
        _BARE.match(text, place.start) is not None and not _TOTAL.search(text, clause_start, place.start)
    )
    return gives and _AT_CLAUSE_END.match(text, place.end) is not None


def _stands_first(text: str, place: Counted, clause_start: int) -> bool:
    """Whether a clause begins with the points ("30 points: ...")."""
    mark = _LIST_MARK.match(text, clause_start, place.start)
    begins = mark is not None and mark.end() == place.start
    return begins and _BEFORE_ITS_CASE.match(text, place.end) is not None


def _clause_start(text: str, place: int) -> int:
    found = ((text.rfind(end, 0, place), len(end)) for end in (*_SEPARATORS, ". "))
    return max((at + length for at, length in found if at >= 0), default=0)


def _clause_end(text: str, place: int) -> int:
    end = _CLAUSE_BREAK.search(text, place)
    return end.start() if end else len(text)


def _is_bracketed(text: str, place: int) -> bool:
    """Whether a place stands in brackets or quotation marks that its line opened."""
    line = text[text.rfind("\n", 0, place) + 1 : place]
    return any(line.count(opening) > line.count(closing) for closing, opening in _BRACKETS.items())
