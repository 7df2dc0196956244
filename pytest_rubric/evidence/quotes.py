"""What a judge may have meant by a quote: the forms of it that are looked up, in order."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator

from pytest_rubric.evidence.boundaries import extent
from pytest_rubric.evidence.normal import normal_form

MOST_ELLIPSES = 2
WORDS_PER_PIECE = 2

_ELLIPSIS = re.compile(r"[\[(]\.\.\.[\])]|\.\.\.")
# What may stand around a quote and counts for nothing.
_WRAPPING = ("'", " ", "...", "[...]", "(...)")
_LIST_MARK = re.compile(r"\A[-*+·](?!\d)\s*")

# JSON escapes that are the beginning of a command in a formula: a reply that holds the bare
# command \frac reads as a form feed and "rac". Form feeds and backspaces may come made visible.
_SWALLOWED = {"\f": r"\f", "\b": r"\b", r"\x0c": r"\f", r"\x08": r"\b"}
_SWALLOWED_SPOT = re.compile("|".join(map(re.escape, _SWALLOWED)))
_TAB_COMMAND = re.compile(r"\t(?=[a-z])")


def forms(quote: str) -> Iterator[str]:
    """Normal forms to look up, the likeliest first; without what wraps the quote.

    Yields nothing for a quote that says nothing: empty, or punctuation only.
    """
    tried: set[str] = set()
    for written in _spellings(quote):
        form = _unwrapped(normal_form(written))
        for candidate in (form, _LIST_MARK.sub("", form).lstrip(" ,;:").rstrip(" .,;:")):
            if candidate not in tried and _says_something(candidate):
                tried.add(candidate)
                yield candidate


def pieces(form: str) -> list[str] | None:
    """The parts between ellipses, or ``None`` where there is none, too many, or a part too short."""
    parts = [part.strip(" '") for part in _ELLIPSIS.split(form, maxsplit=MOST_ELLIPSES + 1)]
    if not 1 < len(parts) <= MOST_ELLIPSES + 1:
        return None
    return parts if all(extent(part) >= WORDS_PER_PIECE for part in parts) else None


def _spellings(quote: str) -> Iterator[str]:
    """The quote as it is, and as it may have stood before JSON unescaping."""
    yield quote
    swallowed = _SWALLOWED_SPOT.sub(lambda match: _SWALLOWED[match.group()], quote)
    swallowed = _TAB_COMMAND.sub(r"\\t", swallowed)
    if swallowed != quote:
        yield swallowed
    if "\n" in swallowed or "\r" in swallowed:
        lines = swallowed.replace("\r", r"\r")
        yield lines.replace("\n", r"\n")
        yield lines.replace("\n", r"\r")
    for ascii_only in (False, True):
        escaped = json.dumps(quote, ensure_ascii=ascii_only)[1:-1]
        if escaped != quote:
            yield escaped


def _unwrapped(form: str) -> str:
    start, end = 0, len(form)
    while wrap := next((each for each in _WRAPPING if form.startswith(each, start, end)), ""):
        start += len(wrap)
    while wrap := next((each for each in _WRAPPING if form.endswith(each, start, end)), ""):
        end -= len(wrap)
    return form[start:end]


def _says_something(form: str) -> bool:
    return any(
        char.isalnum() or (not char.isascii() and unicodedata.category(char)[0] == "S") for char in form
    )
