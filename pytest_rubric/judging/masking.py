"""Keys never appear in messages: what a server or a library says is masked first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

_MASK = "***"
# Servers echo keys and headers; these shapes are masked even where the key itself is unknown.
_KEY_SHAPES = re.compile(r"\b(?:sk|pk|rk|gsk|xai)-[A-Za-z0-9_*.-]{6,}|\bBearer\s+[^\s\"',}]+", re.IGNORECASE)
_USER_INFO = re.compile(r"(?<=://)[^/\s@]+@")
_SHOWN_QUERY = {"api-version"}
_SECRET_HEADER = re.compile(r"auth|key|token|secret|cookie|password", re.IGNORECASE)
# A shorter one ("none", "x") is a placeholder, and would blot out ordinary words.
_SHORTEST_KEY = 6
_SHORTEST_KEY_IN_BODIES = 8


class Masker:
    """Replaces the given secrets, and in messages whatever looks like a key, by ``***``."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = sorted({s for s in secrets if len(s) >= _SHORTEST_KEY}, key=len, reverse=True)
        self._in_bodies = [s.encode() for s in self._secrets if _is_no_word(s)]

    def body(self, raw: bytes) -> bytes:
        """An answer without the secrets, before anything is made of it or stored.

        Only the secrets themselves: what merely looks like a key may be a quote from the output
        under test. And none that could be a word: a local server's key is often its name.
        """
        for secret in self._in_bodies:
            if secret in raw:
                raw = raw.replace(secret, _MASK.encode())
        return raw

    def __call__(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, _MASK)
        return _USER_INFO.sub(_MASK + "@", _KEY_SHAPES.sub(_MASK, text))


def secrets_in(headers: Mapping[str, str], url: str = "") -> frozenset[str]:
    """The secrets that a request carries, whatever way of authentication put them there."""
    values = [value for name, value in headers.items() if _SECRET_HEADER.search(name)]
    queried = [value for name, value in parse_qsl(urlsplit(url).query) if name not in _SHOWN_QUERY]
    return frozenset([*(value.split()[-1] for value in values if value.strip()), *queried])


def _is_no_word(secret: str) -> bool:
    return len(secret) >= _SHORTEST_KEY_IN_BODIES and any(character.isdigit() for character in secret)


def shown_url(url: str) -> str:
    """A URL as it may be shown: without user information, and of its query only the API version."""
    try:
        parts = urlsplit(url)
    except ValueError:
        # No URL at all; whatever could be a secret in it is left out.
        return re.split(r"[?#]", url.rpartition("@")[2], maxsplit=1)[0]
    query = urlencode([(name, value) for name, value in parse_qsl(parts.query) if name in _SHOWN_QUERY])
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, query, ""))
