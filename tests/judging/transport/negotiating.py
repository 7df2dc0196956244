"""A server that takes some reply formats only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.judging.transport.asking import NO_TO_ALL
from tests.support.loopback import Body, failure

Answering = Callable[[Body], Any]


def formats(bodies: list[Body]) -> list[str]:
    """The reply format of each request."""
    return [body["response_format"]["type"] if "response_format" in body else "text" for body in bodies]


def taking(*kinds: str, said: str = "response_format of type {} is not supported") -> Answering:
    """A server that takes these reply formats only."""

    def reply(body: Body) -> Any:
        (kind,) = formats([body])
        return NO_TO_ALL if kind in kinds else failure(400, said.format(kind), param="response_format")

    return reply
