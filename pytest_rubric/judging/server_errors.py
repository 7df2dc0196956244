"""What a server says when it refuses: read from any of the usual shapes, then named."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from pytest_rubric.runtime import clock

# Codes that some gateways give in place of a status, also inside a body with status 200.
_STATUS_OF_CODE = {
    "rate_limit_exceeded": 429,
    "rate_limit_error": 429,
    "rate_limited": 429,
    "too_many_requests": 429,
    "insufficient_quota": 429,
    "invalid_api_key": 401,
    "authentication_error": 401,
    "permission_error": 403,
    "model_not_found": 404,
    "not_found_error": 404,
    "content_filter": 400,
    "invalid_request_error": 400,
    "overloaded_error": 503,
}
_QUOTA_CODES = {"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"}
_FILTER_WORDS = re.compile(
    r"content[_ ]filter|responsibleaipolicyviolation|content[_ ]policy|content management policy"
    r"|data_inspection_failed|requires moderation|input was flagged",
    re.IGNORECASE,
)
_TAG = re.compile(r"<(?:style|script)\b.*?</(?:style|script)>|<[^>]*>", re.IGNORECASE | re.DOTALL)
_LONGEST_MESSAGE = 300


@dataclass(frozen=True, slots=True)
class ServerError:
    """One refusal. ``param`` is the parameter that the server blames, ``filters`` the categories
    of a content filter, ``retry_after`` seconds to wait."""

    status: int
    message: str
    code: str = ""
    param: str = ""
    filters: tuple[str, ...] = ()
    retry_after: float | None = None

    @property
    def is_quota(self) -> bool:
        """Whether no later call can succeed before someone pays."""
        return self.status == 402 or self.code in _QUOTA_CODES

    @property
    def is_content_filter(self) -> bool:
        """Whether a filter stopped the prompt."""
        if self.status not in (400, 403, 422):
            return False
        return bool(self.filters) or bool(_FILTER_WORDS.search(f"{self.code} {self.message}"))

    @property
    def is_transient(self) -> bool:
        """Whether another attempt may do better (rate limits aside)."""
        return self.status in (408, 409, 425) or (self.status >= 500 and self.status not in (501, 505))

    @property
    def is_overload(self) -> bool:
        return self.status in (503, 529)

    @property
    def is_shortened(self) -> bool:
        """Whether the server said more than the message holds."""
        return len(self.message) == _LONGEST_MESSAGE

    def __str__(self) -> str:
        return f"HTTP {self.status}: {self.message}" if self.message else f"HTTP {self.status}"


def read_error(status: int, body: bytes, retry_after: float | None = None) -> ServerError:
    """The refusal in the body of an error status, whatever its shape."""
    text = body.decode("utf-8", "replace")
    try:
        parsed = json.loads(text)
    except ValueError:
        plain = _TAG.sub(" ", text) if text.lstrip().startswith("<") else text
        return ServerError(status, _shortened(plain), retry_after=retry_after)
    return named_error(parsed, status, retry_after)


def error_within(parsed: object) -> object:
    """The error in a body that came with status 200, or ``None``."""
    if isinstance(parsed, list) and parsed:
        parsed = parsed[0]
    if not isinstance(parsed, dict) or parsed.get("choices"):
        return None
    if parsed.get("error"):
        return parsed["error"]
    if parsed.get("object") == "error" or parsed.get("type") == "error":
        return parsed
    return parsed if "choices" not in parsed and ("detail" in parsed or "errors" in parsed) else None


def named_error(parsed: object, status: int, retry_after: float | None = None) -> ServerError:
    """The refusal in parsed JSON. A status in it goes before that of HTTP where that is 200."""
    if isinstance(parsed, list) and len(parsed) == 1:
        parsed = parsed[0]
    error = parsed
    if isinstance(error, dict) and error.get("error"):
        error = error["error"]
    if not isinstance(error, Mapping):
        return ServerError(_status(status, None), _shortened(_text(error)), retry_after=retry_after)
    code, kind = error.get("code"), error.get("type")
    label = code if isinstance(code, str) and not code.isdigit() else kind
    message = _text(
        error.get("message") or error.get("detail") or error.get("errors") or error.get("msg") or ""
    )
    return ServerError(
        status=_status(status, code, error.get("status"), kind),
        message=_shortened(message or json.dumps(error, ensure_ascii=False)),
        code=label if isinstance(label, str) else "",
        param=error["param"] if isinstance(error.get("param"), str) else "",
        filters=_filters(error),
        retry_after=retry_after,
    )


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """Seconds that the server asks to wait: a number, a date, or ``retry-after-ms``.

    Never negative; ``None`` where it says nothing that can be read.
    """
    try:
        return max(0.0, float(headers["retry-after-ms"]) / 1000)
    except (KeyError, ValueError):
        pass
    value = headers.get("retry-after", "")
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(value).timestamp() - clock.wall_ns() / 1e9
        except (ValueError, TypeError, OverflowError):
            return None
    return max(0.0, seconds) if seconds == seconds else None


def _status(status: int, *hints: object) -> int:
    if status >= 400:
        return status
    for hint in hints:
        if isinstance(hint, str):
            hint = _STATUS_OF_CODE.get(hint.lower()) or (
                int(hint) if hint.isascii() and hint.isdigit() else None
            )
        if isinstance(hint, int) and 400 <= hint < 600:
            return hint
    return 500


def _text(value: object) -> str:
    """Plain words for a message: validation errors become ``body.temperature: not permitted``."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "; ".join(_text(entry) for entry in value)
    if isinstance(value, Mapping):
        said = value.get("msg") or value.get("message")
        if isinstance(said, str):
            place = value.get("loc")
            where = ".".join(str(part) for part in place) + ": " if isinstance(place, list) else ""
            return where + said
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def _filters(error: Mapping[str, object]) -> tuple[str, ...]:
    inner = error.get("innererror")
    results = inner.get("content_filter_result") if isinstance(inner, Mapping) else None
    return filtered_categories(results or error.get("content_filter_results"))


def filtered_categories(results: object) -> tuple[str, ...]:
    """The categories that a content filter reports as filtered, sorted."""
    if not isinstance(results, Mapping):
        return ()
    return tuple(
        sorted(
            str(name)
            for name, result in results.items()
            if isinstance(result, Mapping) and result.get("filtered") is True
        )
    )


def _shortened(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST_MESSAGE else words[: _LONGEST_MESSAGE - 1] + "…"
