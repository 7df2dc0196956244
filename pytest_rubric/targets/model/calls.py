"""The calls of all models under test of a session, each kept to its limits."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from typing import Any

from pytest_rubric.judging.breaker import Breaker
from pytest_rubric.judging.budget import Budget
from pytest_rubric.judging.connections import Connections
from pytest_rubric.judging.limited import LimitedJudge
from pytest_rubric.judging.limits import Limiter
from pytest_rubric.judging.protocol import ChatMessage, JudgeReply
from pytest_rubric.judging.retries import RetryBudget, RetryingJudge
from pytest_rubric.model import ModelSpec, Settings, TargetSpec
from pytest_rubric.targets.model.client import ModelClient, advice_for, request_for
from pytest_rubric.targets.slots import Slots

Submit = Callable[[Callable[[], Coroutine[Any, Any, JudgeReply]]], "concurrent.futures.Future[JudgeReply]"]


class ModelCalls:
    """Asks models under test, with the clients, retries and limits that the judge has.

    Limits are learned for each model by itself, as endpoints set them; the judge's budget is not
    touched. ``submit`` runs a coroutine on the loop that the clients belong to; without it that is the
    loop of the caller.
    """

    def __init__(self, settings: Settings, connections: Connections, submit: Submit | None = None) -> None:
        self._settings = settings
        self._connections = connections
        self._submit = submit
        self._models: dict[tuple[str, str | None, str | None], _Model] = {}

    async def ask(self, target: TargetSpec, spec: ModelSpec, messages: tuple[ChatMessage, ...]) -> JudgeReply:
        """Ask once, with all retries. Raises a :class:`~pytest_rubric.errors.JudgeError`."""

        async def on_its_loop() -> JudgeReply:
            return await self._model(spec).ask(target, spec, messages)

        if self._submit is None:
            return await on_its_loop()
        return await asyncio.wrap_future(self._submit(on_its_loop))

    def _model(self, spec: ModelSpec) -> _Model:
        key = (spec.name, spec.base_url, spec.api_key_env)
        if key not in self._models:
            self._models[key] = _Model(spec, self._settings, self._connections)
        return self._models[key]


class _Model:
    """What the targets with one model at one endpoint have in common."""

    def __init__(self, spec: ModelSpec, settings: Settings, connections: Connections) -> None:
        self._connections = connections
        self._limiter = Limiter(settings.concurrency)
        self._budget = Budget()
        self._breaker = Breaker(advice_for(spec))
        self._retries = RetryBudget()
        self._slots = Slots()

    async def ask(self, target: TargetSpec, spec: ModelSpec, messages: tuple[ChatMessage, ...]) -> JudgeReply:
        client = ModelClient(spec, self._connections)
        limited = LimitedJudge(client, self._limiter, self._budget, self._breaker)
        judge = RetryingJudge(limited, self._breaker, budget=self._retries)
        async with AsyncExitStack() as slot:
            if target.concurrency is not None:
                await slot.enter_async_context(self._slots.take(target.concurrency))
            return await judge.ask(request_for(messages, target.timeout))


def usage_of(calls: int, input_tokens: int, output_tokens: int) -> Mapping[str, int]:
    """What calls took, in the shape of ``Output.usage``."""
    return {"input": input_tokens, "output": output_tokens, "calls": calls}
