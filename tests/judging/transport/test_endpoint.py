"""Which address, model and key are used, and what is said where they can't be."""

from __future__ import annotations

from collections.abc import Callable

import openai
import pytest

from pytest_rubric.errors import JudgeUnavailable
from pytest_rubric.judging.client import identity_url
from pytest_rubric.judging.endpoint import (
    PLACEHOLDER_KEY,
    PUBLIC_API,
    endpoint_of,
    is_on_this_machine,
    model_of,
)
from pytest_rubric.judging.faults import JudgeClosed
from tests.judging.transport.asking import NO_TO_ALL, asking, many, settings
from tests.support.loopback import LoopbackJudge, failure

ADDRESSES: dict[str, Callable[[str], str]] = {
    "as it should be": lambda url: url,
    "with a slash": lambda url: url + "/",
    "with blanks around it": lambda url: f" {url} ",
    "with the route": lambda url: url + "/chat/completions",
    "with the route and a slash": lambda url: url + "/chat/completions/",
}


@pytest.mark.parametrize("written", ADDRESSES.values(), ids=ADDRESSES.keys())
def test_one_address_however_it_is_written(written: Callable[[str], str]) -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        url = judge.base_url
        session = asking(written(url))
        assert [received.path for received in judge.requests] == ["/v1/chat/completions"]
    assert session.replies
    route = "/chat/completions" in written(url)
    note = (
        f"the base URL ends in /chat/completions, which the client adds itself; {url} is used "
        "(--rubric-base-url or OPENAI_BASE_URL)"
    )
    assert session.notes == ([note] if route else [])
    assert identity_url(settings(written(url)), {}) == url


@pytest.mark.parametrize("ending", ["", "/v2", "/v1/v1"])
def test_a_wrong_address_is_told_with_the_url_that_was_called_and_not_tried_again(ending: str) -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        root = judge.base_url.removesuffix("/v1")
        session = asking(root + ending, many(2))
        assert judge.calls == 1
    first, second = session.errors
    assert isinstance(first, JudgeUnavailable)
    assert first.message == (
        f"{root}{ending}/chat/completions was called and answered HTTP 404: no such route: "
        f"{ending}/chat/completions; check --rubric-base-url (most end in /v1; with a cloud's deployments also "
        "their name and API version) and --rubric-model"
    )
    assert isinstance(second, JudgeUnavailable)
    assert second.message == (
        "the judge was closed earlier in this session: the endpoint does not know the address or the model"
    )
    assert (first.calls, second.calls) == (1, 0)


@pytest.mark.parametrize("status", [404, 405])
def test_an_unknown_model_is_told_once(status: int) -> None:
    unknown = failure(status, "The deployment 'grading-prod-01' does not exist", code="DeploymentNotFound")
    with LoopbackJudge(reply=unknown) as judge:
        session = asking(judge.base_url, many(3), model="grading-prod-01")
        assert judge.calls == 1
        url = judge.base_url
    assert session.errors[0].message == (
        f"{url}/chat/completions was called and answered HTTP {status}: The deployment 'grading-prod-01' does "
        "not exist; check --rubric-base-url (most end in /v1; with a cloud's deployments also their name and "
        "API version) and --rubric-model"
    )


def test_a_query_in_the_address_is_sent_and_of_it_only_the_version_is_shown() -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        url = judge.base_url
        session = asking(f"{url}/?api-version=2024-06-01&code=opensesame99")
        (received,) = judge.requests
    assert received.path == "/v1/chat/completions?api-version=2024-06-01&code=opensesame99"
    # The test server knows the route without a query only, and says what it was asked for.
    assert session.error.message == (
        f"{url}/chat/completions?api-version=2024-06-01 was called and answered HTTP 404: no such route: "
        "/v1/chat/completions?api-version=2024-06-01&code=***; check --rubric-base-url (most end in /v1; with "
        "a cloud's deployments also their name and API version) and --rubric-model"
    )


def test_the_query_of_an_address_belongs_to_it() -> None:
    assert identity_url(settings("https://host.test/v1/chat/completions?api-version=7"), {}) == (
        "https://host.test/v1?api-version=7"
    )


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("127.0.0.1:8000/v1", "'127.0.0.1:8000/v1'"),
        ("ftp://judge.test/v1", "'ftp://judge.test/v1'"),
        ("judge", "'judge'"),
    ],
)
def test_what_is_no_address_is_told_before_anything_is_asked(given: str, shown: str) -> None:
    with pytest.raises(JudgeClosed) as caught:
        endpoint_of(settings(given), {})
    assert caught.value.message == (
        f"the base URL {shown} is no http:// or https:// URL; write it like http://127.0.0.1:8000/v1 "
        "(--rubric-base-url or OPENAI_BASE_URL)"
    )
    assert caught.value.reason == "the base URL can't be used"


PORT = "names a port that is none (allowed: 1 to 65535)"
MALFORMED: dict[str, tuple[str, str]] = {
    "a port too large": ("http://127.0.0.1:99999/v1", PORT),
    "a port of words": ("http://127.0.0.1:port/v1", PORT),
    "a negative port": ("http://127.0.0.1:-5/v1", PORT),
    "port 0": ("http://127.0.0.1:0/v1", PORT),
    "two ports": ("http://127.0.0.1:80:81/v1", PORT),
    "half a bracket": ("http://[::1/v1", "can't be read (Invalid IPv6 URL)"),
    "blanks in the host": ("http://my judge/v1", "names a host that is none ('my judge')"),
    "only dots": ("http://.../v1", "names a host that is none ('...')"),
    "a label too long": (f"http://{'a' * 64}.test/v1", f"names a host that is none ('{'a' * 64}.test')"),
    "a variable that was never filled in": (
        "http://${HOST}/v1",
        "names a host that is none ('${host}')",
    ),
}


@pytest.mark.parametrize(("given", "fault"), MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_address_closes_the_judge_at_once_without_a_call(given: str, fault: str) -> None:
    session = asking(given, many(3), at_once=True)
    first, *later = session.errors
    assert isinstance(first, JudgeUnavailable)
    assert first.message == (
        f"the base URL {given!r} {fault}; write it like http://127.0.0.1:8000/v1 (--rubric-base-url or "
        "OPENAI_BASE_URL)"
    )
    assert {error.message for error in later} == {
        "the judge was closed earlier in this session: the base URL can't be used"
    }
    assert (session.calls, session.pauses) == (0, [])


@pytest.mark.parametrize("given", ["http://[::1/v1", "http://127.0.0.1:99999/v1"])
def test_a_malformed_address_can_be_named_and_shows_no_secret(given: str) -> None:
    assert identity_url(settings(given), {}) == given
    with pytest.raises(JudgeClosed) as caught:
        endpoint_of(settings(given.replace("://", "://user:hush-hush@") + "?key=hush-hush"), {})
    assert "hush" not in caught.value.message


@pytest.mark.parametrize(
    "host", ["judge.test", "judge_1", "127.0.0.1", "[::1]", "bücher.test", "裁判.test", "judge."]
)
def test_hosts_of_every_kind_are_taken(host: str) -> None:
    assert endpoint_of(settings(f"http://{host}:8000/v1"), {}).base_url == f"http://{host}:8000/v1"


@pytest.mark.parametrize("transport", ["DefaultAioHttpClient", "DefaultAsyncHttpxClient"])
@pytest.mark.parametrize("url", ["http://127.0.0.1:99999/v1", "http://127.0.0.1:-5/v1"])
def test_a_client_of_ones_own_with_a_malformed_address_closes_the_judge_too(transport: str, url: str) -> None:
    def make() -> openai.AsyncOpenAI:
        return openai.AsyncOpenAI(api_key="any", base_url=url, http_client=getattr(openai, transport)())

    try:
        getattr(openai, transport)()
    except RuntimeError as error:  # of older versions, which take a package of their own for it
        pytest.skip(str(error))
    session = asking(None, many(3), make_client=make)
    first, *later = session.errors
    assert isinstance(first, JudgeUnavailable)
    assert first.message.startswith(f"{url}/chat/completions can't be called: ")
    assert first.message.endswith("; check --rubric-base-url (or OPENAI_BASE_URL)")
    assert [error.message for error in later] == [
        "the judge was closed earlier in this session: the base URL can't be used"
    ] * 2
    assert (session.calls, session.pauses) == (1, [])


def test_an_address_without_a_host_shows_no_password() -> None:
    with pytest.raises(JudgeClosed, match="is no http:// or https:// URL") as caught:
        endpoint_of(settings("http://user:hush-hush@/v1"), {})
    assert "hush" not in caught.value.message


def test_a_placeholder_key_is_sent_to_an_endpoint_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for key in (None, "", "  "):
        if key is not None:
            monkeypatch.setenv("OPENAI_API_KEY", key)
        with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
            assert asking(judge.base_url).replies
            assert [r.headers["authorization"] for r in judge.requests] == [f"Bearer {PLACEHOLDER_KEY}"]


def test_the_key_of_the_environment_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", " sk-loopback-123\n")
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        asking(judge.base_url)
        assert [r.headers["authorization"] for r in judge.requests] == ["Bearer sk-loopback-123"]


@pytest.mark.parametrize("key", ["clé-secrète-1", "two\nlines", "密钥"])
def test_a_key_that_no_header_can_carry_is_told_without_showing_it(key: str) -> None:
    with pytest.raises(JudgeClosed) as caught:
        endpoint_of(settings("http://127.0.0.1:1/v1"), {"OPENAI_API_KEY": key})
    assert caught.value.message == (
        "OPENAI_API_KEY holds characters that no HTTP header can carry; set it to the key alone"
    )


@pytest.fixture
def no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """The public API is never contacted: building a client for it fails the test."""

    def connect(*given: object) -> None:
        raise AssertionError(f"a client was built: {given}")

    monkeypatch.setattr("pytest_rubric.judging.connections.connect", connect)


@pytest.mark.usefixtures("no_connection")
@pytest.mark.parametrize("url", [None, "", PUBLIC_API, PUBLIC_API + "/", PUBLIC_API + "/chat/completions"])
def test_no_key_for_the_public_api_is_told_at_the_first_question_without_a_call(url: str | None) -> None:
    session = asking(url, many(3))
    first, second, third = session.errors
    assert isinstance(first, JudgeUnavailable)
    assert first.message == (
        "no API key for https://api.openai.com/v1: set OPENAI_API_KEY, or name another endpoint with "
        "--rubric-base-url URL (or OPENAI_BASE_URL)"
    )
    assert second.message == "the judge was closed earlier in this session: no API key is set"
    assert third.message == second.message
    assert (session.calls, first.calls, second.calls) == (0, 0, 0)


@pytest.mark.usefixtures("no_connection")
@pytest.mark.parametrize("model", [None, ""])
def test_no_model_is_told_at_the_first_question_without_a_call(model: str | None) -> None:
    session = asking("http://127.0.0.1:9/v1", many(2), model=model)
    first, second = session.errors
    assert isinstance(first, JudgeUnavailable)
    assert first.message == (
        "no model is set: give --rubric-model NAME, set RUBRIC_MODEL or OPENAI_MODEL, or write "
        "rubric_model in the ini file"
    )
    assert second.message == "the judge was closed earlier in this session: no model is set"
    assert session.calls == 0


@pytest.mark.usefixtures("no_connection")
@pytest.mark.parametrize("address", [None, "", " "])
def test_without_model_and_address_both_are_told(address: str | None) -> None:
    with pytest.raises(JudgeUnavailable) as caught:
        model_of(settings(address, model=None))
    assert caught.value.message == (
        "no model is set: give --rubric-model NAME, set RUBRIC_MODEL or OPENAI_MODEL, or write rubric_model in "
        "the ini file; for a server of your own (llama.cpp, Ollama, vLLM, LM Studio) give --rubric-base-url URL "
        "as well, or set OPENAI_BASE_URL"
    )


def test_the_model_is_sent_as_it_is_named() -> None:
    assert model_of(settings(None, model="org/Name:7b-q4")) == "org/Name:7b-q4"
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        asking(judge.base_url, model="org/Name:7b-q4")
        assert [body["model"] for body in judge.bodies] == ["org/Name:7b-q4"]


def test_an_endpoint_that_can_not_be_used_files_replies_under_what_was_written() -> None:
    assert identity_url(settings("not-a-url"), {}) == "not-a-url"
    assert identity_url(settings(None), {}) == PUBLIC_API


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://127.0.0.1:8000/v1", True),
        ("http://127.3.2.1/v1", True),
        ("http://localhost:11434/v1", True),
        ("http://[::1]:8000/v1", True),
        ("https://api.openai.com/v1", False),
        ("http://192.168.0.7:8000/v1", False),
        ("http://localhost.example.org/v1", False),
        ("not an address", False),
    ],
)
def test_a_server_on_this_machine_is_known_by_its_address(url: str, expected: bool) -> None:
    assert is_on_this_machine(url) is expected
