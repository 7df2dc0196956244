"""One POST to an endpoint: what the judge and the models under test need of a client, whichever it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from pytest_rubric.judging.advice import FOR_JUDGE, Advice
from pytest_rubric.judging.masking import Masker

CONNECT_LIMIT = 15.0
"""Seconds within which a connection stands, or the endpoint can't be reached."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """One HTTP answer. Header names are in lower case; ``url`` may be shown, and ``body`` stored:
    neither holds a key."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str


class Connection(Protocol):
    """An open client. Made, used and closed in one thread. ``url`` may be shown."""

    url: str
    mask: Masker

    async def post(
        self, body: Mapping[str, object], timeout: float, advice: Advice = FOR_JUDGE
    ) -> HttpAnswer:
        """Send one request and read the whole answer, whatever its status.

        ``timeout`` is the time for everything, in seconds. Raises a fault of
        :mod:`~pytest_rubric.judging.faults` where there is no whole answer.
        """

    async def close(self) -> None:
        """Close the client and its connections, and let the libraries' loggers speak again."""


def no_reply(url: str, timeout: float, advice: Advice) -> str:
    """The message for a time limit that passed."""
    return f"no reply from {url} within {timeout:g} s; raise {advice.timeout} if the model needs longer"
