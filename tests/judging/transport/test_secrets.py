"""Keys and headers stand in no message, no detail and no file, whatever a server echoes."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_rubric.errors import JudgeError
from pytest_rubric.judging.masking import Masker, secrets_in, shown_url
from pytest_rubric.judging.stack import build_judge
from tests.judging.small_contract import answer, entry, request
from tests.judging.transport.asking import asking, many, settings
from tests.support.loopback import LoopbackJudge, Raw, completion, failure

if TYPE_CHECKING:
    from openai import AsyncOpenAI

KEY = "sk-test-123"
PLAIN_KEY = "4f1c0ffee5eed2"


def echo(key: str) -> str:
    return f"Incorrect API key provided: {key} (Authorization: Bearer {key})"


ECHOES = {
    "refusing the key": lambda key: failure(401, echo(key)),
    "not found": lambda key: failure(404, echo(key)),
    "quota": lambda key: failure(429, echo(key), code="insufficient_quota"),
    "bad request": lambda key: failure(400, echo(key)),
    "long error": lambda key: failure(400, "x" * 400 + echo(key)),
    "server error": lambda key: failure(500, echo(key)),
    "filter": lambda key: failure(400, echo(key), code="content_filter"),
    "refused feature": lambda key: failure(400, f"response_format is not supported. {echo(key)}"),
    "error with status 200": lambda key: Raw(body={"error": {"message": echo(key), "code": 500}}),
    "plain text": lambda key: Raw(status=500, body=echo(key)),
    "web page": lambda key: Raw(body=f"<html>{echo(key)}</html>"),
    "no JSON": lambda key: Raw(body=echo(key)),
    "no choices": lambda key: Raw(body={"debug": echo(key)}),
    "refusal": lambda key: completion(None, refusal=echo(key)),
    "filtered reply": lambda key: completion(echo(key), finish_reason="content_filter"),
    "cut reply": lambda key: completion(echo(key), finish_reason="length"),
}


@pytest.mark.parametrize("key", [KEY, PLAIN_KEY])
@pytest.mark.parametrize("kind", ECHOES)
def test_an_echoed_key_is_masked_in_every_kind_of_error(
    kind: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with LoopbackJudge(reply=ECHOES[kind](key)) as judge:
        session = asking(judge.base_url, many(2))
        assert judge.requests[0].headers["authorization"] == f"Bearer {key}"
    said = "\n".join(f"{error.message}\n{error.args}\n{error.details}" for error in session.errors)
    assert len(session.errors) == 2
    assert key not in said
    assert "***" in said


def test_an_echoed_key_reaches_no_stored_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    reply = completion(
        json.dumps(answer(entry(1, True, KEY), entry(2, False), strengths=[echo(KEY)])), id=KEY
    )
    with LoopbackJudge(reply=reply) as judge:
        changes = {"replies": "auto", "replies_dir": tmp_path / "replies"}
        stack = build_judge(settings(judge.base_url, **changes))

        async def main() -> str:
            try:
                return (await stack.ask(request())).text
            finally:
                await stack.close()

        text = asyncio.run(main())
    stored = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert stored
    for path in stored:
        assert KEY.encode() not in path.read_bytes()
    assert "Bearer ***" in text


def test_secrets_of_a_client_of_ones_own_are_masked_too() -> None:
    def make_client() -> AsyncOpenAI:
        import openai

        return openai.AsyncOpenAI(
            api_key="unused", base_url=url, default_headers={"X-Gateway-Token": PLAIN_KEY}
        )

    with LoopbackJudge(reply=failure(403, f"token {PLAIN_KEY} has no access")) as judge:
        url = judge.base_url
        session = asking(None, make_client=make_client)
        assert judge.requests[0].headers["x-gateway-token"] == PLAIN_KEY
    assert session.error.message == (
        f"{url}/chat/completions refuses the key: HTTP 403: token *** has no access; check OPENAI_API_KEY and "
        "that it may use this model"
    )


def test_what_merely_looks_like_a_key_stays_in_a_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "lm-studio")
    text = json.dumps(answer(entry(1, True, "use sk-demo-0000000 with lm-studio"), entry(2, False)))
    with LoopbackJudge(reply=completion(text)) as judge:
        assert asking(judge.base_url).reply.text == text


@pytest.mark.parametrize(
    ("said", "masked"),
    [
        ("key sk-proj-abc_DEF-123 refused", "key *** refused"),
        ("key sk-test-***9876 refused", "key *** refused"),
        ('{"Authorization": "Bearer abc.def"}', '{"Authorization": "***"}'),
        ("http://user:hush@host/v1", "http://***@host/v1"),
        ("tomorrow999 is the secret", "*** is the secret"),
        ("a task-oriented risk-averse answer", "a task-oriented risk-averse answer"),
        ("x is short", "x is short"),
    ],
)
def test_messages_are_masked_by_secret_and_by_shape(said: str, masked: str) -> None:
    assert Masker(["tomorrow999", "x"])(said) == masked


def test_a_secret_that_begins_with_another_is_masked_whole() -> None:
    mask = Masker(["abcdef12", "abcdef12-more"])
    assert mask("abcdef12-more") == "***"
    assert mask.body(b"abcdef12-more") == b"***"


def test_secrets_are_found_by_the_names_of_headers() -> None:
    headers = {
        "Authorization": "Bearer one-1",
        "api-key": "two-2",
        "X-Auth-Token": "three-3",
        "Cookie": "session=four-4",
        "User-Agent": "five-5",
        "x-empty-token": " ",
    }
    assert secrets_in(headers) == {"one-1", "two-2", "three-3", "session=four-4"}


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://user:hush@host.test:8443/v1", "https://host.test:8443/v1"),
        (
            "https://host.test/v1?api-version=2024-06-01&sig=hush",
            "https://host.test/v1?api-version=2024-06-01",
        ),
        ("https://host.test/v1#hush", "https://host.test/v1"),
    ],
)
def test_urls_are_shown_without_secrets(url: str, shown: str) -> None:
    assert shown_url(url) == shown


def test_an_error_of_the_hook_is_masked() -> None:
    def make_client() -> AsyncOpenAI:
        raise RuntimeError(f"no session for {KEY}")

    error: JudgeError = asking(None, make_client=make_client).error
    assert error.message == "the hook pytest_rubric_make_client failed: RuntimeError: no session for ***"
