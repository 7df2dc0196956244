"""What went wrong below HTTP, in words, however deep the libraries have wrapped it."""

from __future__ import annotations

import socket
import ssl
from itertools import pairwise

import pytest

from pytest_rubric.errors import JudgeError
from pytest_rubric.judging.connection_errors import fault_of
from pytest_rubric.judging.faults import JudgeClosed, ServerFault, Unreachable
from pytest_rubric.judging.masking import Masker

URL = "https://judge.test/v1/chat/completions"
CHECK = "; check --rubric-base-url (or OPENAI_BASE_URL) and that the server runs"


# Known by their names, so that no HTTP library is imported to compare.
class APIConnectionError(Exception): ...


class APITimeoutError(APIConnectionError): ...


class ConnectError(Exception): ...


class ConnectTimeout(Exception): ...


class ProxyError(Exception): ...


class ReadError(Exception): ...


class ClientOSError(Exception): ...


def chained(*errors: BaseException) -> BaseException:
    """The first error, caused by the second, caused by the third ..."""
    for error, cause in pairwise(errors):
        error.__cause__ = cause
    return errors[0]


def untrusted() -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_message = "self-signed certificate"
    return error


FAULTS: dict[str, tuple[list[BaseException], type[JudgeError], str]] = {
    "refused": (
        [APIConnectionError(), ConnectError(), ConnectionRefusedError(111, "refused")],
        Unreachable,
        f"{URL} can't be reached: connection refused{CHECK}",
    ),
    "no such host": (
        [APIConnectionError(), ConnectError(), socket.gaierror(-2, "Name or service not known")],
        Unreachable,
        f"{URL} can't be reached: no such host{CHECK}",
    ),
    "not connected in time": (
        [APITimeoutError(), ConnectTimeout(), TimeoutError()],
        Unreachable,
        f"{URL} can't be reached: no connection in time{CHECK}",
    ),
    "a certificate": (
        [APIConnectionError(), ConnectError(), untrusted()],
        Unreachable,
        f"{URL} can't be reached: its TLS certificate can't be verified (self-signed certificate){CHECK}",
    ),
    "a proxy": (
        [APIConnectionError(), ProxyError("407 for http://user:hush@proxy.test")],
        Unreachable,
        f"{URL} can't be reached through the proxy that the environment names: 407 for http://***@proxy.test{CHECK}",
    ),
    "no words at all": (
        [APIConnectionError(), ConnectError()],
        Unreachable,
        f"{URL} can't be reached: ConnectError{CHECK}",
    ),
    "lost while reading": (
        [APIConnectionError(), ReadError()],
        ServerFault,
        f"{URL} closed the connection before its reply was whole",
    ),
    "lost while writing": (
        [APIConnectionError(), ClientOSError(), ConnectionResetError(104, "reset")],
        ServerFault,
        f"{URL} closed the connection before its reply was whole",
    ),
    "something else on the line": (
        [APIConnectionError(), ValueError("bad header")],
        ServerFault,
        f"the connection to {URL} failed: bad header",
    ),
    "no fault of the connection": (
        [LookupError("no token for sk-hush-123456")],
        JudgeClosed,
        f"the client failed before {URL} was asked: LookupError: no token for ***",
    ),
}


@pytest.mark.parametrize(("errors", "kind", "message"), FAULTS.values(), ids=FAULTS.keys())
def test_the_innermost_cause_is_told(
    errors: list[BaseException], kind: type[JudgeError], message: str
) -> None:
    fault = fault_of(chained(*errors), URL, Masker())
    assert type(fault) is kind
    assert fault.message == message


def test_a_time_limit_is_left_to_the_caller() -> None:
    assert fault_of(APITimeoutError(), URL, Masker()) is None


def test_causes_that_go_in_circles_end() -> None:
    first, second = APIConnectionError("one"), APIConnectionError("two")
    first.__cause__, second.__cause__ = second, first
    fault = fault_of(first, URL, Masker())
    assert type(fault) is ServerFault
