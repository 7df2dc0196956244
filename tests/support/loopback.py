"""An OpenAI-compatible endpoint on 127.0.0.1, for tests and benchmarks.

It is a real HTTP server on a thread of its own (bare asyncio, so that a hundred parallel
connections cost next to nothing)::

    with LoopbackJudge(decide=lambda criterion, body: "rest" in criterion) as judge:
        ...  # send requests to judge.base_url
    assert judge.calls == 1

In a process of its own, for benchmarks: ``python -m tests.support.loopback --delay 0.5``
prints the base URL as its first line, serves until its input is closed, and ends with its
counters as one line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import re
import ssl
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

Body = dict[str, Any]
# What `decide` may say about one criterion: True (yes, about the whole), False (no), a text
# (yes, with this quote from the output), a dict (the entry itself), None (left out).
Decision = bool | str | Mapping[str, Any] | None
Decide = Callable[[str, Body], Decision]
_NUMBERED = re.compile(r"^\s*[#(\[]?(\d+)[.):\]：、]+\s*(\S.*)$")


@dataclass(frozen=True)
class Raw:
    """One HTTP answer, exactly.

    ``body`` is sent as it is (text as UTF-8, anything else as JSON). ``delay`` is waited
    before it, in seconds. With ``drip`` the body goes out byte by byte, that many seconds
    apart. ``hang`` never answers, ``drop`` ends the connection without an answer.
    """

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = b""
    delay: float = 0.0
    drip: float | None = None
    hang: bool = False
    drop: bool = False

    def encoded(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        if isinstance(self.body, str):
            return self.body.encode()
        return json.dumps(self.body, ensure_ascii=False).encode()


Answer = str | Mapping[str, Any] | Raw
Reply = Callable[[Body], Answer] | Sequence[Answer] | Raw | str


@dataclass(frozen=True)
class Received:
    """One request as it came in. Header names are in lower case; ``at`` is a monotonic time."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Body
    at: float


def completion(content: object, *, finish_reason: str | None = "stop", **message: object) -> Raw:
    """A chat completion whose message holds ``content`` and whatever else is given."""
    tokens = len(content) // 4 if isinstance(content, str) else 0
    return Raw(
        body={
            "id": "chatcmpl-loopback",
            "object": "chat.completion",
            "created": 0,
            "model": "loopback-1",
            "choices": [
                {
                    "index": 0,
                    "finish_reason": finish_reason,
                    "message": {"role": "assistant", "content": content, **message},
                }
            ],
            "usage": {"prompt_tokens": 10, "completion_tokens": tokens, "total_tokens": 10 + tokens},
        }
    )


def failure(status: int, message: str, *, headers: Mapping[str, str] | None = None, **error: object) -> Raw:
    """An error in the shape that OpenAI-compatible servers use (``code``, ``param``, ``type``)."""
    return Raw(status=status, headers=headers or {}, body={"error": {"message": message, **error}})


def criteria_of(body: Body) -> dict[int, str]:
    """The numbered lines that end the last user message that has any: id to text.

    They are the last unbroken run of rising numbers, so that numbered lists in the output
    under test, which stands before the criteria, don't count.
    """
    for message in reversed(body.get("messages", [])):
        if message.get("role") != "user":
            continue
        found: dict[int, str] = {}
        for line in str(message.get("content", "")).splitlines():
            match = _NUMBERED.match(line)
            if match is None:
                continue
            number = int(match[1])
            if found and number <= max(found):
                found = {}
            found[number] = match[2].strip()
        if found:
            return found
    return {}


def rubric_reply(decide: Decide, body: Body, criteria: Mapping[int, str]) -> dict[str, Any]:
    """A reply to ``criteria`` in the public shape of the rubric judge's reply."""
    entries = []
    for number, text in criteria.items():
        entry: dict[str, Any] = {"id": number, "reason": f"about {text}", "basis": "whole", "quotes": []}
        match decide(text, body):
            case None:
                continue
            case bool(present):
                entry["present"] = present
            case str(quote):
                entry |= {"basis": "quote", "quotes": [{"from": "output", "text": quote}], "present": True}
            case custom:
                entry |= custom
        # The decision stands last, as a judge writes it.
        entry["present"] = entry.pop("present")
        entries.append(entry)
    return {"criteria": entries, "strengths": [], "weaknesses": [], "suggestions": []}


class LoopbackJudge:
    """The server, as a context manager.

    What it answers: ``reply`` (a callable from the request's body to a text, a dict that
    becomes JSON text, or a :class:`Raw`; or a list of those, used in turn, the last one for
    all that follow), else the rubric contract with the decisions of ``decide``, which is
    called with each criterion's text and the body (``criteria`` finds them in it).

    ``delay`` is waited before every answer. ``rate`` takes at most that many calls in any
    second and answers the others with 429, with a ``Retry-After`` in whole seconds unless
    ``retry_after`` is false.

    ``requests`` are all requests received, ``calls`` their number, ``refused`` the number of
    429s by the rate, ``max_parallel`` the largest number that waited at the same time. With ``tls`` it
    speaks HTTPS.
    """

    def __init__(
        self,
        decide: Decide | None = None,
        *,
        reply: Reply | None = None,
        criteria: Callable[[Body], Mapping[int, str]] = criteria_of,
        delay: float = 0.0,
        rate: int | None = None,
        retry_after: bool = True,
        port: int = 0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        if (decide is None) == (reply is None):
            raise ValueError("give either decide= or reply=")
        self._decide = decide
        self._criteria = criteria
        self._script = [reply] if isinstance(reply, Raw | str) else reply
        self._next = 0
        self.delay = delay
        self.rate = rate
        self.retry_after = retry_after
        self.requests: list[Received] = []
        self.refused = 0
        self.parallel = 0
        self.max_parallel = 0
        self.port = port
        self._tls = tls
        self._taken: deque[float] = deque()
        self._started = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._connections: set[_Connection] = set()
        self._thread = threading.Thread(target=self._run, name="loopback-judge", daemon=True)

    @property
    def base_url(self) -> str:
        return f"{'http' if self._tls is None else 'https'}://127.0.0.1:{self.port}/v1"

    @property
    def calls(self) -> int:
        return len(self.requests)

    @property
    def bodies(self) -> list[Body]:
        return [request.body for request in self.requests]

    def __enter__(self) -> LoopbackJudge:
        self._thread.start()
        self._started.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        server = await self._loop.create_server(
            lambda: _Connection(self), "127.0.0.1", self.port, backlog=1024, ssl=self._tls
        )
        self.port = server.sockets[0].getsockname()[1]
        self._started.set()
        await self._stop.wait()
        server.close()
        for connection in list(self._connections):
            connection.abort()
        await asyncio.sleep(0)

    def answer(self, request: Received) -> Raw:
        """What to send for one request."""
        if request.path != "/v1/chat/completions":
            return failure(404, f"no such route: {request.path}")
        if request.method != "POST":
            return failure(405, f"method {request.method} is not allowed")
        wait = self._over_rate()
        if wait is not None:
            self.refused += 1
            headers = {"Retry-After": str(math.ceil(wait))} if self.retry_after else {}
            return failure(429, "Rate limit reached", headers=headers, code="rate_limit_exceeded")
        answer = self._scripted(request.body)
        if isinstance(answer, Raw):
            return answer
        return completion(answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False))

    def _scripted(self, body: Body) -> Answer:
        if self._script is None:
            assert self._decide is not None
            return rubric_reply(self._decide, body, self._criteria(body))
        if callable(self._script):
            return self._script(body)
        answer = self._script[min(self._next, len(self._script) - 1)]
        self._next += 1
        return answer

    def _over_rate(self) -> float | None:
        """Seconds until the next call is taken; ``None`` where this one is."""
        if self.rate is None:
            return None
        now = time.monotonic()
        while self._taken and self._taken[0] <= now - 1:
            self._taken.popleft()
        if len(self._taken) >= self.rate:
            return self._taken[0] + 1 - now
        self._taken.append(now)
        return None


class _Connection(asyncio.Protocol):
    """One keep-alive connection: reads requests with a Content-Length, answers in order."""

    def __init__(self, judge: LoopbackJudge) -> None:
        self._judge = judge
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._busy = False
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._judge._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        self._buffer.clear()
        self._judge._connections.discard(self)
        if self._timer is not None:
            self._timer.cancel()
        self._finish()

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._busy:
            self._read()

    def _read(self) -> None:
        head, separator, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not separator:
            return
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        length = int(headers.get("content-length", "0"))
        if len(rest) < length:
            return
        self._buffer = bytearray(rest[length:])
        method, path, _ = first.split(" ", 2)
        body = json.loads(rest[:length]) if length else {}
        judge = self._judge
        request = Received(method, path, headers, body, time.monotonic())
        judge.requests.append(request)
        self._busy = True
        judge.parallel += 1
        judge.max_parallel = max(judge.max_parallel, judge.parallel)
        raw = judge.answer(request)
        wait = raw.delay + (judge.delay if raw.status == 200 else 0.0)
        if not raw.hang:
            self._timer = judge._loop.call_later(wait, self._send, raw)

    def _send(self, raw: Raw) -> None:
        if self._transport is None:
            return
        if raw.drop:
            self._transport.abort()
            return
        body = raw.encoded()
        headers = {"Content-Type": "application/json", **raw.headers, "Content-Length": str(len(body))}
        head = f"HTTP/1.1 {raw.status} Loopback\r\n" + "".join(f"{k}: {v}\r\n" for k, v in headers.items())
        if raw.drip is None:
            self._transport.write(head.encode("latin-1") + b"\r\n" + body)
            self._finish()
        else:
            self._transport.write(head.encode("latin-1") + b"\r\n")
            self._drip(body, raw.drip)

    def _drip(self, body: bytes, pause: float) -> None:
        if self._transport is None:
            return
        if not body:
            self._finish()
            return
        self._transport.write(body[:1])
        self._timer = self._judge._loop.call_later(pause, self._drip, body[1:], pause)

    def _finish(self) -> None:
        if not self._busy:
            return
        self._busy = False
        self._judge.parallel -= 1
        if self._buffer:
            self._judge._loop.call_soon(self._read)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Serve an OpenAI-compatible judge that says yes to everything."
    )
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before every answer")
    parser.add_argument("--port", type=int, default=0, help="0 picks a free one")
    parser.add_argument("--rate", type=int, help="calls taken a second; the others get 429")
    parser.add_argument("--no-retry-after", action="store_true", help="429 without Retry-After")
    options = parser.parse_args()
    judge = LoopbackJudge(
        lambda criterion, body: True,
        delay=options.delay,
        rate=options.rate,
        retry_after=not options.no_retry_after,
        port=options.port,
    )
    with judge, contextlib.suppress(KeyboardInterrupt):
        print(judge.base_url, flush=True)
        sys.stdin.read()
    print(json.dumps({"calls": judge.calls, "refused": judge.refused, "max_parallel": judge.max_parallel}))


if __name__ == "__main__":
    main()
