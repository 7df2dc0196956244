"""What another attempt may mend is tried again, so often and no more; the rest is not."""

from __future__ import annotations

import asyncio
import re
import socket
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest

from pytest_rubric.errors import JudgeCallFailed, JudgeError, JudgeUnavailable
from pytest_rubric.judging.breaker import Breaker
from pytest_rubric.judging.faults import (
    BadRequest,
    JudgeClosed,
    Renegotiated,
    ServerFault,
    TimedOut,
    Unreachable,
)
from pytest_rubric.judging.retries import RetryBudget, RetryingJudge
from pytest_rubric.judging.scripted import ScriptedJudge
from tests.judging.small_contract import request
from tests.judging.transport.asking import NO_TO_ALL, asking, many
from tests.judging.transport.virtual_time import now, run_virtual
from tests.support.loopback import LoopbackJudge, Raw, completion, failure

GOOD = completion("{}")
# One pause doubles the one before; each is drawn from its upper half.
PAUSES = [(0.25, 0.5), (0.5, 1.0), (1.0, 2.0)]


def within(pauses: list[float], expected: list[tuple[float, float]]) -> bool:
    pairs = list(zip(pauses, expected, strict=True))
    return all(low <= pause <= high for pause, (low, high) in pairs)


@pytest.mark.parametrize("status", [408, 409, 425, 500, 502, 504])
def test_a_server_that_fails_is_asked_again(status: int) -> None:
    with LoopbackJudge(reply=[failure(status, "boom"), failure(status, "boom"), GOOD]) as judge:
        session = asking(judge.base_url)
        assert judge.calls == 3
    assert (session.reply.usage.calls, session.calls) == (3, 3)
    assert within(session.pauses, PAUSES[:2])


def test_a_server_that_fails_all_the_time_is_one_error_after_four_attempts_and_others_go_on() -> None:
    with LoopbackJudge(reply=[*[failure(500, "boom")] * 4, GOOD]) as judge:
        session = asking(judge.base_url, many(2))
        assert judge.calls == 5
    (error,) = session.errors
    assert isinstance(error, JudgeCallFailed)
    assert not isinstance(error, JudgeUnavailable)
    assert error.message == "the endpoint failed: HTTP 500: boom (4 attempts)"
    assert error.calls == 4
    assert within(session.pauses, PAUSES)
    assert len(session.replies) == 1


ERROR_BODIES: dict[str, tuple[object, str]] = {
    "an object": ({"error": {"message": "boom", "type": "server_error"}}, "HTTP 500: boom"),
    "an object in a list": ([{"error": {"message": "boom"}}], "HTTP 500: boom"),
    "a text": ({"error": "boom"}, "HTTP 500: boom"),
    "a detail": ({"detail": "boom"}, "HTTP 500: boom"),
    "a message": ({"message": "boom"}, "HTTP 500: boom"),
    "errors": ({"errors": [{"message": "boom"}, {"message": "bang"}]}, "HTTP 500: boom; bang"),
    "validation errors": (
        {"detail": [{"loc": ["body", "seed"], "msg": "too large"}]},
        "HTTP 500: body.seed: too large",
    ),
    "JSON of its own kind": ({"status": "down"}, 'HTTP 500: {"status": "down"}'),
    "a number": (b"7", "HTTP 500: 7"),
    "a web page": (
        "<html><style>p {}</style><h1>Bad</h1>\n<p>Gateway&nbsp;</p></html>",
        "HTTP 500: Bad Gateway&nbsp;",
    ),
    "nothing": (b"", "HTTP 500"),
    "bytes": (b"\xff\xfe", "HTTP 500: \ufffd\ufffd"),
    "very much": ("boom " * 500, "HTTP 500: " + ("boom " * 60)[:299] + "…"),
}


@pytest.mark.parametrize(("body", "said"), ERROR_BODIES.values(), ids=ERROR_BODIES.keys())
def test_an_error_is_told_in_the_servers_words_whatever_their_shape(body: object, said: str) -> None:
    with LoopbackJudge(reply=Raw(500, body=body)) as judge:
        assert asking(judge.base_url).error.message == f"the endpoint failed: {said} (4 attempts)"


def test_what_is_too_long_for_a_message_is_in_the_details() -> None:
    with LoopbackJudge(reply=failure(400, "boom " * 100)) as judge:
        details = asking(judge.base_url).error.details
    assert details is not None
    assert details.count("boom") == 100
    with LoopbackJudge(reply=failure(400, "boom")) as judge:
        assert asking(judge.base_url).error.details is None


def test_a_wait_that_a_failing_server_asks_for_is_kept() -> None:
    with LoopbackJudge(reply=[failure(500, "boom", headers={"Retry-After": "7"}), GOOD]) as judge:
        assert asking(judge.base_url).pauses == [7]
    with LoopbackJudge(reply=[failure(500, "boom", headers={"Retry-After": "700"}), GOOD]) as judge:
        assert asking(judge.base_url).pauses == [30]


@pytest.mark.parametrize("status", [400, 413, 422, 501])
def test_a_request_that_is_refused_is_not_sent_again(status: int) -> None:
    with LoopbackJudge(reply=[failure(status, "too much"), GOOD]) as judge:
        session = asking(judge.base_url, many(2))
        assert judge.calls == 2
    (error,) = session.errors
    assert isinstance(error, BadRequest)
    assert error.message == (
        f"the endpoint refuses the request: HTTP {status}: too much; what it asks for can be set in "
        "rubric_model_parameters"
    )


BROKEN: dict[str, Raw] = {
    "no answer": Raw(drop=True),
    "no answer after a while": Raw(drop=True, delay=0.05),
}


@pytest.mark.parametrize("raw", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_connection_is_a_server_fault(raw: Raw) -> None:
    with LoopbackJudge(reply=[raw, GOOD]) as judge:
        assert asking(judge.base_url).reply.usage.calls == 2
    with LoopbackJudge(reply=raw) as judge:
        session = asking(judge.base_url, many(2))
        assert judge.calls == 8
        url = judge.base_url
    assert [error.message for error in session.errors] == [
        f"{url}/chat/completions closed the connection before its reply was whole (4 attempts)"
    ] * 2
    assert not any(isinstance(error, JudgeUnavailable) for error in session.errors)


@contextmanager
def blunt_server(answer: bytes) -> Iterator[int]:
    """A server that sends these bytes and hangs up, whatever it is asked; yields its port."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(65536)
            self.request.sendall(answer)

    with socketserver.TCPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


def test_half_a_reply_is_a_server_fault() -> None:
    half = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"ch'
    with blunt_server(half) as port:
        error = asking(f"http://127.0.0.1:{port}/v1").error
    assert error.message == (
        f"http://127.0.0.1:{port}/v1/chat/completions closed the connection before its reply was whole (4 attempts)"
    )


def test_what_is_no_http_is_a_failed_connection() -> None:
    with blunt_server(b"220 mail.test ESMTP ready\r\n") as port:
        error = asking(f"http://127.0.0.1:{port}/v1").error
    assert type(error) is JudgeCallFailed
    assert error.message.startswith(f"the connection to http://127.0.0.1:{port}/v1/chat/completions failed: ")
    assert error.message.endswith(" (4 attempts)")


SLOW: dict[str, Raw] = {
    "never an answer": Raw(hang=True),
    "headers, and then a byte now and then": Raw(body=b" " * 1000, drip=0.05),
    "an answer too late": Raw(body=completion("{}").body, delay=5),
}


@pytest.mark.parametrize("raw", SLOW.values(), ids=SLOW.keys())
def test_the_time_limit_holds_for_the_whole_reply(raw: Raw) -> None:
    with LoopbackJudge(reply=raw) as judge:
        session = asking(judge.base_url, [request(timeout=0.3)])
        assert judge.calls == 2
        url = judge.base_url
    assert session.error.message == (
        f"no reply from {url}/chat/completions within 0.3 s; raise --rubric-timeout if the model needs longer "
        "(2 attempts)"
    )
    assert type(session.error) is JudgeCallFailed
    assert session.pauses == []
    assert session.calls == 2


def test_a_reply_in_the_second_attempt_counts_both() -> None:
    with LoopbackJudge(reply=[Raw(hang=True), GOOD]) as judge:
        session = asking(judge.base_url, [request(timeout=0.3)])
    assert session.reply.usage.calls == 2


def closed_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        port = listening.getsockname()[1]
    assert isinstance(port, int)
    return port


def test_an_endpoint_that_is_not_there_is_told_once_after_three_attempts() -> None:
    url = f"http://127.0.0.1:{closed_port()}/v1"
    session = asking(url, many(3))
    first, *later = session.errors
    assert isinstance(first, JudgeUnavailable)
    assert first.message == (
        f"{url}/chat/completions can't be reached: connection refused; check --rubric-base-url (or "
        "OPENAI_BASE_URL) and that the server runs (3 attempts)"
    )
    assert first.calls == 3
    assert within(session.pauses, PAUSES[:2])
    for error in later:
        assert isinstance(error, JudgeUnavailable)
        assert error.message == "the judge was closed earlier in this session: the endpoint can't be reached"
        assert error.calls == 0


def test_https_to_a_server_without_it_says_so() -> None:
    with blunt_server(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n") as port:
        error = asking(f"https://127.0.0.1:{port}/v1").error
    assert isinstance(error, JudgeUnavailable)
    assert re.fullmatch(
        rf"https://127\.0\.0\.1:{port}/v1/chat/completions can't be reached: TLS failed \([^()]+\); is it http:// "
        r"rather than https://\?; check --rubric-base-url \(or OPENAI_BASE_URL\) and that the server runs "
        r"\(3 attempts\)",
        error.message,
    )


def test_an_endpoint_that_comes_back_in_time_is_no_error() -> None:
    port = closed_port()
    started: list[LoopbackJudge] = []

    async def main() -> None:
        from pytest_rubric.judging.client import OpenAIJudge
        from tests.judging.transport.asking import settings

        async def start(seconds: float) -> None:
            started.append(LoopbackJudge(reply=[NO_TO_ALL], port=port).__enter__())

        client = OpenAIJudge(settings(f"http://127.0.0.1:{port}/v1"))
        breaker = Breaker()
        try:
            reply = await RetryingJudge(client, breaker, sleep=start).ask(request())
            assert reply.usage.calls == 2
            breaker.check()
        finally:
            await client.close()

    try:
        asyncio.run(main())
    finally:
        for judge in started:
            judge.__exit__(None, None, None)
    assert len(started) == 1


# Below, the endpoint is a script: what counts is how often and after how long it is asked.


def scripted(
    *errors: JudgeError, budget: RetryBudget | None = None
) -> tuple[ScriptedJudge, JudgeError | None, float]:
    """Ask once; the judge, the error, and the seconds that the pauses took."""

    async def main() -> tuple[ScriptedJudge, JudgeError | None, float]:
        inner = ScriptedJudge([*errors, "{}"])
        judge = RetryingJudge(inner, Breaker(), budget=budget, jitter=lambda low, high: high)
        try:
            await judge.ask(request())
        except JudgeError as error:
            return inner, error, now()
        return inner, None, now()

    return run_virtual(main)


KINDS: dict[str, tuple[Callable[[], JudgeError], int, float]] = {
    "server fault": (lambda: ServerFault("boom"), 4, 0.5 + 1 + 2),
    "time limit": (lambda: TimedOut("slow"), 2, 0),
    "not reached": (lambda: Unreachable("gone", "gone"), 3, 0.5 + 1),
    "refused features": (lambda: Renegotiated("no such feature"), 8, 0),
}


@pytest.mark.parametrize(("make", "most", "seconds"), KINDS.values(), ids=KINDS.keys())
def test_each_kind_has_its_number_of_attempts(
    make: Callable[[], JudgeError], most: int, seconds: float
) -> None:
    inner, error, waited = scripted(*[make() for _ in range(most - 1)])
    assert (inner.calls, error) == (most, None)
    assert waited == pytest.approx(seconds)
    inner, error, waited = scripted(*[make() for _ in range(most)])
    assert inner.calls == most
    assert error is not None
    assert error.message == f"{make().message} ({most} attempts)"
    assert error.calls == most
    assert waited == pytest.approx(seconds)


def test_kinds_are_counted_apart() -> None:
    faults = [TimedOut("slow"), ServerFault("boom"), Unreachable("gone", "gone"), ServerFault("boom")]
    inner, error, _ = scripted(*faults)
    assert (inner.calls, error) == (5, None)


@pytest.mark.parametrize("error", [BadRequest("no"), JudgeClosed("shut", "shut"), JudgeCallFailed("no")])
def test_what_nothing_can_mend_is_not_tried_again(error: JudgeError) -> None:
    inner, raised, waited = scripted(error)
    assert inner.calls == 1
    assert raised is not None
    assert (type(raised), raised.message, raised.calls) == (type(error), error.message, 1)
    assert waited == 0


def test_a_spent_retry_budget_ends_retries_and_says_so() -> None:
    inner, error, _ = scripted(*[ServerFault("boom")] * 3, budget=RetryBudget(start=1, share=0))
    assert inner.calls == 2
    assert error is not None
    assert error.message == "boom (not tried again: too many calls of this session failed)"


def test_learning_what_the_endpoint_takes_costs_no_retry() -> None:
    inner, error, _ = scripted(*[Renegotiated("no")] * 5, budget=RetryBudget(start=0, share=0))
    assert (inner.calls, error) == (6, None)


def test_requests_earn_retries() -> None:
    budget = RetryBudget(start=1, share=0.5)
    assert [budget.take(), budget.take()] == [True, False]
    budget.earn()
    assert budget.take() is False
    budget.earn()
    assert [budget.take(), budget.take()] == [True, False]


def test_an_endpoint_that_always_fails_is_asked_less_than_twice_as_much() -> None:
    with LoopbackJudge(reply=failure(500, "boom")) as judge:
        session = asking(judge.base_url, many(200), at_once=True)
        # 200 questions, 20 retries to begin with, and half a retry for each question.
        assert judge.calls == 200 + 20 + 100
    assert len(session.errors) == 200
    assert session.calls == 320


def test_a_request_that_is_cancelled_during_a_pause_stops_asking() -> None:
    async def main() -> int:
        inner = ScriptedJudge([ServerFault("boom"), "{}"])
        task = asyncio.ensure_future(RetryingJudge(inner, Breaker()).ask(request()))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return inner.calls

    assert run_virtual(main) == 1
