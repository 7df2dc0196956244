"""Sessions of the built-in judge against an endpoint, and what came of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_rubric.errors import JudgeError
from pytest_rubric.judging.breaker import Breaker
from pytest_rubric.judging.budget import Budget
from pytest_rubric.judging.client import OpenAIJudge
from pytest_rubric.judging.connections import Connections
from pytest_rubric.judging.first_alone import FirstAloneJudge
from pytest_rubric.judging.limited import LimitedJudge, Patience
from pytest_rubric.judging.limits import Limiter
from pytest_rubric.judging.protocol import JudgeReply, JudgeRequest
from pytest_rubric.judging.retries import RetryBudget, RetryingJudge
from pytest_rubric.model import Settings
from tests.judging.small_contract import answer, entry, request

if TYPE_CHECKING:
    from openai import AsyncOpenAI

NO_TO_ALL = answer(entry(1, False), entry(2, False))


def settings(base_url: str | None, **changes: Any) -> Settings:
    """A session's settings; replies are not stored unless ``changes`` say so."""
    fields: dict[str, Any] = {
        "root": Path("."),
        "model": "loopback-1",
        "base_url": base_url,
        "replies": "off",
    }
    return Settings(**{**fields, **changes})


@dataclass
class Session:
    """What a session left: replies or errors in the order of the requests, and everything counted."""

    outcomes: list[JudgeReply | JudgeError] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)
    calls: int = 0
    tokens: tuple[int, int] = (0, 0)

    @property
    def replies(self) -> list[JudgeReply]:
        return [found for found in self.outcomes if isinstance(found, JudgeReply)]

    @property
    def errors(self) -> list[JudgeError]:
        return [found for found in self.outcomes if isinstance(found, JudgeError)]

    @property
    def reply(self) -> JudgeReply:
        """The only reply; the error is raised where there is none."""
        (found,) = self.outcomes
        if isinstance(found, JudgeError):
            raise found
        return found

    @property
    def error(self) -> JudgeError:
        """The only outcome, which is an error."""
        (found,) = self.outcomes
        assert isinstance(found, JudgeError), f"a reply, not an error: {found.text!r}"
        return found


def asking(
    base_url: str | None,
    requests: Iterable[JudgeRequest] | None = None,
    *,
    at_once: bool = False,
    make_client: Callable[[], AsyncOpenAI | None] | None = None,
    retries: RetryBudget | None = None,
    patience: Patience | None = None,
    grace: float = 60,
    **changes: Any,
) -> Session:
    """Ask through all layers of the transport, one after the other or ``at_once``.

    Pauses before retries are recorded instead of slept; those of the limits are real. The first
    request goes alone for ``grace`` seconds.
    """
    session = Session()

    async def main() -> None:
        chosen = settings(base_url, **changes)
        budget, breaker = Budget(chosen.max_calls, chosen.max_tokens), Breaker()
        client = OpenAIJudge(chosen, Connections(chosen, make_client))
        limited = LimitedJudge(client, Limiter(chosen.concurrency), budget, breaker, patience=patience)

        async def pause(seconds: float) -> None:
            session.pauses.append(seconds)

        judge = FirstAloneJudge(RetryingJudge(limited, breaker, budget=retries, sleep=pause), grace=grace)

        async def one(asked: JudgeRequest) -> JudgeReply | JudgeError:
            try:
                return await judge.ask(asked)
            except JudgeError as error:
                return error

        asked = list(requests) if requests is not None else [request()]
        try:
            if at_once:
                session.outcomes = list(await asyncio.gather(*[one(each) for each in asked]))
            else:
                session.outcomes = [await one(each) for each in asked]
        finally:
            session.notes = client.notes
            await client.close()
        session.calls = budget.calls
        session.tokens = (budget.input_tokens, budget.output_tokens)

    asyncio.run(main())
    return session


def many(count: int, **changes: Any) -> Sequence[JudgeRequest]:
    """Requests that differ in their text."""
    return [request(text=f"Is output {number} polite?", **changes) for number in range(count)]
