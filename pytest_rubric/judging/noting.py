"""Who judged: what a comparison with another run needs to know of the replies that it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_rubric.judging.protocol import Judge, JudgeReply, JudgeRequest

if TYPE_CHECKING:
    from pytest_rubric.judging.exchanges.key import Identity


@dataclass(frozen=True, slots=True)
class JudgedBy:
    """The judge of one evaluation, and the version of each prompt that it was asked with, by name.

    ``identity`` is ``None`` where nobody can tell that judge from another one.
    """

    identity: Identity | None = None
    prompts: Mapping[str, str] = field(default_factory=dict)


def of_several(each: Iterable[JudgedBy | None]) -> JudgedBy | None:
    """Who judged several evaluations of one session; ``None`` where nobody judged any."""
    found = [judged_by for judged_by in each if judged_by is not None]
    if not found:
        return None
    prompts = {name: version for judged_by in found for name, version in judged_by.prompts.items()}
    identity = next((judged_by.identity for judged_by in found if judged_by.identity is not None), None)
    return JudgedBy(identity, dict(sorted(prompts.items())))


class NotingJudge:
    """Passes the requests of one evaluation on, and notes who answered."""

    def __init__(self, inner: Judge) -> None:
        self._inner = inner
        self._identity: Identity | None = None
        self._prompts: dict[str, str] = {}

    async def ask(self, request: JudgeRequest) -> JudgeReply:
        """Ask. Raises what ``inner`` raises; what failed was judged by nobody."""
        reply = await self._inner.ask(request)
        self._prompts[request.evaluator] = request.prompt_version
        if self._identity is None:
            self._identity = reply.identity
        return reply

    @property
    def judged_by(self) -> JudgedBy | None:
        """Who answered; ``None`` where nobody did."""
        if not self._prompts:
            return None
        return JudgedBy(self._identity, dict(sorted(self._prompts.items())))
