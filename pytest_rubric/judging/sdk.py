"""The ``openai`` package at arm's length: import, one client a session, one POST, its exceptions.

Measured on loopback (1,000 calls of 0.5 s, 100 at once, processor time of one call): typed
responses over the SDK's default transport 2.6 ms, raw responses over it 2.5 ms, raw responses over
aiohttp 1.5 ms, the client's generic ``post`` over aiohttp 0.95 ms. Hence the last.
"""

from __future__ import annotations

import asyncio
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pytest_rubric.judging.advice import FOR_JUDGE, Advice
from pytest_rubric.judging.connection_errors import fault_of
from pytest_rubric.judging.endpoint import ROUTE, Endpoint, is_on_this_machine
from pytest_rubric.judging.faults import JudgeClosed, TimedOut
from pytest_rubric.judging.masking import Masker, secrets_in, shown_url
from pytest_rubric.judging.quiet import QuietClient

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_CONNECT_LIMIT = 15.0
# What the SDK's own client allows; a larger pool is only built where it would not do.
_SDK_CONNECTIONS = 1000


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """One HTTP answer. Header names are in lower case; ``url`` may be shown, and ``body`` stored:
    neither holds a key."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str


class Connection:
    """The session's client. Made, used and closed in one thread."""

    def __init__(self, client: AsyncOpenAI, quiet: QuietClient) -> None:
        import openai

        self._openai = openai
        self._quiet = quiet
        self._client = client
        self._response_type = getattr(_http_library(), "Response")  # noqa: B009  # of either library
        key = getattr(client, "api_key", None)
        self._secrets = frozenset([key] if isinstance(key, str) else [])
        self.mask = Masker(self._secrets)
        self.url = shown_url(str(client.base_url).rstrip("/") + ROUTE)

    async def post(
        self, body: Mapping[str, object], timeout: float, advice: Advice = FOR_JUDGE
    ) -> HttpAnswer:
        """Send one request and read the whole answer, whatever its status.

        ``timeout`` is the time for everything, in seconds. Raises a fault of
        :mod:`~pytest_rubric.judging.faults` where there is no whole answer.
        """
        try:
            # The SDK limits the time between two bytes; an answer that drips needs a limit of its own.
            response = await asyncio.wait_for(self._post(body, timeout), timeout)
        except self._openai.APIStatusError as error:
            response = error.response
        except (asyncio.TimeoutError, TimeoutError):
            raise TimedOut(_no_reply(self.url, timeout, advice)) from None
        except Exception as error:  # of aiohttp, httpx or the SDK: fault_of knows them all
            fault = fault_of(error, self.url, self.mask, advice)
            raise fault or TimedOut(_no_reply(self.url, timeout, advice)) from None
        # A client of the user's may carry other secrets than its key, and change them on the way.
        self._learn(secrets_in(response.request.headers, str(response.request.url)))
        return HttpAnswer(
            status=response.status_code,
            headers={name.lower(): value for name, value in response.headers.items()},
            body=self.mask.body(response.content),
            url=shown_url(str(response.request.url)),
        )

    def _learn(self, secrets: frozenset[str]) -> None:
        if not secrets <= self._secrets:
            self._secrets |= secrets
            self.mask = Masker(self._secrets)

    async def _post(self, body: Mapping[str, object], timeout: float) -> Any:
        limits = self._openai.Timeout(timeout, connect=min(timeout, _CONNECT_LIMIT))
        # The SDK's own retries would hide 429s from the limits, in a client of the user's too.
        return await self._client.post(
            ROUTE, cast_to=self._response_type, body=body, options={"timeout": limits, "max_retries": 0}
        )

    async def close(self) -> None:
        """Close the client and its connections, and let the libraries' loggers speak again."""
        try:
            await self._client.close()
            # Transports report their end on the next turns of the loop.
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        finally:
            self._quiet.stop()


def connect(endpoint: Endpoint, concurrency: int) -> Connection:
    """Import the SDK and build the built-in client. Raises :class:`JudgeClosed`."""
    quiet = QuietClient()
    quiet.start()
    try:
        import openai

        quiet.start()
        http = _http_client(openai, endpoint.base_url, concurrency)
        client = openai.AsyncOpenAI(
            api_key=endpoint.key,
            base_url=endpoint.base_url,
            default_query=dict(endpoint.query),
            max_retries=0,
            http_client=http,
        )
    except Exception as error:  # of whatever library refuses the address, the proxy or the certificates
        quiet.stop()
        raise _cannot_build(error, endpoint) from error
    quiet.start()
    return Connection(client, quiet)


def connect_custom(make_client: Callable[[], Any]) -> Connection | None:
    """Take the client of the user's hook; ``None`` where it makes none. Raises :class:`JudgeClosed`."""
    quiet = QuietClient()
    quiet.start()
    try:
        client = make_client()
    except Exception as error:  # whatever a user's hook raises
        quiet.stop()
        raise JudgeClosed(
            f"the hook pytest_rubric_make_client failed: {type(error).__name__}: {Masker()(str(error))}",
            "its client could not be made",
        ) from error
    if client is None:
        quiet.stop()
        return None
    import openai

    if not isinstance(client, openai.AsyncOpenAI):
        quiet.stop()
        raise JudgeClosed(
            f"the hook pytest_rubric_make_client returned {type(client).__name__}; it must return an "
            "openai.AsyncOpenAI (or a subclass, such as AsyncAzureOpenAI)",
            "its client could not be made",
        )
    quiet.start()
    return Connection(client, quiet)


def _http_client(openai: Any, base_url: str, concurrency: int) -> Any:
    """aiohttp below the SDK: the fastest transport that keeps to proxies and ``NO_PROXY``."""
    options: dict[str, Any] = {}
    if concurrency >= _SDK_CONNECTIONS:
        limits = getattr(_http_library(), "Limits")  # noqa: B009  # of either library
        options["limits"] = limits(max_connections=2 * concurrency, max_keepalive_connections=concurrency)
    proxy = _proxy_for(base_url)
    if proxy is not None and proxy.startswith("socks"):
        return openai.DefaultAsyncHttpxClient(**options)
    try:
        return openai.DefaultAioHttpClient(trust_env=proxy is not None or _is_https(base_url), **options)
    except ValueError:
        if proxy is not None:
            raise
        # An environment that names an unusable proxy must not hinder a judge that needs none.
        return openai.DefaultAioHttpClient(trust_env=False, **options)


def _proxy_for(base_url: str) -> str | None:
    """The proxy that the environment puts before this URL; none before this machine itself."""
    parts = urlsplit(base_url)
    host = parts.hostname or ""
    proxies = urllib.request.getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if not proxy or is_on_this_machine(base_url):
        return None
    return None if urllib.request.proxy_bypass(host) else proxy.lower()


def _is_https(url: str) -> bool:
    return urlsplit(url).scheme == "https"


def _http_library() -> Any:
    """httpx2, or httpx below older versions of the SDK: whatever its client is made of."""
    import openai

    for base in openai.DefaultAsyncHttpxClient.__mro__:
        name = base.__module__.partition(".")[0]
        if name.startswith("httpx"):
            return import_module(name)
    raise JudgeClosed(
        "the installed openai package stands on no known HTTP library", "the client can't be built"
    )


def _cannot_build(error: Exception, endpoint: Endpoint) -> JudgeClosed:
    said = Masker([endpoint.key])(str(error))
    proxy = _proxy_for(endpoint.base_url)
    if proxy is None:
        return JudgeClosed(
            f"the client for {shown_url(endpoint.base_url)} can't be built: {type(error).__name__}: {said}",
            "its client can't be built",
        )
    if isinstance(error, ImportError):
        said = f"SOCKS needs a package that is missing (pip install '{_http_library().__name__}[socks]')"
    host = urlsplit(endpoint.base_url).hostname
    return JudgeClosed(
        f"the proxy {shown_url(proxy)} can't be used: {said}; set HTTP_PROXY, HTTPS_PROXY or ALL_PROXY to an "
        f"http:// proxy, or list {host} in NO_PROXY",
        "the proxy can't be used",
    )


def _no_reply(url: str, timeout: float, advice: Advice) -> str:
    return f"no reply from {url} within {timeout:g} s; raise {advice.timeout} if the model needs longer"
