"""One client for each endpoint and key, whoever asks it."""

from __future__ import annotations

import asyncio

import pytest

from pytest_rubric.errors import JudgeError
from pytest_rubric.judging.advice import FOR_JUDGE, Advice
from pytest_rubric.judging.connections import Connections, Line
from tests.judging.transport.asking import settings

URL = "http://127.0.0.1:9/v1"
KEY = FOR_JUDGE.key


def lines(*wanted: tuple[str | None, str], base_url: str = URL) -> list[Line]:
    """The lines to these addresses and keys, opened in one session."""

    async def main() -> list[Line]:
        connections = Connections(settings(base_url))
        try:
            return [connections.default(), *[connections.to(url, key, FOR_JUDGE) for url, key in wanted]]
        finally:
            await connections.close()

    return asyncio.run(main())


def test_the_same_address_and_key_share_a_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHER_KEY", "key-of-another")
    own, same, written, slash, other_key, other_url = lines(
        (None, KEY), (URL, KEY), (f"{URL}/", KEY), (None, "OTHER_KEY"), ("http://127.0.0.1:10/v1", KEY)
    )
    assert own is same is written is slash
    assert len({id(own), id(other_key), id(other_url)}) == 3
    assert [line.has_key for line in (own, other_key, other_url)] == [False, True, False]


def test_a_client_of_the_users_is_made_once_and_serves_all_who_name_no_address() -> None:
    made: list[object] = []

    async def main() -> None:
        from openai import AsyncOpenAI

        def make_client() -> AsyncOpenAI:
            made.append(client := AsyncOpenAI(base_url="http://127.0.0.1:11/v1", api_key="k"))
            return client

        connections = Connections(settings(URL), make_client)
        assert connections.default() is connections.to(None, KEY, FOR_JUDGE)
        assert connections.default().has_key
        assert connections.to(URL, KEY, FOR_JUDGE) is not connections.default()
        await connections.close()

    asyncio.run(main())
    assert len(made) == 1


def test_a_hook_that_fails_is_called_once() -> None:
    calls: list[int] = []

    def make_client() -> None:
        calls.append(1)
        raise RuntimeError("no token")

    connections = Connections(settings(URL), make_client)
    for _ in range(2):
        with pytest.raises(JudgeError, match="pytest_rubric_make_client failed: RuntimeError: no token"):
            connections.default()
    assert calls == [1]


def test_messages_name_what_the_asker_can_set() -> None:
    connections = Connections(settings(URL))
    advice = Advice(address="`base_url` of the target", variable=None, key="OTHER_KEY")
    with pytest.raises(JudgeError) as raised:
        connections.to("https://api.openai.com/v1", "OTHER_KEY", advice)
    assert raised.value.message == (
        "no API key for https://api.openai.com/v1: set OTHER_KEY, or name another endpoint with `base_url` "
        "of the target"
    )
