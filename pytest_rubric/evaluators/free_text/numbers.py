"""Numbers in prose (digits, Chinese numerals, English words), and what counts points or takes them off.

What could also be something else ("makes three points", "十分清楚") is not taken for points: whoever
quotes it may give its number all the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

_HAN = "零〇一二两三四五六七八九十百千"
_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen"),
    *("fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = {word: number for number, word in enumerate(_ONES)}
_VALUES |= {word: 10 * number for number, word in enumerate(_TENS, 2)}

_WORD = f"(?:{'|'.join(sorted(_VALUES, key=len, reverse=True))})"
_DIGITS = r"\d+(?:\.\d+)?"
_NUMBER = rf"(?:{_DIGITS}|[{_HAN}]+|\b{_WORD}(?:[- ]{_WORD})?(?: hundred)?\b)"
_RANGE = rf"(?:{_DIGITS}\s*(?:[-–—~～至到]|\bto\b)\s*)?"

# What follows the character for points in other words: minutes, analyses, fractions, kinds ...
_POINTS_ZH = "分(?![钟析类别布享段割离解辨公歧号支成开配量值子之制])"
_POINTS_EN = r"-?\s?(?:(?:bonus|extra|additional) )?(?:points?|pts?|marks?)\b"
_PERCENT = "(?:%|个百分点)"
_UNIT = rf"(?:{_POINTS_ZH}|{_POINTS_EN}|{_PERCENT})"

_OFF_WORD = (
    r"(?:倒?扣[除掉]?|减[去掉]?|罚|\b(?:minus|subtract\w*|deduct\w*|los(?:es?|ing)|costs?|penalty(?: of)?)\b"
    r"|(?<![\w.)])[-−–](?=\d))"
)
_OFF_AFTER = r"(?:off|(?:is|are|will be)? ?(?:deducted|subtracted|lost)|deduction|penalty)\b"
_GAIN_WORD = (
    r"(?:得|计|给|加|值|各|权重[为是]?|占|[:：=]|\+|(?<=\s)[-–—](?=\s)|"
    r"\b(?:worth|gets?|earns?|scores?|awards?|for|plus|bonus|extra|weighs?|weight(?: of)?)\b)"
)
_MORE_WORD = r"(?:\s*(?:of|up to|another|an? additional|an? extra)\b)?"
_IF = r"(?:if|for|when|each|bonus)\b|[:：]"

_COUNTED = re.compile(
    "|".join(
        (
            rf"[\[(【]\s*(?:{_OFF_WORD}|{_GAIN_WORD})?\s*{_RANGE}(?P<bracketed>{_NUMBER})\s*{_UNIT}\s*[\])】]",
            rf"[\[(【]\s*[-−–+]\s*(?P<signed>{_DIGITS})\s*[\])】]",
            rf"(?:{_OFF_WORD}|{_GAIN_WORD}){_MORE_WORD}\s*{_RANGE}(?P<given>{_NUMBER})\s*{_UNIT}",
            rf"{_RANGE}(?P<chinese>{_DIGITS}|[{_HAN}]{{2,}})\s*{_POINTS_ZH}",
            rf"{_RANGE}(?P<english>{_NUMBER})\s*{_POINTS_EN}\s*(?={_OFF_AFTER}|{_IF})",
            rf"{_OFF_WORD}\s*(?P<bare>{_NUMBER})(?!\s*[\w%])|{_OFF_WORD}\s*(?P<conditional>{_NUMBER})(?=\s+{_IF})",
        )
    ),
    re.IGNORECASE,
)
_TAKES_OFF = re.compile(
    rf"{_OFF_WORD}{_MORE_WORD}\s*{_NUMBER}|{_NUMBER}\s*{_UNIT}\s*{_OFF_AFTER}", re.IGNORECASE
)
_ADDS = re.compile(r"额外|另外?加|再加|加分|\b(?:additional(?:ly)?|extra|bonus|plus)\b", re.IGNORECASE)
_IS_PERCENT = re.compile(_PERCENT + r"\s*[\])】]?$")
_ANY = re.compile(_NUMBER, re.IGNORECASE)
_ANY_DIGITS = re.compile(_DIGITS)

_EDGES = " \t\n,，;；:：。、.-–—|"
_LIST_MARK = re.compile(rf"^\s*(?:[-*•#]+\s|\d{{1,3}}[.)、．]\s*|[（(]?[{_HAN}]{{1,3}}[、)）]\s*)")
_AT_START = re.compile(rf"^\s*(?:{_OFF_AFTER})?\s*(?:(?:if|for|when)\b|[:：]|如果|若)?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Counted:
    """A place where a text counts points or percent; of a range the upper end is the number."""

    start: int
    end: int
    number: Fraction
    is_range: bool = False
    is_percent: bool = False


def numbers_in(text: str) -> set[Fraction]:
    """Every number that stands in a text, in any spelling."""
    values = (_value(match.group()) for match in _ANY.finditer(_folded(text)))
    return {value for value in values if value is not None}


def digits_in(text: str) -> set[Fraction]:
    """Every number of a text that is written in digits."""
    return {Fraction(match.group()) for match in _ANY_DIGITS.finditer(_folded(text))}


def counted_in(text: str) -> Iterator[Counted]:
    """The places where a text counts points or percent beyond doubt."""
    for match in _COUNTED.finditer(_folded(text)):
        number = next(group for group in match.groups() if group is not None)
        value = _value(number)
        if value is not None:
            is_range = len(_ANY.findall(match.group())) > 1
            is_percent = _IS_PERCENT.search(match.group()) is not None
            yield Counted(match.start(), match.end(), value, is_range, is_percent)


def takes_off(text: str) -> bool:
    """Whether a text takes points off."""
    return _TAKES_OFF.search(_folded(text)) is not None


def adds_to_others(text: str) -> bool:
    """Whether a text gives points on top of others."""
    return _ADDS.search(text) is not None


def without_points(text: str) -> str:
    """A statement without its list mark, the points at its ends or in brackets, and punctuation
    around them. Cells of a table are joined, those with numbers only left out."""
    bare = _LIST_MARK.sub("", text.strip())
    if bare.count("|") > 1:
        cells = [cell.strip() for cell in bare.split("|")]
        bare = " ".join(cell for cell in cells if cell and not _is_number(cell))
    for counted in reversed(list(counted_in(bare))):
        before, after = bare[: counted.start], bare[counted.end :]
        if not before.strip(_EDGES):
            bare = after[_AT_START.match(_folded(after)).end() :]  # type: ignore[union-attr]  # it matches always
        elif not after.strip(_EDGES) or bare[counted.start] in "[(【（":
            gap = " " if after.lstrip()[:1].isalnum() else ""
            bare = before.rstrip() + gap + after.lstrip() if after.strip(_EDGES) else before
    return " ".join(bare.strip(_EDGES).split())


def _is_number(cell: str) -> bool:
    return re.fullmatch(rf"[-+−]?\s*{_DIGITS}\s*(?:{_UNIT})?", _folded(cell), re.IGNORECASE) is not None


def _folded(text: str) -> str:
    """Full-width digits and signs as plain ones, every character at its place."""
    return text if text.isascii() else "".join(_plain(char) for char in text)


def _plain(char: str) -> str:
    if char.isascii():
        return char
    plain = unicodedata.normalize("NFKC", char)
    return plain if len(plain) == 1 else char


def _value(text: str) -> Fraction | None:
    text = text.casefold()
    if text[0].isdigit():
        return Fraction(text) if text.isascii() else None
    if text[0] in _HAN:
        return _han_value(text)
    *words, last = re.split("[- ]", text)
    if last != "hundred":
        words.append(last)
    values = [_VALUES[word] for word in words]
    if len(values) > 1 and not (values[0] >= 20 and 0 < values[1] < 10):
        return None
    return Fraction(sum(values) * (100 if last == "hundred" else 1))


def _han_value(text: str) -> Fraction | None:
    digits = {char: number for number, char in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
    units = {"十": 10, "百": 100, "千": 1000}
    total = current = 0
    for char in text:
        if char in units:
            total += (current or 1) * units[char]
            current = 0
        else:
            current = digits[char]
    return Fraction(total + current)
