"""Trying again: what another attempt may mend, how often, and after how long."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from pytest_rubric.errors import InvalidReply, JudgeCallFailed, JudgeError
from pytest_rubric.judging.breaker import Breaker
from pytest_rubric.judging.faults import (
    BadRequest,
    Renegotiated,
    ServerFault,
    TimedOut,
    Truncated,
    Unreachable,
    charge,
    spent,
)
from pytest_rubric.judging.protocol import Judge, JudgeReply, JudgeRequest
from pytest_rubric.model import Usage

_MOST_ATTEMPTS: Mapping[type[JudgeError], int] = {
    ServerFault: 4,
    TimedOut: 2,
    Unreachable: 3,
    # Each refused feature costs one; there are fewer than this.
    Renegotiated: 8,
}
_LONGEST_PAUSE = 30.0


class RetryBudget:
    """Keeps an endpoint that fails all the time from being asked several times as much.

    Each request earns a part of a retry; a session starts with some.
    """

    def __init__(self, start: float = 20.0, share: float = 0.5) -> None:
        self._left = start
        self._share = share

    def earn(self) -> None:
        """A request begins."""
        self._left += self._share

    def take(self) -> bool:
        """Whether one more retry is allowed; takes it if so."""
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RetryingJudge:
    """Asks again after server errors, broken connections, time limits, cut replies and refused features.

    An endpoint that can't be reached closes the judge. Pauses grow with each attempt and are
    random, so that many requests do not come back at once.
    """

    def __init__(
        self,
        inner: Judge,
        breaker: Breaker,
        *,
        budget: RetryBudget | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: Callable[[float, float], float] = random.uniform,
    ) -> None:
        self._inner = inner
        self._breaker = breaker
        self._budget = budget or RetryBudget()
        self._sleep = sleep
        self._jitter = jitter

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        """Ask until there is a reply, or an error that no further attempt is allowed to mend."""
        self._budget.earn()
        attempts: dict[type[JudgeError], int] = {}
        lost = Usage()
        cut: Truncated | None = None
        while True:
            try:
                reply = await self._inner.ask(request)
            except Truncated as error:
                lost += spent(error)
                cut = error
                request = replace(request, reply_limit=error.larger_limit)
            except (Renegotiated, ServerFault, TimedOut, Unreachable) as error:
                lost += spent(error)
                attempts[type(error)] = attempts.get(type(error), 0) + 1
                if not self._again(error, attempts[type(error)]):
                    raise self._last(error, attempts[type(error)], lost) from None
                await self._pause(error, attempts[type(error)])
            except BadRequest as error:
                charge(error, lost)
                raise error if cut is None else _still_cut(cut, error) from None
            except JudgeError as error:
                charge(error, lost)
                raise
            else:
                return replace(reply, usage=lost + reply.usage) if lost.calls else reply

    def _again(self, error: JudgeError, attempt: int) -> bool:
        if attempt >= _MOST_ATTEMPTS[type(error)]:
            return False
        return isinstance(error, Renegotiated) or self._budget.take()

    async def _pause(self, error: JudgeError, attempt: int) -> None:
        if isinstance(error, Renegotiated | TimedOut):
            return
        wait = 0.25 * 2**attempt * self._jitter(0.5, 1.0)
        if isinstance(error, ServerFault) and error.retry_after is not None:
            wait = max(wait, error.retry_after)
        await self._sleep(min(_LONGEST_PAUSE, wait))

    def _last(self, error: JudgeError, attempts: int, lost: Usage) -> JudgeError:
        """The error as it leaves: what all attempts took, and how many there were."""
        told = f"{error.message} ({attempts} attempts)"
        if attempts < _MOST_ATTEMPTS[type(error)]:
            told = f"{error.message} (not tried again: too many calls of this session failed)"
        if isinstance(error, Unreachable):
            ended: JudgeError = self._breaker.close(Unreachable(told, error.reason, error.details))
        else:
            ended = JudgeCallFailed(told, error.details)
        ended.calls = ended.input_tokens = ended.output_tokens = 0
        charge(ended, lost)
        return ended


def _still_cut(cut: Truncated, refusal: BadRequest) -> InvalidReply:
    """The cut reply is what went wrong, even if the endpoint allows no larger one."""
    told = f"{cut.message}; a second attempt with a limit of {cut.larger_limit} failed: {refusal.message}"
    ended = InvalidReply(told, cut.details)
    charge(ended, spent(refusal))
    return ended
