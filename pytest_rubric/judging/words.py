"""Words for yes and no, and numbers for ids, as judges write them.

Whole words only, from a closed list: what is not in it is neither yes nor no. Truthiness and
substrings decide nothing ("false" is a non-empty text, and "not sure" begins with "no").
"""

from __future__ import annotations

import re
import unicodedata

_YES = """
    true yes y 1 present ✓ ✔ ✅
    是 是的 对 對 有 はい 예 네 oui ja sí si sim sì ya có áno ano evet igen kyllä
    да da так tak ναι כן نعم हाँ हां ใช่
"""
_NO = """
    false no n 0 absent not_present ✗ ✘ ❌
    否 不是 不 没有 沒有 いいえ 아니요 아니오 아니 non nein não nao nie nee nej nei nem tidak không nu
    hayır hayir ei нет ні не όχι לא لا नहीं ไม่ใช่
"""
_LONGEST = 64
_LONGEST_NAME = 500
# Variation selectors are no format characters, but as invisible as those.
_SELECTORS = {"\ufe0e", "\ufe0f"}
_COMMAND = re.compile(r"\\(?:text|textbf|textit|mathrm|mathbf|boxed|mbox)\{(.*)\}")
_PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">", "“": "”", "‘": "’", "「": "」", "【": "】"}
_MARKS = "*_`~$\"'"
_ENDS = ".!。"
_ID = re.compile(r"#?\s*([0-9]{1,9})(?:\.0+)?[.):]?")


def yes_no(value: object) -> bool | None:
    """The decision that ``value`` states, or ``None`` where it states none.

    Booleans, 1 and 0, and the words of the list: in any case, with Markdown, LaTeX, brackets or
    quotation marks around them, with invisible characters in them.
    """
    if isinstance(value, bool):
        return value
    if isinstance(value, (int, float)):
        return bool(value) if value in (0, 1) else None
    if isinstance(value, str):
        return _WORDS.get(_plain(value))
    return None


def as_id(value: object) -> int | None:
    """The id that ``value`` states (``1``, ``1.0``, ``"#1"``, ``"**1**"``), or ``None``."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    if isinstance(value, str) and (match := _ID.fullmatch(_plain(value))):
        return int(match.group(1))
    return None


def as_name(value: str) -> str:
    """A name without decoration, folded, to compare it with another; empty where there is nothing left."""
    return _plain(value, longest=_LONGEST_NAME)


def _plain(text: str, longest: int = _LONGEST) -> str:
    """``text`` without decoration, folded; empty where it is too long to be one word."""
    if len(text) > longest:
        return ""
    text = unicodedata.normalize("NFKC", text)
    text = "".join(c for c in text if c not in _SELECTORS and unicodedata.category(c) not in ("Cf", "Cc"))
    while True:
        stripped = text.strip().strip(_MARKS).rstrip(_ENDS).strip()
        if match := _COMMAND.fullmatch(stripped):
            stripped = match.group(1)
        elif stripped and _PAIRS.get(stripped[0]) == stripped[-1]:
            stripped = stripped[1:-1]
        if stripped == text:
            return re.sub(r"\s+", "_", text.casefold())
        text = stripped


_WORDS = {_plain(word): True for word in _YES.split()} | {_plain(word): False for word in _NO.split()}
