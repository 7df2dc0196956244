"""The ``openai`` package at arm's length: clients of users' own, and proxies that speak SOCKS.

Imported for these only, since its import and its requests cost several times what the built-in client
(:mod:`.http`) does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pytest_rubric.judging.advice import FOR_JUDGE, Advice
from pytest_rubric.judging.connection import CONNECT_LIMIT, HttpAnswer, no_reply
from pytest_rubric.judging.connection_errors import fault_of
from pytest_rubric.judging.endpoint import ROUTE, Endpoint
from pytest_rubric.judging.faults import JudgeClosed, TimedOut
from pytest_rubric.judging.http import cannot_build, cannot_use
from pytest_rubric.judging.masking import Masker, secrets_in, shown_url
from pytest_rubric.judging.quiet import QuietClient

if TYPE_CHECKING:
    from openai import AsyncOpenAI


class SdkConnection:
    """A client of the ``openai`` package. Made, used and closed in one thread."""

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
        """See :class:`~pytest_rubric.judging.connection.Connection`."""
        try:
            # The SDK limits the time between two bytes; an answer that drips needs a limit of its own.
            response = await asyncio.wait_for(self._post(body, timeout), timeout)
        except self._openai.APIStatusError as error:
            response = error.response
        except (asyncio.TimeoutError, TimeoutError):
            raise TimedOut(no_reply(self.url, timeout, advice)) from None
        except Exception as error:  # of aiohttp, httpx or the SDK: fault_of knows them all
            fault = fault_of(error, self.url, self.mask, advice)
            raise fault or TimedOut(no_reply(self.url, timeout, advice)) from None
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
        limits = self._openai.Timeout(timeout, connect=min(timeout, CONNECT_LIMIT))
        # The SDK's own retries would hide 429s from the limits, in a client of the user's too.
        return await self._client.post(
            ROUTE, cast_to=self._response_type, body=body, options={"timeout": limits, "max_retries": 0}
        )

    async def close(self) -> None:
        """See :class:`~pytest_rubric.judging.connection.Connection`."""
        try:
            await self._client.close()
            # Transports report their end on the next turns of the loop.
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        finally:
            self._quiet.stop()


def connect_through_socks(endpoint: Endpoint, proxy: str, concurrency: int) -> SdkConnection:
    """A client that asks through the SOCKS proxy of the environment. Raises :class:`JudgeClosed`."""
    quiet = QuietClient()
    quiet.start()
    try:
        import openai

        quiet.start()
        limits = getattr(_http_library(), "Limits")  # noqa: B009  # of either library
        pool = limits(max_connections=2 * concurrency, max_keepalive_connections=concurrency)
        client = openai.AsyncOpenAI(
            api_key=endpoint.key,
            base_url=endpoint.base_url,
            default_query=dict(endpoint.query),
            max_retries=0,
            http_client=openai.DefaultAsyncHttpxClient(limits=pool),
        )
    except ImportError as error:
        quiet.stop()
        why = f"SOCKS needs a package that is missing (pip install '{_http_library().__name__}[socks]')"
        raise cannot_use(proxy, why, endpoint.base_url) from error
    except Exception as error:  # of whatever library refuses the address, the proxy or the certificates
        quiet.stop()
        raise cannot_build(error, endpoint) from error
    quiet.start()
    return SdkConnection(client, quiet)


def connect_custom(make_client: Callable[[], Any]) -> SdkConnection | None:
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
    return SdkConnection(client, quiet)


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
