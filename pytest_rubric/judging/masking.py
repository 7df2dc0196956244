"""Keys never appear in messages: what a server or a library says is masked first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

_MASK = "***"
# Servers echo keys and headers; these shapes are masked even where the key itself is unknown.
_KEY_SHAPES = re.compile(r"\b(?:sk|pk|rk|gsk|xai)-[A-Za-z0-9_*.-]{6,}|\bBearer\s+[^\s\"',}]+", re.IGNORECASE)
_USER_INFO = re.compile(r"(?<=://)[^/\s@]+@")
# A shorter one ("none", "x") is a placeholder, and would blot out ordinary words.
_SHORTEST_KEY = 6


class Masker:
    """Replaces the given secrets, and whatever looks like a key, by ``***``."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = sorted({s for s in secrets if len(s) >= _SHORTEST_KEY}, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, _MASK)
        return _USER_INFO.sub(_MASK + "@", _KEY_SHAPES.sub(_MASK, text))


def shown_url(url: str) -> str:
    """A URL as it may be shown: without user information, and of its query only the API version."""
    parts = urlsplit(url)
    query = urlencode([(name, value) for name, value in parse_qsl(parts.query) if name == "api-version"])
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, query, ""))
