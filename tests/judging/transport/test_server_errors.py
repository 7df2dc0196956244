"""How long a server asks to wait, and what kind of refusal it means."""

from __future__ import annotations

import time
from email.utils import formatdate

import pytest

from pytest_rubric.judging.server_errors import ServerError, named_error, retry_after_of


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.25"}, 0.25),
        ({"retry-after": "0"}, 0.0),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after-ms": "1500", "retry-after": "60"}, 1.5),
        ({"retry-after-ms": "soon", "retry-after": "60"}, 60.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": ""}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "Sun, 99 Nov 1994 08:49:37 GMT"}, None),
        ({}, None),
    ],
)
def test_a_wait_is_read_in_seconds(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after_of(headers) == seconds


def test_a_wait_may_be_a_date() -> None:
    wait = retry_after_of({"retry-after": formatdate(time.time() + 100, usegmt=True)})
    assert wait is not None
    assert 90 < wait <= 100
    assert retry_after_of({"retry-after": formatdate(time.time() - 100, usegmt=True)}) == 0


KINDS: dict[str, tuple[object, int, str]] = {
    "a code that is a status": ({"code": 503, "message": "m"}, 503, ""),
    "a code that is a status in digits": ({"code": "429", "message": "m"}, 429, ""),
    "a code that is a word": ({"code": "rate_limit_exceeded"}, 429, "rate_limit_exceeded"),
    "a type": ({"type": "overloaded_error"}, 503, "overloaded_error"),
    "a status": ({"status": 401, "message": "m"}, 401, ""),
    "nothing known": ({"message": "m"}, 500, ""),
    "a number that is no status": ({"code": 12, "message": "m"}, 500, ""),
    "a text": ("m", 500, ""),
    "null": (None, 500, ""),
}


@pytest.mark.parametrize(("parsed", "status", "code"), KINDS.values(), ids=KINDS.keys())
def test_the_status_of_an_error_in_a_body_with_status_200_is_found(
    parsed: object, status: int, code: str
) -> None:
    found = named_error(parsed, 200)
    assert (found.status, found.code) == (status, code)


def test_the_status_of_http_goes_before_that_of_the_body() -> None:
    assert named_error({"code": 400, "message": "m"}, 503).status == 503


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ServerError(429, "m"), ""),
        (ServerError(429, "You exceeded your current quota", code="insufficient_quota"), "quota"),
        # The same words without the code: some say so of a limit by the minute.
        (ServerError(429, "You exceeded your current quota"), ""),
        (ServerError(402, "m"), "quota"),
        (ServerError(400, "The response was filtered by our content management policy."), "filter"),
        (ServerError(400, "m", filters=("hate",)), "filter"),
        (ServerError(500, "content_filter crashed"), "transient"),
        (ServerError(503, "m"), "transient overload"),
        (ServerError(529, "m"), "transient overload"),
        (ServerError(501, "m"), ""),
        (ServerError(400, "m"), ""),
    ],
)
def test_kinds_of_refusals(error: ServerError, kind: str) -> None:
    is_so = {
        "quota": error.is_quota,
        "filter": error.is_content_filter,
        "transient": error.is_transient,
        "overload": error.is_overload,
    }
    assert " ".join(name for name, found in is_so.items() if found) == kind
