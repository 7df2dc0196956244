"""When two criteria say the same in other typography."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Signs and symbols stay: "x > 0" is not "x < 0", and C is not C++.
_DECORATION = re.compile(r"\*\*|__|[`\"'“”‘’「」]")
_WIDE_SPACE = re.compile(r"(?<=[^\x00-\x7f]) | (?=[^\x00-\x7f])")
_END = " .!?,;:。、"


@lru_cache(maxsize=4096)
def statement_key(text: str) -> str:
    """The same for texts that differ only in case, width, white space, quotation marks, Markdown
    emphasis or the punctuation at their end."""
    # Cached: the cases of a suite are often judged by the same criteria.
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    text = " ".join(_DECORATION.sub("", text.casefold()).split()).rstrip(_END)
    return text if text.isascii() else _WIDE_SPACE.sub("", text)
