"""Text from outside made harmless in HTML: in elements, and in attributes between double quotes."""

from __future__ import annotations

import html
import re

from pytest_rubric.model.text import language_of, visible

# They turn the letters behind them around, out of their own text: "gpj.exe" reads "exe.jpg".
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    r"""Nothing hidden: control characters, lone surrogates and overrides of the writing direction are
    written as ``\x1b`` or ``\u202e``."""
    if text.isascii():
        return visible(text)
    return _TURNING.sub(lambda match: f"\\u{ord(match.group()):04x}", visible(text))


def escape(text: str) -> str:
    """For an element or an attribute."""
    return html.escape(plain(text))


def lang(text: str) -> str:
    """The attribute that names another language than the page's, a blank before it, or nothing."""
    return ' lang="zh"' if not text.isascii() and language_of(text) == "zh" else ""


def own(text: str, element: str = "span") -> str:
    """An element for a text of one author, in its own language and direction."""
    return f'<{element} dir="auto"{lang(text)}>{escape(text)}</{element}>'
