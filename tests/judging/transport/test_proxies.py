"""Proxies of the environment: kept to where they apply, and no hindrance where they don't."""

from __future__ import annotations

import sys

import pytest

from pytest_rubric.errors import JudgeUnavailable
from pytest_rubric.judging.endpoint import Endpoint
from pytest_rubric.judging.http import connect
from pytest_rubric.judging.proxies import proxy_for
from tests.judging.transport.asking import NO_TO_ALL, asking, many
from tests.support.loopback import LoopbackJudge

# Nothing listens there.
DEAD = "127.0.0.1:9"
SETTINGS: dict[str, dict[str, str]] = {
    "for http": {"HTTP_PROXY": f"http://{DEAD}"},
    "in lower case": {"http_proxy": f"http://{DEAD}"},
    "for all": {"ALL_PROXY": f"http://{DEAD}"},
    "SOCKS for all": {"ALL_PROXY": f"socks5://{DEAD}"},
    "SOCKS and an exception": {"ALL_PROXY": f"socks5://{DEAD}", "NO_PROXY": "127.0.0.1"},
    "all of them": {
        "HTTP_PROXY": f"http://{DEAD}",
        "HTTPS_PROXY": f"http://{DEAD}",
        "ALL_PROXY": f"socks5h://{DEAD}",
    },
    "one that can not be used": {"HTTP_PROXY": "nonsense:", "ALL_PROXY": "ftp://x"},
}


@pytest.mark.parametrize("environment", SETTINGS.values(), ids=SETTINGS.keys())
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_an_endpoint_on_this_machine_is_asked_directly(
    environment: dict[str, str], host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        session = asking(judge.base_url.replace("127.0.0.1", host))
        assert judge.calls == 1
    assert session.replies


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
def test_any_other_endpoint_is_asked_through_the_proxy(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as proxy:
        monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        error = asking("http://judge.test/v1").error
        (received,) = proxy.requests
    # The test server is no proxy, and says what it was asked for.
    assert received.path == "http://judge.test/v1/chat/completions"
    assert "no such route: http://judge.test/v1/chat/completions" in error.message


def test_a_proxy_that_is_not_there_is_named_as_the_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://{DEAD}")
    error = asking("http://judge.test/v1").error
    assert isinstance(error, JudgeUnavailable)
    assert error.message == (
        "http://judge.test/v1/chat/completions can't be reached through the proxy that the environment names: "
        "connection refused; check --rubric-base-url (or OPENAI_BASE_URL) and that the server runs (3 attempts)"
    )


@pytest.mark.parametrize("proxy", ["ftp://user:hush@x.test", "nonsense:", "x.test:3128"])
def test_a_proxy_that_is_none_is_told(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", proxy)
    session = asking("http://judge.test/v1", many(2))
    shown = proxy.replace("user:hush@", "")
    assert [error.message for error in session.errors] == [
        f"the proxy {shown} can't be used: it is no http:// and no https:// URL; set HTTP_PROXY, HTTPS_PROXY or "
        "ALL_PROXY to an http:// proxy, or list judge.test in NO_PROXY",
        "the judge was closed earlier in this session: the proxy can't be used",
    ]


def test_credentials_of_a_proxy_are_sent_to_it_as_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as proxy:
        monkeypatch.setenv("ALL_PROXY", f"http://User:Hush%21@127.0.0.1:{proxy.port}")
        error = asking("http://judge.test/v1").error
        (received,) = proxy.requests
    assert received.headers["proxy-authorization"] == "Basic VXNlcjpIdXNoIQ=="
    assert "Hush" not in f"{error.message}{error.details}"


def test_socks_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "socksio", None)
    monkeypatch.setenv("ALL_PROXY", "socks5://user:hush@127.0.0.1:1080")
    session = asking("http://judge.test/v1", many(2))
    first, second = session.errors
    assert isinstance(first, JudgeUnavailable)
    library = "httpx2" if "httpx2" in sys.modules else "httpx"
    assert first.message == (
        "the proxy socks5://127.0.0.1:1080 can't be used: SOCKS needs a package that is missing (pip install "
        f"'{library}[socks]'); set HTTP_PROXY, HTTPS_PROXY or ALL_PROXY to an http:// proxy, or list judge.test in "
        "NO_PROXY"
    )
    assert second.message == "the judge was closed earlier in this session: the proxy can't be used"
    assert session.calls == 0


@pytest.mark.parametrize(
    ("url", "environment", "proxy"),
    [
        ("http://judge.test/v1", {}, None),
        ("http://judge.test/v1", {"HTTP_PROXY": "http://p.test:3128"}, "http://p.test:3128"),
        ("https://judge.test/v1", {"HTTP_PROXY": "http://p.test:3128"}, None),
        ("https://judge.test/v1", {"HTTPS_PROXY": "HTTP://P:Q@p.test"}, "http://P:Q@p.test"),
        ("https://judge.test/v1", {"ALL_PROXY": "socks5://p.test"}, "socks5://p.test"),
        ("http://judge.test/v1", {"HTTP_PROXY": "http://p.test", "NO_PROXY": "other.test,judge.test"}, None),
        ("http://a.judge.test/v1", {"HTTP_PROXY": "http://p.test", "NO_PROXY": ".judge.test"}, None),
        ("http://judge.test/v1", {"HTTP_PROXY": "http://p.test", "NO_PROXY": "*"}, None),
        ("http://[::1]:8000/v1", {"HTTP_PROXY": "http://p.test"}, None),
        ("http://127.8.9.1/v1", {"HTTP_PROXY": "http://p.test"}, None),
    ],
)
def test_which_proxy_stands_before_an_endpoint(
    url: str, environment: dict[str, str], proxy: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert proxy_for(url) == proxy


def test_a_client_that_can_not_be_built_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("no certificates; key sk-hush-123456")

    monkeypatch.setattr("pytest_rubric.judging.http._tls", broken)
    with pytest.raises(JudgeUnavailable) as caught:
        connect(Endpoint("https://judge.test/v1", "k"))
    assert caught.value.message == (
        "the client for https://judge.test/v1 can't be built: RuntimeError: no certificates; key ***"
    )
