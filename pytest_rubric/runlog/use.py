"""Whether what a call brought turns up later: a hint, no proof.

What can be recognised of a result are its numbers, ids, addresses and paths, and the values that it
quotes. Names of fields say nothing, and neither do single plain words such as ``completed``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal

from pytest_rubric.runlog.steps import RunLog, Step

Use = Literal["used", "unused", "undecidable"]

_WORD = re.compile(
    r"(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.]+"  # e-mail; tried once a word, however long it is
    r"|(?:/[\w.-]+){2,}"  # path
    r"|\b(?=\w*\d)(?=\w*[A-Za-z])\w{4,}\b"  # id
    r"|\d{1,3}(?:,\d{3})+(?!\d)|\d{3,}"
)
_FIELD_NAME = re.compile(r"([\"'])[^\"'\n]{1,80}\1\s*:")
_VALUE = re.compile(
    r'"([^"\n]*)"'
    r"|(?<!\w)'([^'\n]*)'(?!\w)"  # an apostrophe inside a word opens nothing
    r"|“([^”\n]{0,200})”|(?<!\w)‘([^’\n]{0,200})’(?!\w)|「([^」\n]{0,200})」|『([^』\n]{0,200})』"
)
_PLAIN_WORD = re.compile(r"[a-z]+")
_NO_SPACES = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_UNIT = re.compile(rf"[{_NO_SPACES}]|[^\W{_NO_SPACES}]+")
_SHORTEST_VALUE = 4
# Of longer texts only so much is looked at, in characters: this is a hint, and must not take minutes.
_LONGEST_TEXT = 500_000
_LONGEST_VALUE = 12  # in units; of a longer value only its beginning is looked for

Value = tuple[str, ...]


def use_of_results(log: RunLog) -> Mapping[int, Use]:
    """For each answered call that did not fail, by the index of its step, whether something of its
    result that was not known before stands in a later text or argument."""
    told = [_told(step)[:_LONGEST_TEXT] for step in log.steps]
    told.append((log.answer or "")[:_LONGEST_TEXT])  # it need not be a step
    results = {step.index: (step.result or "")[:_LONGEST_TEXT] for step in log.steps}
    words = [_words(text) for text in told]
    last_word = {word: place for place, found in enumerate(words) for word in found}
    values = {
        step.index: _values(results[step.index])
        for step in log.steps
        if step.is_call and step.result and step.status != "error"
    }
    first_value, last_value = _places(told, {value for found in values.values() for value in found})
    known_words: set[str] = set()
    known_values: set[Value] = set()
    uses: dict[int, Use] = {}
    for place, step in enumerate(log.steps):
        known_words |= words[place]
        if step.index not in values:
            continue
        fresh_words = _words(results[step.index]) - known_words
        fresh_values = {
            value for value in values[step.index] - known_values if first_value.get(value, place + 1) > place
        }
        if fresh_words or fresh_values:
            recurs = any(last_word.get(word, -1) > place for word in fresh_words) or any(
                last_value.get(value, -1) > place for value in fresh_values
            )
            uses[step.index] = "used" if recurs else "unused"
        else:
            uses[step.index] = "undecidable"
        known_words |= fresh_words
        known_values |= fresh_values
    return uses


def _told(step: Step) -> str:
    return f"{step.text}\n{step.arguments}" if step.is_call else step.text


def _words(text: str) -> set[str]:
    return {match[0].rstrip(".-").replace(",", "").casefold() for match in _WORD.finditer(text)}


def _values(result: str) -> set[Value]:
    found = set()
    for match in _VALUE.finditer(_FIELD_NAME.sub(" ", result)):
        value = next(group for group in match.groups() if group is not None).strip()
        if len(value) >= _SHORTEST_VALUE and not _PLAIN_WORD.fullmatch(value):
            found.add(tuple(_units(value)[:_LONGEST_VALUE]))
    return found - {()}


def _units(text: str) -> list[str]:
    return _UNIT.findall(text.casefold())


def _places(told: Iterable[str], values: set[Value]) -> tuple[dict[Value, int], dict[Value, int]]:
    """Where each value stands first and last, by the number of the text."""
    lengths: dict[str, set[int]] = {}  # of the values that begin with a unit
    for value in values:
        lengths.setdefault(value[0], set()).add(len(value))
    first: dict[Value, int] = {}
    last: dict[Value, int] = {}
    for place, text in enumerate(told):
        units = _units(text) if lengths else []
        for start, unit in enumerate(units):
            for length in lengths.get(unit, ()):
                value = tuple(units[start : start + length])
                if value in values:
                    first.setdefault(value, place)
                    last[value] = place
    return first, last
