"""The built-in client: what it sends, whom it trusts, and where redirects lead it."""

from __future__ import annotations

import gzip
import json
import ssl
from pathlib import Path

import pytest

from pytest_rubric.errors import JudgeUnavailable
from tests.judging.transport.asking import NO_TO_ALL, asking
from tests.support.loopback import LoopbackJudge, Raw, Received, completion

# For 127.0.0.1 and localhost, signed by nobody; made for these tests, and of use for nothing else.
CERTIFICATE = Path(__file__).parents[2] / "data" / "loopback_tls.pem"


def server_side() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


def test_what_is_sent_with_every_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-123456")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-1")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-1")
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        assert asking(judge.base_url).replies
        (received,) = judge.requests
    sent = {name: received.headers[name] for name in ("authorization", "content-type", "accept")}
    assert sent == {
        "authorization": "Bearer sk-test-123456",
        "content-type": "application/json",
        "accept": "application/json",
    }
    assert received.headers["openai-organization"] == "org-1"
    assert received.headers["openai-project"] == "proj-1"
    assert received.headers["user-agent"].startswith("pytest-rubric/")


def test_a_name_and_a_password_in_the_address_are_credentials() -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        assert asking(judge.base_url.replace("://", "://us%40er:hush%21@")).replies
        (received,) = judge.requests
    assert received.headers["authorization"] == "Basic dXNAZXI6aHVzaCE="


def test_the_query_of_the_address_goes_with_every_request() -> None:
    with LoopbackJudge(reply=[NO_TO_ALL]) as judge:
        asking(f"{judge.base_url}?api-version=2024-06-01&team=a%26b")
        (received,) = judge.requests
    assert received.path == "/v1/chat/completions?api-version=2024-06-01&team=a%26b"


class Moved(LoopbackJudge):
    """Answers for another address than the one that is asked."""

    status: int
    target: str

    def answer(self, request: Received) -> Raw:
        if request.path == "/moved/chat/completions":
            return Raw(status=self.status, headers={"Location": self.target})
        return super().answer(request)


@pytest.mark.parametrize("status", [307, 308])
def test_a_moved_endpoint_is_followed_with_the_whole_request(status: int) -> None:
    judge = Moved(reply=[NO_TO_ALL])
    judge.status, judge.target = status, "/v1/chat/completions"
    with judge:
        assert asking(judge.base_url.replace("/v1", "/moved")).replies
        first, second = judge.requests
    assert first.body == second.body
    assert second.headers["authorization"] == first.headers["authorization"]


def test_another_server_is_told_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-123456")
    with LoopbackJudge(reply=[NO_TO_ALL]) as other:
        judge = Moved(reply=[NO_TO_ALL])
        judge.status, judge.target = 307, f"{other.base_url}/chat/completions"
        with judge:
            assert asking(judge.base_url.replace("/v1", "/moved")).replies
        (received,) = other.requests
    assert "authorization" not in received.headers


def test_a_redirect_that_goes_round_is_an_error() -> None:
    judge = Moved(reply=[NO_TO_ALL])
    judge.status, judge.target = 307, "/moved/chat/completions"
    with judge:
        url = judge.base_url.replace("/v1", "/moved")
        message = asking(url).error.message
    assert message.startswith(f"the connection to {url}/chat/completions failed: ")


def test_a_compressed_answer_is_read() -> None:
    plain = completion(json.dumps(NO_TO_ALL))
    packed = Raw(headers={"Content-Encoding": "gzip"}, body=gzip.compress(plain.encoded()))
    with LoopbackJudge(reply=packed) as judge:
        assert asking(judge.base_url).replies


def test_a_certificate_that_nobody_signed_is_not_trusted() -> None:
    with LoopbackJudge(reply=[NO_TO_ALL], tls=server_side()) as judge:
        error = asking(judge.base_url).error
        assert judge.calls == 0
    assert isinstance(error, JudgeUnavailable)
    assert error.message == (
        f"{judge.base_url}/chat/completions can't be reached: its TLS certificate can't be verified (self-signed "
        "certificate); check --rubric-base-url (or OPENAI_BASE_URL) and that the server runs (3 attempts)"
    )


def test_a_certificate_that_the_environment_names_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with LoopbackJudge(reply=[NO_TO_ALL], tls=server_side()) as judge:
        assert asking(judge.base_url).replies
        assert judge.calls == 1
