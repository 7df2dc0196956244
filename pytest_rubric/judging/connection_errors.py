"""What went wrong below HTTP, in words: libraries wrap the cause several times over."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator

from pytest_rubric.errors import JudgeError
from pytest_rubric.judging.advice import FOR_JUDGE, Advice
from pytest_rubric.judging.faults import JudgeClosed, ServerFault, Unreachable
from pytest_rubric.judging.masking import Masker

# Class names, because importing aiohttp, httpx or httpx2 only to compare would cost more than the call.
# A transport may report a refused or broken connection as a timeout: so the causes are asked too.
_NOT_CONNECTED = {
    "ClientConnectorError",
    "ConnectError",
    "ConnectTimeout",
    "ConnectionTimeoutError",
    "ProxyError",
}
_PROXY = {"ClientProxyConnectionError", "ClientHttpProxyError", "ProxyError"}
_CONNECTION_LOST = {
    "ServerDisconnectedError",
    "ClientOSError",
    "ClientPayloadError",
    "ReadError",
    "WriteError",
}
# What a client refuses before it sends anything: an address, or a header, that is none.
_NOT_SENDABLE = {"InvalidURL", "UnsupportedProtocol", "LocalProtocolError", "OverflowError"}
_TIMED_OUT = {"APITimeoutError", "TimeoutException", "ServerTimeoutError"}
_CONNECTION = {"APIConnectionError", "TransportError", "ClientError"}


def fault_of(error: BaseException, url: str, mask: Masker, advice: Advice = FOR_JUDGE) -> JudgeError | None:
    """The fault behind an exception of the client; ``None`` for a time limit.

    What is no fault of the connection at all (a callback for credentials that fails, say)
    closes the judge: it would fail the next call likewise.
    """
    names = {cls.__name__ for link in _chain(error) for cls in type(link).__mro__}
    cause = _cause(error)
    if names & _NOT_SENDABLE:
        return JudgeClosed(
            f"{url} can't be called: {_words(cause, mask)}; check {advice.address}{advice.or_variable}",
            "the base URL can't be used",
        )
    # The oddest first: a lost connection is reported as a failure to connect by some transports.
    if names & _CONNECTION_LOST and not names & (_NOT_CONNECTED - {"ConnectTimeout"}):
        return ServerFault(f"{url} closed the connection before its reply was whole")
    if names & (_NOT_CONNECTED | _PROXY):
        through = "through the proxy that the environment names" if names & _PROXY else ""
        return Unreachable(
            f"{url} can't be reached{' ' + through if through else ''}: {_words(cause, mask)}; "
            f"check {advice.address}{advice.or_variable} and that the server runs",
            "the endpoint can't be reached",
        )
    if names & _TIMED_OUT:
        return None
    if names & _CONNECTION:
        return ServerFault(f"the connection to {url} failed: {_words(cause, mask)}")
    return JudgeClosed(
        f"the client failed before {url} was asked: {type(cause).__name__}: {mask(str(cause))}",
        "its client fails",
    )


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        yield link
        # A transport on task groups wraps its one failure in a group.
        inner = getattr(link, "exceptions", None)
        link = inner[0] if inner else link.__cause__ or link.__context__


def _cause(error: BaseException) -> BaseException:
    """The innermost exception; of several it is the one that the operating system raised."""
    links = list(_chain(error))
    return next((link for link in reversed(links) if isinstance(link, OSError)), links[-1])


def _words(cause: BaseException, mask: Masker) -> str:
    if isinstance(cause, ssl.SSLCertVerificationError):
        return f"its TLS certificate can't be verified ({cause.verify_message})"
    if isinstance(cause, ssl.SSLError):
        return f"TLS failed ({mask(str(cause.reason or cause))}); is it http:// rather than https://?"
    if isinstance(cause, socket.gaierror):
        return "no such host"
    if isinstance(cause, ConnectionRefusedError):
        return "connection refused"
    if isinstance(cause, TimeoutError):
        return "no connection in time"
    return mask(str(cause)) or type(cause).__name__
