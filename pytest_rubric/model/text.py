"""Text at the boundary: every text that comes in passes :func:`visible` once."""

from __future__ import annotations

import re

# A surrogate pair that came in as two code units is one character; a lone one can't be encoded
# and ends an xdist session. Control characters besides tab and line ends break XML and terminals.
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_NEWLINE = re.compile("\r\n?")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LATIN_WORD = re.compile("[A-Za-z]{2,}")


def visible(text: str) -> str:
    r"""Join surrogate pairs, write lone surrogates and control characters as ``\x1b`` or
    ``\ud83d``, and make every line end ``\n``."""
    if text.isascii() and text.isprintable():
        return text
    text = _NEWLINE.sub("\n", text)
    text = _PAIR.sub(lambda m: m.group().encode("utf-16", "surrogatepass").decode("utf-16"), text)
    return _HIDDEN.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def language_of(text: str) -> str:
    """``zh`` where Chinese characters are at least as many as Latin words, else ``en``."""
    han = len(_HAN.findall(text))
    return "zh" if han and han >= len(_LATIN_WORD.findall(text)) else "en"
