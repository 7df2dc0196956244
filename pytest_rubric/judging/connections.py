"""The clients of a session: one for each endpoint and key, whoever asks it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_rubric.errors import JudgeError
from pytest_rubric.judging.advice import FOR_JUDGE, Advice
from pytest_rubric.judging.connection import Connection
from pytest_rubric.judging.endpoint import Endpoint, endpoint_of
from pytest_rubric.judging.proxies import is_socks, proxy_for
from pytest_rubric.judging.shared_errors import own_copy
from pytest_rubric.model import Settings

if TYPE_CHECKING:
    from openai import AsyncOpenAI


@dataclass(frozen=True, slots=True)
class Line:
    """An open client. ``endpoint`` is ``None`` where the user's hook has made the client."""

    connection: Connection
    endpoint: Endpoint | None

    @property
    def has_key(self) -> bool:
        """Whether a real key is sent; a client of the user's has whatever it needs."""
        return self.endpoint is None or self.endpoint.has_key


class Connections:
    """Opens each client once and closes them all. Used in one thread and one event loop."""

    def __init__(
        self, settings: Settings, make_client: Callable[[], AsyncOpenAI | None] | None = None
    ) -> None:
        self._settings = settings
        self._make_client = make_client
        self._lines: dict[tuple[str, str], Line] = {}
        self._default: Line | JudgeError | None = None

    def default(self, advice: Advice = FOR_JUDGE) -> Line:
        """The client that ``pytest_rubric_make_client`` makes, else that of the session's base URL.

        Raises :class:`~pytest_rubric.judging.faults.JudgeClosed` where there is none; the hook is not
        called once more.
        """
        if self._default is None:
            try:
                custom = self._custom()
                self._default = Line(custom, None) if custom is not None else self._to(self._settings, advice)
            except JudgeError as error:
                self._default = error
        if isinstance(self._default, JudgeError):
            raise own_copy(self._default)
        return self._default

    def to(self, base_url: str | None, key_variable: str, advice: Advice) -> Line:
        """The client for another address, or another key than that in OPENAI_API_KEY.

        Raises :class:`~pytest_rubric.judging.faults.JudgeClosed` where they can't be used.
        """
        if base_url is None and key_variable == FOR_JUDGE.key:
            return self.default(advice)
        settings = self._settings if base_url is None else replace(self._settings, base_url=base_url)
        return self._to(settings, advice, key_variable)

    async def close(self) -> None:
        """Close all clients; one that is asked for again is opened anew."""
        open_now = {id(line): line for line in self._lines.values()}
        if isinstance(self._default, Line):
            open_now[id(self._default)] = self._default
            self._default = None
        self._lines.clear()
        for line in open_now.values():
            await line.connection.close()

    def _to(self, settings: Settings, advice: Advice, key_variable: str = FOR_JUDGE.key) -> Line:
        endpoint = endpoint_of(settings, {FOR_JUDGE.key: os.environ.get(key_variable, "")}, advice)
        key = (endpoint.url, endpoint.key)
        if key not in self._lines:
            self._lines[key] = Line(connect(endpoint, self._settings.concurrency), endpoint)
        return self._lines[key]

    def _custom(self) -> Connection | None:
        if self._make_client is None:
            return None
        from pytest_rubric.judging.sdk import connect_custom

        return connect_custom(self._make_client)


def connect(endpoint: Endpoint, concurrency: int) -> Connection:
    """A client for this address and key. Raises :class:`~pytest_rubric.judging.faults.JudgeClosed`."""
    proxy = proxy_for(endpoint.base_url)
    if proxy is not None and is_socks(proxy):
        # aiohttp speaks none of it.
        from pytest_rubric.judging.sdk import connect_through_socks

        return connect_through_socks(endpoint, proxy, concurrency)
    from pytest_rubric.judging import http

    return http.connect(endpoint)
