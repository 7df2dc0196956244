"""Limits in words: "at most 50 words", "不少于200字", "three reasons".

Only what is unmistakable is read; anything else is no limit.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Unit = Literal["words", "characters", "zi"]
"""``zi`` are the 字 of Chinese, which some count with punctuation and some without."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Between ``least`` and ``most``, both included; ``None`` leaves an end open."""

    least: int | None
    most: int | None

    def holds(self, figure: int) -> bool:
        return (self.least is None or figure >= self.least) and (self.most is None or figure <= self.most)

    def rivals(self, other: Limit) -> bool:
        """Whether both limit the same end, which two limits of one text would not."""
        return (self.least is not None and other.least is not None) or (
            self.most is not None and other.most is not None
        )


_UP_TO_TEN = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TEENS = (
    "eleven",
    "twelve",
    *(f"{stem}teen" for stem in ("thir", "four", "fif", "six", "seven", "eigh", "nine")),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBER_WORDS: Mapping[str, int] = {
    **{word: number for number, word in enumerate((*_UP_TO_TEN, *_TEENS))},
    **{word: 10 * number for number, word in enumerate(_TENS, 2)},
}
_DIGITS: Mapping[str, int] = {char: at for at, char in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_SCALES: Mapping[str, int] = {"十": 10, "百": 100, "千": 1000}

# An ordinal ("第三"), a decimal and a number inside a word count nothing.
_NUMBER = re.compile(
    r"(?<![\w.第])(?:\d{1,3}(?:,\d{3})+|\d+)(?![\d%]|[.,]\d)"
    r"|(?<=[^\W\d_a-z第])(?:\d{1,3}(?:,\d{3})+|\d+)(?![\d%]|[.,]\d)"
    rf"|(?<![\w-])(?:{'|'.join(sorted(_NUMBER_WORDS, key=len, reverse=True))})(?![\w-])"
    r"|(?<!第)[零〇一二三四五六七八九十百千两]+"
)
_PERHAPS_NONE = ("one", "一")
_COMPARED = re.compile(r"(?:than|exactly|least|most|only|just|于|少|多|好|超过|仅|只)\s*\Z")
_RANGE = re.compile(r"\s*(?:-|to|and|~|至|到)\s*")

_VAGUE = re.compile(
    r"\b(?:about|around|approximately|approx|roughly|circa|nearly|almost|some|or so)\b|~\s*\d"
    r"|左右|大约|约|大概|上下|差不多"
)
# A comparison before it is negated: "no more than" must not be read as "more than".
_COMPARISONS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "most",
        re.compile(
            r"(?:\b(?:no|not)|n't) (?:be )?(?:more|longer|greater|larger) than"
            r"|(?:\b(?:not|never|cannot|without)|n't) (?:to )?"
            r"(?:exceed(?:ing)?|go(?:ing)? (?:over|above|beyond))"
            r"|\bat (?:the )?most|\bup to|\bwithin|\bmax(?:imum|imal|\.)?|\b(?:word|character) limit"
            r"|\bor (?:less|fewer|shorter|under)|\b(?:limit|cap)(?:ed)? (?:of|to|at|yourself to)"
            r"|\b(?:keep|limit|restrict)\b.{0,40}?\bto\b|<=|≤"
            r"|不(?:得|要|能|可|可以|应|会)?(?:超过|超出|多于|大于|高于)|勿超过|至多|最多|以内|之内|以下"
            r"|内(?![容部心])|上限|控制在"
        ),
    ),
    (
        "least",
        re.compile(
            r"(?:\b(?:no|not)|n't) (?:be )?(?:less|fewer|shorter|smaller) than"
            r"|\bat (?:the )?least|\bmin(?:imum|imal|\.)?|\bor (?:more|longer|above)|>=|≥"
            r"|不(?:得|要|能|可|可以|应)?(?:少于|低于|小于)|至少|最少|以上|起码|下限"
        ),
    ),
    (
        "under",
        re.compile(r"\b(?:under|below|less than|fewer than|shorter than)\b|<|少于|不到|不足|小于|低于"),
    ),
    ("over", re.compile(r"\b(?:over|above|more than|longer than|exceed(?:s|ing)?)\b|>|超过|多于|大于|高于")),
    ("exactly", re.compile(r"\b(?:exactly|precisely)\b|正好|恰好|刚好")),
)
# What is left of one after the comparisons are read turns something into its opposite.
_NEGATION = re.compile(r"\b(?:no|not|never|cannot|without|avoid)\b|n't\b|不|勿|别|无|没")

_UNITS: tuple[tuple[Unit, re.Pattern[str]], ...] = (
    ("words", re.compile(r"[\s-]*(?:english |单)?(?:words?\b|个?(?:英文)?单词|个词(?!语))")),
    ("characters", re.compile(r"[\s-]*(?:characters?\b|chars?\b|个?字符)")),
    ("zi", re.compile(r"\s*(?:个)?(?:汉字|中文字|字)(?![符段母节典体号数])")),
)
_BEFORE: tuple[tuple[Unit, re.Pattern[str]], ...] = (
    ("words", re.compile(r"\bword (?:count|limit)\D{0,12}$")),
    ("characters", re.compile(r"\bcharacter (?:count|limit)\D{0,12}$|字符数\D{0,8}$")),
    ("zi", re.compile(r"字数\D{0,8}$")),
)
_WITHOUT_SPACES = re.compile(r"\bspaces?\b|空格|标点|punctuation")


@dataclass(frozen=True, slots=True)
class _Figure:
    """One number or range of numbers in a text, and where it stands."""

    least: int
    most: int
    start: int
    end: int


def length_limit(text: str) -> tuple[Unit, Limit] | None:
    """The limit of length that a text names, with its unit; ``None`` where it names none, or more than
    one number, or says neither "at most" nor "at least" nor the like."""
    plain = _plain(text)
    figure = _only_figure(plain)
    if figure is None or _WITHOUT_SPACES.search(plain):
        return None
    unit = _unit(plain, figure)
    limit = _limit(plain, figure, bare_is_exact=False)
    return (unit, limit) if unit is not None and limit is not None else None


def item_limit(text: str) -> Limit | None:
    """The number of items that a text names; a number alone means exactly that many."""
    plain = _plain(text)
    figure = _only_figure(plain)
    if figure is None or plain[figure.start : figure.end] in _PERHAPS_NONE:
        return None
    return _limit(plain, figure, bare_is_exact=True)


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\u2010-\u2015]", "-", folded).replace("\u2019", "'")


def _only_figure(plain: str) -> _Figure | None:
    found = list(_NUMBER.finditer(plain))
    # "one" and "一" are more often a pronoun or a part of a word than a number
    found = [match for match in found if not _is_pronoun(plain, match)] or found
    if len(found) == 1:
        value = _value(found[0].group())
        return None if value is None else _Figure(value, value, *found[0].span())
    if len(found) == 2 and _RANGE.fullmatch(plain, found[0].end(), found[1].start()):
        low, high = _value(found[0].group()), _value(found[1].group())
        if low is not None and high is not None and low < high:
            return _Figure(low, high, found[0].start(), found[1].end())
    return None


def _is_pronoun(plain: str, match: re.Match[str]) -> bool:
    return match.group() in _PERHAPS_NONE and not _COMPARED.search(plain, 0, match.start())


def _value(text: str) -> int | None:
    if text in _NUMBER_WORDS:
        return _NUMBER_WORDS[text]
    if text[0].isdecimal():
        return int(text.replace(",", ""))
    return _chinese(text)


def _chinese(text: str) -> int | None:
    """Numbers below ten thousand; ``None`` for a row of digits that is none."""
    total, digit = 0, None
    for char in text:
        if char in _SCALES:
            total += (1 if digit is None else digit) * _SCALES[char]
            digit = None
        elif digit is not None and digit != 0:
            return None
        else:
            digit = _DIGITS[char]
    return total + (digit or 0)


def _unit(plain: str, figure: _Figure) -> Unit | None:
    for unit, pattern in _UNITS:
        if pattern.match(plain, figure.end):
            return unit
    for unit, pattern in _BEFORE:
        if pattern.search(plain[: figure.start]):
            return unit
    return None


def _limit(plain: str, figure: _Figure, *, bare_is_exact: bool) -> Limit | None:
    if _VAGUE.search(plain):
        return None
    # the number goes, so that what stands around it is read alone
    rest = plain[: figure.start] + "#" + plain[figure.end :]
    said = []
    for name, pattern in _COMPARISONS:
        rest, times = pattern.subn(" ", rest)
        if times:
            said.append(name)
    if _NEGATION.search(rest):
        return None
    if figure.least != figure.most:
        return None if set(said) - {"most", "exactly"} else Limit(figure.least, figure.most)
    if len(said) > 1:
        return None
    value = figure.most
    match said[0] if said else "exactly" if bare_is_exact else "":
        case "most":
            return Limit(None, value)
        case "under":
            return Limit(None, value - 1)
        case "least":
            return Limit(value, None)
        case "over":
            return Limit(value + 1, None)
        case "exactly":
            return Limit(value, value)
    return None
