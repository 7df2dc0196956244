"""From the entries of a reply to parts: every quote and every number is looked up in the text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pytest_rubric.evaluators.entries import scalar
from pytest_rubric.evaluators.free_text.clauses import clause_at
from pytest_rubric.evaluators.free_text.numbers import (
    Counted,
    counted_in,
    digits_in,
    numbers_in,
    takes_off,
    without_points,
)
from pytest_rubric.evaluators.free_text.parts import KINDS, Kind, Part, covers
from pytest_rubric.evaluators.free_text.remarks import Remark, Words, remark
from pytest_rubric.evaluators.quoting import read_name, read_text
from pytest_rubric.evidence import Haystack
from pytest_rubric.model.lines import shortened
from pytest_rubric.scoring.figures import figure

_MOST_NUMBER = 15  # characters
_BETWEEN = " \t,，:：-–—"
_BRACKETS = "[(【（"
# What stands behind the weight of a dimension, as opposed to a percentage that its description names.
_BEHIND_NAME = re.compile(r"[ \t*_]*(?:[:：;；。,，\n]|\.(?!\d)|[-–—] |$)")


@dataclass(frozen=True, slots=True)
class Found:
    """The parts of a reply, and what is wrong with them."""

    parts: tuple[Part, ...]
    faults: tuple[Remark, ...]


@dataclass(slots=True)
class _Reading:
    """The text, and what was found in it so far."""

    text: str
    haystack: Haystack
    parts: list[Part] = field(default_factory=list)
    faults: list[Remark] = field(default_factory=list)


def read_parts(entries: Sequence[object], text: str) -> Found:
    """The parts that the entries of a reply mean. Never raises, whatever the entries."""
    reading = _Reading(text, Haystack(text))
    for number, entry in enumerate(entries, 1):
        part = _part(number, entry, reading)
        if part is not None:
            reading.parts.append(part)
    if not reading.faults:
        _look_for_repeated(reading)
    return Found(tuple(reading.parts), tuple(reading.faults))


def _part(number: int, entry: object, reading: _Reading) -> Part | None:
    faults = reading.faults
    if not isinstance(entry, Mapping):
        faults.append(remark("no_part", number))
        return None
    kind = next((each for each in KINDS if each == read_name(entry.get("kind"))), None)
    if kind is None:
        faults.append(remark("unknown_kind", number, _json(entry.get("kind"))))
        return None
    words = read_text(entry.get("words"))
    if not words:
        faults.append(remark("no_words", number))
        return None
    span = _place(words, reading)
    if span is None:
        faults.append(remark("not_found", Words(words)))
        return None
    part = Part(kind, reading.text[slice(*span)], *span, statement=read_text(entry.get("statement")))
    if kind != "other":
        before = len(faults)
        part = _with_number(part, entry.get("number"), reading)
        if len(faults) == before:
            faults.extend(_faults_of(part))
    return part


def _place(words: str, reading: _Reading) -> tuple[int, int] | None:
    """Where words stand. What occurs several times is looked for behind the part before first."""
    after = reading.parts[-1].end if reading.parts else 0
    at = reading.text.find(words, after)
    if at >= 0:
        return at, at + len(words)
    passage = reading.haystack.find(words)
    return None if passage is None else (passage.start, passage.end)


def _with_number(part: Part, said: object, reading: _Reading) -> Part:
    """The part with its number. Where its words stop right before or behind the points that they
    are given, these belong to them."""
    if said is None or (isinstance(said, str) and not said.strip()):
        return part
    value = _number(said)
    if value is None:
        reading.faults.append(remark("not_a_number", Words(part.words), _json(said)))
        return part
    part = replace(part, number=value)
    if abs(value) in _countable(part.words, part.kind):
        return part
    for start, end in _around(part, reading.text):
        belongs_to_others = any(each.start < end and start < each.end for each in reading.parts)
        if not belongs_to_others and abs(value) in _countable(reading.text[start:end], part.kind):
            return replace(part, words=reading.text[start:end], start=start, end=end)
    counted = ", ".join(
        part.words[each.start : each.end].strip() for each in _counting(part.words, part.kind)
    )
    if counted:
        reading.faults.append(remark("counts_another", Words(part.words), counted, figure(value)))
    else:
        reading.faults.append(remark("wrong_number", figure(value), Words(part.words)))
    return part


def _countable(words: str, kind: Kind) -> set[Fraction]:
    """The numbers that words can count: where they count points or a weight, no other does."""
    found: set[Fraction] = set()
    for counted in _counting(words, kind):
        found |= numbers_in(words[counted.start : counted.end])
    return found or numbers_in(words)


def _counting(words: str, kind: Kind) -> list[Counted]:
    """The places where words count what their kind needs: a dimension is weighed by a percentage
    rather than by points, which may be those of its levels."""
    counted = list(counted_in(words))
    weights = [each for each in counted if each.is_percent] if kind == "dimension" else []
    return weights or counted


def _around(part: Part, text: str) -> Iterator[tuple[int, int]]:
    """Where the words of a part end if the points beside them are taken in, or their row of a table."""
    for counted in counted_in(text):
        if part.end <= counted.start and not text[part.end : counted.start].strip(_BETWEEN):
            yield part.start, counted.end
        elif counted.end <= part.start and not text[counted.end : part.start].strip(_BETWEEN):
            yield counted.start, part.end
    start = text.rfind("\n", 0, part.start) + 1
    end = text.find("\n", part.end)
    end = len(text) if end < 0 else end
    if text[start:end].count("|") > 1:
        yield start, end


def _number(said: object) -> Fraction | None:
    value = None
    if isinstance(said, (int, float, str)) and not isinstance(said, bool):
        written = str(said).strip().rstrip("%％分").strip()
        try:
            value = Fraction(written) if len(written) <= _MOST_NUMBER else None
        except (ValueError, ZeroDivisionError):
            value = None
    return value


def _faults_of(part: Part) -> list[Remark]:
    """What contradicts the words of a part."""
    quoted, number = Words(part.words), part.number
    counted = list(counted_in(part.words))
    found: list[Remark] = []
    bracketed = _bracketed(part, counted)
    if len(bracketed) > 1:
        shown = ", ".join(part.words[each.start : each.end].strip() for each in bracketed)
        found.append(remark("several", quoted, len(bracketed), shown))
    if number is None:
        if counted and part.kind != "level":
            found.append(remark("no_number", quoted, part.words[counted[-1].start : counted[-1].end]))
    elif number < 0 and (part.kind == "dimension" or not takes_off(part.words)):
        found.append(remark("takes_nothing_off", quoted))
    elif part.kind == "criterion" and not number:
        found.append(remark("zero", quoted))
    elif part.kind == "criterion" and number > 0 and takes_off(part.words) and len(counted) == 1:
        found.append(remark("takes_off", quoted))
    if part.kind == "criterion":
        for value in sorted(digits_in(part.statement) - numbers_in(part.words)):
            found.append(remark("new_number", Words(part.statement), figure(value), quoted))
        if not (part.statement or without_points(part.words)):
            found.append(remark("no_statement", quoted))
    return found


def _bracketed(part: Part, counted: Sequence[Counted]) -> list[Counted]:
    """The points or weights that words give in brackets: each is that of one criterion or dimension."""
    if part.kind == "criterion":
        return [each for each in counted if part.words[each.start] in _BRACKETS and not each.is_percent]
    if part.kind == "dimension":
        return [
            each
            for each in counted
            if part.words[each.start] in _BRACKETS
            and each.is_percent
            and _BEHIND_NAME.match(part.words, each.end)
        ]
    return []


def _look_for_repeated(reading: _Reading) -> None:
    seen: set[tuple[Kind, int, int]] = set()
    for part in reading.parts:
        key = (part.kind, part.start, part.end)
        if key in seen:
            reading.faults.append(remark("repeated", Words(part.words)))
        seen.add(key)


def left_out(parts: Sequence[Part], text: str) -> Iterator[tuple[Counted, Remark]]:
    """The places of the text that count points or percent, and that no part quotes."""
    for counted in counted_in(text):
        if not any(covers(part, counted) for part in parts):
            shown = text[counted.start : counted.end].strip()
            yield counted, remark("left_out", Words(clause_at(text, counted.start)), shown)


def _json(value: object) -> str:
    return shortened(json.dumps(scalar(value), ensure_ascii=False))
