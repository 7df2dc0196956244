"""Which characters count as the same, and which belong to scripts without spaces."""

from __future__ import annotations

import re

# Scripts that write words without spaces between them: Thai, Lao, Tibetan, Myanmar, Khmer, kana,
# bopomofo and Han. As the inside of a character class.
UNSPACED = (
    "\u0e00-\u0e4f\u0e80-\u0ecf\u0f00-\u0fff\u1000-\u103f\u1780-\u17df"
    "\u3005-\u3007\u3031-\u3035\u303b\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u3105-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U0003ffff"
)

# What has no width and only guides line breaking or the choice of a glyph.
INVISIBLE = "\u00ad\u034f\u061c\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff"

_QUOTATION_MARKS = (
    "\"'´\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2032\u2033\u2035\u2036"
    "«»‹›「」『』《》〈〉〝〞〟＂＇｢｣"
)
_OTHER_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d"

# Hyphens, dashes and minus signs, as the inside of a character class.
DASHES = "\\-" + _OTHER_DASHES

# One character to one character, applied after lower-casing.
SAME: dict[int, str] = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    **{ord(mark): "'" for mark in _QUOTATION_MARKS},
    **{ord(dash): "-" for dash in _OTHER_DASHES},
    **dict(zip(map(ord, "。｡、､【】〔〕〖〗•‧∙・･〜ς￥"), "..,,[][][]·····~σ¥", strict=True)),
}

# Han characters that write numbers; the second set multiplies a number before it (5万).
HAN_NUMERALS = frozenset("〇零一二三四五六七八九十百千万亿兆两")
HAN_MULTIPLIERS = frozenset("十百千万亿兆")

_UNSPACED_CHARACTER = re.compile(f"[{UNSPACED}]")


def is_unspaced(char: str) -> bool:
    """Whether a character belongs to a script without spaces; an empty text does not."""
    return char > "\u0dff" and _UNSPACED_CHARACTER.match(char) is not None
