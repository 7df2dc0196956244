"""The built-in client: one POST over aiohttp, its answer as raw bytes.

A judge needs no more of a client than that, and the ``openai`` package takes longer to import and to make
a request than all of the rest of a run: see ``benchmarks/``. It serves the clients of users' own
(:mod:`.sdk`).
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import ssl
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from pytest_rubric.judging.advice import FOR_JUDGE, Advice
from pytest_rubric.judging.connection import CONNECT_LIMIT, HttpAnswer, no_reply
from pytest_rubric.judging.connection_errors import fault_of
from pytest_rubric.judging.endpoint import ROUTE, Endpoint
from pytest_rubric.judging.faults import JudgeClosed, TimedOut
from pytest_rubric.judging.masking import Masker, secrets_in, shown_url
from pytest_rubric.judging.proxies import proxy_for
from pytest_rubric.judging.quiet import QuietClient

if TYPE_CHECKING:
    from aiohttp import ClientSession
    from yarl import URL

# Headers that the endpoint's own clients send for these variables.
_ACCOUNT_HEADERS = {"OPENAI_ORG_ID": "OpenAI-Organization", "OPENAI_PROJECT_ID": "OpenAI-Project"}
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_PROXY_SCHEMES = ("http", "https")


class HttpConnection:
    """The session's own client for one endpoint and key."""

    def __init__(self, endpoint: Endpoint, quiet: QuietClient) -> None:
        import aiohttp
        import yarl

        self._aiohttp = aiohttp
        self._quiet = quiet
        self._url: URL = yarl.URL(endpoint.base_url + ROUTE).with_query(list(endpoint.query))
        self._headers = _headers(endpoint)
        self._proxy = _proxy(endpoint.base_url)
        self._tls = _tls() if self._url.scheme == "https" else None
        self._session: ClientSession | None = None
        if self._url.user is not None:
            self._url = self._url.with_user(None)
        self.mask = Masker(secrets_in(self._headers, str(self._url)) | {endpoint.key})
        self.url = shown_url(endpoint.base_url + ROUTE)

    async def post(
        self, body: Mapping[str, object], timeout: float, advice: Advice = FOR_JUDGE
    ) -> HttpAnswer:
        """See :class:`~pytest_rubric.judging.connection.Connection`."""
        try:
            return await asyncio.wait_for(self._post(body, timeout), timeout)
        except Exception as error:  # of aiohttp or the operating system: fault_of knows them all
            # aiohttp's own time limits are subclasses, and say what was waited for.
            passed = type(error) in (asyncio.TimeoutError, TimeoutError)
            fault = None if passed else fault_of(error, self.url, self.mask, advice)
            raise fault or TimedOut(no_reply(self.url, timeout, advice)) from None

    async def _post(self, body: Mapping[str, object], timeout: float) -> HttpAnswer:
        limits = self._aiohttp.ClientTimeout(total=None, sock_connect=min(timeout, CONNECT_LIMIT))
        data = _ENCODER.encode(body).encode()
        async with self._open().post(
            self._url, data=data, headers=self._headers, timeout=limits, proxy=self._proxy
        ) as response:
            content = await response.read()
            return HttpAnswer(
                status=response.status,
                headers={name.lower(): value for name, value in response.headers.items()},
                body=self.mask.body(content),
                url=shown_url(str(response.url)),
            )

    def _open(self) -> ClientSession:
        """The session; it belongs to the loop that first asks."""
        if self._session is None:
            aiohttp = self._aiohttp
            # Limits of their own stand above; a pool's would only hold requests back unseen.
            connector = aiohttp.TCPConnector(limit=0, ssl=self._tls if self._tls is not None else True)
            self._session = aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())
        return self._session

    async def close(self) -> None:
        """See :class:`~pytest_rubric.judging.connection.Connection`."""
        try:
            if self._session is not None:
                await self._session.close()
                # Transports report their end on the next turns of the loop.
                await asyncio.sleep(0)
                await asyncio.sleep(0)
        finally:
            self._quiet.stop()


def connect(endpoint: Endpoint) -> HttpConnection:
    """Import aiohttp and make ready; nothing is connected yet. Raises :class:`JudgeClosed`."""
    quiet = QuietClient()
    quiet.start()
    try:
        connection = HttpConnection(endpoint, quiet)
    except JudgeClosed:
        quiet.stop()
        raise
    except Exception as error:  # of whatever library refuses the address or the certificates
        quiet.stop()
        raise cannot_build(error, endpoint) from error
    quiet.start()  # for the loggers that came with the import
    return connection


def cannot_build(error: Exception, endpoint: Endpoint) -> JudgeClosed:
    """What is told where a client for an endpoint can't be made."""
    said = Masker([endpoint.key])(str(error))
    return JudgeClosed(
        f"the client for {shown_url(endpoint.base_url)} can't be built: {type(error).__name__}: {said}",
        "its client can't be built",
    )


def cannot_use(proxy: str, why: str, endpoint_url: str) -> JudgeClosed:
    """What is told where the proxy of the environment can't be used."""
    return JudgeClosed(
        f"the proxy {shown_url(proxy)} can't be used: {why}; set HTTP_PROXY, HTTPS_PROXY or ALL_PROXY to an "
        f"http:// proxy, or list {urlsplit(endpoint_url).hostname} in NO_PROXY",
        "the proxy can't be used",
    )


def _headers(endpoint: Endpoint) -> dict[str, str]:
    parts = urlsplit(endpoint.base_url)
    if parts.username is not None:
        pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        authorization = f"Basic {base64.b64encode(pair.encode()).decode()}"
    else:
        authorization = f"Bearer {endpoint.key}"
    account = {header: os.environ[name] for name, header in _ACCOUNT_HEADERS.items() if os.environ.get(name)}
    return {
        "Authorization": authorization,
        "Content-Type": "application/json",
        "Accept": "application/json",
        "User-Agent": f"pytest-rubric/{version('pytest-rubric')}",
        **account,
    }


def _proxy(base_url: str) -> str | None:
    proxy = proxy_for(base_url)
    if proxy is not None and urlsplit(proxy).scheme not in _PROXY_SCHEMES:
        raise cannot_use(proxy, "it is no http:// and no https:// URL", base_url)
    return proxy


def _tls() -> ssl.SSLContext:
    """What the SDK trusts: the same certificates, from the same places and variables."""
    library: Any
    try:
        library = import_module("httpx2")
    except ImportError:  # older versions of the SDK stand on this
        library = import_module("httpx")
    context: ssl.SSLContext = library.create_ssl_context()
    return context
