"""Where a passage may begin and end, so that it is not part of another word or number.

All functions work on normal forms; ``at`` is a place between two characters, or an end of the form.
"""

from __future__ import annotations

import re
import unicodedata

from pytest_rubric.evidence.characters import HAN_MULTIPLIERS, HAN_NUMERALS, UNSPACED, is_unspaced

_UNSPACED = re.compile(f"[{UNSPACED}]")
_WORDS = re.compile(rf"[^\W{UNSPACED}]+(?:['.,:/-][^\W{UNSPACED}]+)*")
_WORD_RUN = re.compile(rf"[^\W{UNSPACED}]*")
_INSIDE_NUMBER = frozenset(".,/^")
_PLAIN_GAPS = ("", " ", "\n")
# What ends a word, and what a letter before it has nothing to do with.
_PLAIN_STOPS = frozenset(".,;:!?")
# "can" is not found in "can't": the rest of it turns it round.
_NEGATION = re.compile(r"'t(?!\w)")
# What a decimal point without a digit before it follows: .5, (.5), $.5
_BEFORE_POINT = frozenset(["", " ", *"([{=<>~+-*$€£¥"])
_SIGNS = frozenset("-+")
_CLOSING = frozenset(")]}")
# 3月-5月 is a range, 气温-5 is a sign: Han before a dash belongs to a number or not.
_RANGE = re.compile(rf"[\d{''.join(sorted(HAN_NUMERALS))}][{UNSPACED}]{{0,3}}-\Z")


def word_end(form: str, at: int) -> int:
    """The end of the run of word characters that goes on at ``at``."""
    match = _WORD_RUN.match(form, at)
    return match.end() if match else at


def extent(piece: str) -> float:
    """How long a piece is, in words; two characters of a script without spaces are a word."""
    return len(_WORDS.findall(piece)) + len(_UNSPACED.findall(piece)) / 2


def is_plainly_bounded(text: str, start: int, end: int) -> bool:
    """A cheap test on any text, in normal form or not, that says yes only where :func:`is_bounded`
    would; no means nothing."""
    first, last = text[start], text[end - 1]
    left, right = text[max(0, start - 1) : start], text[end : end + 1]
    return (
        end - start > 1
        and (
            (left in _PLAIN_GAPS and first.isascii() and first.isalnum())
            or (is_unspaced(first) and first not in HAN_NUMERALS)
        )
        and (
            (right in _PLAIN_GAPS and last.isascii() and (last.isalnum() or last in ".!?"))
            or (right in _PLAIN_STOPS and last.isascii() and last.isalpha())
            or (is_unspaced(last) and last not in HAN_NUMERALS)
        )
    )


def is_bounded(form: str, start: int, end: int) -> bool:
    """Whether ``form[start:end]`` begins and ends at boundaries of words and of numbers."""
    return (
        _is_boundary(form, start)
        and _is_boundary(form, end)
        and not _continues_number_left(form, start)
        and not _continues_number_right(form, end)
        and not _NEGATION.match(form, end)
        and _stands_alone(form, start, end)
    )


def _is_boundary(form: str, at: int) -> bool:
    if at == 0 or at == len(form):
        return True
    left, right = form[at - 1], form[at]
    left_unspaced, right_unspaced = is_unspaced(left), is_unspaced(right)
    if left_unspaced and right_unspaced:
        return not (left in HAN_NUMERALS and right in HAN_NUMERALS)
    if left_unspaced or right_unspaced:
        return not (left.isdecimal() and right in HAN_MULTIPLIERS)
    return not (_is_word(left) and _is_word(right))


def _continues_number_left(form: str, start: int) -> bool:
    """Whether a number at ``start`` is the rest of a longer one: 5 of 1.5, of -5, of .5, of x^5."""
    first, before = form[start : start + 1], form[start - 1 : start]
    farther = form[start - 2 : start - 1] if start > 1 else ""
    if first.isdecimal() and before:
        if before in _INSIDE_NUMBER and farther.isdecimal():
            return True
        if before == "^":
            return True
        return (before == "-" and _is_sign(form, start - 1)) or (before == "." and farther in _BEFORE_POINT)
    if form[start + 1 : start + 2].isdecimal():
        # The quote brings a sign or a point of its own: in the text it must be one too.
        if first in _SIGNS:
            return not _is_sign(form, start)
        return first in _INSIDE_NUMBER and before.isdecimal()
    return False


def _continues_number_right(form: str, end: int) -> bool:
    """Whether a number that ends at ``end`` goes on: 5 of 5.01, 5. of 5.01."""
    last, after = form[end - 1], form[end : end + 1]
    if last.isdecimal():
        return after in _INSIDE_NUMBER and form[end + 1 : end + 2].isdecimal()
    return last in _INSIDE_NUMBER and after.isdecimal() and form[end - 2 : end - 1].isdecimal()


def _is_sign(form: str, at: int) -> bool:
    """Whether the dash at ``at`` is the sign of a number, not a hyphen, a minus or a range."""
    before = form[at - 1 : at]
    if before and is_unspaced(before):
        return _RANGE.search(form[max(0, at - 5) : at + 1]) is None
    return not _ends_value(before)


def _ends_value(char: str) -> bool:
    return char != "" and (_is_word(char) or char in _CLOSING or char in ".-")


def _stands_alone(form: str, start: int, end: int) -> bool:
    """Whether the passage is more than one character of a script without spaces, or stands alone:
    any single one of them is found in almost every text."""
    if end - start > 1 or not is_unspaced(form[start]):
        return True
    return not any(
        _is_word(char) or is_unspaced(char) for char in form[max(0, start - 1) : start] + form[end : end + 1]
    )


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_" or unicodedata.category(char)[0] == "M"
