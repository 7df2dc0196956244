"""Which endpoint, model and key the judge uses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit, urlunsplit

from pytest_rubric.judging.advice import FOR_JUDGE, Advice
from pytest_rubric.judging.faults import JudgeClosed
from pytest_rubric.judging.masking import shown_url
from pytest_rubric.model import Settings

PUBLIC_API = "https://api.openai.com/v1"
# The SDK refuses to be built without a key; local servers ignore it.
PLACEHOLDER_KEY = "not-needed"
# What the client adds to the base URL.
ROUTE = "/chat/completions"
# What stands in no name and no number of a host, and would be sent to a resolver escaped.
_NO_HOST = re.compile(r"[\s<>\"\\^`{|}%]")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the judge is: the address without its query, and the query, which goes with every
    call (``api-version``, say). ``notes`` are remarks for the summary."""

    base_url: str
    key: str
    query: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def has_key(self) -> bool:
        """Whether the key is one, and not the placeholder."""
        return self.key != PLACEHOLDER_KEY

    @property
    def url(self) -> str:
        """The address with its query."""
        return f"{self.base_url}?{urlencode(self.query)}" if self.query else self.base_url


def model_of(settings: Settings) -> str:
    """The judge's model. Raises :class:`JudgeClosed` where none is set."""
    if settings.model:
        return settings.model
    told = (
        "no model is set: give --rubric-model NAME, set RUBRIC_MODEL or OPENAI_MODEL, "
        "or write rubric_model in the ini file"
    )
    if not (settings.base_url or "").strip():
        told += (
            "; for a server of your own (llama.cpp, Ollama, vLLM, LM Studio) give --rubric-base-url URL as "
            "well, or set OPENAI_BASE_URL"
        )
    raise JudgeClosed(told, "no model is set")


def endpoint_of(settings: Settings, environ: Mapping[str, str], advice: Advice = FOR_JUDGE) -> Endpoint:
    """The endpoint and its key, in OPENAI_API_KEY of ``environ``. Raises :class:`JudgeClosed` where
    they can't be used.

    A custom endpoint without a key gets a placeholder; the public API needs a real one.
    """
    base_url, query, notes = _base_url((settings.base_url or "").strip() or PUBLIC_API, advice)
    key = environ.get("OPENAI_API_KEY", "").strip()
    if key and not (key.isascii() and key.isprintable()):
        raise JudgeClosed(
            f"{advice.key} holds characters that no HTTP header can carry; set it to the key alone",
            "the API key can't be used",
        )
    if not key:
        if urlsplit(base_url).hostname == urlsplit(PUBLIC_API).hostname:
            raise JudgeClosed(
                f"no API key for {PUBLIC_API}: set {advice.key}, or name another endpoint with "
                f"{advice.address}{' URL' if advice.variable else ''}{advice.or_variable}",
                "no API key is set",
            )
        key = PLACEHOLDER_KEY
    return Endpoint(base_url, key, query, notes)


def is_on_this_machine(url: str) -> bool:
    """Whether the address is a server on this machine: no network and no proxy stand before it."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:  # no address that anybody could call
        return False
    return host in ("localhost", "::1") or host.startswith("127.")


def _base_url(given: str, advice: Advice) -> tuple[str, tuple[tuple[str, str], ...], tuple[str, ...]]:
    parts = _parts(given, advice)
    query = tuple(parse_qsl(parts.query))
    url = urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/"), "", ""))
    if not url.endswith(ROUTE):
        return url, query, ()
    url = url[: -len(ROUTE)].rstrip("/")
    note = (
        f"the base URL ends in {ROUTE}, which the client adds itself; {shown_url(url)} is used "
        f"({advice.where})"
    )
    return url, query, (note,)


def _parts(given: str, advice: Advice) -> SplitResult:
    """The parts of a URL that a client can call; nothing is left for it to stumble over, call by call."""
    try:
        parts = urlsplit(given)
        host = parts.hostname
    except ValueError as error:  # brackets that hold no address
        raise _unusable(given, f"can't be read ({error})", advice) from None
    if parts.scheme not in ("http", "https") or not host:
        raise _unusable(given, "is no http:// or https:// URL", advice)
    try:
        port = parts.port
    except ValueError:
        port = 0
    if port == 0:
        raise _unusable(given, "names a port that is none (allowed: 1 to 65535)", advice)
    if _NO_HOST.search(host) or not _is_idna(host):
        raise _unusable(given, f"names a host that is none ({host!r})", advice)
    return parts


def _is_idna(host: str) -> bool:
    if host.isascii() and all(0 < len(label) <= 63 for label in host.rstrip(".").split(".")):
        return True
    try:
        return bool(host.encode("idna"))
    except UnicodeError:
        return False


def _unusable(given: str, fault: str, advice: Advice) -> JudgeClosed:
    return JudgeClosed(
        f"the base URL {shown_url(given)!r} {fault}; write it like http://127.0.0.1:8000/v1 ({advice.where})",
        "the base URL can't be used",
    )
