"""Reading a reply: from raw text to the one object that answers the request.

A strict parse comes first, so that a clean reply is taken as it stands. Only where it fails is
the answer looked for: thinking is left out, and the last complete object that has the shape of
an answer is taken, with the repairs of :mod:`pytest_rubric.judging.repair`. Wherever two
readings are possible, or the end is missing, there is a complaint instead of an object: asking
again is cheap, a decision that nobody made is not.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pytest_rubric.judging.repair import Repairing, Unreadable, no_number, repeated_key

# Replies hold one object, drafts included a few; more is hostile, and each costs time.
MAX_OBJECTS = 500

EMPTY = "the reply is empty"
NO_OBJECT = "the reply holds no JSON object"
NOT_THE_OBJECT = "the JSON is not the object that was asked for"
IN_THINKING = "the reply ends inside its reasoning, before the answer"
CUT = "the reply ends before its JSON object does"
CUT_AT_LIMIT = "the reply was cut at the limit of its length"
MORE_BEHIND = "after the JSON object stands what looks like more of it"
TOO_MANY = "the reply holds too many objects to tell which one is the answer"

_INVISIBLE = "\ufeff\u200b\u200c\u200d\u2060"
_TAG = r"(?:seed:)?(?:think(?:ing)?|thoughts?|reasoning|analysis|scratchpad)"
_OPENING = re.compile(rf"<{_TAG}>|\[THINK\]|◁think▷|<\|channel\|>analysis<\|message\|>", re.IGNORECASE)
_CLOSING = re.compile(rf"</{_TAG}>|\[/THINK\]|◁/think▷|<\|channel\|>final<\|message\|>", re.IGNORECASE)
# An object starts with a key (or a comment before it), a list of objects with an object.
_START = re.compile(r"""[{｛](?=\s*(?:["'“‘＂#]|//|/\*))|[\[［](?=\s*[{｛])""")
_KEY_REMAINS = re.compile(r"""["'”’＂]\s*[:：]""")
_CLOSER = re.compile(r"[}\]｝］]")


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: ``parsed``, or else ``complaint`` says why nothing could be.

    ``parsed`` keeps its strings as the judge wrote them, control characters and lone
    surrogates included: evidence is looked up in them first. ``repaired`` says that the
    object's own text was no strict JSON; text around it is no repair.
    """

    parsed: object = None
    repaired: bool = False
    complaint: str | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    """One stretch of the text that is an object, or tried to be one."""

    start: int
    end: int
    value: object = None
    repaired: bool = False
    fault: str | None = None
    is_value: bool = True


def read(text: str, known: Callable[[object], bool], *, cut: bool = False) -> Reading:
    """Read one reply.

    ``known`` says whether a parsed object has the shape of an answer. ``cut`` is true where the
    endpoint says that the reply was cut at its limit: then only a reply that is whole is taken.
    Never raises, whatever the text.
    """
    body = text.strip().strip(_INVISIBLE).strip()
    if not body:
        return Reading(complaint=EMPTY)
    strict = _strictly(body, known)
    if strict is not None:
        return strict
    if cut:
        return Reading(complaint=CUT_AT_LIMIT)
    opening = _OPENING.match(body)
    if opening is not None:
        closing = _CLOSING.search(body, opening.end())
        if closing is None:
            return Reading(complaint=IN_THINKING)
        body = body[closing.end() :]
    reading = _looked_for(body, known)
    if reading.complaint is not None:
        # Reasoning without an opening tag can hold brackets and quotes that close nowhere.
        ends = [closing.end() for closing in _CLOSING.finditer(body)]
        if ends:
            alone = _looked_for(body[ends[-1] :], known, alone=True)
            if alone.complaint is None:
                return alone
    return reading


def _strictly(text: str, known: Callable[[object], bool]) -> Reading | None:
    """The reading of a reply that is strict JSON; ``None`` where it is not."""
    faults: list[str] = []
    try:
        parsed = _decoder(faults).decode(text)
        if isinstance(parsed, str) and not faults:
            # The object as a JSON string: encoded once too often.
            parsed = _decoder(faults).decode(parsed)
    except (ValueError, RecursionError):
        return None
    if faults:
        return Reading(complaint=faults[0])
    if not known(parsed):
        return Reading(complaint=NOT_THE_OBJECT)
    return Reading(parsed)


def _decoder(faults: list[str]) -> json.JSONDecoder:
    """A strict decoder that notes what makes a value doubtful, and reads on to its end."""

    def pairs(items: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(items)
        if len(found) < len(items):
            seen: set[str] = set()
            for key, _ in items:
                if key in seen:
                    faults.append(repeated_key(key))
                    break
                seen.add(key)
        return found

    def constant(name: str) -> None:
        faults.append(no_number(name))

    def number(digits: str) -> float:
        value = float(digits)
        if not math.isfinite(value):
            faults.append(no_number(digits))
        return value

    return json.JSONDecoder(object_pairs_hook=pairs, parse_constant=constant, parse_float=number)


def _looked_for(text: str, known: Callable[[object], bool], *, alone: bool = False) -> Reading:
    """The last complete object of ``text`` that is an answer.

    ``alone`` demands that nothing like a part of an object stands before it.
    """
    found = list(_objects(text))
    if len(found) > MAX_OBJECTS:
        return Reading(complaint=TOO_MANY)
    for index in range(len(found) - 1, -1, -1):
        candidate = found[index]
        if not candidate.is_value:
            return Reading(complaint=candidate.fault)
        if not known(candidate.value):
            continue
        if candidate.fault is not None:
            return Reading(complaint=candidate.fault)
        before = _outside(text, found[: index + 1], 0, candidate.start)
        behind = _outside(text, found[index + 1 :], candidate.end, len(text))
        if _is_thinking(before, behind):
            return Reading(complaint=IN_THINKING)
        if _KEY_REMAINS.search(behind) or (alone and _KEY_REMAINS.search(before)):
            return Reading(complaint=MORE_BEHIND)
        return Reading(candidate.value, candidate.repaired)
    return Reading(complaint=NOT_THE_OBJECT if found else NO_OBJECT)


def _objects(text: str) -> Iterator[_Found]:
    """Every object of the text, outermost ones only, and every stretch that failed to be one."""
    position = 0
    unclosed = 0
    count = 0
    while count <= MAX_OBJECTS and (match := _START.search(text, position)):
        start = match.start()
        if unclosed:
            unclosed = max(0, unclosed - len(_CLOSER.findall(text, position, start)))
        count += 1
        try:
            one = _parsed(text, start)
        except Unreadable as error:
            yield _Found(start, error.position, fault=_described(text, error), is_value=False)
            if error.cut:
                return
            # What stands inside the broken one is a part of an answer, never an answer.
            unclosed += error.depth
            position = max(error.position, start + 1)
        else:
            if not unclosed:
                yield one
            position = one.end


def _parsed(text: str, start: int) -> _Found:
    faults: list[str] = []
    try:
        value, end = _decoder(faults).raw_decode(text, start)
    except (ValueError, RecursionError):
        reader = Repairing(text, start)
        value = reader.read()
        return _Found(start, reader.position, value, reader.repaired, reader.fault)
    return _Found(start, end, value, False, faults[0] if faults else None)


def _described(text: str, error: Unreadable) -> str:
    if error.cut:
        return CUT
    near = " ".join(text[max(0, error.position - 24) : error.position + 8].split())
    return f"the JSON can't be read near `{near}`: {error.message}"


def _outside(text: str, found: Sequence[_Found], start: int, end: int) -> str:
    """The text between ``start`` and ``end`` that belongs to no object."""
    pieces = []
    for one in found:
        pieces.append(text[start : one.start])
        start = max(start, one.end)
    pieces.append(text[start:end])
    return "\n".join(pieces)


def _is_thinking(before: str, behind: str) -> bool:
    """Whether an object between these texts stands inside a thinking block."""
    opened = max((m.end() for m in _OPENING.finditer(before)), default=-1)
    closed = max((m.end() for m in _CLOSING.finditer(before)), default=-1)
    if opened > closed:
        return True
    closing = _CLOSING.search(behind)
    opening = _OPENING.search(behind)
    return closing is not None and (opening is None or closing.start() < opening.start())
