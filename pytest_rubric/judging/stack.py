"""The judge of a session: all layers put together.

From the outside in: shared replies, stored exchanges, re-ask, the first request alone, retries, limits,
client. A judge of the user's own takes the place of the client, and does its own retries.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import cast

from pytest_rubric.judging.breaker import Breaker, Closing
from pytest_rubric.judging.budget import Budget
from pytest_rubric.judging.client import OpenAIJudge, identity_url
from pytest_rubric.judging.connections import Connections
from pytest_rubric.judging.endpoint import is_on_this_machine
from pytest_rubric.judging.exchanges import Identity, Mode, StoredJudge
from pytest_rubric.judging.first_alone import GRACE, GRACE_ON_THIS_MACHINE, FirstAloneJudge
from pytest_rubric.judging.ledger import FileLedger
from pytest_rubric.judging.limited import LimitedJudge
from pytest_rubric.judging.limits import Limiter
from pytest_rubric.judging.protocol import Judge, JudgeReply, JudgeRequest
from pytest_rubric.judging.reask import ReAskJudge
from pytest_rubric.judging.retries import RetryingJudge
from pytest_rubric.judging.scripted import ScriptedJudge
from pytest_rubric.judging.shared import SharedJudge
from pytest_rubric.model import Settings
from pytest_rubric.model.settings import Replier


class JudgeStack:
    """What the engine asks. Made in any thread, used in one event loop, closed there."""

    def __init__(
        self,
        shared: SharedJudge,
        stored: StoredJudge,
        budget: Budget,
        client: OpenAIJudge | None,
        connections: Connections,
        breaker: Breaker,
        replier: Replier = "model",
    ) -> None:
        self._shared = shared
        self._stored = stored
        self._budget = budget
        self._client = client
        self._connections = connections
        self._breaker = breaker
        self.replier = replier

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        """Answer from the store, or ask. Raises a :class:`~pytest_rubric.errors.JudgeError`."""
        return await self._shared.ask(request)

    def warm_up(self) -> None:
        """Import and build what the first call needs."""
        if self._client is not None:
            self._client.warm_up()

    async def close(self) -> None:
        """Close all clients of the session."""
        await self._connections.close()

    def has_stored(self, request: JudgeRequest) -> bool:
        """Whether this request would be answered without a call."""
        return self._stored.has(request)

    @property
    def closing(self) -> Closing | None:
        """Why the judge is closed for the session; ``None`` while it is open."""
        return self._breaker.closing

    @property
    def notes(self) -> list[str]:
        """Remarks for the summary, each once a session."""
        learned = self._client.notes if self._client is not None else []
        return [*self._stored.notes, *learned]

    @property
    def stored(self) -> int:
        """Requests that were answered without a call: from the store, or by what this run was told."""
        return self._stored.stored + self._shared.served

    @property
    def calls(self) -> int:
        """Attempts that ended, whatever became of them."""
        return self._budget.calls

    @property
    def input_tokens(self) -> int:
        return self._budget.input_tokens

    @property
    def output_tokens(self) -> int:
        return self._budget.output_tokens


def build_judge(
    settings: Settings,
    *,
    inner: Judge | None = None,
    connections: Connections | None = None,
) -> JudgeStack:
    """Put the layers together; nothing is imported or asked yet.

    ``inner`` is what the hook gives: a judge in place of the built-in one, whose replies are stored only
    under a text attribute ``identity``. ``connections`` are the session's clients, where others use them too.
    """
    ledger = None if settings.budget_file is None else FileLedger(settings.budget_file)
    budget = Budget(settings.max_calls, settings.max_tokens, ledger)
    mode = settings.replies
    connections = connections or Connections(settings)
    client: OpenAIJudge | None = None
    breaker = Breaker()
    limiter = Limiter(settings.concurrency)
    asked: Judge
    replier: Replier = "model"
    if inner is None:
        client = OpenAIJudge(settings, connections=connections)
        limited = LimitedJudge(client, limiter, budget, breaker)
        url = identity_url(settings, os.environ)
        grace = GRACE_ON_THIS_MACHINE if url is not None and is_on_this_machine(url) else GRACE
        asked = FirstAloneJudge(RetryingJudge(limited, breaker), grace=grace, prepare=client.warm_up)
        identity = Identity(settings.model, url, settings.judge_id)
    else:
        replier = "script" if isinstance(inner, ScriptedJudge) else "hook"
        asked = LimitedJudge(inner, limiter, budget, breaker)
        named = getattr(inner, "identity", None)
        identity = Identity(judge_id=named if isinstance(named, str) and named else None)
        if identity.judge_id is None and mode != "only":
            # Nobody could tell its replies from those of another judge.
            mode = "off"
    stored = StoredJudge(
        ReAskJudge(asked),
        directory=settings.replies_dir or Path(settings.root) / ".rubric_replies",
        mode=cast(Mode, mode),
        identity=identity,
        parameters=settings.model_parameters,
    )
    shared = SharedJudge(stored, settings.model_parameters)
    return JudgeStack(shared, stored, budget, client, connections, breaker, replier)
