"""A JSON parser that also reads what can be meant in one way only.

It accepts comments, trailing commas, raw control characters, lone backslashes, Python literals
and quotes, full-width punctuation as syntax, and inner quotation marks that were not escaped,
as long as one reading remains. It never adds what is not there: an end that is missing is an
error. Depth and look-ahead are bounded, so hostile text costs time in proportion to its length.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from pytest_rubric.model.lines import shortened

MAX_DEPTH = 64
# An unescaped quotation in a quotation is a handful of marks; more is no longer readable.
MAX_INNER_QUOTES = 16

_WIDE = {"：": ":", "，": ",", "｛": "{", "｝": "}", "［": "[", "］": "]"}
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "＂": "＂"}
_LITERALS = {
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
    "null": None,
    "None": None,
    "NULL": None,
}
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

_PLAIN_SPACE = re.compile(r"[ \t\n\r]*")
_SPACE = re.compile(r"[\s\u200b-\u200f\u2060\ufeff]+")
_WORD = re.compile(r"[A-Za-z]+")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,40})?(?:[eE][+-]?[0-9]{1,4})?(?![\w.])")
_NO_NUMBER = re.compile(r"[+-]?(?:nan|inf(?:inity)?)\b", re.IGNORECASE)
_HEX = re.compile(r"[0-9A-Fa-f]{4}")
_HIGH, _LOW = range(0xD800, 0xDC00), range(0xDC00, 0xE000)
_CONTROL = re.compile(r"[\x00-\x1f]")
_CHUNK = {
    (opening, closing): re.compile(f"[^{re.escape(opening + closing)}\\\\]+")
    for opening, closing in _QUOTES.items()
}
_KEY_AHEAD = re.compile(r"""["'“‘＂][^"'“”‘’＂\\\n]{1,200}["'”’＂]\s*[:：]""")
_VALUE_AHEAD = re.compile(r"""["'“‘＂{\[｛［]|(?:true|false|null|True|False|None)\b|-?[0-9]""")


class Unreadable(Exception):
    """The text from ``start`` on is no value, not even with repairs.

    ``position`` is where reading stopped, ``depth`` how many brackets were open there;
    ``cut`` says that the text ended before the value did.
    """

    def __init__(self, message: str, position: int, depth: int, *, cut: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.position = position
        self.depth = depth
        self.cut = cut


class Repairing:
    """One value, read from ``start`` of ``text``.

    After :meth:`read`, ``position`` is the end, ``repaired`` says whether the text was no
    strict JSON, and ``fault`` is the first thing that makes the value doubtful all the same
    (a repeated key, NaN), or ``None``.
    """

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.position = start
        self.repaired = False
        self.fault: str | None = None
        self._depth = 0

    def read(self) -> object:
        """The object or list at ``start``. Raises :class:`Unreadable`."""
        return self._value("array")

    def _value(self, context: str) -> object:
        char = self._peek()
        if char in _QUOTES:
            return self._string(context)
        if char == "{":
            return self._nested(self._object)
        if char == "[":
            return self._nested(self._array)
        return self._scalar()

    def _nested(self, read: Callable[[], object]) -> object:
        if self._depth >= MAX_DEPTH:
            raise self._error("it is nested too deep")
        self._depth += 1
        self.position += 1
        value = read()
        self._depth -= 1
        return value

    def _object(self) -> dict[str, object]:
        found: dict[str, object] = {}
        while True:
            self._skip()
            if self._peek() == "}":
                self.position += 1
                return found
            if self._peek() not in _QUOTES:
                raise self._error("a key in quotation marks was expected")
            key = self._string("key")
            self._skip()
            if self._peek() != ":":
                raise self._error("':' was expected")
            self.position += 1
            self._skip()
            value = self._value("object")
            if key in found:
                self._doubt(repeated_key(key))
            found[key] = value
            self._skip()
            if not self._separated("}"):
                return found

    def _array(self) -> list[object]:
        found: list[object] = []
        while True:
            self._skip()
            if self._peek() == "]":
                self.position += 1
                return found
            found.append(self._value("array"))
            self._skip()
            if not self._separated("]"):
                return found

    def _separated(self, closing: str) -> bool:
        """Step over a comma, or over the closing bracket: then ``False``."""
        char = self._peek()
        if char not in (",", closing):
            raise self._error(f"',' or '{closing}' was expected")
        self.position += 1
        if char == ",":
            self._skip()
            if self._peek() == closing:
                self.repaired = True
        return char == ","

    def _scalar(self) -> object:
        text, start = self.text, self.position
        if match := _NO_NUMBER.match(text, start):
            self.position = match.end()
            self._doubt(no_number(match.group()))
            return None
        if match := _NUMBER.match(text, start):
            self.position = match.end()
            digits = match.group()
            if digits.lstrip("-").isdigit():
                return int(digits)
            number = float(digits)
            if not math.isfinite(number):
                self._doubt(no_number(digits))
            return number
        word = _WORD.match(text, start)
        if word is None or word.group() not in _LITERALS:
            raise self._error("a value was expected", cut=word is not None and word.end() == len(text))
        self.position = word.end()
        self.repaired = self.repaired or word.group() not in ("true", "false", "null")
        return _LITERALS[word.group()]

    def _string(self, context: str) -> str:
        """A string; ``context`` (``key``, ``object``, ``array``) tells what may follow it."""
        text = self.text
        opening = text[self.position]
        closing = _QUOTES[opening]
        chunk = _CHUNK[opening, closing]
        self.repaired = self.repaired or opening != '"'
        self.position += 1
        start = self.position
        pieces: list[str] = []
        inner = 0
        opened = 0
        first_inner = start
        while True:
            if match := chunk.match(text, self.position):
                pieces.append(match.group())
                self.position = match.end()
            if self.position >= len(text):
                if inner:
                    raise self._unescaped(first_inner)
                raise self._error("a string does not end", cut=True)
            char = text[self.position]
            if char == "\\":
                pieces.append(self._escape())
                continue
            if char != closing:  # the opening one of a pair, inside
                opened += 1
                pieces.append(char)
                self.position += 1
                continue
            if context == "key" or self._closes(context):
                break
            if inner >= MAX_INNER_QUOTES or self._before_colon():
                raise self._unescaped(self.position)
            first_inner = first_inner if inner else self.position
            inner += 1
            pieces.append(char)
            self.position += 1
        # Marks come in pairs, on one line; whatever else stands there can be read in several ways.
        balanced = inner % 2 == 0 if opening == closing else inner == opened
        if inner and (not balanced or "\n" in text[start : self.position]):
            raise self._unescaped(first_inner)
        raw = inner > 0 or _CONTROL.search(text, start, self.position) is not None
        self.repaired = self.repaired or raw
        self.position += 1
        return "".join(pieces)

    def _escape(self) -> str:
        """One escape sequence, or a lone backslash as it stands."""
        text = self.text
        if self.position + 1 >= len(text):
            raise self._error("a string does not end", cut=True)
        follower = text[self.position + 1]
        if follower in _ESCAPES:
            self.position += 2
            return _ESCAPES[follower]
        if follower == "'":
            self.repaired = True
            self.position += 2
            return "'"
        code = self._code_unit(self.position)
        if code is None:
            self.repaired = True
            self.position += 1
            return "\\"
        self.position += 6
        if code in _HIGH:
            low = self._code_unit(self.position)
            if low is not None and low in _LOW:
                self.position += 6
                return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00))
        return chr(code)

    def _code_unit(self, position: int) -> int | None:
        if not self.text.startswith("\\u", position):
            return None
        match = _HEX.match(self.text, position + 2)
        return int(match.group(), 16) if match else None

    def _closes(self, context: str) -> bool:
        """Whether the quotation mark here can end the string: what follows must go on the JSON."""
        text = self.text
        position = self._past_space(self.position + 1)
        follower = _WIDE.get(text[position : position + 1], text[position : position + 1])
        if not follower:
            # Nothing follows: let it close, so that the error names the end that is missing.
            return True
        if follower == ("}" if context == "object" else "]"):
            return True
        if follower != ",":
            return False
        position = self._past_space(position + 1)
        follower = _WIDE.get(text[position : position + 1], text[position : position + 1])
        if context == "object":
            return follower in ("}", "") or _KEY_AHEAD.match(text, position) is not None
        return follower in ("]", "") or _VALUE_AHEAD.match(text, position) is not None

    def _before_colon(self) -> bool:
        position = self._past_space(self.position + 1)
        return self.text[position : position + 1] in (":", "：")

    def _past_space(self, position: int) -> int:
        """The next position that is neither space nor comment."""
        text = self.text
        while True:
            if match := _SPACE.match(text, position):
                position = match.end()
            if text.startswith("//", position) or text.startswith("#", position):
                end = text.find("\n", position)
                position = len(text) if end < 0 else end
            elif text.startswith("/*", position):
                end = text.find("*/", position + 2)
                position = len(text) if end < 0 else end + 2
            else:
                return position

    def _skip(self) -> None:
        end = self._past_space(self.position)
        match = _PLAIN_SPACE.match(self.text, self.position)
        assert match is not None
        self.repaired = self.repaired or match.end() != end
        self.position = end

    def _peek(self) -> str:
        if self.position >= len(self.text):
            raise self._error("it ends too early", cut=True)
        char = self.text[self.position]
        if char in _WIDE:
            self.repaired = True
            return _WIDE[char]
        return char

    def _doubt(self, fault: str) -> None:
        self.fault = self.fault or fault

    def _unescaped(self, position: int) -> Unreadable:
        self.position = position
        return self._error("a quotation mark inside a string is not escaped")

    def _error(self, message: str, *, cut: bool = False) -> Unreadable:
        return Unreadable(message, self.position, self._depth, cut=cut)


def repeated_key(key: str) -> str:
    """The complaint about a key that stands twice in one object."""
    return f'the key "{shortened(key, 40)}" stands twice in one object'


def no_number(text: str) -> str:
    """The complaint about NaN, Infinity, and numbers too large to be one."""
    return f"{text} is no JSON number"
