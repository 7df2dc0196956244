"""Text as it is compared: one normal form, and the way back to the original offsets.

Two texts that a reader would call the same words have the same normal form:

* case, full-width forms and Unicode compatibility forms are folded (superscripts, fractions and
  circled numbers are not: 10² is not 102);
* every kind of quotation mark is one character, and so is every kind of dash, a run of dashes
  included; full-width and ideographic punctuation is its ASCII counterpart;
* Markdown emphasis, code ticks and the marks of a quoted line are left out, but never between
  digits (2*3 is not 23);
* a run of white space is one space; it is left out where it separates nothing: beside
  scripts without spaces and beside punctuation, but never between two numbers or before a sign.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from pytest_rubric.evidence.characters import DASHES, INVISIBLE, SAME, UNSPACED, is_unspaced

# A letter, digit or underscore of a script with spaces.
_WORD = rf"[^\W{UNSPACED}]"

_ELLIPSES = "\u2025\u2026\u22ef"
# What is looked at for another reason than an unusual form.
_SPECIAL = rf"\s*_`.>{DASHES}{_ELLIPSES}"
# Characters that need no look: their normal form is one character, given by lower() and SAME.
_PLAIN = (
    r"!-),+/-=?-\^a-~"
    "\xa1-\xa7\xa9\xab-\xac\xae\xb0-\xb4\xb6\xb7\xb9\xbb-\xff"
    "\u0100-\u012f\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e"
    "\u0388-\u03ce\u0400-\u0481\u048a-\u04ff"
    "\u2018-\u201f\u2022\u2032\u2033\u2039\u203a\u2190-\u21ff\u2500-\u27bf"
    "\u3001-\u301b\u301d-\u302f\u3041-\u3096\u30a1-\u30fe\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7a3\uff01-\uff0c\uff0e-\uff5e\U0001f300-\U0001f64f\U0001f680-\U0001faff"
)

# The places whose normal form may have another length. It begins with one character class, which
# the regex engine scans for quickly; the rest tells by the character just taken.
_SPOT = re.compile(
    rf"""
    [^{_PLAIN}]
    (?: (?<=\ ) (?: \s+ | (?<!{_WORD}\ ) | (?!{_WORD}) )
      | (?<=[^\S\ ]) \s*
      | (?<=\*) \** | (?<=_) _* | (?<=`) `*
      | (?<=[{DASHES}]) [{DASHES}]+
      | (?<=\.) \.{{3,}} | (?<=[{_ELLIPSES}]) [{_ELLIPSES}]*
      | (?<=>) (?:[^\S\n]|>)+
      | (?<=[^{_SPECIAL}]) [^{_PLAIN}{_SPECIAL}]*
    )
    """,
    re.VERBOSE,
)
_CLUSTER = re.compile(
    # Conjoining Hangul, half-width kana with its mark, else one character with its marks.
    "[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|[\uff66-\uff9d][\uff9e\uff9f]|(?s:.)"
)
_DASH = re.compile(f"[{DASHES}]")
# An indentation and other marks of a quoted line may stand before the mark.
_LINE_START = re.compile(r"(?:\A|\n)[^\S\n]*\Z")
_INVISIBLE = re.compile(f"[{INVISIBLE}]+")
# Beside these, white space separates nothing (in normal form).
_SOFT = frozenset(".,;:!?'()[]{}-" + _ELLIPSES)
# Between two digits these make one number of them.
_JOINS_DIGITS = frozenset(".,:/^")
_EMPHASIS = "*_`"


class NormalText:
    """The normal form of one text. ``form`` is compared; :meth:`span` leads back.

    Segments run in parallel through ``form`` and the text. A segment that is equally long in
    both maps one to one; any other is a spot that maps only as a whole.
    """

    __slots__ = ("_origins", "_starts", "form")

    def __init__(self, text: str) -> None:
        parts: list[str] = []
        starts, origins = [0], [0]
        copied = length = 0
        for start, end, replacement in _rewrites(text):
            parts.append(text[copied:start])
            parts.append(replacement)
            length += start - copied
            if len(replacement) != end - start:
                starts += (length, length + len(replacement))
                origins += (start, end)
            length += len(replacement)
            copied = end
        parts.append(text[copied:])
        self.form = "".join(parts).lower().translate(SAME)
        self._starts = [*starts, len(self.form)]
        self._origins = [*origins, len(text)]

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Offsets in the text for ``form[start:end]`` (not empty); ``None`` where an end of it lies
        inside one original character."""
        starts, origins = self._starts, self._origins
        first = bisect_right(starts, start) - 1
        last = bisect_left(starts, end) - 1
        if not self._copied(first) and start != starts[first]:
            return None
        if not self._copied(last):
            return (
                (origins[first] + start - starts[first], origins[last + 1])
                if end == starts[last + 1]
                else None
            )
        return origins[first] + start - starts[first], origins[last] + end - starts[last]

    def position(self, offset: int) -> int:
        """The place in ``form`` of an offset in the text."""
        segment = bisect_right(self._origins, offset) - 1
        if segment == len(self._starts) - 1:
            return self._starts[-1]
        return min(self._starts[segment] + offset - self._origins[segment], self._starts[segment + 1])

    def _copied(self, segment: int) -> bool:
        starts, origins = self._starts, self._origins
        return starts[segment + 1] - starts[segment] == origins[segment + 1] - origins[segment]


def normal_form(text: str) -> str:
    """The normal form alone."""
    return NormalText(text).form


def _rewrites(text: str) -> Iterator[tuple[int, int, str]]:
    """The spots of a text in order: start, end, and what stands there in normal form."""
    tail = ""  # the last two characters of the form so far
    seen = 0
    for match in _SPOT.finditer(text):
        start, end = match.span()
        char = text[start]
        if start > seen and unicodedata.combining(char) and not text[start - 1].isspace():
            start -= 1
        tail = (tail + text[max(seen, start - 2) : start])[-2:]
        seen = end
        if char.isspace():
            replacement = _space(tail.translate(SAME), text, end)
        elif char in _EMPHASIS:
            replacement = _emphasis(match.group(), text[start - 1 : start], text[end : end + 1])
        elif char == ">":
            is_mark = _LINE_START.search(text, max(0, start - 8), start)
            replacement = "" if is_mark else re.sub(r"\s+", " ", match.group())
        elif char in "." + _ELLIPSES:
            replacement = "..."
        elif _DASH.match(char):
            replacement = "-"
        else:
            for spot in _clusters(text[start:end], start):
                yield spot
                tail = (tail + spot[2])[-2:]
            continue
        yield start, end, replacement
        tail = (tail + replacement)[-2:]


def _space(before: str, text: str, end: int) -> str:
    """What white space becomes; ``before`` is the form's end, the text goes on at ``end``."""
    while text[end : end + 1] in _EMPHASIS and end < len(text):
        end += 1
    after = text[end : end + 2].translate(SAME)
    left, right = before[-1:], after[:1]
    if not left or not right or left.isspace():
        return ""
    if is_unspaced(left) or is_unspaced(right):
        return ""
    if left not in _SOFT and right not in _SOFT:
        return " "
    if right.isdecimal():
        joined = left in _JOINS_DIGITS and before[:1].isdecimal()
        return " " if joined or left in "-." else ""
    if after[1:].isdecimal() and right in "-.,":
        return " " if right != "," or left.isdecimal() else ""
    return " " if right == "-" and left.isdecimal() else ""


def _emphasis(marks: str, left: str, right: str) -> str:
    """What a run of emphasis marks becomes, between the characters ``left`` and ``right``."""
    if left.isdecimal() and right.isdecimal():
        return marks
    if marks[0] == "`":
        return ""
    left_is_word, right_is_word = _is_word(left), _is_word(right)
    if left_is_word and right_is_word:
        return "" if marks[0] == "*" and len(marks) > 1 else marks
    if (not left or left.isspace()) and right.isspace():
        return marks
    return marks if marks[0] == "_" and not (left_is_word or right_is_word) else ""


def _clusters(run: str, offset: int) -> Iterator[tuple[int, int, str]]:
    if unicodedata.is_normalized("NFKC", run) and not _INVISIBLE.search(run) and "\u0130" not in run:
        return
    at = 0
    while at < len(run):
        match = _CLUSTER.match(run, at)
        end = match.end() if match else at + 1
        while end < len(run) and unicodedata.combining(run[end]):
            end += 1
        cluster = run[at:end]
        replacement = _INVISIBLE.sub("", cluster)
        if not (len(replacement) == 1 and replacement.isnumeric() and not replacement.isdecimal()):
            replacement = unicodedata.normalize("NFKC", replacement).lower()
        if replacement != cluster:
            yield offset + at, offset + end, replacement
        at = end


def _is_word(char: str) -> bool:
    return char.isalnum() and not is_unspaced(char)
